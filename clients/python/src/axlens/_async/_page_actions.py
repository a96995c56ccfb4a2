# Generated from docs/openapi.json by scripts/generate.py.
"""A method for each action on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import _types as types
from .._options import ActionOptions, TargetOptions
from .._reference import ElementRef, File
from .._typing import Unpack


class AsyncPageActions:
    """The actions on a page. Each raises a `Fault` if it is not executed."""

    async def _act(
        self,
        action: str,
        element: ElementRef | None,
        arguments: Mapping[str, object],
        options: Mapping[str, object],
    ) -> types.ActionResult:
        raise NotImplementedError

    async def click(
        self,
        element: ElementRef | None = None,
        *,
        button: types.MouseButton | None = None,
        count: int | None = None,
        hold: int | None = None,
        modifiers: Sequence[types.Modifier] | None = None,
        position: Sequence[float] | None = None,
        **options: Unpack[TargetOptions],
    ) -> types.ActionResult:
        """Presses and releases a mouse button on the element.

        `button`: The mouse button.
        `count`: Number of clicks, 1 to 3: 2 is a double click.
        `hold`: Milliseconds between press and release, 0 to 5,000; with a `count` of 1.
        `modifiers`: Keys to hold down.
        `position`: Position in CSS pixels from the upper left corner of its padding box;
          default: its center.
        """
        return await self._act(
            "click",
            element,
            {
                "button": button,
                "count": count,
                "hold": hold,
                "modifiers": modifiers,
                "position": position,
            },
            options,
        )

    async def hover(
        self,
        element: ElementRef | None = None,
        *,
        modifiers: Sequence[types.Modifier] | None = None,
        position: Sequence[float] | None = None,
        **options: Unpack[TargetOptions],
    ) -> types.ActionResult:
        """Moves the pointer onto the element.

        `modifiers`: Keys to hold down.
        `position`: Position in CSS pixels from the upper left corner of its padding box;
          default: its center.
        """
        return await self._act(
            "hover", element, {"modifiers": modifiers, "position": position}, options
        )

    async def focus(
        self, element: ElementRef | None = None, **options: Unpack[TargetOptions]
    ) -> types.ActionResult:
        """Focuses the element."""
        return await self._act("focus", element, {}, options)

    async def activate(
        self, element: ElementRef | None = None, **options: Unpack[TargetOptions]
    ) -> types.ActionResult:
        """Clicks as assistive technology does, even if the element is covered."""
        return await self._act("activate", element, {}, options)

    async def fill(
        self,
        element: ElementRef | None = None,
        value: str | None = None,
        **options: Unpack[TargetOptions],
    ) -> types.ActionResult:
        """Replaces the value of a field.

        `value`: The text.
        """
        return await self._act("fill", element, {"value": value}, options)

    async def fill_secret(
        self,
        element: ElementRef | None = None,
        secret: str | None = None,
        **options: Unpack[TargetOptions],
    ) -> types.ActionResult:
        """Enters a secret of the user's into a field of a password, a code or a card. Its value is
        in no answer and no log.

        `secret`: The name of the secret, see `axlens secret list`.
        """
        return await self._act("fill_secret", element, {"secret": secret}, options)

    async def clear(
        self, element: ElementRef | None = None, **options: Unpack[TargetOptions]
    ) -> types.ActionResult:
        """Empties a field."""
        return await self._act("clear", element, {}, options)

    async def set(
        self,
        element: ElementRef | None = None,
        value: str | None = None,
        **options: Unpack[TargetOptions],
    ) -> types.ActionResult:
        """Sets a date, time, color, range or number field.

        `value`: In the syntax of the field's `value`: `2026-11-23`, `#d6249f`, `7`.
        """
        return await self._act("set", element, {"value": value}, options)

    async def type(
        self,
        text: str,
        *,
        element: ElementRef | None = None,
        insert: bool | None = None,
        **options: Unpack[TargetOptions],
    ) -> types.ActionResult:
        """Types a text key by key at the caret.

        `insert`: Inserts the text at once, without key events, as an input method or a paste
          does.
        `text`: The text.
        """
        return await self._act("type", element, {"insert": insert, "text": text}, options)

    async def press(
        self,
        keys: str | Sequence[str],
        *,
        element: ElementRef | None = None,
        count: int | None = None,
        **options: Unpack[TargetOptions],
    ) -> types.ActionResult:
        """Presses keys one after another.

        `count`: How often to press all keys in order, 1 to 100.
        `keys`: Keys with their modifiers: `Enter`, `Control+A`.
        """
        return await self._act("press", element, {"count": count, "keys": keys}, options)

    async def select(
        self,
        element: ElementRef | None = None,
        labels: Sequence[str] | None = None,
        *,
        indexes: Sequence[int] | None = None,
        values: Sequence[str] | None = None,
        **options: Unpack[TargetOptions],
    ) -> types.ActionResult:
        """Selects exactly the given options of a list.

        `indexes`: By their positions, from 0.
        `labels`: By their texts.
        `values`: By their values.
        """
        return await self._act(
            "select", element, {"indexes": indexes, "labels": labels, "values": values}, options
        )

    async def check(
        self, element: ElementRef | None = None, **options: Unpack[TargetOptions]
    ) -> types.ActionResult:
        """Checks a checkbox, a radio button or a switch."""
        return await self._act("check", element, {}, options)

    async def uncheck(
        self, element: ElementRef | None = None, **options: Unpack[TargetOptions]
    ) -> types.ActionResult:
        """Unchecks a checkbox or switch."""
        return await self._act("uncheck", element, {}, options)

    async def scroll(
        self,
        element: ElementRef | None = None,
        to: types.ScrollTo | None = None,
        *,
        by: Sequence[float] | None = None,
        **options: Unpack[TargetOptions],
    ) -> types.ActionResult:
        """Scrolls the element, its container or the page.

        `by`: CSS pixels to the right and down.
        `to`: A position.
        """
        return await self._act("scroll", element, {"by": by, "to": to}, options)

    async def submit(
        self, element: ElementRef | None = None, **options: Unpack[TargetOptions]
    ) -> types.ActionResult:
        """Submits the form that the element belongs to."""
        return await self._act("submit", element, {}, options)

    async def highlight(
        self, element: ElementRef | None = None, **options: Unpack[TargetOptions]
    ) -> types.ActionResult:
        """Outlines the element for two seconds."""
        return await self._act("highlight", element, {}, options)

    async def drag(
        self,
        element: ElementRef | None = None,
        to: types.DragTo | None = None,
        *,
        hold: int | None = None,
        modifiers: Sequence[types.Modifier] | None = None,
        position: Sequence[float] | None = None,
        **options: Unpack[TargetOptions],
    ) -> types.ActionResult:
        """Drags the element.

        `hold`: Milliseconds between the press and the first move, 0 to 5,000.
        `modifiers`: Keys to hold down.
        `position`: Where to press, in CSS pixels from the upper left corner of its padding box;
          default: its center.
        `to`: The target.
        """
        return await self._act(
            "drag",
            element,
            {"hold": hold, "modifiers": modifiers, "position": position, "to": to},
            options,
        )

    async def select_text(
        self,
        element: ElementRef | None = None,
        text: str | None = None,
        **options: Unpack[TargetOptions],
    ) -> types.ActionResult:
        """Selects a text of the element with the mouse, as for copying or formatting.

        `text`: The exact visible text, which may span several elements; default: all text of
          the element.
        """
        return await self._act("select_text", element, {"text": text}, options)

    async def upload(
        self,
        element: ElementRef | None = None,
        files: Sequence[File] | None = None,
        **options: Unpack[TargetOptions],
    ) -> types.ActionResult:
        """Sets the files of a file field, or drops files on the element.

        `files`: The files, 1 to 20, at most 8 MiB in total.
        """
        return await self._act("upload", element, {"files": files}, options)

    async def execute_js(
        self, script: str, *, element: ElementRef | None = None, **options: Unpack[TargetOptions]
    ) -> types.ActionResult:
        """Runs a script in the page's main world, in the document of the element or of the tab, if
        the user enabled this. The script can read secrets.

        `script`: The body of a function with `return`, or one expression; a promise is awaited.
        """
        return await self._act("execute_js", element, {"script": script}, options)

    async def call_tool(
        self,
        tool: str,
        *,
        element: ElementRef | None = None,
        arguments: Mapping[str, str] | None = None,
        **options: Unpack[TargetOptions],
    ) -> types.ActionResult:
        """Calls a tool that the page offers to agents.

        `arguments`: Its arguments, as its schema describes them.
        `tool`: The tool: its handle in the list of page tools, or its name if only one has it.
        """
        return await self._act(
            "call_tool", element, {"arguments": arguments, "tool": tool}, options
        )

    async def navigate(self, url: str, **options: Unpack[ActionOptions]) -> types.ActionResult:
        """Navigates the tab to a URL.

        `url`: The URL: `http://` or `https://`.
        """
        return await self._act("navigate", None, {"url": url}, options)

    async def back(self, **options: Unpack[ActionOptions]) -> types.ActionResult:
        """Goes back in the tab's history."""
        return await self._act("back", None, {}, options)

    async def forward(self, **options: Unpack[ActionOptions]) -> types.ActionResult:
        """Goes forward in the tab's history."""
        return await self._act("forward", None, {}, options)

    async def reload(self, **options: Unpack[ActionOptions]) -> types.ActionResult:
        """Reloads the page."""
        return await self._act("reload", None, {}, options)

    async def new_tab(
        self, url: str | None = None, **options: Unpack[ActionOptions]
    ) -> types.ActionResult:
        """Opens a tab in the background.

        `url`: Its URL; default: an empty tab.
        """
        return await self._act("new_tab", None, {"url": url}, options)

    async def close_tab(self, **options: Unpack[ActionOptions]) -> types.ActionResult:
        """Closes a tab that this agent opened."""
        return await self._act("close_tab", None, {}, options)

    async def activate_tab(self, **options: Unpack[ActionOptions]) -> types.ActionResult:
        """Makes the tab the active tab of its window."""
        return await self._act("activate_tab", None, {}, options)

    async def claim_tab(self, **options: Unpack[ActionOptions]) -> types.ActionResult:
        """Prevents other agents from acting in the tab, until this agent releases it or has not
        acted there for a minute.
        """
        return await self._act("claim_tab", None, {}, options)

    async def release_tab(self, **options: Unpack[ActionOptions]) -> types.ActionResult:
        """Releases a claimed tab."""
        return await self._act("release_tab", None, {}, options)
