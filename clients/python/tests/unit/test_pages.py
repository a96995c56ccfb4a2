"""What pages and elements send, and what they remember."""

import base64
from typing import Any

import pytest
from fake_server import FakeServer, fault

import axlens


def observed(tree: str = '3 textbox "Name"\n', **more: Any) -> tuple[int, dict[str, Any]]:
    return 200, {"tab": 4, "tree": tree, "url": "http://a.example/", "pageTitle": "A", **more}


def acted(*outcomes: str, **more: Any) -> tuple[int, dict[str, Any]]:
    results = [{"action": "click", "outcome": outcome} for outcome in outcomes]
    return 200, {"results": results, "tab": 4, "waitedMs": 1, **more}


def matches(*names: str, count: int | None = None) -> tuple[int, dict[str, Any]]:
    found = [{"uid": f"{at}", "role": "button", "name": name} for at, name in enumerate(names, 3)]
    page = {"tree": "", "tab": 4, "pageTitle": "A", "url": "http://a.example/", "snapshot": 1}
    return 200, {"matches": found, "count": len(found) if count is None else count, **page}


def test_the_example_of_the_readme(server: FakeServer) -> None:
    server.answers = [
        acted("changed", tree='3 textbox "Name" value="Ada"\n'),
        acted(
            "navigated",
            text="navigated: click\n7 button Save\n",
            tree="7 button Save\n",
            url="http://a.example/b",
        ),
        matches("Save"),
        acted("unchanged", since=3, text="unchanged: click\n"),
    ]
    with axlens.connect(state_dir=server.dir) as browser:
        page = browser.page()
        page.fill(3, "Ada")
        page.click(5)
        assert page.changes == "navigated: click\n7 button Save\n"
        assert (page.text, page.url) == ("7 button Save\n", "http://a.example/b")
        page.find(role="button", name="Save").click()
        assert page.changes == "unchanged: click\n"
        assert server.requests[-1].body["withText"] is True
        assert page.text == ""
    assert server.requests[-1].body["uid"] == "3"


def test_the_tab_in_front_is_kept(server: FakeServer, browser: Any) -> None:
    server.answers = [observed(), observed(tab=9)]
    page = browser.page(browser="Chrome 2")
    assert (page.tab, page.session, page.text, page.changes) == (None, "default", "", "")
    assert page.url is None
    page.observe(interactive_only=True)
    body = {"session": "default", "browser": "Chrome 2", "what": "a11y_tree", "format": "lean"}
    assert server.requests[-1].body == body | {"interactive_only": True}
    assert (page.tab, page.url, page.title) == (4, "http://a.example/", "A")
    assert page.text == '3 textbox "Name"\n'
    page.observe(format="outline")
    assert server.requests[-1].body["tab"] == 4
    assert server.requests[-1].body["format"] == "outline"
    assert "browser" not in server.requests[-1].body
    assert page.tab == 4


def test_a_new_tab_is_not_that_of_the_page(server: FakeServer, browser: Any) -> None:
    server.answers = [acted("opened_tab", tab=9, newTabs=[9], url="http://b.example/")]
    page = browser.page()
    page.new_tab("http://b.example/")
    assert (page.tab, page.url) == (None, None)


def test_open_returns_the_new_tab(server: FakeServer, browser: Any) -> None:
    server.answers = [acted("opened_tab", tab=9, newTabs=[9], url="http://b.example/", tree="x\n")]
    page = browser.open("http://b.example/", browser="Chrome")
    assert (page.tab, page.url, page.text) == (9, "http://b.example/", "x\n")
    body = {"action": "new_tab", "url": "http://b.example/", "browser": "Chrome"}
    assert server.requests[-1].body == body | {"session": "default", "withText": True}


def test_find_waits_for_an_element(server: FakeServer, browser: Any) -> None:
    server.answers = [
        matches(),
        (200, {"for": "appears", "tab": 4, "waitedMs": 9}),
        matches("Save"),
    ]
    element = browser.page(4).find(role="button", name="Save", timeout_ms=5000)
    assert (element.uid, element.role, element.name) == ("3", "button", "Save")
    paths = [request.path for request in server.requests[1:]]
    assert paths == ["/find", "/wait", "/find"]
    body = server.requests[2].body
    assert body.pop("timeoutMs") in range(100, 5001)
    expected = {"for": "appears", "role": "button", "name": "Save", "tab": 4}
    assert body == expected | {"session": "default"}


def test_find_ends_when_none_appears(server: FakeServer, browser: Any) -> None:
    server.answers = [matches(), (504, fault("not_yet", retryable=True))]
    with pytest.raises(axlens.NotYet, match="Message of not_yet"):
        browser.page(4).find(role="button")


def test_find_ends_when_elements_come_and_go(server: FakeServer, browser: Any) -> None:
    found = (200, {"for": "appears", "tab": 4, "waitedMs": 9})
    server.answers = [answer for _ in range(500) for answer in (matches(), found)]
    with pytest.raises(axlens.NotYet, match="within 100 ms"):
        browser.page(4).find(role="button", timeout_ms=100)


def test_several_matches_are_listed(server: FakeServer, browser: Any) -> None:
    server.answers = [matches("Save", "Save all", count=30)]
    with pytest.raises(axlens.AmbiguousId) as raised:
        browser.page(4).find(role="button")
    listed = "30 elements match: 3 button 'Save', 4 button 'Save all'."
    assert raised.value.message == listed
    assert raised.value.status is None


