"""Browsers as context managers, in threads and in tasks."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fake_server import HANG, FakeServer

import axlens

TABS: Any = (200, {"tabs": []})


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_an_async_browser_connects_when_it_is_entered(server: FakeServer) -> None:
    browser = axlens.connect_async(state_dir=server.dir)
    assert server.requests == []
    server.default = TABS
    async with browser as same:
        assert same is browser
        assert [request.path for request in server.requests] == ["/health"]
        assert await asyncio.gather(*(browser.tabs() for _ in range(20))) == [[]] * 20
    assert len(server.requests) == 21
    assert 1 <= server.identities <= 20


@pytest.mark.anyio
async def test_an_async_browser_without_a_server_is_a_fault() -> None:
    with pytest.raises(axlens.ExtensionDisconnected):
        async with axlens.connect_async(state_dir="/tmp/axlens-missing-folder"):
            pass


@pytest.mark.anyio
async def test_a_cancelled_request_leaves_the_connection_usable(server: FakeServer) -> None:
    async with axlens.connect_async(state_dir=server.dir) as browser:
        server.answers = [HANG]
        task = asyncio.create_task(browser.tabs())
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        server.default = TABS
        assert await browser.tabs() == []


def test_threads_share_a_browser(server: FakeServer) -> None:
    server.default = TABS
    with axlens.connect(state_dir=server.dir) as browser, ThreadPoolExecutor(8) as pool:
        answers = [pool.submit(browser.tabs) for _ in range(40)]
        assert [answer.result() for answer in answers] == [[]] * 40
    assert len(server.requests) == 41


def test_a_closed_browser_can_t_be_used(server: FakeServer) -> None:
    browser = axlens.connect(state_dir=server.dir)
    browser.close()
    with pytest.raises(RuntimeError, match="closed"):
        browser.tabs()
    assert len(server.requests) == 1
