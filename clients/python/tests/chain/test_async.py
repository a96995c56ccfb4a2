"""The asynchronous classes with a real browser."""

import asyncio

import anyio
import pytest

import axlens

pytestmark = pytest.mark.anyio


async def test_pages_are_read_and_operated(async_page: axlens.AsyncPage) -> None:
    await async_page.observe()
    assert "Registration" in async_page.text
    field = await async_page.find(label="First name")
    await field.fill("Ada")
    button = await async_page.find(role="button", name="Register")
    assert (await button.click())["outcome"] == "changed"
    assert "Registered: Ada|" in async_page.changes
    assert (await field.get("value")).get("value") == "Ada"


async def test_find_waits(async_page: axlens.AsyncPage) -> None:
    await async_page.click(selector="#later", snapshot="none")
    await (await async_page.find(role="button", name="Confirm")).click()
    assert "Confirmed" in async_page.changes


async def test_reads_run_at_the_same_time(async_page: axlens.AsyncPage) -> None:
    title, count, wait = await asyncio.gather(
        async_page.get("title"),
        async_page.get("count", selector="input"),
        async_page.wait("text", "Registration"),
    )
    assert title.get("title") == "Registration"
    assert count.get("count") == 9
    assert wait["for"] == "text"


async def test_a_removed_element_is_stale(async_page: axlens.AsyncPage) -> None:
    link = await async_page.find(role="link", name="Old link")
    await async_page.click(selector="#remove")
    with pytest.raises(axlens.StaleUid):
        await link.click()


async def test_a_screenshot_is_an_image(async_page: axlens.AsyncPage) -> None:
    await async_page.activate_tab()
    image = await async_page.screenshot()
    assert image.startswith(b"\x89PNG")


async def test_a_cancelled_request_leaves_the_connection_usable(
    async_page: axlens.AsyncPage,
) -> None:
    with pytest.raises(TimeoutError), anyio.fail_after(0.5):
        await async_page.wait("text", "Nowhere", timeout_ms=20_000)
    assert (await async_page.get("title")).get("title") == "Registration"
