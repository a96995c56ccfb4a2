"""Requests to a server: their headers, timeouts and repetitions, and the faults they end with."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast
from urllib.parse import quote

import httpx

from .._codes import ExtensionDisconnected, Internal, Timeout
from .._faults import Fault
from .._operations import OPERATIONS, Operation
from .._settings import Settings
from ._transport import AsyncProvenTransport

_OK = 200


class _ConnectionLost(Exception):
    """The connection was closed before the answer was complete."""


class AsyncConnection:
    """A connection to a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._client = httpx.AsyncClient(
            base_url=settings.base_url,
            transport=AsyncProvenTransport(settings),
            timeout=settings.timeout,
            # A proxy of the environment must not get the token.
            trust_env=False,
        )

    async def call(self, name: str, arguments: Mapping[str, object]) -> Any:
        """The answer of an operation, by its `operationId`.

        Raises `ValueError` for an unknown operation or a missing parameter, else a `Fault`.
        """
        operation = OPERATIONS.get(name)
        if operation is None:
            raise ValueError(f"there is no operation {name!r}; there are {', '.join(OPERATIONS)}")
        fields = {key: value for key, value in arguments.items() if value is not None}
        missing = [key for key in operation.required if key not in fields]
        if missing:
            raise ValueError(f"{name} needs {', '.join(missing)}")
        # A screenshot of the whole page scrolls it, like an action.
        repeatable = operation.reads and fields.get("full") is not True
        path, query, body = _parts(name, operation, fields)
        if operation.has_session and body is not None:
            body = {"session": self.settings.session, **body}
        return await self._send(operation.method, path, query, body, repeatable)

    async def aclose(self) -> None:
        """Closes the connection. It can't be used afterwards."""
        await self._client.aclose()

    async def _send(
        self,
        method: str,
        path: str,
        query: Mapping[str, str],
        body: Mapping[str, object] | None,
        repeatable: bool,
    ) -> Any:
        """Sends a request, and repeats a read once for each of the two reasons."""
        may_reconnect = may_repeat = repeatable
        while True:
            try:
                return await self._attempt(method, path, query, body)
            except _ConnectionLost:
                if not may_reconnect:
                    raise _lost(repeatable) from None
                may_reconnect = False
            except ExtensionDisconnected as fault:
                if not (may_repeat and fault.retryable and fault.status is not None):
                    raise
                may_repeat = False

    async def _attempt(
        self,
        method: str,
        path: str,
        query: Mapping[str, str],
        body: Mapping[str, object] | None,
    ) -> Any:
        headers = self.settings.headers()
        end = time.monotonic() + self.settings.timeout
        content = bytearray()
        try:
            async with self._client.stream(
                method, path, params=query or None, json=body, headers=headers
            ) as response:
                async for part in response.aiter_bytes():
                    content += part
                    if time.monotonic() > end:
                        raise self._timeout()
        except httpx.ConnectTimeout:
            raise self._unreachable("no connection in time") from None
        except httpx.TimeoutException:
            raise self._timeout() from None
        except httpx.ConnectError as error:
            raise self._unreachable(str(error)) from None
        except (httpx.NetworkError, httpx.RemoteProtocolError):
            raise _ConnectionLost from None
        return _answer(response.status_code, content)

    def _unreachable(self, reason: str) -> ExtensionDisconnected:
        return ExtensionDisconnected(
            f"The server at {self.settings.address} can't be reached: {reason}.",
            hint="Run `axlens doctor`.",
            retryable=True,
        )

    def _timeout(self) -> Timeout:
        return Timeout(
            f"The server has not answered within {self.settings.timeout:g} s.",
            hint="If the request was an action, read the page first: it may have been executed.",
        )


def _parts(
    name: str, operation: Operation, fields: Mapping[str, object]
) -> tuple[str, dict[str, str], dict[str, object] | None]:
    """The path, the query and the body with these fields."""
    path = operation.path
    query: dict[str, str] = {}
    for key in operation.parameters:
        if key not in fields:
            continue
        value = fields[key]
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if f"{{{key}}}" in path:
            path = path.replace(f"{{{key}}}", quote(text, safe=""))
        else:
            query[key] = text
    rest = {key: value for key, value in fields.items() if key not in operation.parameters}
    if rest and not operation.has_body:
        raise ValueError(f"{name} has no {', '.join(rest)}")
    return path, query, rest if operation.has_body else None


def _answer(status: int, content: bytes | bytearray) -> Any:
    answer: Any = None
    with suppress(ValueError):
        answer = json.loads(content)
    if status != _OK:
        raise Fault.of_answer(status, answer)
    if not isinstance(answer, dict):
        raise Internal(
            "The server's answer is not a JSON object.",
            hint="Check that server and library have the same version.",
            status=status,
        )
    return cast("dict[str, Any]", answer)


def _lost(repeatable: bool) -> ExtensionDisconnected:
    return ExtensionDisconnected(
        "The connection to the server was closed before the answer.",
        hint="Send the request again."
        if repeatable
        else "Read the page first: the action may have been executed.",
        retryable=repeatable,
    )
