"""Makes the methods for actions of pages and elements from the API's description."""

from generate_tables import NOTE, python_type
from schema import Json, actions, load, wrapped

#: Actions whose first argument is the element.
ON_ELEMENT = {
    *("click", "hover", "focus", "activate", "fill", "clear", "set", "select", "check"),
    *("fill_secret", "uncheck", "scroll", "submit", "highlight", "drag", "select_text", "upload"),
}
#: Actions on the focused element, or on the one in the named argument `element`.
ON_FOCUS = {"type", "press", "execute_js", "call_tool"}
#: Actions on the tab.
ON_TAB = {
    *("navigate", "back", "forward", "reload", "new_tab", "close_tab", "activate_tab"),
    *("claim_tab", "release_tab"),
}
#: The arguments that are usual enough to be given by position.
POSITIONAL = {"value", "secret", "text", "keys", "labels", "to", "files", "script", "tool", "url"}


def known_actions() -> dict[str, Json]:
    """The actions of the description.

    Raises `SystemExit` if one is in none of the sets above.
    """
    found = actions(load()["components"]["schemas"])
    unknown = found.keys() ^ (ON_ELEMENT | ON_FOCUS | ON_TAB)
    if unknown:
        raise SystemExit(f"the target of {', '.join(sorted(unknown))} is not known")
    return found


def page() -> str:
    """The text of `_page_actions.py`."""
    methods = [_method(name, action, _page_shape(name)) for name, action in known_actions().items()]
    options = "ActionOptions, TargetOptions"
    return _module("Page", "a page", options, methods, "element: ElementRef | None, ")


def element() -> str:
    """The text of `_element_actions.py`."""
    methods = [
        _method(name, action, ([], [], "ElementOptions", ""))
        for name, action in known_actions().items()
        if name not in ON_TAB
    ]
    return _module("Element", "an element", "ElementOptions", methods, "")


#: Positional and named parameters of the element, the class of the options, and the element.
Shape = tuple[list[str], list[str], str, str]


def _page_shape(name: str) -> Shape:
    parameter = "element: ElementRef | None = None"
    if name in ON_TAB:
        return [], [], "ActionOptions", "None, "
    if name in ON_FOCUS:
        return [], [parameter], "TargetOptions", "element, "
    return [parameter], [], "TargetOptions", "element, "


def _method(name: str, action: Json, shape: Shape) -> str:
    positional, named, options, element_argument = shape
    positional, named = list(positional), list(named)
    for key, schema in sorted(action["properties"].items(), key=lambda item: item[0]):
        needed = key in action["required"] and "element: ElementRef | None = None" not in positional
        default = "" if needed else " | None = None"
        parameter = f"{key}: {python_type(key, schema)}{default}"
        (positional if key in POSITIONAL else named).append(parameter)
    if named:
        named.insert(0, "*")
    parameters = ", ".join(["self", *positional, *named, f"**options: Unpack[{options}]"])
    arguments = ", ".join(f"{key!r}: {key}" for key in action["properties"])
    return f"""
    async def {name}({parameters}) -> types.ActionResult:
        {_docstring(action)}
        return await self._act({name!r}, {element_argument}{{{arguments}}}, options)
"""


def _docstring(action: Json) -> str:
    lines = wrapped(action["description"])
    if action["properties"]:
        lines.append("")
    for key, schema in action["properties"].items():
        lines += wrapped(f"`{key}`: {schema['description']}", "  ")
    end = "\n        " if len(lines) > 1 else ""
    return '"""' + "\n        ".join(lines) + end + '"""'


def _module(name: str, what: str, options: str, methods: list[str], parameter: str) -> str:
    names = "ElementRef, File" if parameter else "File"
    return f'''# {NOTE}
"""A method for each action on {what}."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import _types as types
from .._options import {options}
from .._reference import {names}
from .._typing import Unpack


class Async{name}Actions:
    """The actions on {what}. Each raises a `Fault` if it is not executed."""

    async def _act(
        self, action: str, {parameter}arguments: Mapping[str, object], options: Mapping[str, object]
    ) -> types.ActionResult:
        raise NotImplementedError
{"".join(methods)}'''
