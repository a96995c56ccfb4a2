#!/usr/bin/env python3
"""An agent of the OpenAI Agents SDK that fills a form in the user's browser.

MODEL=gpt-4.1 python3 openai_agents.py http://127.0.0.1:8000/form.html
"""

from agents import Agent, Model, ModelSettings, Runner, function_tool

import axlens
from axlens_tools import INSTRUCTIONS, PageTools, arguments, open_page, task


def build_agent(model: str | Model, page: axlens.Page) -> Agent[None]:
    """An agent with the tools for this page."""
    tools = [function_tool(tool) for tool in PageTools(page).all()]
    # A click must not overtake the fill before it.
    settings = ModelSettings(parallel_tool_calls=False)
    return Agent(
        name="Axlens",
        instructions=INSTRUCTIONS,
        tools=[*tools],
        model=model,
        model_settings=settings,
    )


def run(model: str | Model, page: axlens.Page, prompt: str) -> str:
    """The agent's final output."""
    return Runner.run_sync(build_agent(model, page), prompt).final_output_as(str)


def main() -> None:
    """Fills the form on the page that the command line names."""
    args = arguments(__doc__)
    with open_page(args.url) as page:
        print(run(args.model, page, task(args.name)))


if __name__ == "__main__":
    main()
