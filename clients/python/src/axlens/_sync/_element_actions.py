# Generated from _async/_element_actions.py by scripts/generate.py.
"""A method for each action on an element."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import _types as types
from .._options import ElementOptions
from .._reference import File
from .._typing import Unpack


class ElementActions:
    """The actions on an element. Each raises a `Fault` if it is not executed."""

    def _act(
        self, action: str, arguments: Mapping[str, object], options: Mapping[str, object]
    ) -> types.ActionResult:
        raise NotImplementedError

    def click(
        self,
        *,
        button: types.MouseButton | None = None,
        count: int | None = None,
        hold: int | None = None,
        modifiers: Sequence[types.Modifier] | None = None,
        position: Sequence[float] | None = None,
        **options: Unpack[ElementOptions],
    ) -> types.ActionResult:
        """Presses and releases a mouse button on the element.

        `button`: The mouse button.
        `count`: Number of clicks, 1 to 3: 2 is a double click.
        `hold`: Milliseconds between press and release, 0 to 5,000; with a `count` of 1.
        `modifiers`: Keys to hold down.
        `position`: Position in CSS pixels from the upper left corner of its padding box;
          default: its center.
        """
        return self._act(
            "click",
            {
                "button": button,
                "count": count,
                "hold": hold,
                "modifiers": modifiers,
                "position": position,
            },
            options,
        )

    def hover(
        self,
        *,
        modifiers: Sequence[types.Modifier] | None = None,
        position: Sequence[float] | None = None,
        **options: Unpack[ElementOptions],
    ) -> types.ActionResult:
        """Moves the pointer onto the element.

        `modifiers`: Keys to hold down.
        `position`: Position in CSS pixels from the upper left corner of its padding box;
          default: its center.
        """
        return self._act("hover", {"modifiers": modifiers, "position": position}, options)

    def focus(self, **options: Unpack[ElementOptions]) -> types.ActionResult:
        """Focuses the element."""
        return self._act("focus", {}, options)

    def activate(self, **options: Unpack[ElementOptions]) -> types.ActionResult:
        """Clicks as assistive technology does, even if the element is covered."""
        return self._act("activate", {}, options)

    def fill(self, value: str, **options: Unpack[ElementOptions]) -> types.ActionResult:
        """Replaces the value of a field.

        `value`: The text.
        """
        return self._act("fill", {"value": value}, options)

    def fill_secret(self, secret: str, **options: Unpack[ElementOptions]) -> types.ActionResult:
        """Enters a secret of the user's into a field of a password, a code or a card. Its value is
        in no answer and no log.

        `secret`: The name of the secret, see `axlens secret list`.
        """
        return self._act("fill_secret", {"secret": secret}, options)

    def clear(self, **options: Unpack[ElementOptions]) -> types.ActionResult:
        """Empties a field."""
        return self._act("clear", {}, options)

    def set(self, value: str, **options: Unpack[ElementOptions]) -> types.ActionResult:
        """Sets a date, time, color, range or number field.

        `value`: In the syntax of the field's `value`: `2026-11-23`, `#d6249f`, `7`.
        """
        return self._act("set", {"value": value}, options)

    def type(
        self, text: str, *, insert: bool | None = None, **options: Unpack[ElementOptions]
    ) -> types.ActionResult:
        """Types a text key by key at the caret.

        `insert`: Inserts the text at once, without key events, as an input method or a paste
          does.
        `text`: The text.
        """
        return self._act("type", {"insert": insert, "text": text}, options)

    def press(
        self,
        keys: str | Sequence[str],
        *,
        count: int | None = None,
        **options: Unpack[ElementOptions],
    ) -> types.ActionResult:
        """Presses keys one after another.

        `count`: How often to press all keys in order, 1 to 100.
        `keys`: Keys with their modifiers: `Enter`, `Control+A`.
        """
        return self._act("press", {"count": count, "keys": keys}, options)

    def select(
        self,
        labels: Sequence[str] | None = None,
        *,
        indexes: Sequence[int] | None = None,
        values: Sequence[str] | None = None,
        **options: Unpack[ElementOptions],
    ) -> types.ActionResult:
        """Selects exactly the given options of a list.

        `indexes`: By their positions, from 0.
        `labels`: By their texts.
        `values`: By their values.
        """
        return self._act(
            "select", {"indexes": indexes, "labels": labels, "values": values}, options
        )

    def check(self, **options: Unpack[ElementOptions]) -> types.ActionResult:
        """Checks a checkbox, a radio button or a switch."""
        return self._act("check", {}, options)

    def uncheck(self, **options: Unpack[ElementOptions]) -> types.ActionResult:
        """Unchecks a checkbox or switch."""
        return self._act("uncheck", {}, options)

    def scroll(
        self,
        to: types.ScrollTo | None = None,
        *,
        by: Sequence[float] | None = None,
        **options: Unpack[ElementOptions],
    ) -> types.ActionResult:
        """Scrolls the element, its container or the page.

        `by`: CSS pixels to the right and down.
        `to`: A position.
        """
        return self._act("scroll", {"by": by, "to": to}, options)

    def submit(self, **options: Unpack[ElementOptions]) -> types.ActionResult:
        """Submits the form that the element belongs to."""
        return self._act("submit", {}, options)

    def highlight(self, **options: Unpack[ElementOptions]) -> types.ActionResult:
        """Outlines the element for two seconds."""
        return self._act("highlight", {}, options)

    def drag(
        self,
        to: types.DragTo,
        *,
        hold: int | None = None,
        modifiers: Sequence[types.Modifier] | None = None,
        position: Sequence[float] | None = None,
        **options: Unpack[ElementOptions],
    ) -> types.ActionResult:
        """Drags the element.

        `hold`: Milliseconds between the press and the first move, 0 to 5,000.
        `modifiers`: Keys to hold down.
        `position`: Where to press, in CSS pixels from the upper left corner of its padding box;
          default: its center.
        `to`: The target.
        """
        return self._act(
            "drag", {"hold": hold, "modifiers": modifiers, "position": position, "to": to}, options
        )

    def select_text(
        self, text: str | None = None, **options: Unpack[ElementOptions]
    ) -> types.ActionResult:
        """Selects a text of the element with the mouse, as for copying or formatting.

        `text`: The exact visible text, which may span several elements; default: all text of
          the element.
        """
        return self._act("select_text", {"text": text}, options)

    def upload(
        self, files: Sequence[File], **options: Unpack[ElementOptions]
    ) -> types.ActionResult:
        """Sets the files of a file field, or drops files on the element.

        `files`: The files, 1 to 20, at most 8 MiB in total.
        """
        return self._act("upload", {"files": files}, options)

    def execute_js(self, script: str, **options: Unpack[ElementOptions]) -> types.ActionResult:
        """Runs a script in the page's main world, in the document of the element or of the tab, if
        the user enabled this. The script can read secrets.

        `script`: The body of a function with `return`, or one expression; a promise is awaited.
        """
        return self._act("execute_js", {"script": script}, options)

    def call_tool(
        self,
        tool: str,
        *,
        arguments: Mapping[str, str] | None = None,
        **options: Unpack[ElementOptions],
    ) -> types.ActionResult:
        """Calls a tool that the page offers to agents.

        `arguments`: Its arguments, as its schema describes them.
        `tool`: The tool: its handle in the list of page tools, or its name if only one has it.
        """
        return self._act("call_tool", {"arguments": arguments, "tool": tool}, options)
