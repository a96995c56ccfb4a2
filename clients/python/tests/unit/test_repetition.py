"""Reads are repeated once for each of two reasons, actions never. Nothing waits for ever."""

import time
from typing import Any

import pytest
from fake_server import CLOSE, HANG, FakeServer, fault

import axlens

RESTARTED = (503, fault("extension_disconnected", retryable=True))
TABS: Any = (200, {"tabs": []})
READS = {
    "tabs": {},
    "observe": {"what": "a11y_tree"},
    "find": {"role": "button"},
    "get": {"what": "title"},
    "wait": {"for": "load"},
    "locate": {"uid": 3},
    "explain": {"uid": 3},
    "network": {},
    "errors": {},
    "ping": {},
    "screenshot": {},
    "tabSnapshot": {"tab": 1, "userId": "ada"},
}
ACTIONS = {
    "interact": {"action": "click", "uid": 3},
    "screenshot": {"full": True},
    "openTab": {"userId": "ada"},
    "closeTab": {"tab": 1, "userId": "ada"},
    "clickInTab": {"tab": 1, "userId": "ada", "ref": "e1"},
}


@pytest.mark.parametrize("answers", [[RESTARTED], [CLOSE], [CLOSE, RESTARTED], [RESTARTED, CLOSE]])
@pytest.mark.parametrize("name", READS)
def test_a_read_is_repeated(
    name: str, answers: list[Any], server: FakeServer, browser: Any
) -> None:
    server.requests.clear()
    server.answers = [*answers, (200, {"done": True})]
    assert browser.call(name, READS[name]) == {"done": True}
    assert len(server.requests) == len(answers) + 1


@pytest.mark.parametrize("answer", [RESTARTED, CLOSE])
def test_a_read_is_repeated_once(answer: Any, server: FakeServer, browser: Any) -> None:
    server.requests.clear()
    server.answers = [answer, answer, TABS]
    with pytest.raises(axlens.ExtensionDisconnected) as raised:
        browser.tabs()
    assert raised.value.retryable
    assert len(server.requests) == 2


@pytest.mark.parametrize("answer", [RESTARTED, CLOSE])
@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_is_never_repeated(
    name: str, answer: Any, server: FakeServer, browser: Any
) -> None:
    server.requests.clear()
    server.answers = [answer]
    with pytest.raises(axlens.ExtensionDisconnected) as raised:
        browser.call(name, ACTIONS[name])
    assert len(server.requests) == 1
    assert raised.value.retryable is (answer is RESTARTED)


@pytest.mark.parametrize(
    "answer",
    [
        (503, fault("extension_disconnected")),
        (503, fault("reading_paused", retryable=True)),
        (429, fault("queue_full", retryable=True)),
        (504, fault("timeout", retryable=True)),
        (500, fault("internal")),
    ],
)
def test_other_faults_are_not_repeated(answer: Any, server: FakeServer, browser: Any) -> None:
    server.requests.clear()
    server.answers = [answer]
    with pytest.raises(axlens.Fault):
        browser.tabs()
    assert len(server.requests) == 1


def test_a_repeated_request_proves_the_server_again(server: FakeServer, browser: Any) -> None:
    server.answers = [CLOSE]
    server.claims = lambda identity: identity | {"proof": "0" * 64}
    with pytest.raises(axlens.UntrustedServer):
        browser.status()
    assert [request.path for request in server.requests] == ["/health", "/status"]
    assert server.identities == 2


@pytest.mark.parametrize("name", ["tabs", "interact"])
@pytest.mark.parametrize("over_socket", [True, False])
def test_a_request_without_an_answer_times_out(
    name: str, over_socket: bool, server: FakeServer, connect: Any
) -> None:
    with connect(None if over_socket else server.url, timeout=0.3) as browser:
        server.requests.clear()
        server.answers = [HANG]
        begin = time.monotonic()
        with pytest.raises(axlens.Timeout, match=r"within 0\.3 s") as raised:
            browser.call(name, {})
        assert time.monotonic() - begin < 2
    assert (raised.value.status, raised.value.retryable) == (None, False)
    assert len(server.requests) == 1


def test_a_server_that_stops_can_t_be_reached(server: FakeServer, connect: Any) -> None:
    with connect(server.url) as browser:
        server.answers = [CLOSE]
        (server.dir / "axlens.sock").unlink()
        with pytest.raises(axlens.ExtensionDisconnected):
            browser.tabs()
