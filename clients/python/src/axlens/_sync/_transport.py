# Generated from _async/_transport.py by scripts/generate.py.
"""Connections on which the server has proven its identity before anything else is sent."""

from __future__ import annotations

import os
import ssl
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import httpcore
import httpx

from .._codes import ExtensionDisconnected
from .._proof import TIMEOUT, Exchange, peer_uid
from .._remote import TIMEOUT as REMOTE_TIMEOUT
from .._remote import TokenExchange
from .._settings import Settings
from .._state_dir import StateDir, untrusted

_MAX_READ = 4096
#: The server executes as many requests of an agent at the same time.
_MAX_CONNECTIONS = 16
#: For how many seconds an idle TCP connection is used again. The server closes it after ten.
_KEPT_ALIVE = 5.0


class ProvenBackend(httpcore.NetworkBackend):
    """Opens connections to the server of a state directory.

    On its socket, the proof is made on the connection itself. Before a connection to its TCP port,
    it is made on the socket, and includes the port. With a token, the port may be forwarded to
    another machine, and both sides prove on the connection that they know the token.
    """

    def __init__(self, state_dir: StateDir, token: str | None) -> None:
        self._state_dir = state_dir
        self._token = token
        self._inner = cast("httpcore.NetworkBackend", httpcore.SyncBackend())

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """A connection to the port, if it is the server's."""
        if self._token is not None:
            return self._remote_stream(TokenExchange(self._token, f"http://{host}:{port}"), port)
        stream, proven = self._proven_stream()
        stream.close()
        if port != proven:
            raise untrusted(f"port {port} is not that of the server of {self._state_dir.path}")
        return self._inner.connect_tcp(host, port, timeout, local_address, socket_options)

    def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """A connection to the server's socket."""
        stream, _ = self._proven_stream()
        return stream

    def sleep(self, seconds: float) -> None:
        """Waits, between attempts to connect."""
        self._inner.sleep(seconds)

    def _remote_stream(self, exchange: TokenExchange, port: int) -> httpcore.NetworkStream:
        """A connection to a forwarded port, on which both sides have proven the token."""
        end = time.monotonic() + REMOTE_TIMEOUT
        try:
            stream = self._inner.connect_tcp("127.0.0.1", port, REMOTE_TIMEOUT)
        except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
            raise exchange.unreachable(str(error)) from None
        try:
            _answered(stream, exchange, exchange.challenge(), end)
            _answered(stream, exchange, exchange.proven(), end)
            exchange.check_switched()
        except BaseException:
            stream.close()
            raise
        return stream

    def _proven_stream(self) -> tuple[httpcore.NetworkStream, int]:
        """A connection to the socket, and the server's TCP port."""
        self._state_dir.check_served()
        exchange = Exchange(self._state_dir.key())
        socket = self._state_dir.socket
        # httpcore does not close a socket that can't connect.
        if not socket.is_socket():
            raise _no_answer(socket)
        try:
            stream = self._inner.connect_unix_socket(str(socket), TIMEOUT)
        except (httpcore.ConnectError, httpcore.ConnectTimeout):
            raise _no_answer(socket) from None
        try:
            return stream, _port(stream, exchange)
        except BaseException:
            stream.close()
            raise


def _no_answer(socket: Path) -> ExtensionDisconnected:
    return ExtensionDisconnected(
        f"No server answers at {socket}.", hint="Run `axlens doctor`.", retryable=True
    )


def _port(stream: httpcore.NetworkStream, exchange: Exchange) -> int:
    if peer_uid(stream.get_extra_info("socket")) != os.geteuid():
        raise untrusted("the socket belongs to another user")
    end = time.monotonic() + TIMEOUT
    try:
        stream.write(exchange.request(), TIMEOUT)
        while True:
            data = stream.read(_MAX_READ, max(end - time.monotonic(), 0.001))
            if exchange.receive(data):
                return exchange.port()
    except (httpcore.TimeoutException, httpcore.NetworkError):
        raise untrusted("it doesn't prove its identity") from None


def _answered(
    stream: httpcore.NetworkStream, exchange: TokenExchange, request: bytes, end: float
) -> None:
    """Sends a request, and receives its whole answer."""
    try:
        stream.write(request, REMOTE_TIMEOUT)
        while True:
            data = stream.read(_MAX_READ, max(end - time.monotonic(), 0.001))
            if exchange.receive(data):
                return
    except httpcore.TimeoutException:
        raise exchange.unreachable("no answer in time") from None
    except httpcore.NetworkError as error:
        raise exchange.unreachable(str(error) or "the connection was closed") from None


class ProvenTransport(httpx.BaseTransport):
    """httpx's requests over such connections."""

    def __init__(self, settings: Settings) -> None:
        if settings.is_gateway:
            self._pool = httpcore.ConnectionPool(
                ssl_context=settings.tls(),
                max_connections=_MAX_CONNECTIONS,
                keepalive_expiry=_KEPT_ALIVE,
            )
            return
        self._pool = httpcore.ConnectionPool(
            uds=None if settings.url else str(settings.state_dir.socket),
            network_backend=ProvenBackend(settings.state_dir, settings.remote_token),
            max_connections=_MAX_CONNECTIONS,
            keepalive_expiry=_KEPT_ALIVE if settings.url else None,
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Sends a request. Raises an `httpx.TransportError`, or the fault of the proof."""
        with _httpx_errors():
            response = self._pool.handle_request(
                httpcore.Request(
                    method=request.method,
                    url=httpcore.URL(
                        scheme=request.url.raw_scheme,
                        host=request.url.raw_host,
                        port=request.url.port,
                        target=request.url.raw_path,
                    ),
                    headers=request.headers.raw,
                    content=request.stream,
                    extensions=request.extensions,
                )
            )
        return httpx.Response(
            response.status, headers=response.headers, stream=_AsyncBody(response)
        )

    def close(self) -> None:
        """Closes all connections."""
        self._pool.close()


class _AsyncBody(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        with _httpx_errors():
            for part in self._response.iter_stream():
                yield part

    def close(self) -> None:
        self._response.close()


def _is_of_tls(error: BaseException | None) -> bool:
    """Whether the certificate was rejected, or what answers has no TLS."""
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return not isinstance(error, (ssl.SSLEOFError, ssl.SSLZeroReturnError))
        error = error.__cause__ or error.__context__
    return False


@contextmanager
def _httpx_errors() -> Generator[None]:
    """Raises the errors of httpcore as those of httpx, which have the same names."""
    try:
        yield
    except httpcore.ConnectError as error:
        if _is_of_tls(error):
            raise untrusted(f"its certificate, or TLS: {error}") from None
        raise httpx.ConnectError(str(error)) from None
    except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError) as error:
        known = cast("type[httpx.TransportError]", getattr(httpx, type(error).__name__))
        raise known(str(error)) from None
