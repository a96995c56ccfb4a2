"""A server with a state directory, a Unix socket and a port, whose answers a test determines."""

import fcntl
import hashlib
import hmac
import http.server
import json
import os
import shutil
import socketserver
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qsl, urlsplit

from axlens._proof import prove

KEY = "0123456789abcdef" * 4
NONCE = "fedcba9876543210" * 4
TOKEN = "axl_own_token_of_the_server"
#: The token of the one named agent.
AGENT_TOKEN = "axl_" + "5ec2" * 16

#: What the server does instead of answering: it closes the connection, or never answers.
CLOSE = object()
HANG = object()


class Request(NamedTuple):
    """A request that the server has received."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any
    over_socket: bool


class FakeServer:
    """Proves its identity like the real server, unless `claims` has other values."""

    def __init__(self) -> None:
        # A short path: that of a socket has at most 103 bytes.
        self.dir = Path(tempfile.mkdtemp(prefix="axl", dir="/tmp"))
        self.requests: list[Request] = []
        self.identities = 0
        #: Answers `(status, JSON)` in order, then `default`.
        self.answers: list[Any] = []
        self.default: Any = (200, {})
        #: Changes the answer to `/identity`.
        self.claims: Callable[[dict[str, Any]], dict[str, Any]] = lambda identity: identity
        #: Changes the answer to `/agent/proof`; without a value, it is not found.
        self.token_claims: Callable[[dict[str, Any]], Any] = lambda answer: answer
        #: The fault of a proven agent.
        self.rejection: dict[str, Any] | None = None
        #: Requests for the proof of a token: path, headers, body.
        self.exchanges: list[Request] = []
        #: Connections on which both sides have proven the token.
        self.proven = 0
        self.ended = threading.Event()
        self._write("extension.key", KEY)
        self.lock = os.open(self.dir / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        self._servers = [_unix_server(self), _tcp_server(self)]
        self.port: int = self._servers[1].server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._write("endpoint.json", json.dumps({"url": self.url, "agent_token": TOKEN}))
        for server in self._servers:
            threading.Thread(target=server.serve_forever, args=(0.003,), daemon=True).start()

    def close(self) -> None:
        """Ends the server, and removes its directory."""
        self.ended.set()
        for server in self._servers:
            server.shutdown()
            server.server_close()
        os.close(self.lock)
        shutil.rmtree(self.dir)

    def next_answer(self) -> Any:
        """What the next request gets."""
        return self.answers.pop(0) if self.answers else self.default

    def identity(self, nonce: str) -> dict[str, Any]:
        """The answer to `/identity`."""
        self.identities += 1
        proof = prove(KEY, "socket", nonce, NONCE, self.port)
        identity = {"version": "0.1.0", "built": 1, "pid": 1, "port": self.port}
        return self.claims({**identity, "nonce": NONCE, "proof": proof})

    def token_proof(self, request: Request) -> tuple[int, Any]:
        """The answer to `/agent/proof`."""
        self.exchanges.append(request)
        token_id = _sha256(f"axlens token id 1\n{_sha256(AGENT_TOKEN)}")
        if request.body["token"] != token_id:
            return (401, fault("unauthorized"))
        proof = _token_mac("server", request.body["nonce"]).hex()
        answer = self.token_claims({"nonce": NONCE, "proof": proof})
        if isinstance(answer, tuple):
            status, body = cast("tuple[int, Any]", answer)
            return (status, body)
        return (200, answer)

    def switch(self, request: Request) -> tuple[int, Any]:
        """The answer to `/agent/connection`."""
        self.exchanges.append(request)
        mask = _token_mac("agent", self.exchanges[-2].body["nonce"])
        sent = request.headers["authorization"].removeprefix(f"Proof {NONCE}.")
        token = bytes(a ^ b for a, b in zip(bytes.fromhex(sent), mask, strict=True)).hex()
        if f"axl_{token}" != AGENT_TOKEN or request.headers["upgrade"] != "axlens-agent":
            return (401, fault("unauthorized"))
        if self.rejection is not None:
            return (401, self.rejection)
        self.proven += 1
        return (101, b"")

    def _write(self, name: str, text: str) -> None:
        file = self.dir / name
        file.touch(mode=0o600)
        file.write_text(text + "\n")


class _Handler(http.server.BaseHTTPRequestHandler):
    """Answers requests. A subclass has the server and the way of the connection."""

    protocol_version = "HTTP/1.1"
    fake: FakeServer
    over_socket: bool

    def _answer(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        body: Any = json.loads(self.rfile.read(length)) if length else None
        if self.path == "/identity":
            return self._send(200, json.dumps(self.fake.identity(body["nonce"])).encode())
        url = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        query = dict(parse_qsl(url.query))
        request = Request(self.command, url.path, query, headers, body, self.over_socket)
        if url.path == "/agent/proof":
            return self._act(self.fake.token_proof(request))
        if url.path == "/agent/connection":
            return self._act(self.fake.switch(request))
        self.fake.requests.append(request)
        answer = {"ok": True, "version": "0.1.0"}
        return self._act((200, answer) if url.path == "/health" else self.fake.next_answer())

    do_GET = do_POST = do_DELETE = _answer

    def _act(self, answer: Any) -> None:
        if answer is HANG:
            self.fake.ended.wait(10)
        if answer in (HANG, CLOSE):
            self.close_connection = True
            return
        status, content = answer
        self._send(status, content if isinstance(content, bytes) else json.dumps(content).encode())

    def _send(self, status: int, content: bytes) -> None:
        self.send_response(status)
        if status == 101:
            self.send_header("connection", "upgrade")
            self.send_header("upgrade", "axlens-agent")
        else:
            self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


class _UnixServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True
    block_on_close = False


class _TcpServer(socketserver.ThreadingMixIn, socketserver.TCPServer):
    daemon_threads = True
    block_on_close = False


def _unix_server(fake: FakeServer) -> Any:
    handler = type("Handler", (_Handler,), {"fake": fake, "over_socket": True})
    return _UnixServer(str(fake.dir / "axlens.sock"), handler)


def _tcp_server(fake: FakeServer) -> Any:
    handler = type("Handler", (_Handler,), {"fake": fake, "over_socket": False})
    return _TcpServer(("127.0.0.1", 0), handler)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _token_mac(role: str, client: str) -> bytes:
    text = f"axlens token proof 1\n{role}\n{client}\n{NONCE}"
    return hmac.digest(_sha256(AGENT_TOKEN).encode(), text.encode(), "sha256")


def fault(code: str, *, retryable: bool = False, **more: Any) -> dict[str, Any]:
    """The JSON of a fault."""
    texts = {"message": f"Message of {code}.", "hint": f"Hint of {code}."}
    return {"error": code, "retryable": retryable, **texts, **more}
