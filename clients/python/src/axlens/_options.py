"""The options of methods: named arguments, with the fields of the requests.

Generated from docs/openapi.json by scripts/generate.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import _types as types
from ._reference import ElementRef
from ._typing import TypedDict


class PingOptions(TypedDict, total=False):
    """Options of `Browser.ping`."""

    page: bool | None
    """Whether the round trip includes the page; default true."""
    timeout_ms: int | None
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""


class ObserveOptions(TypedDict, total=False):
    """Options of `Page.observe`."""

    compact: bool | None
    """Omit elements without information."""
    compression: types.Compression | None
    """`delta`: only the changes since the session's last snapshot of the tab with the same
    options."""
    cursor: str | None
    """Cursor of an earlier answer, to continue it."""
    cursor_interactive: bool | None
    """`refs`: also elements that are clickable or focusable without a role."""
    engine: types.Engine | None
    """Where to run the engine."""
    exclude_patterns: Sequence[str] | None
    """Omit elements whose role, name or placeholder matches one of these."""
    exclude_roles: Sequence[str] | None
    """Omit elements with these roles, and their contents."""
    find: types.FindChoice | None
    """Only lines that contain a text, with their ancestors."""
    fold: bool | None
    """Fold long runs of similar rows, items and options."""
    format: types.Format | None
    """The text format."""
    include: Sequence[types.Include] | None
    """Additional properties of elements."""
    interactive_only: bool | None
    """Only interactive elements."""
    max_chars: int | None
    """Maximum size of the text, in characters."""
    max_depth: int | None
    """Maximum depth; the document has depth 0."""
    max_tokens: int | None
    """Maximum size of the text, in tokens."""
    modal_only: bool | None
    """Only the open modal dialog, if there is one."""
    roles: Sequence[str] | None
    """Only elements with these roles, and text in them."""
    scope: types.ScopeChoice | None
    """The part of the page: a CSS selector, or a uid of this session."""
    timeout_ms: int | None
    """Timeout in milliseconds."""
    timings: bool | None
    """Whether to report the times of all stages."""
    viewport_only: bool | None
    """Only elements in the viewport."""


class FindOptions(TypedDict, total=False):
    """Options of `Page.find`."""

    alt: str | None
    """The attribute `alt`."""
    exact: bool | None
    """Names and texts must be equal, including case."""
    label: str | None
    """The accessible name of a field, option or toggle."""
    name: str | None
    """Its accessible name."""
    placeholder: str | None
    """The placeholder of a field."""
    role: str | None
    """Its role, as snapshots print it: `button`, `link`, `h2` …"""
    row: str | None
    """The text of the row, item, card or dialog around it."""
    selector: str | None
    """CSS selector, searched through frames and shadow roots."""
    testid: str | None
    """`data-testid`, or another test attribute; always exact."""
    text: str | None
    """Its text; without `role`: the innermost element with the text."""
    timeout_ms: int | None
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    title: str | None
    """The attribute `title`."""
    within: ElementRef | None
    """Searches only inside the element with this uid."""


class FindAllOptions(TypedDict, total=False):
    """Options of `Page.find_all`."""

    alt: str | None
    """The attribute `alt`."""
    exact: bool | None
    """Names and texts must be equal, including case."""
    label: str | None
    """The accessible name of a field, option or toggle."""
    limit: int | None
    """Maximum number of matches in the answer, 1 to 100; default 20."""
    name: str | None
    """Its accessible name."""
    placeholder: str | None
    """The placeholder of a field."""
    role: str | None
    """Its role, as snapshots print it: `button`, `link`, `h2` …"""
    row: str | None
    """The text of the row, item, card or dialog around it."""
    selector: str | None
    """CSS selector, searched through frames and shadow roots."""
    testid: str | None
    """`data-testid`, or another test attribute; always exact."""
    text: str | None
    """Its text; without `role`: the innermost element with the text."""
    timeout_ms: int | None
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    title: str | None
    """The attribute `title`."""
    within: ElementRef | None
    """Searches only inside the element with this uid."""


class GetOptions(TypedDict, total=False):
    """Options of `Page.get`."""

    columns: Sequence[str] | None
    """With `rows`: the columns, by their names or a part of them; default: all."""
    frame: Sequence[str] | None
    """With `selector`, not with `count`: selectors of the iframes around the element,
    outermost first, as in `/locate`."""
    hosts: Sequence[str] | None
    """With `selector`, not with `count`: selectors of the shadow hosts around the element,
    outermost first, as in `/locate`."""
    limit: int | None
    """With `rows`: maximum number of rows, 1 to 1,000; default: 100."""
    max_tokens: int | None
    """With `text` and `markdown`: maximum number of tokens of the text, at least 50. It ends
    before a section, a paragraph or a line. An answer never has more than 200,000
    characters."""
    name: str | None
    """With `attribute`: the name of the attribute."""
    names: Sequence[str] | None
    """With `styles`: names of CSS properties, at most 50."""
    nth: int | None
    """With `selector`, not with `count`: which match in document order, from 1."""
    offset: int | None
    """With `text` and `markdown`: the character at which the part to read begins, such as
    `nextOffset` of an answer; with `rows`, the row; default: 0."""
    pages: str | None
    """With `pdf`: the pages, such as `3`, `3-5` or `3-`; default: all."""
    seen: str | None
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    selector: str | None
    """CSS selector, or, except with `count`, `text=` and the exact visible text of the
    element; searched through frames and shadow roots. Exactly one element must match,
    except with `count`."""
    snapshot: int | None
    """Number of the snapshot that has the id; default: the latest of the session."""
    timeout_ms: int | None
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    where: Mapping[str, str] | None
    """With `table` and `rows`: texts of the rows by column name; matches parts and ignores
    case. With `rows`, `*` is any column."""
    whole: bool | None
    """With `markdown` of a page: all of it, instead of its main content."""
    within: ElementRef | None
    """With `selector`, not with `count`: the uid of an element that contains the element."""


class ElementGetOptions(TypedDict, total=False):
    """Options of `Element.get`."""

    columns: Sequence[str] | None
    """With `rows`: the columns, by their names or a part of them; default: all."""
    limit: int | None
    """With `rows`: maximum number of rows, 1 to 1,000; default: 100."""
    max_tokens: int | None
    """With `text` and `markdown`: maximum number of tokens of the text, at least 50. It ends
    before a section, a paragraph or a line. An answer never has more than 200,000
    characters."""
    name: str | None
    """With `attribute`: the name of the attribute."""
    names: Sequence[str] | None
    """With `styles`: names of CSS properties, at most 50."""
    offset: int | None
    """With `text` and `markdown`: the character at which the part to read begins, such as
    `nextOffset` of an answer; with `rows`, the row; default: 0."""
    pages: str | None
    """With `pdf`: the pages, such as `3`, `3-5` or `3-`; default: all."""
    seen: str | None
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    snapshot: int | None
    """Number of the snapshot that has the id; default: the latest of the session."""
    timeout_ms: int | None
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    where: Mapping[str, str] | None
    """With `table` and `rows`: texts of the rows by column name; matches parts and ignores
    case. With `rows`, `*` is any column."""
    whole: bool | None
    """With `markdown` of a page: all of it, instead of its main content."""


class WaitOptions(TypedDict, total=False):
    """Options of `Page.wait`."""

    alt: str | None
    """The attribute `alt`."""
    exact: bool | None
    """Names and texts must be equal, including case."""
    label: str | None
    """The accessible name of a field, option or toggle."""
    name: str | None
    """Its accessible name."""
    new: bool | None
    """For `text`, and for `appears` with criteria: only elements that did not match when the
    wait began; in a list of `/interact`, when the list began."""
    placeholder: str | None
    """The placeholder of a field."""
    role: str | None
    """Its role, as snapshots print it: `button`, `link`, `h2` …"""
    row: str | None
    """The text of the row, item, card or dialog around it."""
    selector: str | None
    """CSS selector, searched through frames and shadow roots."""
    testid: str | None
    """`data-testid`, or another test attribute; always exact."""
    text: str | None
    """Its text; without `role`: the innermost element with the text."""
    timeout_ms: int | None
    """Timeout in milliseconds, 100 to 60,000; default 15,000. For `time`: how long to wait."""
    title: str | None
    """The attribute `title`."""
    within: ElementRef | None
    """With a text or criteria: searches only inside the element with this uid."""


class LocateOptions(TypedDict, total=False):
    """Options of `Page.locate`."""

    seen: str | None
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    snapshot: int | None
    """Number of the snapshot that has the id; default: the latest of the session."""
    timeout_ms: int | None
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""


class ExplainOptions(TypedDict, total=False):
    """Options of `Page.explain`."""

    selector: str | None
    """CSS selector, searched through shadow roots; its first match is explained."""
    snapshot: int | None
    """Number of the snapshot that has the id; default: the latest of the session."""
    timeout_ms: int | None
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""


class NetworkOptions(TypedDict, total=False):
    """Options of `Page.network`."""

    after: float | None
    """Only requests that ended after this time: the `at` of an earlier answer."""
    failed: bool | None
    """Only requests with a status of 400 or more."""
    kinds: Sequence[str] | None
    """Only requests of these kinds: `fetch`, `xmlhttprequest`, `script`, `img`, `link`, `css`,
    `iframe`, `navigation`, `beacon` …"""
    limit: int | None
    """Maximum number of requests in the answer, the last ones: 1 to 1000; default 50."""
    timeout_ms: int | None
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    url: str | None
    """Only requests whose URL contains this text, ignoring case."""


class ErrorsOptions(TypedDict, total=False):
    """Options of `Page.errors`."""

    after: float | None
    """Only errors that were recorded after this time: the `at` of an earlier answer."""
    kinds: Sequence[types.PageErrorKind] | None
    """Only errors of these kinds. Without it, of the console only the methods `error`, `warn`
    and `assert`."""
    limit: int | None
    """Maximum number of errors in the answer, the last ones: 1 to 300; default 50."""
    timeout_ms: int | None
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""


class DownloadsOptions(TypedDict, total=False):
    """Options of `Page.downloads`."""

    after: float | None
    """Only downloads that started after this time: the `at` of an earlier answer."""
    limit: int | None
    """Maximum number of downloads in the answer, the last ones: 1 to 100; default 20."""
    states: Sequence[types.DownloadState] | None
    """Only downloads in these states."""
    timeout_ms: int | None
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""


class PageToolsOptions(TypedDict, total=False):
    """Options of `Page.page_tools`."""

    limit: int | None
    """Maximum number of tools in the answer, the first ones: 1 to 200; default 50."""
    timeout_ms: int | None
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""


class AskUserOptions(TypedDict, total=False):
    """Options of `Page.ask_user`."""

    choices: Sequence[str] | None
    """The answers to choose from: at most 8, each of 1 to 80 characters."""
    seconds: int | None
    """How long to wait for the user, in seconds: 5 to 600; default 300."""
    text: bool | None
    """The user enters a text."""
    until: types.WaitRequest | None
    """The question is over when this condition holds, as in `POST /wait` without a time: then
    nobody has to say that the user is done."""


class ScreenshotOptions(TypedDict, total=False):
    """Options of `Page.screenshot`."""

    format: types.ImageFormat | None
    """Image format; default `png`."""
    full: bool | None
    """The whole page. This scrolls the page and requires the same permission as an action."""
    if_changed: bool | None
    """Whether to omit the image if it equals the session's last screenshot of this tab."""
    marks: bool | None
    """Whether to mark the interactive elements in the viewport."""
    max_side: int | None
    """Maximum length of the longer side in pixels, 64 to 8,192; default 1,568."""
    quality: int | None
    """Quality of `jpeg` and `webp`, 1 to 100."""
    seen: str | None
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    snapshot: int | None
    """Number of the snapshot that has the id; default: the latest of the session."""
    timeout_ms: int | None
    """Timeout in milliseconds."""


