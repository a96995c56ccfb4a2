from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable

import axlens
import langgraph_agent
from axlens_tools import task
from checks import assert_saved, assert_stale
from form_site import Site
from scripts import NAME, Script, click_removed, save_form, save_with_enter


class ScriptedModel(BaseChatModel):
    """Answers as its script."""

    script: Script
    tools: tuple[Any, ...] = ()

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, AIMessage]:
        return self.model_copy(update={"tools": (*tools,)})

    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, *_: Any, **kwargs: Any
    ) -> ChatResult:
        assert [tool.name for tool in self.tools] == ["observe", "find", "fill", "click", "press"]
        results = [message.text for message in messages if isinstance(message, ToolMessage)]
        match self.script(results):
            case str(text):
                message = AIMessage(text)
            case call:
                tool = {"name": call.tool, "args": call.arguments, "id": str(len(results))}
                message = AIMessage("", tool_calls=[tool])
        return ChatResult(generations=[ChatGeneration(message=message)])


@pytest.mark.parametrize("script", [save_form, save_with_enter])
def test_the_agent_saves_the_form(page: axlens.Page, site: Site, script: Script) -> None:
    assert_saved(site, langgraph_agent.run(ScriptedModel(script=script), page, task(NAME)))


def test_a_fault_reaches_the_model(page: axlens.Page) -> None:
    model = ScriptedModel(script=click_removed)
    assert_stale(langgraph_agent.run(model, page, "Follow the link."))
