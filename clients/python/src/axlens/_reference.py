"""How arguments name an element or a file."""

from __future__ import annotations

import base64
import mimetypes
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

from ._codes import NotApplicable
from ._operations import WIRE_NAMES

if TYPE_CHECKING:
    from ._types import UploadedFile


class ElementBase:
    """An element of a page, as a search or a caller has named it."""

    def __init__(self, uid: str | None, role: str | None, name: str | None) -> None:
        self._uid = uid
        self._role = role
        self._name = name

    @property
    def uid(self) -> str | None:
        """Its uid; `None` for an element that accepts no actions."""
        return self._uid

    @property
    def role(self) -> str | None:
        """Its role as in ARIA, when it was found; `None` if only its uid is known."""
        return self._role

    @property
    def name(self) -> str | None:
        """Its accessible name, when it was found; `None` if only its uid is known."""
        return self._name

    def __repr__(self) -> str:
        return f"<axlens.{type(self).__name__} {self._uid} {self._role} {self._name!r}>"


#: An element: its uid (`42`, `"37.42"`) or ref (`"e5"`), or the element itself.
ElementRef: TypeAlias = int | str | ElementBase

#: A file to upload: a path on this machine, or its name and contents.
File: TypeAlias = "str | os.PathLike[str] | UploadedFile"


def wire_value(value: object) -> object:
    """The value as JSON can have it: an element becomes its uid.

    Raises `NotApplicable` for an element without a uid.
    """
    if isinstance(value, ElementBase):
        return _required_uid(value)
    if isinstance(value, Mapping):
        items = cast("Mapping[str, object]", value).items()
        return {name: wire_value(part) for name, part in items}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return [wire_value(part) for part in cast("Sequence[object]", value)]
    return value


def wire_fields(arguments: Mapping[str, object]) -> dict[str, object]:
    """The arguments of a method as fields of a request. Arguments that are `None` are left out."""
    return {
        WIRE_NAMES.get(name, name): wire_value(value)
        for name, value in arguments.items()
        if value is not None
    }


def uploaded(files: Sequence[File]) -> list[UploadedFile]:
    """The contents of files. Raises `OSError` if one can't be read."""
    if isinstance(files, (str, os.PathLike)):
        raise TypeError("`files` is a list of files")
    return [_uploaded(file) for file in files]


def _uploaded(file: File) -> UploadedFile:
    if isinstance(file, Mapping):
        return file
    path = Path(file)
    content = base64.b64encode(path.read_bytes()).decode()
    kind = mimetypes.guess_type(path.name)[0] or ""
    return {"name": path.name, "type": kind, "base64": content}


def _required_uid(element: ElementBase) -> str:
    if element.uid is None:
        raise NotApplicable(
            f"The element {element.role} {element.name!r} has no uid, so it accepts no actions.",
            hint="Use an element inside or around it, or its selector.",
        )
    return element.uid