class ActionOptions(TypedDict, total=False):
    """Options of actions in a tab, and `Page.do`."""

    activation: bool | None
    """Each action waits, up to a minute, until the user presses the key that grants the page a
    user gesture (`Ctrl+Shift+Comma`): for features that browsers deny to synthetic events."""
    compact: bool | None
    """Omit elements without information."""
    cursor_interactive: bool | None
    """`refs`: also elements that are clickable or focusable without a role."""
    dialogs: types.Dialogs | None
    """How dialogs of the page are answered during the actions; default: they stay open for the
    user, and the fault is `page_blocked`."""
    dry_run: bool | None
    """Only checks whether each action is possible on the page as it is now. No event is sent,
    and the user is not prompted; the outcome is `possible`."""
    engine: types.Engine | None
    """Where to run the engine."""
    exclude_patterns: Sequence[str] | None
    """Omit elements whose role, name or placeholder matches one of these."""
    exclude_roles: Sequence[str] | None
    """Omit elements with these roles, and their contents."""
    find: types.FindChoice | None
    """Only lines that contain a text, with their ancestors."""
    fold: bool | None
    """Fold long runs of similar rows, items and options."""
    format: types.Format | None
    """The text format."""
    include: Sequence[types.Include] | None
    """Additional properties of elements."""
    interactive_only: bool | None
    """Only interactive elements."""
    key: str | None
    """Idempotency key: a later request with the same key gets the outcomes of the first one's
    actions; reads are executed again."""
    max_chars: int | None
    """Maximum size of the text, in characters."""
    max_depth: int | None
    """Maximum depth; the document has depth 0."""
    max_tokens: int | None
    """Maximum size of the text, in tokens."""
    modal_only: bool | None
    """Only the open modal dialog, if there is one."""
    roles: Sequence[str] | None
    """Only elements with these roles, and text in them."""
    scope: types.ScopeChoice | None
    """The part of the page: a CSS selector, or a uid of this session."""
    snapshot: types.Show | None
    """The snapshot in the answer; default `delta`."""
    timeout_ms: int | None
    """Timeout in milliseconds."""
    timings: bool | None
    """Whether to report the times of all stages."""
    viewport_only: bool | None
    """Only elements in the viewport."""


