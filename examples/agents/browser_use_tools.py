#!/usr/bin/env python3
"""Actions of browser-use that operate the user's browser, and an agent that fills a form with them.

MODEL=openai_gpt_4_1_mini python3 browser_use_tools.py http://127.0.0.1:8000/form.html
"""

import asyncio

from browser_use import ActionResult, Tools
from browser_use.llm.base import BaseChatModel
from browser_use.llm.messages import AssistantMessage, BaseMessage, SystemMessage, UserMessage
from browser_use.llm.models import get_llm_by_name
from browser_use.tools.registry.views import ActionModel
from pydantic import BaseModel, create_model

import axlens
from axlens_tools import INSTRUCTIONS, PageTools, arguments, open_page, task

MAX_STEPS = 20


class Step(BaseModel):
    """What the model answers: the next action."""

    action: ActionModel


def build_tools(page: axlens.Page) -> Tools[None]:
    """The actions for this page, and `done`."""
    tools = Tools[None]()
    # The others need the browser that browser-use starts.
    tools.registry.registry.actions.clear()
    for tool in PageTools(page).all():
        tools.action(tool.__doc__ or "")(tool)

    @tools.action("Ends the task with the answer to the user.")
    def done(answer: str) -> ActionResult:  # pyright: ignore[reportUnusedFunction]
        return ActionResult(is_done=True, success=True, extracted_content=answer)

    return tools


async def run(model: BaseChatModel, page: axlens.Page, prompt: str) -> str:
    """The answer of an agent with these actions.

    It is a loop of its own, because `browser_use.Agent` always starts a browser.
    """
    registry = build_tools(page).registry
    # The model's answer has to be one of the registered actions.
    step_model = create_model("Step", __base__=Step, action=(registry.create_action_model(), ...))
    messages: list[BaseMessage] = [SystemMessage(content=INSTRUCTIONS), UserMessage(content=prompt)]
    for _ in range(MAX_STEPS):
        step = (await model.ainvoke(messages, output_format=step_model)).completion
        ((name, parameters),) = step.action.model_dump(exclude_unset=True).items()
        result: str | ActionResult = await registry.execute_action(name, parameters)
        if isinstance(result, ActionResult):
            return result.extracted_content or ""
        messages.append(AssistantMessage(content=step.model_dump_json(exclude_unset=True)))
        messages.append(UserMessage(content=result))
    raise RuntimeError(f"no answer after {MAX_STEPS} steps")


def main() -> None:
    """Fills the form on the page that the command line names."""
    args = arguments(__doc__)
    with open_page(args.url) as page:
        print(asyncio.run(run(get_llm_by_name(args.model), page, task(args.name))))


if __name__ == "__main__":
    main()
