"""What actions have changed, as text. It has the words of the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ._types import ActionResult, Evidence, InteractAnswer, OpenedDialog, StepResult

_SETTLED = {
    "loading": "...(the page is still loading)\n",
    "cap": "...(the page goes on changing)\n",
}


def changes(answer: InteractAnswer) -> str:
    """The outcome of each action, one per line, then the changed lines of the page."""
    results = answer["results"]
    numbered = len(results) > 1
    lines = "".join(
        f"{f'{number} ' if numbered else ''}{_step(result)}\n"
        for number, result in enumerate(results, 1)
    )
    return lines + _page(answer)


def _page(answer: InteractAnswer) -> str:
    text = "".join(f"...(tab {tab} was opened)\n" for tab in answer.get("newTabs") or [])
    text += _SETTLED.get(answer.get("settled") or "", "")
    tree, since = answer.get("tree"), answer.get("since")
    if tree is not None:
        return text + tree
    return text if since is None else f"{text}...(unchanged since snapshot {since})\n"


def _step(result: StepResult) -> str:
    if "action" not in result:
        return next(iter(result))
    text = f"{result['outcome']}: {result['action']}"
    if "role" in result and "name" in result:
        text += f" {result['role']} {_quoted(result['name'])}"
    return ", ".join([text, *_details(result)])


def _details(action: ActionResult) -> Iterator[str]:
    yield from _evidence(action.get("evidence") or {})
    if action.get("before"):
        yield "done before, under the same key"
    if hint := action.get("hint"):
        yield hint
    if "threw" in action:
        yield f"threw {_quoted(action['threw'])}"
    if "value" in action:
        yield f"value {_quoted(action['value'])}"


def _evidence(evidence: Evidence) -> Iterator[str]:
    if (lines := evidence.get("lines")) is not None:
        yield "1 line differs" if lines == 1 else f"{lines} lines differ"
    if evidence.get("needsConsent"):
        yield "after the user's consent"
    if "url" in evidence:
        yield f"to {evidence['url']}"
    if evidence.get("urlWithheld"):
        yield "to a page that this agent may not read"
    if evidence.get("blocked"):
        yield "blocked: it led to a site where this agent may not act"
    if read_back := evidence.get("readBack"):
        now = evidence.get("now")
        yield read_back if now is None else f"{read_back}: it is now {_quoted(now)}"
    if evidence.get("hiddenChanges"):
        yield "but the page changed what snapshots do not show"
    elif (watched := evidence.get("watchedMs")) is not None:
        yield f"watched for {watched} ms"
    yield from map(_dialog, evidence.get("dialogs") or [])


def _dialog(dialog: OpenedDialog) -> str:
    answers: dict[str | None, str] = {"accept": "accepted", "dismiss": "dismissed"}
    answered = answers.get(dialog["answer"], "open, and waits for the user")
    # Any script of the page can report a dialog.
    return f"the page reports {dialog['kind']} {_quoted(dialog['message'])}: {answered}"


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
