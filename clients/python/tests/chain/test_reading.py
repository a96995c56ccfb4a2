"""Reading pages in a real browser."""

import time

import pytest

import axlens
from axlens._operations import WIRE_VERSION


def test_the_browser_lists_the_tab(browser: axlens.Browser, page: axlens.Page) -> None:
    tabs = {tab["tab"]: tab for tab in browser.tabs()}
    assert page.tab in tabs
    assert tabs[page.tab]["title"] == "Registration"
    assert browser.health()["ok"]
    assert browser.ping(page.tab)["ms"] >= 0
    assert browser.status()["wire"] == WIRE_VERSION


def test_a_snapshot_has_uids(page: axlens.Page, site: str) -> None:
    answer = page.observe()
    assert page.text == answer["tree"]
    assert "Registration" in page.text
    assert (page.url, page.title) == (f"{site}form.html", "Registration")
    button = page.find(role="button", name="Register")
    assert button.uid in answer["uidMap"]
    controls = page.observe(interactive_only=True)["tree"]
    assert "Register" in controls
    assert len(controls) < len(answer["tree"])


def test_find_is_the_only_match(page: axlens.Page) -> None:
    field = page.find(label="First name")
    assert (field.role, field.name) == ("textbox", "First name")
    assert len(page.find_all(role="checkbox")) == 2
    assert page.find_all(role="slider") == []
    with pytest.raises(axlens.AmbiguousId, match=r"2 elements match: .*Newsletter.*Terms"):
        page.find(role="checkbox")


def test_find_waits(page: axlens.Page) -> None:
    page.find(role="button", name="Show later").click(snapshot="none")
    begin = time.monotonic()
    button = page.find(role="button", name="Confirm")
    assert time.monotonic() - begin > 0.2
    button.click()
    assert "Confirmed" in page.changes


def test_find_ends_in_time(page: axlens.Page) -> None:
    begin = time.monotonic()
    with pytest.raises(axlens.NotYet):
        page.find(role="button", name="Nowhere", timeout_ms=700)
    assert 0.6 < time.monotonic() - begin < 10


def test_properties_of_elements_and_pages(page: axlens.Page, site: str) -> None:
    field = page.find(label="Notes")
    field.fill("Two\nlines")
    assert field.get("value").get("value") == "Two\nlines"
    assert field.get("attribute", name="id").get("value") == "notes"
    assert page.get("title").get("title") == "Registration"
    assert page.get("url").get("url") == f"{site}form.html"
    assert page.get("count", selector="input").get("count") == 9
    located = page.locate(field)
    assert located["selector"]
    assert len(located.get("box") or []) == 4
    assert page.explain(field)["role"]["value"] == "textbox"


def test_an_unknown_uid_is_a_fault(page: axlens.Page) -> None:
    with pytest.raises(axlens.UnknownUid) as raised:
        page.locate(123_456_789)
    assert raised.value.status == 404
    assert raised.value.hint


def test_a_screenshot_is_an_image(page: axlens.Page) -> None:
    page.activate_tab()
    image = page.screenshot(marks=True)
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    assert image.answer["width"] > 100
    assert "First name" in (image.answer.get("legend") or "")
    element = page.screenshot(page.find(label="First name"), format="jpeg")
    assert element.startswith(b"\xff\xd8\xff")
    assert element.answer["width"] < image.answer["width"]
