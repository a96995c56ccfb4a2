"""An element of a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .. import _types as types
from .._options import ElementGetOptions, WaitOptions
from .._reference import ElementBase, ElementRef
from .._typing import Unpack
from ._element_actions import AsyncElementActions

if TYPE_CHECKING:
    from ._page import AsyncPage


class AsyncElement(ElementBase, AsyncElementActions):
    """An element of a page, with a method for each action on elements.

    `Page.find` and `Page.element` return it. Its uid belongs to the session of the page.
    """

    def __init__(
        self, page: AsyncPage, uid: ElementRef, role: str | None = None, name: str | None = None
    ) -> None:
        known = uid if isinstance(uid, ElementBase) else ElementBase(str(uid), role, name)
        super().__init__(known.uid, known.role, known.name)
        self._page = page

    @staticmethod
    def _of_match(page: AsyncPage, found: types.FoundElement) -> AsyncElement:
        """The element of a match."""
        return AsyncElement(page, ElementBase(found["uid"], found["role"], found["name"]))

    async def get(
        self, what: types.Property, **options: Unpack[ElementGetOptions]
    ) -> types.GetAnswer:
        """A property of it: `get("value")["value"]`. As `Page.get`."""
        return await self._page.get(what, self, **options)

    async def wait(
        self, condition: types.WaitFor = "appears", **options: Unpack[WaitOptions]
    ) -> types.WaitAnswer:
        """Waits until it `appears`, `vanishes` or is `enabled`. As `Page.wait`."""
        return await self._page.wait(condition, element=self, **options)

    async def _act(
        self, action: str, arguments: Mapping[str, object], options: Mapping[str, object]
    ) -> types.ActionResult:
        return await self._page._act(action, self, arguments, options)
