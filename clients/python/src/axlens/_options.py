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

    page: bool
    """Whether the round trip includes the page; default true."""
    timeout_ms: int
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""


class ObserveOptions(TypedDict, total=False):
    """Options of `Page.observe`."""

    compact: bool
    """Omit elements without information."""
    compression: types.Compression
    """`delta`: only the changes since the session's last snapshot of the tab with the same
    options."""
    cursor: str
    """Cursor of an earlier answer, to continue it."""
    cursor_interactive: bool
    """`refs`: also elements that are clickable or focusable without a role."""
    engine: types.Engine
    """Where to run the engine."""
    exclude_patterns: Sequence[str]
    """Omit elements whose role, name or placeholder matches one of these."""
    exclude_roles: Sequence[str]
    """Omit elements with these roles, and their contents."""
    find: types.FindChoice
    """Only lines that contain a text, with their ancestors."""
    fold: bool
    """Fold long runs of similar rows, items and options."""
    format: types.Format
    """The text format."""
    include: Sequence[types.Include]
    """Additional properties of elements."""
    interactive_only: bool
    """Only interactive elements."""
    max_chars: int
    """Maximum size of the text, in characters."""
    max_depth: int
    """Maximum depth; the document has depth 0."""
    max_tokens: int
    """Maximum size of the text, in tokens."""
    modal_only: bool
    """Only the open modal dialog, if there is one."""
    roles: Sequence[str]
    """Only elements with these roles, and text in them."""
    scope: types.ScopeChoice
    """The part of the page: a CSS selector, or a uid of this session."""
    timeout_ms: int
    """Timeout in milliseconds."""
    timings: bool
    """Whether to report the times of all stages."""
    viewport_only: bool
    """Only elements in the viewport."""


class FindOptions(TypedDict, total=False):
    """Options of `Page.find`."""

    alt: str
    """The attribute `alt`."""
    exact: bool
    """Names and texts must be equal, including case."""
    label: str
    """The accessible name of a field, option or toggle."""
    name: str
    """Its accessible name."""
    placeholder: str
    """The placeholder of a field."""
    role: str
    """Its role, as snapshots print it: `button`, `link`, `h2` …"""
    selector: str
    """CSS selector, searched through frames and shadow roots."""
    testid: str
    """`data-testid`, or another test attribute; always exact."""
    text: str
    """Its text; without `role`: the innermost element with the text."""
    timeout_ms: int
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    title: str
    """The attribute `title`."""
    within: ElementRef
    """Searches only inside the element with this uid."""


class FindAllOptions(TypedDict, total=False):
    """Options of `Page.find_all`."""

    alt: str
    """The attribute `alt`."""
    exact: bool
    """Names and texts must be equal, including case."""
    label: str
    """The accessible name of a field, option or toggle."""
    limit: int
    """Maximum number of matches in the answer, 1 to 100; default 20."""
    name: str
    """Its accessible name."""
    placeholder: str
    """The placeholder of a field."""
    role: str
    """Its role, as snapshots print it: `button`, `link`, `h2` …"""
    selector: str
    """CSS selector, searched through frames and shadow roots."""
    testid: str
    """`data-testid`, or another test attribute; always exact."""
    text: str
    """Its text; without `role`: the innermost element with the text."""
    timeout_ms: int
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    title: str
    """The attribute `title`."""
    within: ElementRef
    """Searches only inside the element with this uid."""


class GetOptions(TypedDict, total=False):
    """Options of `Page.get`."""

    frame: Sequence[str]
    """With `selector`, not with `count`: selectors of the iframes around the element,
    outermost first, as in `/locate`."""
    hosts: Sequence[str]
    """With `selector`, not with `count`: selectors of the shadow hosts around the element,
    outermost first, as in `/locate`."""
    name: str
    """With `attribute`: the name of the attribute."""
    names: Sequence[str]
    """With `styles`: names of CSS properties, at most 50."""
    nth: int
    """With `selector`, not with `count`: which match in document order, from 1."""
    seen: str
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    selector: str
    """CSS selector, or, except with `count`, `text=` and the exact visible text of the
    element; searched through frames and shadow roots. Exactly one element must match,
    except with `count`."""
    snapshot: int
    """Number of the snapshot that has the id; default: the latest of the session."""
    timeout_ms: int
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    where: Mapping[str, str]
    """With `table`: text of the row by column name; matches parts and ignores case."""
    within: ElementRef
    """With `selector`, not with `count`: the uid of an element that contains the element."""


class ElementGetOptions(TypedDict, total=False):
    """Options of `Element.get`."""

    name: str
    """With `attribute`: the name of the attribute."""
    names: Sequence[str]
    """With `styles`: names of CSS properties, at most 50."""
    seen: str
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    snapshot: int
    """Number of the snapshot that has the id; default: the latest of the session."""
    timeout_ms: int
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    where: Mapping[str, str]
    """With `table`: text of the row by column name; matches parts and ignores case."""


