"""Makes `_types.py` with datamodel-code-generator: a TypedDict for each request and answer."""

import copy
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import cast

from schema import Json, forms, load, pascal

HEADER = '''"""The requests and answers of the server, with the names that they have in JSON.

Generated from docs/openapi.json by scripts/generate.py.
"""'''

QUOTES = '"""'

OPTIONS = [
    "--input-file-type=openapi",
    "--openapi-scopes=schemas",
    "--output-model-type=typing.TypedDict",
    "--target-python-version=3.10",
    "--use-union-operator",
    "--use-standard-collections",
    "--enum-field-as-literal=all",
    "--disable-timestamp",
    "--use-schema-description",
    "--use-field-description",
    "--formatters=builtin",
]


def generate() -> str:
    """The text of `_types.py`."""
    document = prepared(load())
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder) / "openapi.json", Path(folder) / "types.py"
        source.write_text(json.dumps(document))
        program = [sys.executable, "-W", "ignore", "-m", "datamodel_code_generator"]
        command = [*program, f"--input={source}", f"--output={result}", *OPTIONS]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        text = result.read_text()
    lines = text.splitlines()
    body = "\n".join(line for line in lines if not line.startswith("# "))
    body = body.replace("from typing_extensions import", "from ._typing import")
    body = compact(body)
    return f"{HEADER}\n\n{body.strip()}\n"


def compact(text: str) -> str:
    """The text with the quotation marks of descriptions on the lines of their words."""
    lines: list[str] = []
    is_open = has_begun = False
    for line in text.splitlines():
        if line.strip() == QUOTES and is_open:
            lines[-1] += QUOTES
            is_open = False
        elif is_open and not has_begun:
            lines[-1] += line.strip()
            has_begun = True
        else:
            lines.append(line)
            is_open, has_begun = is_open or line.strip() == QUOTES, is_open
    return "\n".join(lines)


def prepared(document: Json) -> Json:
    """The description with a named type for each action, and without rules that types can't have.

    Without names, the generator would repeat all common fields in 29 numbered types.
    """
    document = copy.deepcopy(document)
    schemas: Json = document["components"]["schemas"]
    target = schemas["TargetedAction"]
    names = [_add_action(schemas, form) for form in forms(schemas, "TargetedAction")]
    schemas["ActionTarget"] = {key: target[key] for key in ("type", "properties")} | {
        "description": "The element of an action."
    }
    schemas["TargetedAction"] = {
        "description": target["description"],
        "oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in names],
    }
    interact = schemas["InteractRequest"]
    for key in ("oneOf", "anyOf"):
        interact.pop(key, None)
    for name in ("DragTo", "ReadAnswer", "ReadStep"):
        _name_forms(schemas, name)
    _open(schemas)
    return document


def _name_forms(schemas: Json, name: str) -> None:
    """Names each form of a type after its first required field: `ReadStepFind`."""
    key = "oneOf" if "oneOf" in schemas[name] else "anyOf"
    references: list[Json] = []
    for form in schemas[name][key]:
        form_name = name + pascal(form["required"][0])
        schemas[form_name] = form
        references.append({"$ref": f"#/components/schemas/{form_name}"})
    schemas[name][key] = references


def _add_action(schemas: Json, form: Json) -> str:
    name = pascal(form["properties"]["action"]["const"]) + "Action"
    own = {key: form[key] for key in ("type", "properties", "required")}
    bases = [{"$ref": "#/components/schemas/ActionTarget"}]
    if "$ref" in form:
        bases.append({"$ref": form["$ref"]})
    schemas[name] = {"description": form["description"], "allOf": [*bases, own]}
    return name


def _open(value: object) -> None:
    """Removes `additionalProperties: false`, which TypedDict can't express before Python 3.15."""
    if isinstance(value, dict):
        fields = cast("Json", value)
        if fields.get("additionalProperties") is False:
            del fields["additionalProperties"]
        for part in fields.values():
            _open(part)
    elif isinstance(value, list):
        for part in cast("list[object]", value):
            _open(part)


if __name__ == "__main__":
    print(generate())
