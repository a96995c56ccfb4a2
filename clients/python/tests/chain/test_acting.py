"""Actions in a real browser."""

from pathlib import Path

import pytest

import axlens

VALUES = {
    "First name": "Ada",
    "Last name": "Lovelace",
    "Email": "ada@example.com",
    "Phone": "555 0100",
    "Birthday": "1815-12-10",
    "Seats": "3",
    "Country": "Norway",
    "Notes": "None",
}
REGISTERED = "Registered: Ada|Lovelace|ada@example.com|555 0100|1815-12-10|3|Norway|None|true|true"


def test_a_form_of_ten_fields_is_one_request(page: axlens.Page) -> None:
    steps: list[dict[str, object]] = []
    for label, value in VALUES.items():
        steps.append({"action": "fill", "uid": page.find(label=label), "value": value})
    for label in ("Newsletter", "Terms"):
        steps.append({"action": "check", "uid": page.find(label=label)})
    steps.append({"action": "click", "uid": page.find(role="button", name="Register")})
    steps.append({"get": {"what": "text", "selector": "#out"}})
    answer = page.do(steps)
    outcomes = [result["outcome"] for result in answer["results"] if "outcome" in result]
    assert outcomes == ["changed"] * 11
    assert REGISTERED in str(answer["results"][-1])
    assert page.changes.startswith("1 changed: fill textbox")
    assert "Registered" in page.text


def test_a_click_changes_the_page(page: axlens.Page) -> None:
    page.fill(page.find(label="First name"), "Ada")
    assert "changed: fill" in page.changes
    result = page.click(page.find(role="button", name="Register"))
    assert result["outcome"] == "changed"
    assert "Registered: Ada|" in page.changes
    assert page.wait("text", "Registered: Ada").get("tab") == page.tab


def test_a_selector_names_an_element(page: axlens.Page) -> None:
    assert page.fill(selector="#last", value="Lovelace")["outcome"] == "changed"
    assert page.get("value", selector="#last").get("value") == "Lovelace"
    with pytest.raises(axlens.ScopeNotFound):
        page.click(selector="#missing")


def test_links_and_the_history(page: axlens.Page, site: str) -> None:
    result = page.find(role="link", name="Next page").click()
    assert result["outcome"] == "navigated"
    assert page.url == f"{site}next.html"
    page.find(role="h1", name="The next page", timeout_ms=5000)
    assert page.back()["outcome"] == "navigated"
    assert page.forward()["outcome"] == "navigated"
    assert page.navigate(f"{site}form.html")["outcome"] == "navigated"
    page.wait("url", "*form.html")
    assert page.get("title").get("title") == "Registration"
    assert page.reload()["action"] == "reload"


def test_a_removed_element_is_stale(page: axlens.Page) -> None:
    link = page.find(role="link", name="Old link")
    page.find(role="button", name="Remove").click()
    with pytest.raises(axlens.StaleUid) as raised:
        link.click()
    assert raised.value.done is None
    assert raised.value.hint
    assert link.wait("vanishes")["for"] == "vanishes"


def test_the_results_before_a_fault_are_done(page: axlens.Page) -> None:
    link = page.find(role="link", name="Old link")
    button = page.find(role="button", name="Remove")
    with pytest.raises(axlens.StaleUid) as raised:
        page.do([{"action": "click", "uid": button}, {"action": "click", "uid": link}])
    assert raised.value.done is not None
    assert len(raised.value.done["results"]) == 1


def test_a_dry_run_changes_nothing(page: axlens.Page) -> None:
    button = page.find(role="button", name="Remove")
    assert button.click(dry_run=True)["outcome"] == "possible"
    assert len(page.find_all(role="link", name="Old link")) == 1


def test_files_are_uploaded(page: axlens.Page, tmp_path: Path) -> None:
    file = tmp_path / "photo.txt"
    file.write_text("12345")
    page.upload(selector="#photo", files=[file])
    page.wait("text", "Photo: photo.txt 5")


def test_keys_go_to_the_focused_element(page: axlens.Page) -> None:
    field = page.find(label="First name")
    field.focus()
    page.type("Ada")
    page.press("Tab")
    page.type("Lovelace")
    assert field.get("value").get("value") == "Ada"
    last = page.find(label="Last name")
    assert last.get("value").get("value") == "Lovelace"
    last.press(["Control+A", "Delete"])
    assert last.get("value").get("value") in ("", None)
    last.type("King")
    last.press("Enter")
    page.wait("text", "Registered: Ada|King")


def test_the_methods_of_elements(page: axlens.Page) -> None:
    box = page.find(label="Newsletter")
    assert box.check()["outcome"] == "changed"
    assert box.check()["outcome"] == "already"
    assert "checked" in (box.get("state").get("states") or [])
    assert box.uncheck()["outcome"] == "changed"
    country = page.find(label="Country")
    assert country.select(["Spain"])["outcome"] == "changed"
    assert country.get("value").get("value") == "Spain"
    with pytest.raises(axlens.OptionNotFound):
        country.select(["Atlantis"])
    birthday = page.find(label="Birthday")
    birthday.set("1815-12-10")
    birthday.clear()
    assert birthday.get("value").get("value") in ("", None)
    assert page.find(role="button", name="Register").hover()["action"] == "hover"
    assert page.find(label="Notes").scroll(to="into_view")["action"] == "scroll"
    assert page.find(role="button", name="Register").submit()["action"] == "submit"


def test_tabs_are_claimed(page: axlens.Page) -> None:
    assert page.claim_tab()["outcome"] == "claimed"
    assert page.release_tab()["outcome"] == "released"
