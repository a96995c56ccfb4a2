"""Each action has a method in pages and elements, which sends the fields of its description."""

from typing import Any

import generate_actions
import pytest
import schema
from fake_server import FakeServer

SCHEMAS = schema.load()["components"]["schemas"]
ACTIONS = schema.actions(SCHEMAS)
FILE = {"name": "a.txt", "type": "text/plain", "base64": "QQ=="}
VALUES: dict[str, Any] = {
    "button": "right",
    "count": 2,
    "modifiers": ["Shift"],
    "position": [1, 2.5],
    "hold": 300,
    "value": "Ada",
    "secret": "site",
    "text": "Ada",
    "insert": True,
    "keys": ["Tab", "Enter"],
    "indexes": [0],
    "labels": ["One"],
    "values": ["1"],
    "by": [0, 100],
    "to": "bottom",
    "files": [FILE],
    "script": "1 + 1",
    "tool": "add",
    "arguments": {"a": 1},
    "url": "https://example.com/",
}
RESULT = {"action": "x", "outcome": "changed", "evidence": {"lines": 2}}
ANSWER = {"results": [RESULT], "tab": 4, "waitedMs": 1}


def arguments_of(action: str) -> dict[str, Any]:
    found = {name: VALUES[name] for name in ACTIONS[action]["properties"]}
    return found | ({"to": {"uid": 9}} if action == "drag" else {})


@pytest.mark.parametrize("action", ACTIONS)
def test_a_page_sends_each_action(action: str, server: FakeServer, browser: Any) -> None:
    server.default = (200, ANSWER)
    arguments = arguments_of(action)
    target = {} if action in generate_actions.ON_TAB else {"element": "37.42"}
    assert getattr(browser.page(4), action)(**arguments, **target) == RESULT
    uid = {"uid": "37.42"} if target else {}
    place = {"session": "default", "tab": 4, "withText": True}
    expected = {"action": action, **place, **arguments, **uid}
    assert (server.requests[-1].path, server.requests[-1].body) == ("/interact", expected)


@pytest.mark.parametrize("action", ACTIONS.keys() - generate_actions.ON_TAB)
def test_an_element_sends_each_action(action: str, server: FakeServer, browser: Any) -> None:
    server.default = (200, ANSWER)
    arguments = arguments_of(action)
    assert getattr(browser.page(4).element(42), action)(**arguments, key="k") == RESULT
    place = {"session": "default", "tab": 4, "withText": True}
    expected = {"action": action, **place, "uid": "42", "key": "k"}
    assert server.requests[-1].body == expected | arguments


@pytest.mark.parametrize("action", [name for name in ACTIONS if ACTIONS[name]["required"]])
def test_a_missing_argument_is_not_sent(action: str, server: FakeServer, browser: Any) -> None:
    count = len(server.requests)
    with pytest.raises(TypeError, match=ACTIONS[action]["required"][0]):
        getattr(browser.page(4), action)()
    assert len(server.requests) == count


@pytest.mark.parametrize(
    ("action", "args", "options", "expected"),
    [
        ("fill", (3, "Ada"), {}, {"uid": 3, "value": "Ada"}),
        ("fill", (), {"selector": "#a", "value": ""}, {"selector": "#a", "value": ""}),
        ("click", (5,), {"dry_run": True, "timeout_ms": 900}, {"dryRun": True, "timeoutMs": 900}),
        ("click", (), {"selector": "text=Save", "nth": 2, "within": 7}, {"nth": 2, "within": 7}),
        ("press", ("Enter",), {}, {"keys": "Enter"}),
        ("press", (["Tab", "Enter"],), {"count": 3}, {"keys": ["Tab", "Enter"], "count": 3}),
        ("type", ("Ada",), {"element": 3}, {"text": "Ada", "uid": 3}),
        ("select", (3, ["One"]), {}, {"uid": 3, "labels": ["One"]}),
        ("scroll", (), {"to": "bottom"}, {"to": "bottom"}),
        ("scroll", (3,), {"by": (0, 100)}, {"uid": 3, "by": [0, 100]}),
        ("drag", (3, {"by": [10, 0]}), {}, {"to": {"by": [10, 0]}}),
        ("navigate", ("https://example.com/",), {}, {"url": "https://example.com/"}),
        ("click", (5,), {"dialogs": {"confirm": "accept"}}, {"dialogs": {"confirm": "accept"}}),
        ("click", (5,), {"dialogs": {"prompt": None}}, {"dialogs": {"prompt": None}}),
        ("click", (5,), {"snapshot": "none"}, {"snapshot": "none"}),
    ],
)
def test_arguments_have_the_names_of_json(
    action: str,
    args: tuple[Any, ...],
    options: dict[str, Any],
    expected: dict[str, Any],
    server: FakeServer,
    browser: Any,
) -> None:
    server.default = (200, ANSWER)
    getattr(browser.page(4), action)(*args, **options)
    body = server.requests[-1].body
    assert expected.items() <= body.items()
    assert body.keys() <= SCHEMAS["InteractRequest"]["properties"].keys() | {
        "action",
        *ACTIONS[action]["properties"],
    }


def test_a_path_is_uploaded(server: FakeServer, browser: Any, tmp_path: Any) -> None:
    server.default = (200, ANSWER)
    file = tmp_path / "notes.txt"
    file.write_text("A")
    browser.page(4).upload(3, [file, str(file), FILE])
    expected = {"name": "notes.txt", "type": "text/plain", "base64": "QQ=="}
    assert server.requests[-1].body["files"] == [expected, expected, FILE]
    with pytest.raises(FileNotFoundError):
        browser.page(4).upload(3, [tmp_path / "missing"])
    with pytest.raises(TypeError, match="list of files"):
        browser.page(4).upload(3, str(file))
