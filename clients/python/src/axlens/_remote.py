"""How library and server verify each other over a port that a tunnel forwards.

Any program could hold such a port. So the server proves first that it knows the token's hash.
Then the library proves that it knows the token, under a mask that only the server can compute, and
the connection becomes the agent's. The token itself is never sent.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from typing import Any

from ._codes import ExtensionDisconnected
from ._faults import Fault
from ._state_dir import untrusted

#: The timeout until a connection is proven, in seconds. A tunnel adds several round trips.
TIMEOUT = 10.0

_MAX_ANSWER_LEN = 16 * 1024
_TOKEN = re.compile(r"axl_([0-9a-f]{64})")
_HEX = re.compile(r"[0-9a-f]{64}")
_LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]{1,5})(?:\r\n|$)", re.IGNORECASE)
_END_OF_HEAD = b"\r\n\r\n"
_OK = 200
_SWITCHED = 101


def is_named_token(token: str) -> bool:
    """Whether a token has the form of those that `axlens token add` prints."""
    return _TOKEN.fullmatch(token) is not None


class TokenExchange:
    """The requests and answers of one connection, without input and output."""

    def __init__(self, token: str, url: str, nonce: str | None = None) -> None:
        self._url = url
        self._token = bytes.fromhex(token.removeprefix("axl_"))
        self._hash = _sha256(token)
        self._nonce = nonce or secrets.token_hex(32)
        self._received = b""

    def __repr__(self) -> str:
        """Without the token."""
        return f"TokenExchange({self._url!r})"

    def challenge(self) -> bytes:
        """The first request: an id of the token and a nonce, and nothing secret."""
        token = _sha256(f"axlens token id 1\n{self._hash}")
        body = json.dumps({"token": token, "nonce": self._nonce}).encode()
        head = (
            "POST /agent/proof HTTP/1.1\r\nhost: 127.0.0.1\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body

    def receive(self, data: bytes) -> bool:
        """Adds received bytes. Returns whether the answer is complete.

        Raises `ExtensionDisconnected` if the connection has ended, `UntrustedServer` if the answer
        is too long or no answer.
        """
        if not data:
            raise self.unreachable("the connection was closed")
        self._received += data
        if len(self._received) > _MAX_ANSWER_LEN:
            raise self._unproven()
        head, end, body = self._received.partition(_END_OF_HEAD)
        if not end:
            return False
        return self._status(head) == _SWITCHED or len(body) >= self._length(head)

    def proven(self) -> bytes:
        """The second request, with the agent's proof, after the server has proven its own.

        Raises `UntrustedServer` if the answer is no proof.
        """
        head, _, body = self._received.partition(_END_OF_HEAD)
        if self._status(head) != _OK:
            raise self._unproven()
        try:
            answer: Any = json.loads(body)
            nonce, proof = answer["nonce"], answer["proof"]
        except (ValueError, LookupError, TypeError):
            raise self._unproven() from None
        if not (_is_hex(nonce) and _is_hex(proof)):
            raise self._unproven()
        if not hmac.compare_digest(self._mac("server", nonce).hex(), proof):
            raise self._unproven()
        self._received = b""
        mask = self._mac("agent", nonce)
        own = bytes(byte ^ part for byte, part in zip(self._token, mask, strict=True)).hex()
        return (
            "GET /agent/connection HTTP/1.1\r\nhost: 127.0.0.1\r\n"
            "connection: upgrade\r\nupgrade: axlens-agent\r\n"
            f"authorization: Proof {nonce}.{own}\r\n\r\n"
        ).encode()

    def check_switched(self) -> None:
        """Checks that the connection has become the agent's.

        Raises the fault of the server, for example if the token has expired.
        """
        head, _, body = self._received.partition(_END_OF_HEAD)
        status = self._status(head)
        if status == _SWITCHED and not body:
            return
        try:
            answer: Any = json.loads(body)
        except ValueError:
            raise self._unproven() from None
        raise Fault.of_answer(status, answer)

    def unreachable(self, reason: str) -> ExtensionDisconnected:
        """The fault of a port where no server answers."""
        return ExtensionDisconnected(
            f"No server answers at {self._url}: {reason}.",
            hint="Open the tunnel again, and check the server on its machine with `axlens doctor`.",
            retryable=True,
        )

    def _mac(self, role: str, server: str) -> bytes:
        text = f"axlens token proof 1\n{role}\n{self._nonce}\n{server}"
        return hmac.digest(self._hash.encode(), text.encode(), "sha256")

    def _status(self, head: bytes) -> int:
        parts = head.split(b" ", 2)
        return int(parts[1]) if len(parts) > 1 and re.fullmatch(rb"\d{3}", parts[1]) else 0

    def _length(self, head: bytes) -> int:
        found = _LENGTH.search(head)
        if found is None:
            raise self._unproven()
        return int(found[1])

    def _unproven(self) -> Exception:
        return untrusted(
            f"what answers at {self._url} can't prove that it knows the token: another program"
            " uses this port, the token was revoked, or the server is older than this library"
        )


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None
