"""The generated files are current, and the classes have what docs/clients.md lists."""

import re
from typing import Any

import generate
import generate_actions
import pytest
import schema

import axlens

DOCUMENT = (schema.REPOSITORY / "docs/clients.md").read_text()


def test_the_generated_files_are_current() -> None:
    for path, text in generate.generated().items():
        assert path.read_text() == text, f"{path.name}: run scripts/generate.py"


def _names(heading: str) -> set[str]:
    section = DOCUMENT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


@pytest.mark.parametrize(
    ("heading", "classes"),
    [
        ("Browser", [axlens.Browser, axlens.AsyncBrowser]),
        ("Page", [axlens.Page, axlens.AsyncPage]),
    ],
)
def test_the_classes_have_what_the_document_lists(heading: str, classes: list[Any]) -> None:
    names = _names(heading)
    assert len(names) > 8
    for kind in classes:
        assert {name for name in names if not hasattr(kind, name)} == set()


def test_the_classes_have_nothing_else_but_actions() -> None:
    actions = schema.actions(schema.load()["components"]["schemas"]).keys()
    on_elements = actions - generate_actions.ON_TAB
    expected = [
        ((axlens.Browser, axlens.AsyncBrowser), _names("Browser")),
        ((axlens.Page, axlens.AsyncPage), _names("Page") | actions),
        (
            (axlens.Element, axlens.AsyncElement),
            {"uid", "role", "name", "get", "wait"} | on_elements,
        ),
    ]
    for kinds, names in expected:
        for kind in kinds:
            assert {name for name in dir(kind) if name[0] != "_"} == names


def test_the_functions_to_connect_have_the_options_of_the_document() -> None:
    names = _names("Connecting")
    assert len(names) == 7
    for function in (axlens.connect, axlens.connect_async):
        assert names <= set(function.__annotations__)


def test_every_public_item_is_documented() -> None:
    public = [name for name in vars(axlens) if name[0] != "_" and name not in ("annotations", "os")]
    assert len(public) > 40
    for name in public:
        item = getattr(axlens, name)
        assert item.__doc__, name
        for member in vars(item) if isinstance(item, type) else ():
            value = getattr(item, member)
            assert member.startswith("_") or not callable(value) or value.__doc__, member
