import asyncio
from typing import Any

from browser_use.llm.messages import UserMessage
from browser_use.llm.views import ChatInvokeCompletion

import axlens
import browser_use_tools
from axlens_tools import task
from checks import assert_saved, assert_stale
from form_site import Site
from scripts import NAME, Script, click_removed, save_form


class ScriptedModel:
    """Answers as its script. `BaseChatModel` of browser-use is a protocol."""

    _verified_api_keys = True
    model = name = model_name = provider = "scripted"

    def __init__(self, script: Script) -> None:
        self._script = script

    async def ainvoke(self, messages: list[Any], output_format: Any = None, **_: Any) -> Any:
        users = [message.text for message in messages if isinstance(message, UserMessage)]
        match self._script(users[1:]):
            case str(text):
                action = {"done": {"answer": text}}
            case call:
                action = {call.tool: call.arguments}
        step = output_format.model_validate({"action": action})
        return ChatInvokeCompletion(completion=step, usage=None)


def test_the_agent_saves_the_form(page: axlens.Page, site: Site) -> None:
    answer = browser_use_tools.run(ScriptedModel(save_form), page, task(NAME))
    assert_saved(site, asyncio.run(answer))


def test_a_fault_reaches_the_model(page: axlens.Page) -> None:
    answer = browser_use_tools.run(ScriptedModel(click_removed), page, "Follow the link.")
    assert_stale(asyncio.run(answer))


def test_no_other_browser_can_be_used(page: axlens.Page) -> None:
    actions = browser_use_tools.build_tools(page).registry.registry.actions
    assert [*actions] == ["observe", "find", "fill", "click", "press", "done"]
