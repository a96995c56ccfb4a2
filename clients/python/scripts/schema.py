"""The API's description, `docs/openapi.json`, as the generators of this folder use it."""

import json
import re
import textwrap
from pathlib import Path
from typing import Any

Json = dict[str, Any]

REPOSITORY = Path(__file__).resolve().parents[3]
PACKAGE = REPOSITORY / "clients/python/src/axlens"

#: Width of docstrings, which are indented twice.
_DOCSTRING_WIDTH = 88


def load() -> Json:
    """The whole description."""
    return json.loads((REPOSITORY / "docs/openapi.json").read_text())


def wire_version() -> int:
    """The version of the protocol, from its only definition."""
    text = (REPOSITORY / "protocol/src/lib.rs").read_text()
    found = re.search(r"pub const WIRE_VERSION: u32 = (\d+);", text)
    if found is None:
        raise SystemExit("protocol/src/lib.rs has no WIRE_VERSION")
    return int(found[1])


def forms(schemas: Json, name: str) -> list[Json]:
    """The alternatives of a type that has common fields and one form for each action."""
    schema = schemas[name]
    alternatives: list[Json] = schema.get("oneOf") or schema.get("anyOf") or []
    return [form for form in alternatives if "action" in form.get("properties", {})]


def actions(schemas: Json) -> dict[str, Json]:
    """Each action's description and arguments: `{"description", "properties", "required"}`."""
    return {
        form["properties"]["action"]["const"]: _arguments(schemas, form)
        for form in forms(schemas, "TargetedAction")
    }


def _arguments(schemas: Json, form: Json) -> Json:
    properties = {key: value for key, value in form["properties"].items() if key != "action"}
    required = [key for key in form.get("required", []) if key != "action"]
    reference = form.get("$ref") or next(
        (part["$ref"] for part in form.get("allOf", []) if "$ref" in part), None
    )
    if reference is not None:
        base = schemas[type_name(reference)]
        properties |= base["properties"]
        required += base.get("required", [])
    return {
        "description": form["description"],
        "properties": properties,
        "required": required,
    }


def type_name(reference: str) -> str:
    """`#/components/schemas/Click` → `Click`."""
    return reference.rsplit("/", 1)[1]


def snake(name: str) -> str:
    """`timeoutMs` → `timeout_ms`."""
    return re.sub(r"(?<=[a-z])([A-Z])", lambda found: "_" + found[1].lower(), name)


def pascal(name: str) -> str:
    """`stale_uid` → `StaleUid`."""
    return "".join(part.capitalize() for part in name.split("_"))


def wrapped(text: str, indent: str = "") -> list[str]:
    """The lines of a text in a docstring; those after the first begin with `indent`."""
    return textwrap.wrap(
        text,
        _DOCSTRING_WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