class ElementOptions(TypedDict, total=False):
    """Options of actions of an `Element`."""

    activation: bool | None
    """Each action waits, up to a minute, until the user presses the key that grants the page a
    user gesture (`Ctrl+Shift+Comma`): for features that browsers deny to synthetic events."""
    compact: bool | None
    """Omit elements without information."""
    cursor_interactive: bool | None
    """`refs`: also elements that are clickable or focusable without a role."""
    dialogs: types.Dialogs | None
    """How dialogs of the page are answered during the actions; default: they stay open for the
    user, and the fault is `page_blocked`."""
    dry_run: bool | None
    """Only checks whether each action is possible on the page as it is now. No event is sent,
    and the user is not prompted; the outcome is `possible`."""
    engine: types.Engine | None
    """Where to run the engine."""
    exclude_patterns: Sequence[str] | None
    """Omit elements whose role, name or placeholder matches one of these."""
    exclude_roles: Sequence[str] | None
    """Omit elements with these roles, and their contents."""
    find: types.FindChoice | None
    """Only lines that contain a text, with their ancestors."""
    fold: bool | None
    """Fold long runs of similar rows, items and options."""
    format: types.Format | None
    """The text format."""
    include: Sequence[types.Include] | None
    """Additional properties of elements."""
    interactive_only: bool | None
    """Only interactive elements."""
    key: str | None
    """Idempotency key: a later request with the same key gets the outcomes of the first one's
    actions; reads are executed again."""
    max_chars: int | None
    """Maximum size of the text, in characters."""
    max_depth: int | None
    """Maximum depth; the document has depth 0."""
    max_tokens: int | None
    """Maximum size of the text, in tokens."""
    modal_only: bool | None
    """Only the open modal dialog, if there is one."""
    of: int | None
    """Number of the snapshot that has the id; default: the latest of the session."""
    roles: Sequence[str] | None
    """Only elements with these roles, and text in them."""
    scope: types.ScopeChoice | None
    """The part of the page: a CSS selector, or a uid of this session."""
    seen: str | None
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    snapshot: types.Show | None
    """The snapshot in the answer; default `delta`."""
    timeout_ms: int | None
    """Timeout in milliseconds."""
    timings: bool | None
    """Whether to report the times of all stages."""
    viewport_only: bool | None
    """Only elements in the viewport."""