class WaitOptions(TypedDict, total=False):
    """Options of `Page.wait`."""

    alt: str
    """The attribute `alt`."""
    exact: bool
    """Names and texts must be equal, including case."""
    label: str
    """The accessible name of a field, option or toggle."""
    name: str
    """Its accessible name."""
    new: bool
    """For `text`, and for `appears` with criteria: only elements that did not match when the
    wait began; in a list of `/interact`, when the list began."""
    placeholder: str
    """The placeholder of a field."""
    role: str
    """Its role, as snapshots print it: `button`, `link`, `h2` …"""
    selector: str
    """CSS selector, searched through frames and shadow roots."""
    testid: str
    """`data-testid`, or another test attribute; always exact."""
    text: str
    """Its text; without `role`: the innermost element with the text."""
    timeout_ms: int
    """Timeout in milliseconds, 100 to 60,000; default 15,000. For `time`: how long to wait."""
    title: str
    """The attribute `title`."""
    within: ElementRef
    """With a text or criteria: searches only inside the element with this uid."""


class LocateOptions(TypedDict, total=False):
    """Options of `Page.locate`."""

    seen: str
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    snapshot: int
    """Number of the snapshot that has the id; default: the latest of the session."""
    timeout_ms: int
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""


class ExplainOptions(TypedDict, total=False):
    """Options of `Page.explain`."""

    selector: str
    """CSS selector, searched through shadow roots; its first match is explained."""
    snapshot: int
    """Number of the snapshot that has the id; default: the latest of the session."""
    timeout_ms: int
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""


class ScreenshotOptions(TypedDict, total=False):
    """Options of `Page.screenshot`."""

    format: types.ImageFormat
    """Image format; default `png`."""
    full: bool
    """The whole page. This scrolls the page and requires the same permission as an action."""
    if_changed: bool
    """Whether to omit the image if it equals the session's last screenshot of this tab."""
    marks: bool
    """Whether to mark the interactive elements in the viewport."""
    max_side: int
    """Maximum length of the longer side in pixels, 64 to 8,192; default 1,568."""
    quality: int
    """Quality of `jpeg` and `webp`, 1 to 100."""
    seen: str
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    snapshot: int
    """Number of the snapshot that has the id; default: the latest of the session."""
    timeout_ms: int
    """Timeout in milliseconds."""


class ActionOptions(TypedDict, total=False):
    """Options of actions in a tab, and `Page.do`."""

    activation: bool
    """Each action waits, up to a minute, until the user presses the key that grants the page a
    user gesture (`Ctrl+Shift+Comma`): for features that browsers deny to synthetic events."""
    compact: bool
    """Omit elements without information."""
    cursor_interactive: bool
    """`refs`: also elements that are clickable or focusable without a role."""
    dialogs: types.Dialogs
    """How dialogs of the page are answered during the actions; default: they stay open for the
    user, and the fault is `page_blocked`."""
    dry_run: bool
    """Only checks whether each action is possible on the page as it is now. No event is sent,
    and the user is not prompted; the outcome is `possible`."""
    engine: types.Engine
    """Where to run the engine."""
    exclude_patterns: Sequence[str]
    """Omit elements whose role, name or placeholder matches one of these."""
    exclude_roles: Sequence[str]
    """Omit elements with these roles, and their contents."""
    find: types.FindChoice
    """Only lines that contain a text, with their ancestors."""
    fold: bool
    """Fold long runs of similar rows, items and options."""
    format: types.Format
    """The text format."""
    include: Sequence[types.Include]
    """Additional properties of elements."""
    interactive_only: bool
    """Only interactive elements."""
    key: str
    """Idempotency key: a later request with the same key gets the outcomes of the first one's
    actions; reads are executed again."""
    max_chars: int
    """Maximum size of the text, in characters."""
    max_depth: int
    """Maximum depth; the document has depth 0."""
    max_tokens: int
    """Maximum size of the text, in tokens."""
    modal_only: bool
    """Only the open modal dialog, if there is one."""
    roles: Sequence[str]
    """Only elements with these roles, and text in them."""
    scope: types.ScopeChoice
    """The part of the page: a CSS selector, or a uid of this session."""
    snapshot: types.Show
    """The snapshot in the answer; default `delta`."""
    timeout_ms: int
    """Timeout in milliseconds."""
    timings: bool
    """Whether to report the times of all stages."""
    viewport_only: bool
    """Only elements in the viewport."""


