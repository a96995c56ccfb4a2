"""Nothing is sent before the server has proven its identity, and the token is never shown."""

import logging
import os
import shutil
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_server import AGENT_TOKEN, NONCE, TOKEN, FakeServer, fault

import axlens
from axlens import _proof
from axlens._settings import Settings
from axlens._state_dir import StateDir

SECRET = AGENT_TOKEN


def test_the_proof_equals_that_of_the_server() -> None:
    """The values of the test in server/local/src/proof.rs."""
    client, server = "0123456789abcdef" * 4, "fedcba9876543210" * 4
    expected = "e8d526c96803797099789df09886df8960eadfbeadab8985f2b3192e48371638"
    assert _proof.prove("00ff", "worker", client, server, 8080) == expected


def test_the_socket_needs_no_token(server: FakeServer, connect: Any) -> None:
    with connect():
        pass
    assert [request.path for request in server.requests] == ["/health"]
    assert all("authorization" not in request.headers for request in server.requests)
    assert all(request.over_socket for request in server.requests)
    assert server.identities == 1


def test_a_connection_is_proven_once(server: FakeServer, browser: Any) -> None:
    server.default = (200, {"tabs": [], "browsers": []})
    for _ in range(5):
        browser.tabs()
        browser.browsers()
    assert (server.identities, len(server.requests)) == (1, 11)


