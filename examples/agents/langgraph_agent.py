#!/usr/bin/env python3
"""A LangGraph agent that fills a form in the user's browser.

MODEL=openai:gpt-4.1 python3 langgraph_agent.py http://127.0.0.1:8000/form.html
"""

from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage
from langchain_core.tools import StructuredTool
from langgraph.graph.state import CompiledStateGraph

import axlens
from axlens_tools import INSTRUCTIONS, PageTools, arguments, open_page, task


def build_agent(
    model: str | BaseChatModel, page: axlens.Page
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """An agent with the tools for this page. A name of a model begins with its provider."""
    tools = [StructuredTool.from_function(tool) for tool in PageTools(page).all()]
    return create_agent(model, tools, system_prompt=INSTRUCTIONS)


def run(model: str | BaseChatModel, page: axlens.Page, prompt: str) -> str:
    """The agent's last message."""
    state = build_agent(model, page).invoke({"messages": [HumanMessage(prompt)]})
    return state["messages"][-1].text


def main() -> None:
    """Fills the form on the page that the command line names."""
    args = arguments(__doc__)
    with open_page(args.url) as page:
        print(run(args.model, page, task(args.name)))


if __name__ == "__main__":
    main()