class ElementOptions(TypedDict, total=False):
    """Options of actions of an `Element`."""

    activation: bool
    """Each action waits, up to a minute, until the user presses the key that grants the page a
    user gesture (`Ctrl+Shift+Comma`): for features that browsers deny to synthetic events."""
    compact: bool
    """Omit elements without information."""
    cursor_interactive: bool
    """`refs`: also elements that are clickable or focusable without a role."""
    dialogs: types.Dialogs
    """How dialogs of the page are answered during the actions; default: they stay open for the
    user, and the fault is `page_blocked`."""
    dry_run: bool
    """Only checks whether each action is possible on the page as it is now. No event is sent,
    and the user is not prompted; the outcome is `possible`."""
    engine: types.Engine
    """Where to run the engine."""
    exclude_patterns: Sequence[str]
    """Omit elements whose role, name or placeholder matches one of these."""
    exclude_roles: Sequence[str]
    """Omit elements with these roles, and their contents."""
    find: types.FindChoice
    """Only lines that contain a text, with their ancestors."""
    fold: bool
    """Fold long runs of similar rows, items and options."""
    format: types.Format
    """The text format."""
    include: Sequence[types.Include]
    """Additional properties of elements."""
    interactive_only: bool
    """Only interactive elements."""
    key: str
    """Idempotency key: a later request with the same key gets the outcomes of the first one's
    actions; reads are executed again."""
    max_chars: int
    """Maximum size of the text, in characters."""
    max_depth: int
    """Maximum depth; the document has depth 0."""
    max_tokens: int
    """Maximum size of the text, in tokens."""
    modal_only: bool
    """Only the open modal dialog, if there is one."""
    of: int
    """Number of the snapshot that has the id; default: the latest of the session."""
    roles: Sequence[str]
    """Only elements with these roles, and text in them."""
    scope: types.ScopeChoice
    """The part of the page: a CSS selector, or a uid of this session."""
    seen: str
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    snapshot: types.Show
    """The snapshot in the answer; default `delta`."""
    timeout_ms: int
    """Timeout in milliseconds."""
    timings: bool
    """Whether to report the times of all stages."""
    viewport_only: bool
    """Only elements in the viewport."""


class TargetOptions(TypedDict, total=False):
    """Options of actions of a `Page` on an element."""

    activation: bool
    """Each action waits, up to a minute, until the user presses the key that grants the page a
    user gesture (`Ctrl+Shift+Comma`): for features that browsers deny to synthetic events."""
    compact: bool
    """Omit elements without information."""
    cursor_interactive: bool
    """`refs`: also elements that are clickable or focusable without a role."""
    dialogs: types.Dialogs
    """How dialogs of the page are answered during the actions; default: they stay open for the
    user, and the fault is `page_blocked`."""
    dry_run: bool
    """Only checks whether each action is possible on the page as it is now. No event is sent,
    and the user is not prompted; the outcome is `possible`."""
    engine: types.Engine
    """Where to run the engine."""
    exclude_patterns: Sequence[str]
    """Omit elements whose role, name or placeholder matches one of these."""
    exclude_roles: Sequence[str]
    """Omit elements with these roles, and their contents."""
    find: types.FindChoice
    """Only lines that contain a text, with their ancestors."""
    fold: bool
    """Fold long runs of similar rows, items and options."""
    format: types.Format
    """The text format."""
    frame: Sequence[str]
    """With `selector`: selectors of the iframes around the element, outermost first, as in
    `/locate`."""
    hosts: Sequence[str]
    """With `selector`: selectors of the shadow hosts around the element, outermost first, as
    in `/locate`."""
    include: Sequence[types.Include]
    """Additional properties of elements."""
    interactive_only: bool
    """Only interactive elements."""
    key: str
    """Idempotency key: a later request with the same key gets the outcomes of the first one's
    actions; reads are executed again."""
    max_chars: int
    """Maximum size of the text, in characters."""
    max_depth: int
    """Maximum depth; the document has depth 0."""
    max_tokens: int
    """Maximum size of the text, in tokens."""
    modal_only: bool
    """Only the open modal dialog, if there is one."""
    nth: int
    """With `selector`: which match in document order, from 1, if several elements match."""
    of: int
    """Number of the snapshot that has the id; default: the latest of the session."""
    roles: Sequence[str]
    """Only elements with these roles, and text in them."""
    scope: types.ScopeChoice
    """The part of the page: a CSS selector, or a uid of this session."""
    seen: str
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    selector: str
    """CSS selector, or `text=` and the exact visible text of the element; searched through
    frames and shadow roots. Exactly one element must match. Or `at=X,Y`: the innermost
    element at this point of the viewport, in CSS pixels, where the action uses it."""
    snapshot: types.Show
    """The snapshot in the answer; default `delta`."""
    timeout_ms: int
    """Timeout in milliseconds."""
    timings: bool
    """Whether to report the times of all stages."""
    viewport_only: bool
    """Only elements in the viewport."""
    within: ElementRef
    """With `selector`: the uid of an element that contains the element."""