def test_find_all_does_not_wait(server: FakeServer, browser: Any) -> None:
    server.answers = [matches(), matches("A", "B")]
    assert browser.page(4).find_all(text="x") == []
    found = browser.page(4).find_all(text="x", limit=2)
    assert [element.name for element in found] == ["A", "B"]
    assert server.requests[-1].body["limit"] == 2


def test_an_element_without_a_uid_accepts_no_action(server: FakeServer, browser: Any) -> None:
    answer = matches("Total")
    answer[1]["matches"][0]["uid"] = None
    server.answers = [answer, matches(count=1)]
    for _ in range(2):
        element = browser.page(4).find(text="Total")
        assert element.uid is None
        count = len(server.requests)
        with pytest.raises(axlens.NotApplicable, match="has no uid"):
            element.click()
        assert len(server.requests) == count


@pytest.mark.parametrize(
    ("method", "args", "options", "path", "expected"),
    [
        ("get", ("title",), {}, "/get", {"what": "title"}),
        ("get", ("value", 3), {}, "/get", {"what": "value", "uid": 3}),
        ("get", ("styles", "3"), {"names": ["color"]}, "/get", {"uid": "3", "names": ["color"]}),
        ("get", ("table",), {"where": {"A": "1"}}, "/get", {"where": {"A": "1"}}),
        ("wait", ("text", "Saved"), {"new": True}, "/wait", {"value": "Saved", "new": True}),
        ("wait", ("vanishes",), {"element": 3}, "/wait", {"for": "vanishes", "uid": 3}),
        ("wait", (), {"role": "dialog"}, "/wait", {"for": "appears", "role": "dialog"}),
        ("locate", (3,), {"seen": "s"}, "/locate", {"uid": 3, "seen": "s"}),
        ("explain", (3,), {}, "/explain", {"uid": 3}),
        ("network", (), {"failed": True}, "/network", {"failed": True}),
        ("errors", (), {"kinds": ["csp"]}, "/errors", {"kinds": ["csp"]}),
        ("explain", (), {"selector": "#a"}, "/explain", {"selector": "#a"}),
    ],
)
def test_reads_send_their_arguments(
    method: str,
    args: tuple[Any, ...],
    options: dict[str, Any],
    path: str,
    expected: dict[str, Any],
    server: FakeServer,
    browser: Any,
) -> None:
    server.default = (200, {"tab": 4, "url": "http://c.example/"})
    page = browser.page(4)
    assert getattr(page, method)(*args, **options) == server.default[1]
    request = server.requests[-1]
    assert request.path == path
    assert expected.items() <= request.body.items()
    assert request.body["tab"] == 4
    assert page.url == "http://c.example/"


def test_an_element_reads_and_waits(server: FakeServer, browser: Any) -> None:
    server.default = (200, {"tab": 4})
    element = browser.page(4).element("37.42")
    element.get("attribute", name="href")
    expected = {"what": "attribute", "name": "href", "uid": "37.42"}
    assert expected.items() <= server.requests[-1].body.items()
    element.wait("vanishes", timeout_ms=500)
    expected = {"for": "vanishes", "uid": "37.42", "timeoutMs": 500}
    assert expected.items() <= server.requests[-1].body.items()


def test_elements_stand_for_their_uids(server: FakeServer, browser: Any) -> None:
    server.default = acted("changed", "changed")
    page = browser.page(4)
    element = page.element(3)
    page.click(element)
    assert server.requests[-1].body["uid"] == "3"
    page.drag(element, {"uid": page.element(9)})
    assert server.requests[-1].body["to"] == {"uid": "9"}
    page.do([{"action": "click", "uid": element}, {"get": {"what": "value", "uid": element}}])
    steps = [{"action": "click", "uid": "3"}, {"get": {"what": "value", "uid": "3"}}]
    assert server.requests[-1].body["actions"] == steps


def test_a_screenshot_is_bytes(server: FakeServer, browser: Any) -> None:
    data = base64.b64encode(b"\x89PNG").decode()
    answer = {"data": data, "mimeType": "image/png", "tab": 4, "scale": 1, "legend": "3 link\n"}
    server.answers = [(200, answer), (200, {"mimeType": "image/png", "unchanged": True, "tab": 4})]
    image: axlens.Image = browser.page(4).screenshot(3, marks=True)
    assert isinstance(image, bytes)
    assert bytes(image) == b"\x89PNG"
    assert image.answer.get("legend") == "3 link\n"
    assert "data" not in image.answer
    assert image._repr_mimebundle_(include=None) == {"image/png": b"\x89PNG"}
    assert server.requests[-1].body["uid"] == 3
    image = browser.page(4).screenshot(if_changed=True)
    assert len(image) == 0
    assert image.answer.get("unchanged")


def test_the_methods_of_the_browser(server: FakeServer, browser: Any) -> None:
    server.answers = [
        (200, {"version": "0.1.0"}),
        (200, {"browsers": [{"name": "Chrome"}]}),
        (200, {"tabs": [{"tab": 4}]}),
        (200, {"ms": 1, "extensionMs": 1, "tab": None}),
    ]
    assert browser.health()["ok"]
    assert browser.status() == {"version": "0.1.0"}
    assert browser.browsers() == [{"name": "Chrome"}]
    assert browser.tabs("Chrome") == [{"tab": 4}]
    assert server.requests[-1].query == {"browser": "Chrome"}
    assert browser.ping(page=False, timeout_ms=300)["ms"] == 1
    assert server.requests[-1].body == {"page": False, "timeoutMs": 300}
