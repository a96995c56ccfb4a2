"""Runs the asynchronous classes as if they were synchronous, so that one test is for both."""

import inspect
from collections.abc import Awaitable
from typing import Any, cast

from anyio.from_thread import BlockingPortal

import axlens

_WRAPPED = (axlens.AsyncBrowser, axlens.AsyncPage, axlens.AsyncElement)


class Blocking:
    """An asynchronous object whose methods block."""

    def __init__(self, target: Any, portal: BlockingPortal) -> None:
        self.target = target
        self._portal = portal

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.target, name)
        if not callable(value):
            return value

        def call(*args: Any, **options: Any) -> Any:
            return self._call(value, args, options)

        return call

    def __repr__(self) -> str:
        return repr(self.target)

    def _call(self, method: Any, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
        given = [_unwrapped(value) for value in args]
        result = method(*given, **{name: _unwrapped(value) for name, value in options.items()})
        if inspect.isawaitable(result):
            result = self._portal.call(_awaited, result)
        return self._result(result)

    def _result(self, result: Any) -> Any:
        if isinstance(result, list):
            return [self._result(part) for part in cast("list[Any]", result)]
        return Blocking(result, self._portal) if isinstance(result, _WRAPPED) else result


async def _awaited(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


def _unwrapped(value: Any) -> Any:
    if isinstance(value, Blocking):
        return value.target
    if isinstance(value, list):
        return [_unwrapped(part) for part in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {key: _unwrapped(part) for key, part in cast("dict[str, Any]", value).items()}
    return value
