#!/usr/bin/env python3
"""A Pydantic AI agent that fills a form in the user's browser.

MODEL=openai:gpt-4.1 python3 pydantic_ai_agent.py http://127.0.0.1:8000/form.html
"""

from pydantic_ai import Agent, FunctionToolset
from pydantic_ai.models import Model

import axlens
from axlens_tools import INSTRUCTIONS, PageTools, arguments, open_page, task


def build_agent(model: str | Model, page: axlens.Page) -> Agent:
    """An agent with the tools for this page. A name of a model begins with its provider."""
    # A click must not overtake the fill before it.
    tools = FunctionToolset(PageTools(page).all(), sequential=True)
    return Agent(model, instructions=INSTRUCTIONS, toolsets=[tools])


def run(model: str | Model, page: axlens.Page, prompt: str) -> str:
    """The agent's output."""
    return build_agent(model, page).run_sync(prompt).output


def main() -> None:
    """Fills the form on the page that the command line names."""
    args = arguments(__doc__)
    with open_page(args.url) as page:
        print(run(args.model, page, task(args.name)))


if __name__ == "__main__":
    main()
