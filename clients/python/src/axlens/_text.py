"""What actions have changed, as text, as all libraries print it: `clients/changes.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from ._types import (
    ActionResult,
    Evidence,
    FailedRequest,
    InteractAnswer,
    OpenedDialog,
    StartedDownload,
    StepResult,
)

#: Maximum length of a printed URL or message, in characters.
_MAX_LEN = 300
#: Maximum length of a printed file name, in characters.
_MAX_NAME_LEN = 32
#: A file name that is not quoted.
_PLAIN_NAME = re.compile(r"[A-Za-z0-9._-]{1,32}")
#: A URL that is not quoted.
_PLAIN_URL = re.compile(r"""[!#-&(-;=?-Z^_a-~]+""")
#: What started a request, if it is not quoted.
_KIND = re.compile(r"[a-z-]+")
_ESCAPED = re.compile(r"\\\\u\{([0-9a-f]+)\}")

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
        text += tree
    elif since is not None:
        text += f"...(unchanged since snapshot {since})\n"
    outside = answer.get("outside")
    return f"{text}...(outside of this view: {', '.join(outside)})\n" if outside else text


def _step(result: StepResult) -> str:
    if "action" not in result:
        return f"read: {next(iter(result))}"
    text = f"{result['outcome']}: {result['action']}"
    role, name, uid = result.get("role"), result.get("name"), result.get("uid")
    if role is not None and name is not None:
        # The uid distinguishes elements without a name.
        text += f" {uid} {role}" if uid and not name else f" {role} {_quoted(name)}"
    return ", ".join([text, *_details(result)])


def _details(action: ActionResult) -> Iterator[str]:
    evidence = action.get("evidence") or {}
    yield from _evidence(evidence)
    if action.get("before"):
        yield "done before, under the same key"
    if hint := action.get("hint"):
        yield hint
    if (threw := action.get("threw")) is not None:
        yield f"threw {_quoted(threw)}"
    if "value" in action:
        value = json.dumps(action["value"], ensure_ascii=False, separators=(",", ":"))
        yield f"value {_quoted(value)}"
    if (length := action.get("valueLength")) is not None:
        yield f"of {length} characters"
    yield from map(_dialog, evidence.get("dialogs") or [])


def _evidence(evidence: Evidence) -> Iterator[str]:
    if (lines := evidence.get("lines")) is not None:
        yield "1 line differs" if lines == 1 else f"{lines} lines differ"
    if evidence.get("needsConsent"):
        yield "after the user's consent"
    if (url := evidence.get("url")) is not None:
        yield f"to {_address(_shortened(url))}"
    if evidence.get("urlWithheld"):
        yield "to a page that this agent may not read"
    if evidence.get("blocked"):
        yield "blocked: it led to a site where this agent may not act"
    yield from _requests(evidence)
    if read_back := evidence.get("readBack"):
        now = evidence.get("now")
        yield read_back if now is None else f"{read_back}: it is now {_quoted(now)}"
    if evidence.get("hiddenChanges"):
        yield "but the page changed what snapshots do not show"
    elif (watched := evidence.get("watchedMs")) is not None:
        yield f"watched for {watched} ms"


def _requests(evidence: Evidence) -> Iterator[str]:
    if status := evidence.get("status"):
        yield f"status {status}"
    if failed := evidence.get("failedRequests"):
        yield _failed(failed, evidence.get("moreFailedRequests", 0))
    if exceptions := evidence.get("exceptions"):
        yield _exceptions(exceptions, evidence.get("moreExceptions", 0))
    if started := evidence.get("download"):
        yield _download(started)


def _failed(listed: Sequence[FailedRequest], more: int) -> str:
    count = len(listed) + more
    head = "1 request failed" if count == 1 else f"{count} requests failed"
    parts = [_failed_request(request) for request in listed]
    return f"{head}: {', '.join([*parts, *([f'{more} more'] if more else [])])}"


def _exceptions(messages: Sequence[str], more: int) -> str:
    count = len(messages) + more
    head = "1 exception" if count == 1 else f"{count} exceptions"
    return f"{head}: {', '.join([*map(_quoted, messages), *([f'{more} more'] if more else [])])}"


def _download(started: StartedDownload) -> str:
    perhaps = "perhaps " if started["boundBy"] == "shared_page" else ""
    more = started.get("more", 0)
    return (
        f"{perhaps}download: {_file_name(started.get('name'))}{f' and {more} more' if more else ''}"
    )


def _file_name(name: str | None) -> str:
    if not name:
        return "(hidden)" if name == "" else "(not named yet)"
    return name if _PLAIN_NAME.fullmatch(name) else _quoted(_shortened(name, _MAX_NAME_LEN))


def _failed_request(request: FailedRequest) -> str:
    kind = request["kind"] if _KIND.fullmatch(request["kind"]) else _quoted(request["kind"])
    url = _address(_shortened(request["url"])) if request["url"] else "(hidden)"
    return f"{request['status']} {kind} {url}"


def _dialog(dialog: OpenedDialog) -> str:
    answers: dict[str | None, str] = {"accept": "accepted", "dismiss": "dismissed"}
    answered = answers.get(dialog["answer"], "open, and waits for the user")
    # Any script of the page can report a dialog.
    return f"the page reports {dialog['kind']} {_quoted(_shortened(dialog['message']))}: {answered}"


def _shortened(text: str, limit: int = _MAX_LEN) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _address(url: str) -> str:
    return url if _PLAIN_URL.fullmatch(url) else _quoted(url)


def _quoted(text: str) -> str:
    # The server has escaped invisible characters: they are not escaped again.
    return _ESCAPED.sub(r"\\u{\1}", json.dumps(text, ensure_ascii=False))
