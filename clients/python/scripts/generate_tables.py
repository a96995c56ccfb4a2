"""Makes the tables of operations, fault codes and options from the API's description."""

from schema import Json, actions, load, pascal, snake, type_name, wire_version, wrapped

NOTE = "Generated from docs/openapi.json by scripts/generate.py."

#: Fields that the classes fill in themselves, in every request.
OWN_FIELDS = {"session", "browser", "tab", "what"}
ELEMENT_FIELDS = {"uid", "id", "ref"}
TARGET_FIELDS = {"selector", "nth", "within", "hosts", "frame"}
ID_FIELDS = {"of", "seen"}
#: Fields of `POST /interact` that are not those of actions: the server rejects the last two.
NO_ACTION_FIELDS = {"actions", "cursor", "compression", "withText"}

#: Name of the options, the request that has them, what is no option, and the purpose.
OPTIONS = [
    ("PingOptions", "PingRequest", set[str](), "`Browser.ping`"),
    ("ObserveOptions", "ObserveRequest", set[str](), "`Page.observe`"),
    ("FindOptions", "FindRequest", {"limit"}, "`Page.find`"),
    ("FindAllOptions", "FindRequest", set[str](), "`Page.find_all`"),
    ("GetOptions", "GetRequest", set[str](), "`Page.get`"),
    ("ElementGetOptions", "GetRequest", TARGET_FIELDS, "`Element.get`"),
    ("WaitOptions", "WaitRequest", {"for", "value"}, "`Page.wait`"),
    ("LocateOptions", "LocateRequest", set[str](), "`Page.locate`"),
    ("ExplainOptions", "ExplainRequest", set[str](), "`Page.explain`"),
    ("NetworkOptions", "NetworkRequest", {"what"}, "`Page.network`"),
    ("ErrorsOptions", "ErrorsRequest", {"what"}, "`Page.errors`"),
    ("DownloadsOptions", "DownloadsRequest", {"what"}, "`Page.downloads`"),
    ("PageToolsOptions", "PageToolsRequest", {"what"}, "`Page.page_tools`"),
    ("AskUserOptions", "AskUserRequest", {"question"}, "`Page.ask_user`"),
    ("ScreenshotOptions", "ScreenshotRequest", set[str](), "`Page.screenshot`"),
    (
        "ActionOptions",
        "InteractRequest",
        NO_ACTION_FIELDS | TARGET_FIELDS | ID_FIELDS,
        "actions in a tab, and `Page.do`",
    ),
    (
        "ElementOptions",
        "InteractRequest",
        NO_ACTION_FIELDS | TARGET_FIELDS,
        "actions of an `Element`",
    ),
    ("TargetOptions", "InteractRequest", NO_ACTION_FIELDS, "actions of a `Page` on an element"),
]


def operations() -> str:
    """The text of `_operations.py`."""
    document = load()
    rows = [
        _operation(document, path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    names = {snake(name): name for name in _field_names(document) if snake(name) != name}
    found = actions(document["components"]["schemas"])
    required = {name: tuple(action["required"]) for name, action in found.items()}
    return f'''"""Every endpoint and action of the server, and the version of the protocol.

{NOTE}
"""

from typing import NamedTuple

#: The version of the protocol for which this package was made.
WIRE_VERSION = {wire_version()}

#: Names of fields in requests that Python writes differently.
WIRE_NAMES = {names!r}


class Operation(NamedTuple):
    """An endpoint."""

    method: str
    path: str
    #: Parameters in the path and in the query.
    parameters: tuple[str, ...]
    required: tuple[str, ...]
    has_body: bool
    has_session: bool
    #: Whether it changes nothing, so that it may be repeated.
    reads: bool


OPERATIONS = {{{", ".join(rows)}}}

#: The required arguments of each action.
ACTIONS: dict[str, tuple[str, ...]] = {required!r}
'''


def _operation(document: Json, path: str, method: str, operation: Json) -> str:
    body: Json = operation.get("requestBody", {})
    schema: Json = {}
    if body:
        reference = body["content"]["application/json"]["schema"]["$ref"]
        schema = document["components"]["schemas"][type_name(reference)]
    parameters: list[Json] = operation.get("parameters", [])
    name: str = operation["operationId"]
    row = (
        method.upper(),
        path,
        tuple(part["name"] for part in parameters),
        tuple(part["name"] for part in parameters if part.get("required")),
        bool(body),
        "session" in schema.get("properties", {}),
        # Only those that change something have the faults of actions.
        "ActionFault" not in str(operation["responses"]),
    )
    return f"{name!r}: Operation{row!r}"


def _field_names(document: Json) -> list[str]:
    schemas = document["components"]["schemas"]
    return sorted({name for _, request, _, _ in OPTIONS for name in schemas[request]["properties"]})


def codes() -> str:
    """The text of `_codes.py`."""
    found: list[Json] = load()["components"]["schemas"]["Code"]["oneOf"]
    names = sorted(pascal(code["const"]) for code in found)
    classes = "".join(
        f'''

class {pascal(code["const"])}(Fault):
    """{" ".join(wrapped(code["description"]))}"""

    code = {code["const"]!r}
'''
        for code in found
    )
    return f'''"""A class for each code of a fault.

{NOTE}
"""

from ._faults import Fault

__all__ = {names!r}
{classes}'''


def options() -> str:
    """The text of `_options.py`."""
    schemas: Json = load()["components"]["schemas"]
    classes = "".join(
        _options_class(name, schemas[request]["properties"], excluded, purpose)
        for name, request, excluded, purpose in OPTIONS
    )
    return f'''"""The options of methods: named arguments, with the fields of the requests.

{NOTE}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import _types as types
from ._reference import ElementRef
from ._typing import TypedDict
{classes}'''


def _options_class(name: str, properties: Json, excluded: set[str], purpose: str) -> str:
    left_out = excluded | OWN_FIELDS | ELEMENT_FIELDS
    fields = "".join(
        f"    {snake(key)}: {python_type(key, schema)} | None\n    {_docstring(schema)}\n"
        for key, schema in properties.items()
        if key not in left_out
    )
    return f'''

class {name}(TypedDict, total=False):
    """Options of {purpose}."""

{fields}'''


def _docstring(schema: Json) -> str:
    return '"""' + "\n    ".join(wrapped(schema["description"])) + '"""'


def python_type(key: str, schema: Json) -> str:
    """The annotation of an argument."""
    if key == "files":
        return "Sequence[File]"
    if "$ref" in schema:
        return _named(type_name(schema["$ref"]))
    if "anyOf" in schema:
        return " | ".join(python_type(key, part) for part in schema["anyOf"] if _has_value(part))
    kind: str | list[str] = schema["type"]
    kinds = [kind] if isinstance(kind, str) else kind
    return " | ".join(_plain(kind, key, schema) for kind in kinds if kind != "null")


def _has_value(schema: Json) -> bool:
    return schema.get("type") != "null"


def _named(name: str) -> str:
    if name == "ElementId":
        return "ElementRef"
    return "str | Sequence[str]" if name == "Keys" else f"types.{name}"


def _plain(kind: str, key: str, schema: Json) -> str:
    match kind:
        case "array":
            return f"Sequence[{python_type(key, schema['items'])}]"
        case "object":
            return "Mapping[str, str]"
        case _:
            return {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}[kind]
