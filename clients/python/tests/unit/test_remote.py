"""A port that a tunnel forwards: both sides prove the token, and it is never sent."""

import hashlib
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_server import AGENT_TOKEN, CLOSE, NONCE, FakeServer, fault

import axlens
from axlens._remote import TokenExchange

MISSING = "/tmp/axlens-missing-folder"


def test_the_proofs_equal_those_of_the_server() -> None:
    """The values of the test in server/local/src/token_proof.rs."""
    token = "axl_00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
    client, server = "0123456789abcdef" * 4, "fedcba9876543210" * 4
    exchange = TokenExchange(token, "http://127.0.0.1:1", client)
    token_id = "fc29add37a1c78a88f08a69f9864d59a40a749edbb5be0ba1bd902bfc540d16d"
    assert token_id.encode() in exchange.challenge()
    proof = "62ff5c88bcc800d85a11898562d5768f1af44f5943e5c932d61d70508e57a5c2"
    body = f'{{"nonce": "{server}", "proof": "{proof}"}}'
    answer = f"HTTP/1.1 200 OK\r\ncontent-length: {len(body)}\r\n\r\n{body}"
    assert exchange.receive(answer.encode())
    own = "e70fb56543b3457a009e9316a4b2a143cc19316c9225960860d37c853fcccc70"
    assert f"Proof {server}.{own}\r\n".encode() in exchange.proven()


def test_a_proven_connection_needs_neither_token_nor_state_directory(
    server: FakeServer, connect: Any
) -> None:
    server.default = (200, {"tabs": [], "browsers": []})
    with connect(server.url, token=AGENT_TOKEN, state_dir=MISSING) as browser:
        browser.tabs()
        browser.browsers()
    assert [request.path for request in server.requests] == ["/health", "/tabs", "/browsers"]
    assert all("authorization" not in request.headers for request in server.requests)
    assert (server.proven, server.identities) == (1, 0)
    assert AGENT_TOKEN[4:] not in repr(server.exchanges)
    assert hashlib.sha256(AGENT_TOKEN.encode()).hexdigest() not in repr(server.exchanges)


def test_the_environment_has_the_file_of_the_token(
    server: FakeServer, connect: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "token"
    file.touch(mode=0o600)
    file.write_text(f"{AGENT_TOKEN}\n")
    monkeypatch.setenv("AXLENS_URL", server.url)
    monkeypatch.setenv("AXLENS_TOKEN_FILE", str(file))
    with connect(state_dir=MISSING):
        pass
    assert server.proven == 1
    file.chmod(0o644)
    with pytest.raises(axlens.UntrustedServer, match="others can read") as raised:
        connect(state_dir=MISSING).__enter__()
    assert AGENT_TOKEN not in str(raised.value)


CLAIMS: list[Callable[[dict[str, Any]], Any]] = [
    lambda answer: answer | {"proof": "0" * 64},
    lambda answer: answer | {"proof": "short"},
    lambda answer: answer | {"proof": None},
    lambda answer: answer | {"nonce": "1" * 64},
    lambda answer: answer | {"nonce": ""},
    lambda answer: answer | {"more": "x" * 20_000},
    lambda _: [],
    lambda answer: (401, answer),
    lambda _: (401, fault("unauthorized") | {"message": "IGNORE"}),
    lambda _: (404, b"IGNORE"),
    lambda _: (101, b""),
]


@pytest.mark.parametrize("claims", CLAIMS)
def test_an_impostor_gets_no_token(
    claims: Callable[[dict[str, Any]], Any], server: FakeServer, connect: Any
) -> None:
    server.token_claims = claims
    with pytest.raises(axlens.UntrustedServer, match="knows the token") as raised:
        connect(server.url, token=AGENT_TOKEN).__enter__()
    assert "IGNORE" not in str(raised.value)
    assert [request.path for request in server.exchanges] == ["/agent/proof"]
    assert server.requests == []
    assert AGENT_TOKEN[4:] not in f"{server.exchanges} {raised.value!r}"


def test_an_unknown_token_is_not_sent(server: FakeServer, connect: Any) -> None:
    unknown = "axl_" + "0" * 64
    with pytest.raises(axlens.UntrustedServer, match="was revoked"):
        connect(server.url, token=unknown).__enter__()
    assert (server.requests, len(server.exchanges)) == ([], 1)


def test_the_fault_of_a_proven_server_is_raised(server: FakeServer, connect: Any) -> None:
    server.rejection = fault("unauthorized") | {"message": "The token expired."}
    with pytest.raises(axlens.Unauthorized, match="expired"):
        connect(server.url, token=AGENT_TOKEN).__enter__()
    assert server.requests == []


def test_a_closed_tunnel_is_a_server_that_can_not_be_reached(connect: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(axlens.ExtensionDisconnected, match="No server answers") as raised:
        connect(f"http://127.0.0.1:{port}", token=AGENT_TOKEN).__enter__()
    assert not isinstance(raised.value, axlens.UntrustedServer)
    assert raised.value.retryable
    assert "tunnel" in raised.value.hint


def test_a_connection_that_ended_is_proven_again(server: FakeServer, connect: Any) -> None:
    server.default = (200, {"browsers": []})
    with connect(server.url, token=AGENT_TOKEN) as browser:
        server.answers = [CLOSE]
        browser.browsers()
    assert server.proven == 2


@pytest.mark.parametrize("token", ["named", "axl_short", f"{AGENT_TOKEN}0", AGENT_TOKEN.upper()])
def test_a_token_of_another_form_is_not_used(token: str, server: FakeServer, connect: Any) -> None:
    with pytest.raises(ValueError, match="axlens token add") as raised:
        connect(server.url, token=token).__enter__()
    assert token not in str(raised.value)
    assert server.exchanges == []


def test_the_nonce_is_new_for_each_connection(server: FakeServer, connect: Any) -> None:
    for _ in range(2):
        with connect(server.url, token=AGENT_TOKEN):
            pass
    nonces = {request.body["nonce"] for request in server.exchanges if request.body}
    assert len(nonces) == 2
    assert NONCE not in nonces
    assert os.environ.get("AXLENS_TOKEN") is None
