"""A gateway with TLS: its certificate is verified before the token is sent."""

import http.server
import json
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import axlens

TOKEN = "axl_of-the-gateway"


class Gateway(NamedTuple):
    """A running gateway, its own authority, and the requests that it has received."""

    url: str
    certificate: Path
    requests: list[tuple[str, str | None]]


@pytest.fixture
def gateway(tmp_path: Path) -> Iterator[Gateway]:
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        [
            *["openssl", "req", "-x509", "-newkey", "ec"],
            *["-pkeyopt", "ec_paramgen_curve:prime256v1"],
            *["-nodes", "-keyout", key, "-out", certificate, "-days", "30"],
            *["-subj", "/CN=gateway", "-addext", "subjectAltName=IP:127.0.0.1"],
        ],
        check=True,
        capture_output=True,
    )
    requests: list[tuple[str, str | None]] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            requests.append((self.path, self.headers["authorization"]))
            body = json.dumps({"browsers": []}).encode()
            is_moved = self.path == "/tabs"
            self.send_response(307 if is_moved else 200)
            if is_moved:
                self.send_header("location", "https://localhost:1/")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield Gateway(f"https://127.0.0.1:{server.server_address[1]}", certificate, requests)
    server.shutdown()
    server.server_close()


def test_the_token_is_sent_to_a_gateway_that_is_trusted(gateway: Gateway, connect: Any) -> None:
    with connect(gateway.url, token=TOKEN, ca_file=gateway.certificate) as browser:
        browser.browsers()
    assert gateway.requests == [("/browsers", f"Bearer {TOKEN}")] * 2


def test_a_redirect_is_not_followed(gateway: Gateway, connect: Any) -> None:
    browser = connect(gateway.url, token=TOKEN, ca_file=gateway.certificate)
    with browser as connected, pytest.raises(axlens.Fault):
        connected.tabs()
    assert gateway.requests[-1][0] == "/tabs"


def test_nothing_is_sent_to_another_gateway(gateway: Gateway, connect: Any) -> None:
    other = gateway.url.replace("127.0.0.1", "localhost")
    for url, options in ((gateway.url, {}), (other, {"ca_file": gateway.certificate})):
        with pytest.raises(axlens.UntrustedServer) as raised:
            connect(url, token=TOKEN, **options).__enter__()
        assert TOKEN not in repr(raised.value)
    assert gateway.requests == []


def test_a_program_without_tls_gets_no_token(connect: Any) -> None:
    received = bytearray()
    listener = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        while True:
            try:
                stream, _ = listener.accept()
            except OSError:
                return
            received.extend(stream.recv(65536))
            stream.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")
            stream.close()

    threading.Thread(target=answer, daemon=True).start()
    with pytest.raises(axlens.UntrustedServer):
        connect(f"https://127.0.0.1:{listener.getsockname()[1]}", token=TOKEN).__enter__()
    listener.close()
    assert TOKEN.encode() not in received


def test_options_that_no_gateway_can_have(connect: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="token"):
        connect("https://127.0.0.1:1").__enter__()
    empty = tmp_path / "empty.pem"
    empty.touch()
    with pytest.raises(ValueError, match="certificates"):
        connect("https://127.0.0.1:1", token=TOKEN, ca_file=empty).__enter__()
    with pytest.raises(axlens.ExtensionDisconnected) as raised:
        connect("https://127.0.0.1:1", token=TOKEN).__enter__()
    assert not isinstance(raised.value, axlens.UntrustedServer)
