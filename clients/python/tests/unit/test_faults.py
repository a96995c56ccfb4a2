"""Every fault is an exception of its own class."""

import pickle
from typing import Any

import pytest
import schema
from fake_server import FakeServer, fault

import axlens

CODES = [code["const"] for code in schema.load()["components"]["schemas"]["Code"]["oneOf"]]


def statuses() -> dict[str, int]:
    """The status of each code, from the description of the responses."""
    found: dict[str, int] = {}
    for name, response in schema.load()["components"]["responses"].items():
        content = response["content"]["application/json"]["schema"]
        for code in content["properties"]["error"]["enum"]:
            found[code] = int(name[-3:])
    return found


STATUSES = statuses()


@pytest.mark.parametrize("code", CODES)
def test_each_code_has_a_class(code: str, server: FakeServer, browser: Any) -> None:
    status = STATUSES.get(code, 400)
    server.answers = [(status, fault(code, seen="s1"))]
    expected = getattr(axlens, schema.pascal(code))
    with pytest.raises(expected) as raised:
        browser.call("interact", {"action": "click", "uid": 3})
    error = raised.value
    assert type(error) is expected
    assert isinstance(error, axlens.Fault)
    assert (error.code, error.status, error.seen) == (code, status, "s1")
    assert error.message == f"Message of {code}."
    assert str(error) == f"{code}: Message of {code}. → Hint of {code}."
    assert error.retryable is False
    assert error.done is None


def test_no_code_is_left_out() -> None:
    assert len(CODES) > 30
    assert axlens.Fault._classes.keys() == set(CODES)
    assert all(hasattr(axlens, schema.pascal(code)) for code in CODES)


def test_faults_can_be_pickled() -> None:
    error = axlens.ChangedUid("Message.", hint="Hint.", status=409, seen="s1")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is axlens.ChangedUid
    assert str(copy) == "changed_uid: Message. → Hint."
    assert (copy.status, copy.seen, copy.retryable) == (409, "s1", False)


def test_a_new_code_is_a_plain_fault(server: FakeServer, browser: Any) -> None:
    server.answers = [(409, fault("code_of_the_future", retryable=True))]
    with pytest.raises(axlens.Fault) as raised:
        browser.status()
    assert type(raised.value) is axlens.Fault
    assert (raised.value.code, raised.value.retryable) == ("code_of_the_future", True)


def test_the_results_before_a_fault_are_done(server: FakeServer, browser: Any) -> None:
    result = {"action": "fill", "outcome": "changed", "evidence": {"lines": 1}}
    done = {"results": [result], "tab": 4, "waitedMs": 5, "tree": "3 textbox Ada\n"}
    done["text"] = "changed: fill\n3 textbox Ada\n"
    server.answers = [(404, fault("stale_uid", done=done))]
    page = browser.page(4)
    steps = [{"action": "fill", "uid": 3, "value": "Ada"}, {"action": "click", "uid": 5}]
    with pytest.raises(axlens.StaleUid) as raised:
        page.do(steps)
    assert raised.value.done == done
    assert page.changes == "changed: fill\n3 textbox Ada\n"
    assert page.text == "3 textbox Ada\n"


@pytest.mark.parametrize("content", [b"<html>", b"[]", b'{"error": 7}', b""])
def test_an_answer_that_is_no_fault_is_internal(
    content: bytes, server: FakeServer, browser: Any
) -> None:
    server.answers = [(502, content)]
    with pytest.raises(axlens.Internal) as raised:
        browser.status()
    assert raised.value.status == 502


@pytest.mark.parametrize("content", [b"<html>", b"[]", b"", b"\xff"])
def test_an_answer_that_is_no_object_is_internal(
    content: bytes, server: FakeServer, browser: Any
) -> None:
    server.answers = [(200, content)]
    with pytest.raises(axlens.Internal):
        browser.status()


def test_another_wire_version_is_a_clear_fault(server: FakeServer, browser: Any) -> None:
    server.answers = [(426, fault("version_mismatch"))]
    with pytest.raises(axlens.VersionMismatch):
        browser.tabs()
    assert server.requests[-1].headers["x-axlens-wire"] == str(schema.wire_version())
