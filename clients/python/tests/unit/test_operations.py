"""Every operation of docs/openapi.json can be called."""

from typing import Any, NamedTuple

import pytest
import schema
from fake_server import FakeServer

VALUES: dict[str, object] = {"tab": 7, "userId": "a b/c", "offset": "20", "browser": "Chrome 2"}
WIRE_VALUES = {name: str(value) for name, value in VALUES.items()}


class Case(NamedTuple):
    """A request that an operation sends."""

    name: str
    method: str
    path: str
    parameters: list[dict[str, Any]]
    body: dict[str, Any] | None
    has_session: bool


def cases() -> list[Case]:
    document = schema.load()
    return [
        _case(document, path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def _case(document: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> Case:
    body, has_session = None, False
    if "requestBody" in operation:
        content = operation["requestBody"]["content"]["application/json"]
        body = content["example"]
        name = schema.type_name(content["schema"]["$ref"])
        has_session = "session" in document["components"]["schemas"][name]["properties"]
    parameters = operation.get("parameters", [])
    return Case(operation["operationId"], method.upper(), path, parameters, body, has_session)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_each_operation_is_sent_as_described(case: Case, server: FakeServer, browser: Any) -> None:
    names = [parameter["name"] for parameter in case.parameters]
    arguments = {name: VALUES.get(name, "text") for name in names} | (case.body or {})
    answer = {"answer": case.name}
    server.default = (200, answer)
    expected = {"ok": True, "version": "0.1.0"} if case.name == "health" else answer
    assert browser.call(case.name, arguments) == expected
    request = server.requests[-1]
    path = case.path.replace("{tab}", "7").replace("{id}", "text")
    assert (request.method, request.path) == (case.method, path)
    in_query = [part["name"] for part in case.parameters if part["in"] == "query"]
    assert request.query == {name: WIRE_VALUES.get(name, "text") for name in in_query}
    session = {"session": "default"} if case.has_session else {}
    assert request.body == (None if case.body is None else session | case.body)


def test_the_session_is_that_of_the_connection(server: FakeServer, connect: Any) -> None:
    with connect(session="mine") as browser:
        browser.call("find", {"role": "button"})
        assert server.requests[-1].body == {"role": "button", "session": "mine"}
        browser.call("find", {"role": "button", "session": "other"})
        assert server.requests[-1].body == {"role": "button", "session": "other"}


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("clicks", {}, "there is no operation 'clicks'"),
        ("closeTab", {"tab": 7}, "closeTab needs userId"),
        ("clickInTab", {"userId": "ada"}, "clickInTab needs tab"),
        ("tabs", {"tab": 7}, "tabs has no tab"),
        ("status", {"x": 1}, "status has no x"),
    ],
)
def test_a_wrong_call_is_not_sent(
    name: str, arguments: dict[str, object], message: str, server: FakeServer, browser: Any
) -> None:
    count = len(server.requests)
    with pytest.raises(ValueError, match=message):
        browser.call(name, arguments)
    assert len(server.requests) == count
