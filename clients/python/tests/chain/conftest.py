"""A site that the tests serve, and pages of it in the browser of a running server."""

import functools
import http.server
import os
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

import axlens

SITE = Path(__file__).with_name("site")
#: The server of these tests. Without it they are not collected.
STATE_DIR = os.environ["AXLENS_STATE_DIR"]


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The URL of the site, which ends with a slash."""
    handler = functools.partial(_Quiet, directory=str(SITE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[axlens.Browser]:
    """The connected browser. Fails if no server runs, or it has no browser."""
    with axlens.connect(state_dir=STATE_DIR, session="python-tests") as browser:
        assert any(found["connected"] for found in browser.browsers()), "no browser is connected"
        yield browser


@pytest.fixture
def page(browser: axlens.Browser, site: str) -> Iterator[axlens.Page]:
    """A new tab with the form, which is loaded."""
    page = browser.open(f"{site}form.html")
    page.wait("load")
    yield page
    page.close_tab()


@pytest.fixture
async def async_page(site: str) -> AsyncIterator[axlens.AsyncPage]:
    """As `page`, asynchronously."""
    session = "python-async-tests"
    async with axlens.connect_async(state_dir=STATE_DIR, session=session) as browser:
        page = await browser.open(f"{site}form.html")
        await page.wait("load")
        yield page
        await page.close_tab()


@pytest.fixture
def anyio_backend() -> str:
    """The event loop of the asynchronous tests."""
    return "asyncio"
