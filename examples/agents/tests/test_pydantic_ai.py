from pydantic_ai.messages import (
    ModelMessage,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel

import axlens
import pydantic_ai_agent
from axlens_tools import task
from checks import assert_saved, assert_stale
from form_site import Site
from scripts import NAME, Script, click_removed, save_form


def scripted(script: Script) -> FunctionModel:
    """A model that answers as its script."""

    def respond(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        assert all(tool.description for tool in info.function_tools)
        parts = [part for message in messages for part in message.parts]
        results = [part.model_response_str() for part in parts if isinstance(part, ToolReturnPart)]
        match script(results):
            case str(text):
                return ModelResponse([TextPart(text)])
            case call:
                return ModelResponse([ToolCallPart(call.tool, call.arguments)])

    return FunctionModel(respond)


def test_the_agent_saves_the_form(page: axlens.Page, site: Site) -> None:
    assert_saved(site, pydantic_ai_agent.run(scripted(save_form), page, task(NAME)))


def test_a_fault_reaches_the_model(page: axlens.Page) -> None:
    assert_stale(pydantic_ai_agent.run(scripted(click_removed), page, "Follow the link."))