def _forged(name: str, value: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The true identity with another value, or without it."""

    def claims(identity: dict[str, Any]) -> dict[str, Any]:
        return identity | {name: value}

    return claims


@pytest.mark.parametrize(
    "claims",
    [
        _forged("proof", "0" * 64),
        _forged("proof", "short"),
        _forged("proof", None),
        _forged("nonce", "1" * 64),
        _forged("nonce", NONCE.upper()),
        _forged("port", 1),
        _forged("port", "80"),
        _forged("version", "x" * 20_000),
    ],
)
def test_an_impostor_gets_nothing_but_a_nonce(
    claims: Callable[[dict[str, Any]], dict[str, Any]], server: FakeServer, connect: Any
) -> None:
    server.claims = claims
    with pytest.raises(axlens.UntrustedServer) as raised, connect(token=SECRET):
        pass
    assert raised.value.hint.startswith("Nothing was sent.")
    assert (server.requests, server.identities) == ([], 1)


def test_a_proof_for_another_role_is_not_accepted(server: FakeServer, connect: Any) -> None:
    def claims(identity: dict[str, Any]) -> dict[str, Any]:
        proof = _proof.prove("0" * 64, "server", "1" * 64, NONCE, server.port)
        return identity | {"proof": proof}

    server.claims = claims
    with pytest.raises(axlens.UntrustedServer), connect():
        pass
    assert server.requests == []


def test_a_server_without_a_proof_is_not_waited_for(
    server: FakeServer, connect: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def claims(identity: dict[str, Any]) -> dict[str, Any]:
        server.ended.wait(5)
        return identity

    server.claims = claims
    for kind in ("_sync", "_async"):
        monkeypatch.setattr(f"axlens.{kind}._transport.TIMEOUT", 0.2)
    begin = time.monotonic()
    with pytest.raises(axlens.UntrustedServer, match="doesn't prove"):
        connect().__enter__()
    assert time.monotonic() - begin < 2
    assert server.requests == []


def test_a_socket_of_another_user_gets_nothing(
    server: FakeServer, connect: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other_user(_: object) -> int:
        return os.geteuid() + 1

    for kind in ("_sync", "_async"):
        monkeypatch.setattr(f"axlens.{kind}._transport.peer_uid", other_user)
    with pytest.raises(axlens.UntrustedServer, match="belongs to another user"), connect():
        pass
    assert (server.requests, server.identities) == ([], 0)


def test_without_a_server_the_fault_is_that_of_a_missing_browser(connect: Any) -> None:
    with pytest.raises(axlens.ExtensionDisconnected, match="No server runs") as raised:
        connect(state_dir="/tmp/axlens-missing-folder").__enter__()
    assert raised.value.code == "extension_disconnected"
    assert (raised.value.status, raised.value.retryable) == (None, True)


def test_without_the_lock_no_server_runs(server: FakeServer, connect: Any) -> None:
    copied = Path(tempfile.mkdtemp(prefix="axl", dir="/tmp"))
    for name in ("extension.key", "endpoint.json", "server.lock"):
        shutil.copy2(server.dir / name, copied)
    with pytest.raises(axlens.ExtensionDisconnected, match="No server runs"):
        connect(state_dir=copied).__enter__()
    shutil.rmtree(copied)


def test_without_a_socket_no_server_answers(server: FakeServer, connect: Any) -> None:
    (server.dir / "axlens.sock").unlink()
    with pytest.raises(axlens.ExtensionDisconnected, match="No server answers"):
        connect().__enter__()


@pytest.mark.parametrize(
    ("name", "mode", "reason"),
    [
        ("extension.key", 0o644, "others can read"),
        ("extension.key", 0o640, "others can read"),
        (".", 0o777, "others can write"),
        (".", 0o770, "others can write"),
    ],
)
def test_what_others_can_change_is_not_trusted(
    name: str, mode: int, reason: str, server: FakeServer, connect: Any
) -> None:
    (server.dir / name).chmod(mode)
    with pytest.raises(axlens.UntrustedServer, match=reason):
        connect().__enter__()
    assert (server.requests, server.identities) == ([], 0)


@pytest.mark.parametrize("key", ["", "0" * 63, "G" * 64, "0" * 64 + "\n0"])
def test_an_invalid_key_is_not_used(key: str, server: FakeServer, connect: Any) -> None:
    (server.dir / "extension.key").write_text(key)
    with pytest.raises(axlens.UntrustedServer, match="is not a key") as raised:
        connect().__enter__()
    assert server.identities == 0
    assert len(key) < 10 or key not in str(raised.value)


def test_links_are_not_followed(server: FakeServer, connect: Any) -> None:
    key = server.dir / "extension.key"
    key.rename(server.dir / "moved.key")
    key.symlink_to(server.dir / "moved.key")
    with pytest.raises(axlens.UntrustedServer, match="can't be read"):
        connect().__enter__()
    link = server.dir.with_name(f"{server.dir.name}-link")
    link.symlink_to(server.dir)
    with pytest.raises(axlens.UntrustedServer, match="is a link"):
        connect(state_dir=link).__enter__()
    link.unlink()


def test_the_own_url_gets_the_token_of_the_directory(server: FakeServer, connect: Any) -> None:
    with connect(server.url) as browser:
        browser.status()
    assert [request.over_socket for request in server.requests] == [False, False]
    sent = {request.headers["authorization"] for request in server.requests}
    assert sent == {f"Bearer {TOKEN}"}
    assert server.identities == 1


def test_options_come_from_the_environment(
    server: FakeServer, connect: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AXLENS_STATE_DIR", str(server.dir))
    monkeypatch.setenv("AXLENS_TOKEN", SECRET)
    with connect(state_dir=None):
        pass
    assert server.requests[-1].headers["authorization"] == f"Bearer {SECRET}"
    assert server.requests[-1].over_socket
    monkeypatch.setenv("AXLENS_URL", server.url)
    with connect(state_dir=None):
        pass
    assert not server.requests[-1].over_socket
    assert server.proven == 1


def test_a_named_agent_sends_its_token_over_the_socket(server: FakeServer, connect: Any) -> None:
    with connect(token=SECRET):
        pass
    assert server.requests[-1].headers["authorization"] == f"Bearer {SECRET}"
    assert server.requests[-1].over_socket


def test_another_port_gets_nothing(server: FakeServer, connect: Any) -> None:
    other = FakeServer()
    with pytest.raises(axlens.UntrustedServer, match="is not that of the server"):
        connect(other.url).__enter__()
    assert other.requests == []
    assert other.identities == 0
    other.close()


def test_a_proxy_gets_nothing(
    server: FakeServer, connect: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with connect(server.url):
        pass
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1:1/path",
        "http://example.com",
        "http://127.0.0.1.example.com",
        "http://user:password@127.0.0.1:1",
        "127.0.0.1:1",
        "ws://127.0.0.1:1",
        "http://127.0.0.1:1/path",
        "http://127.0.0.1:1/?token=x",
        "http://[::1",
    ],
)
def test_a_url_of_another_machine_is_refused(url: str, connect: Any) -> None:
    with pytest.raises(ValueError, match="`url`") as raised:
        connect(url, token=SECRET).__enter__()
    assert "password@" not in str(raised.value)


@pytest.mark.parametrize(
    "options",
    [
        {"session": ""},
        {"session": "x" * 201},
        {"timeout": 0},
        {"timeout": -1},
        {"timeout": float("inf")},
        {"timeout": float("nan")},
    ],
)
def test_an_invalid_option_is_an_error(options: dict[str, Any], connect: Any) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        connect(**options).__enter__()


@pytest.mark.parametrize("token", [f"{SECRET}\n", f"{SECRET} x", f"{SECRET}ä"])
def test_an_invalid_token_is_not_in_the_error(token: str, connect: Any) -> None:
    with pytest.raises(ValueError, match="token") as raised:
        connect(token=token).__enter__()
    assert SECRET not in str(raised.value)


def test_the_token_is_in_no_text(
    server: FakeServer, connect: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    texts: list[str] = []
    with connect(server.url, token=SECRET) as browser:
        page = browser.page(1)
        texts += [repr(browser), repr(page), repr(page.element(3))]
        for answer in [(401, fault("unauthorized")), (502, b"<html>")]:
            server.answers = [answer]
            with pytest.raises(axlens.Fault) as raised:
                browser.tabs()
            texts += [str(raised.value), repr(raised.value)]
            texts += traceback.format_exception(raised.value)
    texts.append(repr(Settings.of(None, SECRET, None, server.dir, session="s", timeout=1)))
    texts += [record.getMessage() for record in caplog.records]
    assert len(texts) > 10
    assert all(SECRET not in text for text in texts)
    assert all(SECRET not in f"{request.path}{request.query}" for request in server.requests)


def test_the_default_directory_is_the_systems(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert StateDir.locate(None).path == tmp_path / ".local/state/axlens"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert StateDir.locate(None).path == tmp_path / ".local/state/axlens"
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert StateDir.locate(None).path == Path("/state/axlens")
    monkeypatch.setattr("sys.platform", "darwin")
    expected = tmp_path / "Library/Application Support/dev.axlens.axlens"
    assert StateDir.locate(None).path == expected
    monkeypatch.setenv("AXLENS_STATE_DIR", "/other")
    assert StateDir.locate(None).path == Path("/other")
