import json
from collections.abc import AsyncIterator
from typing import Any

from agents import Model, ModelResponse, TResponseInputItem, Usage
from agents.items import TResponseStreamEvent
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)

import axlens
import openai_agents
from axlens_tools import task
from checks import assert_saved, assert_stale
from form_site import Site
from scripts import NAME, Script, click_removed, save_form


class ScriptedModel(Model):
    """Answers as its script."""

    def __init__(self, script: Script) -> None:
        self._script = script

    async def get_response(
        self,
        system_instructions: str | None,
        input: str | list[TResponseInputItem],
        *_: Any,
        **__: Any,
    ) -> ModelResponse:
        items: list[Any] = [] if isinstance(input, str) else [*input]
        results = [item["output"] for item in items if item.get("type") == "function_call_output"]
        output: ResponseOutputMessage | ResponseFunctionToolCall
        match self._script(results):
            case str(text):
                part = ResponseOutputText(text=text, type="output_text", annotations=[])
                output = ResponseOutputMessage(
                    id="message",
                    content=[part],
                    role="assistant",
                    status="completed",
                    type="message",
                )
            case call:
                output = ResponseFunctionToolCall(
                    call_id=str(len(results)),
                    name=call.tool,
                    arguments=json.dumps(call.arguments),
                    type="function_call",
                )
        return ModelResponse(output=[output], usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> AsyncIterator[TResponseStreamEvent]:
        raise NotImplementedError


def test_the_agent_saves_the_form(page: axlens.Page, site: Site) -> None:
    assert_saved(site, openai_agents.run(ScriptedModel(save_form), page, task(NAME)))


def test_a_fault_reaches_the_model(page: axlens.Page) -> None:
    assert_stale(openai_agents.run(ScriptedModel(click_removed), page, "Follow the link."))
