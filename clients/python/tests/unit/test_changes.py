"""The texts of answers are those that all libraries print."""

import json
from typing import Any

import pytest
import schema

from axlens import _text

CASES: list[dict[str, Any]] = json.loads((schema.REPOSITORY / "clients/changes.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"].split(",")[0])
def test_the_texts_are_those_of_all_libraries(case: Any) -> None:
    assert _text.changes(case["answer"]) == case["text"]
