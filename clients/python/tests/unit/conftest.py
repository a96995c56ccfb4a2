"""A fake server, and a browser of each kind that is connected to it."""

from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

import pytest
from anyio.from_thread import start_blocking_portal
from blocking import Blocking
from fake_server import FakeServer

import axlens


class Connect(Protocol):
    """Connects to a server, with the options of `axlens.connect`."""

    def __call__(self, url: str | None = None, **options: Any) -> AbstractContextManager[Any]: ...


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("STATE_DIR", "URL", "TOKEN", "TOKEN_FILE", "CA_FILE"):
        monkeypatch.delenv(f"AXLENS_{name}", raising=False)


@pytest.fixture
def server() -> Iterator[FakeServer]:
    server = FakeServer()
    yield server
    server.close()


@contextmanager
def _blocking(url: str | None, options: Any) -> Generator[Blocking]:
    """An asynchronous browser that is used like a synchronous one."""
    with start_blocking_portal() as portal:
        browser = Blocking(axlens.connect_async(url, **options), portal)
        browser._verify()
        yield browser
        browser.close()


@pytest.fixture(params=["sync", "async"])
def connect(request: pytest.FixtureRequest, server: FakeServer) -> Connect:
    """Connects to the server, synchronously and asynchronously."""

    def connect(url: str | None = None, **options: Any) -> AbstractContextManager[Any]:
        options = {"state_dir": server.dir, "timeout": 5, **options}
        if request.param == "sync":
            return axlens.connect(url, **options)
        return _blocking(url, options)

    return connect


@pytest.fixture
def browser(connect: Connect) -> Iterator[Any]:
    """A browser that is connected over the socket."""
    with connect() as browser:
        yield browser