class TargetOptions(TypedDict, total=False):
    """Options of actions of a `Page` on an element."""

    activation: bool | None
    """Each action waits, up to a minute, until the user presses the key that grants the page a
    user gesture (`Ctrl+Shift+Comma`): for features that browsers deny to synthetic events."""
    compact: bool | None
    """Omit elements without information."""
    cursor_interactive: bool | None
    """`refs`: also elements that are clickable or focusable without a role."""
    dialogs: types.Dialogs | None
    """How dialogs of the page are answered during the actions; default: they stay open for the
    user, and the fault is `page_blocked`."""
    dry_run: bool | None
    """Only checks whether each action is possible on the page as it is now. No event is sent,
    and the user is not prompted; the outcome is `possible`."""
    engine: types.Engine | None
    """Where to run the engine."""
    exclude_patterns: Sequence[str] | None
    """Omit elements whose role, name or placeholder matches one of these."""
    exclude_roles: Sequence[str] | None
    """Omit elements with these roles, and their contents."""
    find: types.FindChoice | None
    """Only lines that contain a text, with their ancestors."""
    fold: bool | None
    """Fold long runs of similar rows, items and options."""
    format: types.Format | None
    """The text format."""
    frame: Sequence[str] | None
    """With `selector`: selectors that match the iframes around the element, outermost first."""
    hosts: Sequence[str] | None
    """With `selector`: selectors of the shadow hosts around the element, outermost first, as
    in `/locate`."""
    include: Sequence[types.Include] | None
    """Additional properties of elements."""
    interactive_only: bool | None
    """Only interactive elements."""
    key: str | None
    """Idempotency key: a later request with the same key gets the outcomes of the first one's
    actions; reads are executed again."""
    max_chars: int | None
    """Maximum size of the text, in characters."""
    max_depth: int | None
    """Maximum depth; the document has depth 0."""
    max_tokens: int | None
    """Maximum size of the text, in tokens."""
    modal_only: bool | None
    """Only the open modal dialog, if there is one."""
    nth: int | None
    """With `selector`: which match in document order, from 1, if several elements match."""
    of: int | None
    """Number of the snapshot that has the id; default: the latest of the session."""
    roles: Sequence[str] | None
    """Only elements with these roles, and text in them."""
    scope: types.ScopeChoice | None
    """The part of the page: a CSS selector, or a uid of this session."""
    seen: str | None
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    selector: str | None
    """CSS selector, `text=` and the exact visible text of the element, or `role=` with its
    role and exact name as in a snapshot (`role=button "Save"`); searched through frames and
    shadow roots. Exactly one element must match. Or `at=X,Y`: the innermost element at this
    point of the viewport, in CSS pixels, where the action uses it."""
    snapshot: types.Show | None
    """The snapshot in the answer; default `delta`."""
    timeout_ms: int | None
    """Timeout in milliseconds."""
    timings: bool | None
    """Whether to report the times of all stages."""
    viewport_only: bool | None
    """Only elements in the viewport."""
    within: ElementRef | None
    """With `selector`: the uid of an element that contains the element."""
