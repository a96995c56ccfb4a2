# Generated from _async/_element.py by scripts/generate.py.
"""An element of a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .. import _types as types
from .._options import ElementGetOptions, WaitOptions
from .._reference import ElementBase, ElementRef
from .._typing import Unpack
from ._element_actions import ElementActions

if TYPE_CHECKING:
    from ._page import Page


class Element(ElementBase, ElementActions):
    """An element of a page, with a method for each action on elements.

    `Page.find` and `Page.element` return it. Its uid belongs to the session of the page.
    """

    def __init__(
        self, page: Page, uid: ElementRef, role: str | None = None, name: str | None = None
    ) -> None:
        known = uid if isinstance(uid, ElementBase) else ElementBase(str(uid), role, name)
        super().__init__(known.uid, known.role, known.name)
        self._page = page

    @staticmethod
    def _of_match(page: Page, found: types.FoundElement) -> Element:
        """The element of a match."""
        return Element(page, ElementBase(found["uid"], found["role"], found["name"]))

    def get(self, what: types.Property, **options: Unpack[ElementGetOptions]) -> types.GetAnswer:
        """A property of it: `get("value")["value"]`. As `Page.get`."""
        return self._page.get(what, self, **options)

    def wait(
        self, condition: types.WaitFor = "appears", **options: Unpack[WaitOptions]
    ) -> types.WaitAnswer:
        """Waits until it `appears`, `vanishes` or is `enabled`. As `Page.wait`."""
        return self._page.wait(condition, element=self, **options)

    def _act(
        self, action: str, arguments: Mapping[str, object], options: Mapping[str, object]
    ) -> types.ActionResult:
        return self._page._act(action, self, arguments, options)
