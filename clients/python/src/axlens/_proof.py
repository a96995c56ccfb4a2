"""The server's proof of its identity, and the user at the other end of a socket.

HMAC-SHA-256 with the key of the state directory, over the role, a nonce of each side, and the
server's port.
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
import socket
import struct
import sys
from typing import Any

from ._state_dir import untrusted

#: The maximum size of the answer, in bytes.
MAX_ANSWER_LEN = 16 * 1024
#: The timeout of the whole exchange, in seconds.
TIMEOUT = 2.0

_HEX = re.compile(r"[0-9a-f]{64}")
_END_OF_HEAD = b"\r\n\r\n"
#: `struct xucred` of macOS: version, user, number of groups, padding, 16 groups.
_XUCRED = "IIhxx16I"
_SOL_LOCAL = 0
_LOCAL_PEERCRED = 1


class Exchange:
    """A request for a proof and its answer, without input and output."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._nonce = secrets.token_hex(32)
        self._received = b""

    def request(self) -> bytes:
        """The bytes to send: `POST /identity` with a nonce, and nothing secret."""
        body = json.dumps({"nonce": self._nonce}).encode()
        head = (
            "POST /identity HTTP/1.1\r\nhost: 127.0.0.1\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body

    def receive(self, data: bytes) -> bool:
        """Adds received bytes. Returns whether the answer is complete.

        Raises `UntrustedServer` if the connection has ended, or the answer is no answer.
        """
        self._received += data
        if not data or len(self._received) > MAX_ANSWER_LEN:
            raise _unproven()
        head, end, body = self._received.partition(_END_OF_HEAD)
        return bool(end) and len(body) >= _content_length(head)

    def port(self) -> int:
        """The server's TCP port, which the proof includes.

        Raises `UntrustedServer` if the answer doesn't prove the server's identity.
        """
        head, _, body = self._received.partition(_END_OF_HEAD)
        if head.split(b" ", 2)[1:2] != [b"200"] or len(body) != _content_length(head):
            raise _unproven()
        try:
            answer: Any = json.loads(body)
            nonce, proof, port = answer["nonce"], answer["proof"], answer["port"]
        except (ValueError, LookupError, TypeError):
            raise _unproven() from None
        if not (_is_hex(nonce) and _is_hex(proof) and isinstance(port, int)):
            raise _unproven()
        expected = prove(self._key, "socket", self._nonce, nonce, port)
        if not hmac.compare_digest(expected, proof):
            raise _unproven()
        return port


def prove(key: str, role: str, client: str, server: str, port: int) -> str:
    """The proof of an author in this role, for the nonces of client and server."""
    text = f"axlens proof 1\n{role}\n{client}\n{server}\n{port}"
    return hmac.digest(key.encode(), text.encode(), "sha256").hex()


def peer_uid(connection: socket.socket) -> int:
    """The id of the user at the other end of a Unix socket.

    Raises `UntrustedServer` if the system can't tell it.
    """
    try:
        if sys.platform == "linux":
            size = struct.calcsize("3i")
            found = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
            return struct.unpack("3i", found)[1]
        size = struct.calcsize(_XUCRED)
        found = connection.getsockopt(_SOL_LOCAL, _LOCAL_PEERCRED, size)
        return struct.unpack(_XUCRED, found.ljust(size, b"\0"))[1]
    except OSError:
        raise untrusted("the user of the socket is not known") from None


def _content_length(head: bytes) -> int:
    found = re.search(rb"\r\ncontent-length: *([0-9]{1,5})(?:\r\n|$)", head, re.IGNORECASE)
    if found is None:
        raise _unproven()
    return int(found[1])


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _unproven() -> Exception:
    return untrusted("it can't prove that it is the server of the state directory")
