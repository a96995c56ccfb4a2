"""The requests and answers of the server, with the names that they have in JSON.

Generated from docs/openapi.json by scripts/generate.py.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict, Union

from ._typing import NotRequired

ActionHint: TypeAlias = Literal['needs_user_activation', 'hover_only_css', 'invalid', 'drop_not_taken', 'option_not_found', 'stopped_at_frame', 'awaits_user', 'tab_hidden']
"""Why an action may have had no effect."""


AskUserOutcome: TypeAlias = Literal['answered', 'done', 'declined', 'timed_out', 'page_closed']
"""How a question ended."""


class AuditStatus(TypedDict):
    """State of the audit log."""

    lost: int
    """Number of entries that could not be written since the server started."""
    path: str
    """Path of the file."""
    written: int
    """Number of entries that were written since the server started."""


class BrowserStatus(TypedDict):
    """A browser."""

    connected: bool
    """Whether a worker of its extension is connected."""
    id: str
    """Its id, random, created when the extension was installed. Requests can name the browser by
    it."""
    instance: str | None
    """Random id of the worker that connected last; null if none has connected, and for a named
    agent."""
    lastSeenMs: int | None
    """Milliseconds since the last message of the worker; null if none has connected, and for a
    named agent."""
    leaseSeconds: NotRequired[int | None]
    """Of a browser of a pool: the rest of its lease in seconds, 0 without a lease. Missing for a
    user's own browser."""
    name: str
    """Its unique name. Requests can name the browser by it."""
    paused: bool
    """Whether the user paused all reading."""
    ready: NotRequired[bool | None]
    """Of a browser of a pool: whether it can be leased now. Missing for a user's own browser."""
    refusedWire: int | None
    """Wire version of its extension if it has proven its identity and was rejected; else null, and
    for a named agent."""
    unattended: bool
    """Whether its installation is unattended: agents act without consent prompts."""
    version: str | None
    """Version of its extension; null if unknown."""


class BrowsersAnswer(TypedDict):
    """Answer of `GET /browsers`."""

    browsers: list[BrowserStatus]
    """Every known browser, in the order of their first connection."""


class CacheStatus(TypedDict):
    """The cache of pages."""

    budgetBytes: int
    """Maximum size, in bytes."""
    bytes: int
    """Current size, in bytes."""


Code: TypeAlias = Literal['unauthorized', 'bad_request', 'forbidden', 'not_found', 'method_not_allowed', 'body_too_large', 'extension_disconnected', 'ambiguous_browser', 'browser_not_found', 'browser_id_taken', 'reading_paused', 'tab_not_found', 'tab_discarded', 'tab_crashed', 'tab_not_visible', 'tab_claimed', 'user_has_tab', 'page_blocked', 'restricted_page', 'site_access_withheld', 'permission_denied', 'scope_not_found', 'stale_uid', 'unknown_uid', 'changed_uid', 'ambiguous_id', 'element_covered', 'element_not_visible', 'page_moved', 'element_disabled', 'element_moving', 'option_not_found', 'not_applicable', 'not_editable', 'user_scripts_disabled', 'downloads_disabled', 'download_interrupted', 'queue_full', 'timeout', 'not_yet', 'not_as_expected', 'changed_tool', 'not_supported', 'result_too_large', 'version_mismatch', 'internal']
"""What went wrong."""


CollectEnd: TypeAlias = Literal['no_next', 'nothing_new', 'pages', 'rows', 'other_columns', 'failed']
"""Why no more rows were read."""


Compression: TypeAlias = Literal['none', 'delta']
"""How an answer is shortened."""


class ControlResult3(TypedDict):
    """Of `stop`: its text."""

    stop: str


class CoveringElement(TypedDict):
    """An element that covers another."""

    name: str
    """Accessible name."""
    role: str
    """Role, as in ARIA."""
    uid: int | None
    """Its uid in its document; null for elements that accept no actions."""


CssPixels: TypeAlias = float
"""A length or a coordinate in CSS pixels with two decimals; an integer has none."""


DeltaKind: TypeAlias = Literal['unchanged', 'changes', 'full']
"""Kind of a delta."""


DialogAnswer: TypeAlias = Literal['accept', 'dismiss']
"""An answer to a dialog."""


DialogKind: TypeAlias = Literal['alert', 'confirm', 'prompt']
"""A function of a page that opens a dialog."""


class Dialogs(TypedDict):
    """How dialogs of the page are answered during an action. An `alert` is always accepted; `confirm`
    and `prompt` only if they have an answer here."""

    confirm: NotRequired[DialogAnswer | None]
    """The answer to `confirm`."""
    prompt: NotRequired[str | None]
    """The answer to `prompt`; null: it is dismissed."""


DownloadBinding: TypeAlias = Literal['navigation', 'page', 'shared_page']
"""How it is known which tab started a download: the browser does not name the tab."""


DownloadState: TypeAlias = Literal['in_progress', 'complete', 'interrupted']
"""How far a download is."""


class DownloadsRequest(TypedDict):
    """Body of `POST /downloads`, and of `POST /observe` with `what`."""

    after: NotRequired[float | None]
    """Only downloads that started after this time: the `at` of an earlier answer."""
    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the tab, or the only connected one."""
    limit: NotRequired[int | None]
    """Maximum number of downloads in the answer, the last ones: 1 to 100; default 20."""
    session: NotRequired[str | None]
    """Name of the session; it has no effect on the answer."""
    states: NotRequired[list[DownloadState]]
    """Only downloads in these states."""
    tab: NotRequired[int | None]
    """Number of the tab; default: the active tab."""
    timeoutMs: NotRequired[int | None]
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    what: NotRequired[str | None]
    """Always `downloads`, which `/observe` requires."""


class ElementEntry(TypedDict):
    """How to find an element in the page."""

    frame: NotRequired[list[str]]
    """Selectors of the iframes around it, outermost first."""
    hosts: NotRequired[list[str]]
    """Selectors of the shadow hosts around it, outermost first."""
    role: str
    """Its role."""
    selector: NotRequired[str | None]
    """Its selector; absent if the request does not include selectors."""
    tag: str
    """Its tag."""
    uid: NotRequired[str | None]
    """Its uid, if the id is different."""


ElementId: TypeAlias = str | int
"""An element of a snapshot that this session got. A uid: 42, "37.42" or "uid=42". A ref of the last `refs` or `tabs` snapshot: "e5", "@e5" or "ref=e5". The number of an element in a `numbered` snapshot: 3."""


class ElementStates(TypedDict):
    """States and properties of an element. Those that the role does not support or the page does not
    set are absent."""

    autocomplete: NotRequired[str | None]
    """`inline`, `list` or `both`."""
    busy: NotRequired[bool]
    """It is being changed."""
    checked: NotRequired[str | None]
    """`false`, `true` or `mixed`; for a checkbox, radio, switch, menu item or option."""
    clickable: NotRequired[list[str]]
    """Why it counts as clickable without an interactive role: `onclick`, `cursor:pointer`,
    `tabindex`, `label`, an attribute such as `data-handler`, or a word of its class or id that
    controls have: `class:next`, `id:reply`."""
    count: NotRequired[int | None]
    """Number of rows of a table or items of a list."""
    current: NotRequired[str | None]
    """`page`, `step`, `location`, `date`, `time` or `true`."""
    disabled: NotRequired[bool]
    """It is disabled."""
    editable: NotRequired[bool]
    """Its text can be edited."""
    error_message: NotRequired[str | None]
    """The message that `aria-errormessage` of an invalid field names."""
    expanded: NotRequired[bool | None]
    """Whether what it controls is expanded."""
    focusable: NotRequired[bool]
    """It is focusable without an interactive role."""
    focused: NotRequired[bool]
    """It has the focus."""
    haspopup: NotRequired[str | None]
    """`menu`, `listbox`, `tree`, `grid` or `dialog`."""
    invalid: NotRequired[str | None]
    """`true`, `grammar`, `spelling`, or another value of the page."""
    keyshortcuts: NotRequired[str | None]
    """Keys of `aria-keyshortcuts`."""
    level: NotRequired[int | None]
    """Level of a heading, row, tree item or list item, from 1."""
    live: NotRequired[str | None]
    """`polite` or `assertive`."""
    max: NotRequired[str | None]
    """Largest value of a range, as the page writes it."""
    min: NotRequired[str | None]
    """Smallest value of a range, as the page writes it."""
    modal: NotRequired[bool]
    """A modal dialog."""
    multiline: NotRequired[bool]
    """It takes more than one line of text."""
    multiselectable: NotRequired[bool]
    """More than one of its options can be selected."""
    orientation: NotRequired[str | None]
    """`horizontal` or `vertical`."""
    placeholder: NotRequired[str | None]
    """Placeholder of a field."""
    popover_open: NotRequired[bool | None]
    """Whether a popover is open."""
    pressed: NotRequired[str | None]
    """`false`, `true` or `mixed`; for a toggle button."""
    readonly: NotRequired[bool]
    """It can't be edited."""
    required: NotRequired[bool]
    """It requires a value."""
    roledescription: NotRequired[str | None]
    """Text of `aria-roledescription`."""
    secret: NotRequired[bool]
    """A secret field, whose value is never sent."""
    selected: NotRequired[bool | None]
    """Whether it is selected."""
    sort: NotRequired[str | None]
    """`ascending`, `descending` or `other`."""
    unseen: NotRequired[str | None]
    """How much of its text a user can't see although it is rendered: `all` or `part`."""
    valuetext: NotRequired[str | None]
    """Text to read instead of the number of a range."""


class EndLeaseAnswer(TypedDict):
    """Answer of `DELETE /browsers/{id}`: no request can use the browser any more. Its process is
    ended and its profile deleted."""

    id: str
    """The id of the browser."""
    name: str
    """The name of the browser."""


Engine: TypeAlias = Literal['auto', 'worker', 'page']
"""Where the engine runs."""


EngineLocation: TypeAlias = Literal['', 'worker', 'page']
"""Where the engine ran."""


class ExplainRequest(TypedDict):
    """Body of `POST /explain`. It has an id (`uid` or `id`) or a `selector`."""

    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the tab, or the only connected one."""
    id: NotRequired[ElementId | None]
    """The element; the same as `uid`."""
    selector: NotRequired[str | None]
    """CSS selector, searched through shadow roots; its first match is explained."""
    session: NotRequired[str | None]
    """Name of the session of the snapshot, 1 to 200 bytes; default `default`."""
    snapshot: NotRequired[int | None]
    """Number of the snapshot that has the id; default: the latest of the session."""
    tab: NotRequired[int | None]
    """Number of the tab; default: the tab of the id, or the active tab."""
    timeoutMs: NotRequired[int | None]
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    uid: NotRequired[ElementId | None]
    """The element."""


ExplainedUid: TypeAlias = int | str
"""The uid of an element that is explained."""


class ExtensionStatus(TypedDict):
    """The extension."""

    connected: bool
    """Whether a worker of the extension is connected."""
    instance: str | None
    """Random id of the worker that connected last; null if none has connected, and for a named
    agent."""
    lastSeenMs: int | None
    """Milliseconds since the last message of the worker; null if none has connected, and for a
    named agent."""
    paused: bool
    """Whether the user paused all reading."""
    refusedWire: int | None
    """Wire version of the extension if it has proven its identity and was rejected; else null, and
    for a named agent."""
    version: str | None
    """Version of the extension; null if unknown."""


class FailedRequest(TypedDict):
    """A request that got a response with a status of 400 or more."""

    kind: str
    """What started it, as `initiatorType` of the resource timing."""
    status: int
    """HTTP status."""
    url: str
    """URL, cut to 200 characters; without the origin if it is that of the main document, which has
    made the request. Without user info and the values of parameters for passwords, tokens and
    keys; empty if the policy hides its site."""


class Fault(TypedDict):
    """An error, with the next step for the agent."""

    error: Code
    """Code of the error."""
    hint: str
    """What to do next."""
    message: str
    """One sentence that describes the error and names its cause."""
    retryable: bool
    """Whether the same request may succeed later, unchanged."""
    seen: NotRequired[str | None]
    """With `changed_uid`: the element as the message describes it. A request with this `seen`
    accepts that element, and fails if it has changed again."""


class Find(TypedDict):
    """Text to find."""

    context: NotRequired[int]
    """Lines to show before and after each match."""
    text: str
    """Text to find in names, values and text; ignores case."""


FindChoice: TypeAlias = str | Find
"""Text to find, alone or with the number of context lines."""


class FindRequest(TypedDict):
    """Body of `POST /find`."""

    alt: NotRequired[str | None]
    """The attribute `alt`."""
    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the tab, or the only connected one."""
    exact: NotRequired[bool]
    """Names and texts must be equal, including case."""
    label: NotRequired[str | None]
    """The accessible name of a field, option or toggle."""
    limit: NotRequired[int | None]
    """Maximum number of matches in the answer, 1 to 100; default 20."""
    name: NotRequired[str | None]
    """Its accessible name."""
    placeholder: NotRequired[str | None]
    """The placeholder of a field."""
    role: NotRequired[str | None]
    """Its role, as snapshots print it: `button`, `link`, `h2` …"""
    row: NotRequired[str | None]
    """The text of the row, item, card or dialog around it."""
    selector: NotRequired[str | None]
    """CSS selector, searched through frames and shadow roots."""
    session: NotRequired[str | None]
    """Name of the session, to which the uids belong; default `default`."""
    tab: NotRequired[int | None]
    """Number of the tab; default: the active tab."""
    testid: NotRequired[str | None]
    """`data-testid`, or another test attribute; always exact."""
    text: NotRequired[str | None]
    """Its text; without `role`: the innermost element with the text."""
    timeoutMs: NotRequired[int | None]
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    title: NotRequired[str | None]
    """The attribute `title`."""
    within: NotRequired[ElementId | None]
    """Searches only inside the element with this uid."""


class ForEach1(TypedDict):
    """For each match that has a uid, as `POST /find` finds them before the first round."""

    find: FindRequest


class ForEach2(TypedDict):
    """For each of these rows: its fields are texts, numbers or booleans."""

    rows: list[dict[str, Any]]


class ForEach3(TypedDict):
    """This often, 1 to 100."""

    times: int


ForEach: TypeAlias = ForEach1 | ForEach2 | ForEach3
"""How often steps are executed, and with which values."""


Format: TypeAlias = Literal['outline', 'numbered', 'refs', 'tabs', 'lean']
"""A text format. Contracts: docs/contracts.md."""


class FoundElement(TypedDict):
    """A matching element."""

    disabled: NotRequired[bool]
    """Whether it is disabled; absent if not."""
    hint: NotRequired[str | None]
    """Words of the class, attributes or image of an element without a name, as in `~paper-plane`
    on its line; absent if there are none."""
    name: str
    """Accessible name; the text, for a run of text."""
    role: str
    """Role, as in ARIA."""
    text: NotRequired[str | None]
    """The text inside an element without a name, at most 80 characters; absent if there is none."""
    uid: str | None
    """Its uid; null for elements that accept no actions."""


class HealthAnswer(TypedDict):
    """Answer of `GET /health`, which needs no token."""

    ok: bool
    """Always true."""
    version: str
    """Version of the server."""


ImageFormat: TypeAlias = Literal['png', 'jpeg', 'webp']
"""Image format of a screenshot."""


ImageMediaType: TypeAlias = Literal['image/png', 'image/jpeg', 'image/webp']
"""Media type of a screenshot."""


Include: TypeAlias = Literal['boxes', 'selectors', 'descriptions', 'urls']
"""An additional property of elements."""


Keys: TypeAlias = str | list[str]
"""Keys to press: one, or several in order."""


class LeaseAnswer(TypedDict):
    """Answer of `POST /browsers`: a browser with a fresh profile that only this agent can use."""

    expires: str
    """When the lease ends, in RFC 3339."""
    id: str
    """The id of the browser. Requests can name the browser by it."""
    name: str
    """The name of the browser. Requests can name the browser by it."""
    ttl: int
    """How long the lease lasts, in seconds."""


class LeaseRequest(TypedDict):
    """`POST /browsers`: leases a browser of the server's pool."""

    ttl: NotRequired[int | None]
    """How long the lease lasts, in seconds; 600 if it is missing, or the server's maximum if that
    is less."""


class LocateAnswer(TypedDict):
    """Answer of `POST /locate`. The fields of the layout (`box`, `covered`, `coveredBy`, `hasSize`,
    `inViewport`, `transparent`) are absent if the element could not be measured."""

    box: NotRequired[list[CssPixels] | None]
    """x, y, width and height in CSS pixels of the viewport of the element's frame."""
    covered: NotRequired[bool | None]
    """Whether another element covers its center."""
    coveredBy: NotRequired[CoveringElement | None]
    """The element that covers it; null if it is uncovered, or the other element is not in the
    tree."""
    document: str
    """Chrome's id of the document."""
    frame: NotRequired[list[str]]
    """Selectors of the iframes around its document, outermost first; absent in the main frame."""
    hasSize: NotRequired[bool | None]
    """Whether its box has a size."""
    hosts: NotRequired[list[str]]
    """Selectors of the shadow hosts around it, outermost first; absent outside shadow roots."""
    inViewport: NotRequired[bool | None]
    """Whether a part of it is in the viewport."""
    name: str
    """Accessible name."""
    renamed: NotRequired[bool]
    """Whether its name differs from the one in the snapshot; absent if not."""
    rerendered: NotRequired[bool]
    """Whether the page created it again since the snapshot; absent if not."""
    role: str
    """Role, as in ARIA."""
    selector: str
    """CSS selector, unique in its document or shadow root."""
    tab: int
    """Its tab."""
    transparent: NotRequired[bool | None]
    """Whether its opacity is 0."""
    uid: str | None
    """Its uid; null for elements that accept no actions."""
    world: int
    """Random number that changes when the document is loaded again."""


class LocateRequest(TypedDict):
    """Body of `POST /locate`. It has exactly one of `uid` and `id`."""

    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the element."""
    id: NotRequired[ElementId | None]
    """The element; the same as `uid`."""
    seen: NotRequired[str | None]
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    session: NotRequired[str | None]
    """Name of the session of the snapshot, 1 to 200 bytes; default `default`."""
    snapshot: NotRequired[int | None]
    """Number of the snapshot that has the id; default: the latest of the session."""
    tab: NotRequired[int | None]
    """Its tab; default: the one of those with this id that was shown last."""
    timeoutMs: NotRequired[int | None]
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    uid: NotRequired[ElementId | None]
    """The element."""


class Mark(TypedDict):
    """A marked element."""

    box: list[int]
    """Left, top, width and height in image pixels."""
    uid: str
    """Its uid, which is also the label."""


class MissingBrowser(TypedDict):
    """A browser that did not list its tabs."""

    browser: str
    """Its name."""
    fault: Fault
    """The reason."""


Modifier: TypeAlias = Literal['Shift', 'Control', 'Alt', 'Meta']
"""A modifier key."""


MouseButton: TypeAlias = Literal['left', 'right', 'middle']
"""A mouse button."""


class NamedValue(TypedDict):
    """A value of the next steps."""

    name: str
    """Its name."""
    value: str
    """The value."""


class NamingStep(TypedDict):
    """A step of the computation of names and descriptions."""

    node: str
    """CSS selector of the element that the text comes from."""
    step: str
    """The step's number in the specification."""
    text: str
    """The text."""


class NavigateTabRequest(TypedDict):
    """Body of `POST /tabs/{tab}/navigate`."""

    url: str
    """The URL: `http://` or `https://`."""
    userId: str
    """Names the session `user:{userId}`; not empty."""


class NetworkEntry(TypedDict):
    """A request of a page."""

    bytes: NotRequired[int | None]
    """Transferred bytes of headers and body; absent from the cache, and if the other site does not
    allow the page to see it."""
    cached: NotRequired[bool]
    """It was served from the cache; absent if not."""
    duration: float
    """Milliseconds until its end."""
    frame: NotRequired[str | None]
    """URL of the frame that made it; absent for the main document."""
    kind: str
    """What started it."""
    start: float
    """When it began."""
    status: NotRequired[int | None]
    """HTTP status; absent if there was no response, or if the other site does not allow the page
    to see it."""
    url: str
    """URL, without user info and the values of parameters for passwords, tokens and keys; empty if
    the policy hides its site."""


class NetworkRequest(TypedDict):
    """Body of `POST /network`, and of `POST /observe` with `what`."""

    after: NotRequired[float | None]
    """Only requests that ended after this time: the `at` of an earlier answer."""
    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the tab, or the only connected one."""
    failed: NotRequired[bool]
    """Only requests with a status of 400 or more."""
    kinds: NotRequired[list[str]]
    """Only requests of these kinds: `fetch`, `xmlhttprequest`, `script`, `img`, `link`, `css`,
    `iframe`, `navigation`, `beacon` …"""
    limit: NotRequired[int | None]
    """Maximum number of requests in the answer, the last ones: 1 to 1000; default 50."""
    session: NotRequired[str | None]
    """Name of the session; it has no effect on the answer."""
    tab: NotRequired[int | None]
    """Number of the tab; default: the active tab."""
    timeoutMs: NotRequired[int | None]
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    url: NotRequired[str | None]
    """Only requests whose URL contains this text, ignoring case."""
    what: NotRequired[str | None]
    """Always `network`, which `/observe` requires."""


class OpenTabAnswer(TypedDict):
    """Answer of `POST /tabs`."""

    tabId: str
    """Number of the tab, for use in paths."""
    url: NotRequired[str | None]
    """URL of the tab; absent if unknown."""


class OpenTabRequest(TypedDict):
    """Body of `POST /tabs`."""

    browser: NotRequired[str | None]
    """Id or name of the browser; default: the only connected one."""
    sessionKey: NotRequired[str | None]
    """Accepted and ignored: all tabs of a user belong to one session."""
    url: NotRequired[str | None]
    """URL, `http://` or `https://`; default: an empty tab."""
    userId: str
    """Names the session `user:{userId}`; not empty."""


class OpenedDialog(TypedDict):
    """A dialog that the page opened during an action. Kind and message are the page's claim: any of
    its scripts can report a dialog that it has not opened."""

    answer: DialogAnswer | None
    """How it was answered; null: it is open and waits for the user."""
    kind: DialogKind
    """The function that opened it."""
    message: str
    """Its message, cut to 500 characters."""


Outcome: TypeAlias = Literal['navigated', 'routed', 'changed', 'unchanged', 'value_differs', 'reverted', 'already', 'dialog', 'opened_tab', 'closed_tab', 'claimed', 'released', 'awaits_user', 'shown', 'selected', 'scrolled', 'activated', 'possible', 'done', 'unknown']
"""The outcome of an action."""


PageErrorKind: TypeAlias = Literal['deprecation', 'intervention', 'csp', 'exception', 'rejection', 'console', 'response', 'resource']
"""What an error of a page is."""


class PageTool(TypedDict):
    """A tool of a page."""

    consequential: NotRequired[bool]
    """The page says that a call has consequences; absent if not."""
    description: NotRequired[str]
    """What it does; empty without a description."""
    form: NotRequired[bool]
    """It is a form: a call fills it in. Absent if not."""
    frame: NotRequired[str | None]
    """URL of the frame that has it; absent for the main frame."""
    name: str
    """Its name."""
    readOnly: NotRequired[bool]
    """The page says that a call changes nothing; absent if not."""
    schema: Any
    """The JSON schema of its arguments; null if it is too large, so that it can't be called."""
    submits: NotRequired[bool]
    """A form that submits itself; another one waits for the user. Absent if not."""
    title: NotRequired[str]
    """Its title; empty without one."""
    tool: str
    """Its handle, for `call_tool`: the tool with name, description, schema and document as they
    are."""
    untrusted: NotRequired[bool]
    """The page says that its result has texts of others; absent if not."""


class PageToolsAnswer(TypedDict):
    """Answer of `POST /page-tools`. Every text is the page's claim."""

    count: int
    """Number of tools; can be larger than the length of `tools`."""
    tab: int
    """The tab."""
    tools: list[PageTool]
    """The tools, those of the main frame first."""


class PageToolsRequest(TypedDict):
    """Body of `POST /page-tools`, and of `POST /observe` with `what`."""

    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the tab, or the only connected one."""
    limit: NotRequired[int | None]
    """Maximum number of tools in the answer, the first ones: 1 to 200; default 50."""
    session: NotRequired[str | None]
    """Name of the session; it has no effect on the answer."""
    tab: NotRequired[int | None]
    """Number of the tab; default: the active tab."""
    timeoutMs: NotRequired[int | None]
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    what: NotRequired[str | None]
    """Always `page_tools`, which `/observe` requires."""


class Pin(TypedDict):
    """An element that the user has pinned."""

    element: FoundElement | None
    """The element; null if the page has removed it, or no snapshot shows it."""
    line: str
    """Its line in the format `lean`, with its row, item or dialog; empty without an element."""
    note: str
    """What the user has written about it; empty without a note."""


class PingAnswer(TypedDict):
    """Answer of `POST /ping`."""

    extensionMs: float
    """Time spent in the extension, in milliseconds."""
    ms: float
    """Time of the whole round trip, measured by the server, in milliseconds."""
    tab: int | None
    """The tab of the request; null if it has none."""


class PingRequest(TypedDict):
    """Body of `POST /ping`."""

    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the tab, or the only connected one."""
    page: NotRequired[bool | None]
    """Whether the round trip includes the page; default true."""
    tab: NotRequired[int | None]
    """Number of the tab; default: the active tab."""
    timeoutMs: NotRequired[int | None]
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""


class PinsAnswer(TypedDict):
    """Answer of `POST /pins`."""

    pins: list[Pin]
    """The pins, in the order in which the user has made them."""
    tab: int
    """The tab."""


class PinsRequest(TypedDict):
    """Body of `POST /pins`, and of `POST /observe` with `what`."""

    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the tab, or the only connected one."""
    session: NotRequired[str | None]
    """Name of the session, which can use the uids; default `default`."""
    tab: NotRequired[int | None]
    """Number of the tab; default: the active tab."""
    timeoutMs: NotRequired[int | None]
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    what: NotRequired[str | None]
    """Always `pins`, which `/observe` requires."""


class Press(TypedDict):
    """Arguments of `press`."""

    count: NotRequired[int]
    """How often to press all keys in order, 1 to 100."""
    keys: Keys
    """Keys with their modifiers: `Enter`, `Control+A`."""


class PressInTabRequest(TypedDict):
    """Body of `POST /tabs/{tab}/press`."""

    key: str
    """A key with its modifiers, sent to the focused element: `Enter`, `Control+A`."""
    userId: str
    """Names the session `user:{userId}`; not empty."""


Property: TypeAlias = Literal['attribute', 'box', 'count', 'html', 'markdown', 'pdf', 'state', 'styles', 'rows', 'table', 'text', 'title', 'url', 'value', 'visual']
"""The property to read."""


class QueueStatus(TypedDict):
    """The queries that are not answered yet."""

    leased: int
    """Number of queries that the extension is processing."""
    pending: int
    """Number of queries that wait for the extension."""


ReadBackOutcome: TypeAlias = Literal['value_differs', 'reverted', 'removed']
"""How the value differs from the requested one when it is read back."""


ReadyState: TypeAlias = Literal['', 'loading', 'interactive', 'complete']
"""`document.readyState`; empty if unknown."""


class RefEntry(TypedDict):
    """How to find an element with Playwright."""

    name: str
    """Its name."""
    nth: NotRequired[int | None]
    """Position among the matches of the selector, from 0."""
    role: str
    """Its role."""
    selector: str
    """Playwright's selector."""


RoleReason = TypedDict(
    'RoleReason',
    {
        'from': str,
        'shownAs': NotRequired[str | None],
        'value': str,
    },
)


class Rounds(TypedDict):
    """How often the steps of a `for` were executed."""

    of: NotRequired[int | None]
    """The number of matches of its `find`, if there are more."""
    rounds: int
    """The number of rounds."""


class RowControl(TypedDict):
    """An element of a row that can be acted on."""

    name: str
    """Accessible name."""
    role: str
    """Role, as in ARIA."""
    uid: str
    """Its uid."""


ScopeChoice: TypeAlias = int | str
"""The part of a page."""


class Screenshot(TypedDict):
    """A screenshot of a tab."""

    data: str
    """The image, base64."""
    mimeType: ImageMediaType
    """Media type of the image."""


class ScreenshotRequest(TypedDict):
    """Body of `POST /screenshot`."""

    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the tab."""
    format: NotRequired[ImageFormat | None]
    """Image format; default `png`."""
    full: NotRequired[bool]
    """The whole page. This scrolls the page and requires the same permission as an action."""
    id: NotRequired[ElementId | None]
    """The element; the same as `uid`."""
    if_changed: NotRequired[bool]
    """Whether to omit the image if it equals the session's last screenshot of this tab."""
    marks: NotRequired[bool]
    """Whether to mark the interactive elements in the viewport."""
    max_side: NotRequired[int | None]
    """Maximum length of the longer side in pixels, 64 to 8,192; default 1,568."""
    quality: NotRequired[int | None]
    """Quality of `jpeg` and `webp`, 1 to 100."""
    seen: NotRequired[str | None]
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    session: NotRequired[str | None]
    """Name of the session, to which the uids belong; default `default`."""
    snapshot: NotRequired[int | None]
    """Number of the snapshot that has the id; default: the latest of the session."""
    tab: NotRequired[int | None]
    """Number of the tab; default: the active tab."""
    timeoutMs: NotRequired[int | None]
    """Timeout in milliseconds."""
    uid: NotRequired[ElementId | None]
    """Only the visible part of this element."""


ScrollDirection: TypeAlias = Literal['up', 'down', 'left', 'right']
"""Direction in which a page scrolls."""


class ScrollTabRequest(TypedDict):
    """Body of `POST /tabs/{tab}/scroll`."""

    amount: NotRequired[int | None]
    """Distance in CSS pixels; default 500."""
    direction: NotRequired[ScrollDirection]
    """Direction; default `down`."""
    userId: str
    """Names the session `user:{userId}`; not empty."""


ScrollTo: TypeAlias = Literal['top', 'bottom', 'into_view']
"""The position to scroll to."""


class Select(TypedDict):
    """The options to select, by exactly one of the three fields."""

    indexes: NotRequired[list[int] | None]
    """By their positions, from 0."""
    labels: NotRequired[list[str] | None]
    """By their texts."""
    values: NotRequired[list[str] | None]
    """By their values."""


Settled: TypeAlias = Literal['quiet', 'loading', 'cap']
"""How the wait for a page ended."""


Show: TypeAlias = Literal['delta', 'full', 'none']
"""The snapshot in an answer."""


class StartedDownload(TypedDict):
    """The download that an action started."""

    boundBy: DownloadBinding
    """How it is known that this tab started it."""
    more: NotRequired[int]
    """Number of further downloads that the action started; absent if there are none."""
    name: NotRequired[str | None]
    """Name of the file; absent if the browser has not chosen one yet, empty if the policy hides
    a site that the download is from."""


class StopStep(TypedDict):
    """Ends the request, without a fault."""

    stop: str
    """Why, for the answer."""


class TabSnapshotAnswer(TypedDict):
    """Answer of `GET /tabs/{tab}/snapshot`."""

    hasMore: bool
    """Whether there is another chunk."""
    nextOffset: int | None
    """`offset` of the next chunk, in characters; null after the last."""
    refsCount: int
    """Number of refs in the whole snapshot."""
    screenshot: NotRequired[Screenshot | None]
    """The screenshot, if requested."""
    snapshot: str
    """The chunk."""
    totalChars: int
    """Length of the whole snapshot, in characters."""
    truncated: bool
    """Whether the chunk is not the whole snapshot."""
    url: str
    """URL of the page."""


TabStatus: TypeAlias = Literal['unloaded', 'loading', 'complete', '']
"""How far a tab has loaded its page, as in Chrome's API."""


class TabUserRequest(TypedDict):
    """Body of `POST /tabs/{tab}/back`, `/forward` and `/refresh`."""

    userId: str
    """Names the session `user:{userId}`; not empty."""


TextReason = TypedDict(
    'TextReason',
    {
        'from': list[NamingStep],
        'value': str,
    },
)


class TokenEstimate(TypedDict):
    """The cost of a text, compared with a list of all elements."""

    equivalentQueryDom: int
    """Estimated tokens of a list of all elements, at this page's rate of tokens per byte."""
    savings: str
    """How much smaller the text is, in whole percent."""
    thisResponse: int
    """Tokens of the text."""


TokenScope: TypeAlias = Literal['read', 'ask', 'act']
"""The maximum permission of a token. The narrowest is first."""


class Type(TypedDict):
    """Arguments of `type`."""

    insert: NotRequired[bool]
    """Inserts the text at once, without key events, as an input method or a paste does."""
    text: str
    """The text."""


class TypeInTabRequest(TypedDict):
    """Body of `POST /tabs/{tab}/type`. It has one of `ref` and `selector`."""

    ref: NotRequired[ElementId | None]
    """Ref of the field in the user's latest snapshot of the tab: `e5`."""
    selector: NotRequired[str | None]
    """CSS selector, searched through frames and shadow roots: exactly one element must match."""
    submit: NotRequired[bool]
    """Whether to press Enter in the field afterwards."""
    text: str
    """The new value of the field."""
    userId: str
    """Names the session `user:{userId}`; not empty."""


class UploadedFile(TypedDict):
    """A file to upload."""

    base64: str
    """Its contents, base64."""
    name: str
    """Its name, without folders."""
    type: NotRequired[str]
    """Its media type, such as `text/plain`; default: by the extension of its name."""


Via: TypeAlias = Literal['pointer', 'label', 'activate', 'keyboard', 'script']
"""How an action was executed."""


WaitFor: TypeAlias = Literal['appears', 'vanishes', 'enabled', 'text', 'text_gone', 'url', 'load', 'quiet', 'download', 'time']
"""A condition to wait for."""


WaitRequest = TypedDict(
    'WaitRequest',
    {
        'alt': NotRequired[str | None],
        'browser': NotRequired[str | None],
        'exact': NotRequired[bool],
        'for': NotRequired[WaitFor],
        'label': NotRequired[str | None],
        'name': NotRequired[str | None],
        'new': NotRequired[bool],
        'placeholder': NotRequired[str | None],
        'role': NotRequired[str | None],
        'row': NotRequired[str | None],
        'selector': NotRequired[str | None],
        'session': NotRequired[str | None],
        'tab': NotRequired[int | None],
        'testid': NotRequired[str | None],
        'text': NotRequired[str | None],
        'timeoutMs': NotRequired[int | None],
        'title': NotRequired[str | None],
        'uid': NotRequired[ElementId | None],
        'value': NotRequired[str | None],
        'within': NotRequired[ElementId | None],
    },
)


class ActionTarget(TypedDict):
    """The element of an action."""

    frame: NotRequired[list[str] | None]
    """With `selector`: selectors that match the iframes around the element, outermost first."""
    hosts: NotRequired[list[str] | None]
    """With `selector`: selectors of the shadow hosts around the element, outermost first, as in
    `/locate`."""
    id: NotRequired[ElementId | None]
    """The element; the same as `uid`."""
    nth: NotRequired[int | None]
    """With `selector`: which match in document order, from 1, if several elements match."""
    of: NotRequired[int | None]
    """Number of the snapshot that has the id; default: the latest of the session."""
    ref: NotRequired[ElementId | None]
    """The element; the same as `uid`."""
    seen: NotRequired[str | None]
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    selector: NotRequired[str | None]
    """CSS selector, `text=` and the exact visible text of the element, or `role=` with its role
    and exact name as in a snapshot (`role=button "Save"`); searched through frames and shadow
    roots. Exactly one element must match. Or `at=X,Y`: the innermost element at this
    point of the viewport, in CSS pixels, where the action uses it."""
    uid: NotRequired[ElementId | None]
    """The element."""
    within: NotRequired[ElementId | None]
    """With `selector`: the uid of an element that contains the element."""


class DragToUid(TypedDict):
    """Another element of the same document."""

    position: NotRequired[list[float] | None]
    """Where to release, in CSS pixels from the upper left corner of its padding box; default:
    its center."""
    seen: NotRequired[str | None]
    """The `seen` of a fault: accepts the element as that fault describes it."""
    uid: ElementId
    """The uid of that element."""


class DragToSelector(TypedDict):
    """Another element of the same document, found in the live page."""

    nth: NotRequired[int | None]
    """Which match in document order, from 1, if several elements match."""
    position: NotRequired[list[float] | None]
    """Where to release, as for a uid."""
    selector: str
    """CSS selector, `text=` and the exact visible text of that element, `role=` with its role
    and name, or `at=` and a point."""
    within: NotRequired[ElementId | None]
    """The uid of an element that contains it."""


class DragToBy(TypedDict):
    """A distance."""

    by: list[float]
    """CSS pixels to the right and down."""


class ReadStepFind(TypedDict):
    """As `POST /find`."""

    find: FindRequest


class ReadStepWait(TypedDict):
    """As `POST /wait`."""

    wait: WaitRequest


class ReadStepScreenshot(TypedDict):
    """As `POST /screenshot`."""

    screenshot: ScreenshotRequest


class ReadStepNetwork(TypedDict):
    """As `POST /network`."""

    network: NetworkRequest


class ReadStepDownloads(TypedDict):
    """As `POST /downloads`."""

    downloads: DownloadsRequest


class AgentStatus(TypedDict):
    """An agent."""

    expires: int | None
    """Expiry of its token, in milliseconds since 1970; null: never."""
    lastSeenMs: int | None
    """Milliseconds since its last request, also to an earlier server; null if it sent none."""
    name: str
    """Name that the user chose; `user` is the user's own agent."""
    scope: TokenScope
    """Maximum permission of its token."""
    sessions: int
    """Number of its sessions."""
    sites: list[str]
    """Patterns of the sites that its token permits; empty: every site."""


class AskUserAnswer(TypedDict):
    """Answer of `POST /ask-user`."""

    answer: NotRequired[str | None]
    """The choice, or the text that the user has entered. Only with `answered`."""
    outcome: AskUserOutcome
    """How the question ended."""
    tab: int
    """The tab."""
    waitedMs: int
    """How long the question was open, in milliseconds."""


class AskUserRequest(TypedDict):
    """Body of `POST /ask-user`. With `choices` the user chooses one of them, with `text` they enter a
    text. Without both they are asked to do something on the page, such as to log in, and say when
    they are done."""

    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the tab, or the only connected one."""
    choices: NotRequired[list[str]]
    """The answers to choose from: at most 8, each of 1 to 80 characters."""
    question: str
    """The question, or what to do: 1 to 500 characters."""
    seconds: NotRequired[int | None]
    """How long to wait for the user, in seconds: 5 to 600; default 300."""
    session: NotRequired[str | None]
    """Name of the session, to which the uids of `until` belong; default `default`."""
    tab: NotRequired[int | None]
    """Number of the tab that it is about; default: the active tab. Nobody but the user acts there
    meanwhile."""
    text: NotRequired[bool]
    """The user enters a text."""
    until: NotRequired[WaitRequest | None]
    """The question is over when this condition holds, as in `POST /wait` without a time: then
    nobody has to say that the user is done."""


class CapturedPage(TypedDict):
    """The part of a page that a screenshot of the whole page shows."""

    height: CssPixels
    """Height of the page in CSS pixels, when it was captured."""
    shown: CssPixels
    """Height of the captured part in CSS pixels, from the top."""
    tiles: int
    """Number of tiles that the image consists of."""
    truncated: bool
    """Whether the page continues below or to the right."""
    width: CssPixels
    """Width of the page in CSS pixels."""


class Click(TypedDict):
    """Arguments of a click."""

    button: NotRequired[MouseButton]
    """The mouse button."""
    count: NotRequired[int]
    """Number of clicks, 1 to 3: 2 is a double click."""
    hold: NotRequired[int]
    """Milliseconds between press and release, 0 to 5,000; with a `count` of 1."""
    modifiers: NotRequired[list[Modifier]]
    """Keys to hold down."""
    position: NotRequired[list[float] | None]
    """Position in CSS pixels from the upper left corner of its padding box; default: its center."""


class ClickInTabRequest(TypedDict):
    """Body of `POST /tabs/{tab}/click`. It has one of `ref` and `selector`."""

    ref: NotRequired[ElementId | None]
    """Ref of the element in the user's latest snapshot of the tab: `e5`."""
    selector: NotRequired[str | None]
    """CSS selector, searched through frames and shadow roots: exactly one element must match."""
    userId: str
    """Names the session `user:{userId}`; not empty."""


class ControlResult1(TypedDict):
    """Of `let`."""

    let: NamedValue


ControlResult2 = TypedDict(
    'ControlResult2',
    {
        'for': Rounds
    },
)


class DataRow(TypedDict):
    """A row of a table, a list or cards."""

    cells: dict[str, str]
    """Its texts by column name, cut to 500 characters; in a table also the value of a field in a
    cell without text."""
    controls: NotRequired[list[RowControl]]
    """The first 10 elements in it that can be acted on."""


class DownloadEntry(TypedDict):
    """A download. Axlens never opens, changes or deletes a file."""

    boundBy: DownloadBinding
    """How it is known that the tab started it."""
    bytes: int
    """Received bytes."""
    danger: NotRequired[str | None]
    """Why the browser considers the file dangerous, such as `file` or `uncommon`. While the state
    is `in_progress`, it waits for the user, who keeps or discards the file."""
    deleted: NotRequired[bool]
    """The complete file has been deleted; absent if not."""
    end: NotRequired[float | None]
    """When it ended."""
    error: NotRequired[str | None]
    """The browser's reason for an interruption, such as `NETWORK_FAILED`."""
    name: NotRequired[str | None]
    """Name of the file, which the page can choose; absent if the browser has not chosen one yet,
    empty if the policy hides a site that the download is from."""
    path: NotRequired[str | None]
    """Absolute path of the complete file; absent if it is not complete, or hidden."""
    paused: NotRequired[bool]
    """The user has paused it; absent if not."""
    start: float
    """When it started."""
    state: DownloadState
    """How far it is."""
    total: NotRequired[int | None]
    """Size of the file in bytes; absent if unknown."""
    url: str
    """URL, without user info and the values of parameters for passwords, tokens and keys; without
    the content of a `data:` URL; empty if the policy hides a site that the download is from."""


class DownloadsAnswer(TypedDict):
    """Answer of `POST /downloads`. Times are in milliseconds since 1970, by the clock of the browser."""

    at: float
    """The start of the last known download, for the `after` of the next request."""
    count: int
    """Number of matching downloads; can be larger than the length of `downloads`."""
    downloads: list[DownloadEntry]
    """The matching downloads, in the order of their starts."""
    isPartial: NotRequired[bool]
    """Downloads are missing, because there were more than Axlens lists; absent if not."""
    notes: list[str]
    """What the answer can't contain, one sentence each."""
    since: float
    """Since when all downloads that can be bound to the tab are known: since its main document
    was requested."""
    tab: int
    """The tab."""


DragTo: TypeAlias = DragToUid | DragToSelector | DragToBy
"""The target of a drag."""


class ErrorEntry(TypedDict):
    """An error of a page."""

    frame: NotRequired[str | None]
    """URL of the frame in which it occurred; absent for the main document."""
    kind: PageErrorKind
    """What it is."""
    last: NotRequired[float | None]
    """When it last occurred; absent if it occurred once."""
    line: NotRequired[int | None]
    """Line in `source`."""
    message: str
    """The browser's message, which can contain text of the page, or the text of the call. Of a
    response: its status and the beginning of its body."""
    method: NotRequired[str | None]
    """Method of the console, such as `warn`, or of the request of a response, such as `POST`."""
    source: NotRequired[str | None]
    """URL of the script or document that caused it, like `url`."""
    time: NotRequired[float | None]
    """When it first occurred; absent if that was before `since`."""
    times: NotRequired[int | None]
    """How often it occurred; absent if once."""
    url: NotRequired[str | None]
    """URL of the resource or response that failed or was blocked, without user info and the values
    of parameters for passwords, tokens and keys; empty if the policy hides its site."""


class ErrorsAnswer(TypedDict):
    """Answer of `POST /errors`. Times are in milliseconds since 1970, by the clock of the browser."""

    at: float
    """When the last known error was recorded, for the `after` of the next request."""
    count: int
    """Number of matching errors; can be larger than the length of `errors`."""
    errors: list[ErrorEntry]
    """The matching errors, in the order of their last occurrences."""
    isPartial: NotRequired[bool]
    """Errors are missing, because there were more than the browser or Axlens keeps; absent if not."""
    notes: list[str]
    """What the answer can't contain, one sentence each."""
    since: float
    """Since when the errors of the main document are recorded. It had reports before; failed
    resources before are not known."""
    tab: int
    """The tab."""


class ErrorsRequest(TypedDict):
    """Body of `POST /errors`, and of `POST /observe` with `what`."""

    after: NotRequired[float | None]
    """Only errors that were recorded after this time: the `at` of an earlier answer."""
    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the tab, or the only connected one."""
    kinds: NotRequired[list[PageErrorKind]]
    """Only errors of these kinds. Without it, of the console only the methods `error`, `warn` and
    `assert`."""
    limit: NotRequired[int | None]
    """Maximum number of errors in the answer, the last ones: 1 to 300; default 50."""
    session: NotRequired[str | None]
    """Name of the session; it has no effect on the answer."""
    tab: NotRequired[int | None]
    """Number of the tab; default: the active tab."""
    timeoutMs: NotRequired[int | None]
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    what: NotRequired[str | None]
    """Always `errors`, which `/observe` requires."""


class Evidence(TypedDict):
    """The evidence of an action's outcome."""

    blocked: NotRequired[bool]
    """The action led to a page on a site where this agent may not act. The tab does
    not stay there: Axlens loads the page before again; absent if not."""
    dialogs: NotRequired[list[OpenedDialog]]
    """Dialogs that the page opened."""
    download: NotRequired[StartedDownload | None]
    """The first download that the tab started during the action; only if the user lets Axlens
    see downloads."""
    exceptions: NotRequired[list[str]]
    """Messages of the first two uncaught exceptions and unhandled rejections since the action's
    first event, cut to 120 characters; only on sites where the user has turned on that they are
    recorded."""
    failedRequests: NotRequired[list[FailedRequest]]
    """The first three requests of the element's document and the main one that began since the
    first event and got a response with a status of 400 or more. Requests that have not ended
    are not known; after a navigation, and while a dialog is open, none is."""
    hiddenChanges: NotRequired[int | None]
    """Number of changes that the action caused and that no snapshot shows, such as a style, a
    position or a class; only if the outcome is `unchanged`."""
    lines: NotRequired[int | None]
    """Number of lines of the page that were added, removed or changed."""
    moreExceptions: NotRequired[int]
    """Number of the others; absent if there are none."""
    moreFailedRequests: NotRequired[int]
    """Number of the other failed requests; absent if there are none."""
    needsConsent: NotRequired[bool]
    """Of a dry run: the user would be prompted for consent; absent if not."""
    now: NotRequired[str | None]
    """The value of the field if it differs from the requested one; never for a secret field."""
    readBack: NotRequired[ReadBackOutcome | None]
    """How the value of the field differs from the requested one."""
    status: NotRequired[int | None]
    """HTTP status of the new page, if it is 400 or more and already known."""
    url: NotRequired[str | None]
    """The new URL of the tab."""
    urlWithheld: NotRequired[bool]
    """The tab shows a page that this agent may not read, so its URL is withheld; absent if not."""
    watchedMs: NotRequired[int | None]
    """Time during which the page did not change, in milliseconds."""


class ExplainAnswer(TypedDict):
    """Answer of `POST /explain`."""

    description: TextReason
    """The accessible description, and its source."""
    document: str
    """Chrome's id of the document."""
    frame: NotRequired[list[str]]
    """Selectors of the iframes around its document, outermost first; absent in the main frame, and
    if the request has a selector."""
    hosts: NotRequired[list[str]]
    """Selectors of the shadow hosts around it, outermost first; absent outside shadow roots."""
    inTree: bool
    """Whether it is in the accessibility tree."""
    name: TextReason
    """The accessible name, and its source."""
    role: RoleReason
    """The role, and its source."""
    selector: str
    """CSS selector, unique in its document or shadow root."""
    states: ElementStates
    """States and properties."""
    tab: int
    """Its tab."""
    tag: str
    """Local name of the element."""
    uid: NotRequired[ExplainedUid | None]
    """Its uid; absent for elements that accept no actions."""
    value: NotRequired[str | None]
    """Value of a field, as a user sees it; absent for other elements."""
    why: str
    """Why it is in the tree or not."""
    world: int
    """Random number that changes when the document is loaded again."""


class FindAnswer(TypedDict):
    """Answer of `POST /find`."""

    count: int
    """Number of matching elements; can be larger than the length of `matches`."""
    matches: list[FoundElement]
    """The elements, in the order of the page."""
    pageTitle: str
    """Title of the page."""
    snapshot: int
    """Number of the snapshot in its session."""
    tab: int
    """The tab."""
    tree: str
    """The lines of the elements in the format `lean`, each with its row, item or dialog."""
    url: str
    """URL of the page."""


class GatewayStatus(TypedDict):
    """A gateway that the server has joined."""

    connected: bool
    """Whether agents of the gateway can reach the server."""
    error: str | None
    """Why it is not connected; null if it is, or is about to be."""
    host: str
    """Host of the gateway, and its port if it is not the usual one."""
    lastRequestMs: int | None
    """Milliseconds since the last request of an agent of the gateway; null if there was none since
    the server joined it."""
    scope: TokenScope
    """What the user allows the gateway's agents at most."""
    sites: list[str]
    """Patterns of the sites that the user allows them; empty: every site."""


class GetAnswer(TypedDict):
    """Answer of `POST /get`: the tab and the requested property."""

    box: NotRequired[list[CssPixels] | None]
    """x, y, width and height in CSS pixels of the viewport of the element's frame; null if it
    could not be measured."""
    claim: NotRequired[str | None]
    """With `claimed`: the page's text, such as `1-20 of 431`."""
    claimed: NotRequired[int | None]
    """With `rows`: how many rows there are according to the page, which may show a part of them:
    the last number of `claim`."""
    columns: NotRequired[list[str]]
    """Names of the columns of a table; `1`, `2` and so on if it has no headers. With `rows` of a
    list, a column is named by what each row has before a colon."""
    count: NotRequired[int | None]
    """Number of elements that match the selector; for a table and with `rows`, the number of rows
    in the page, or of the rows that match `where`."""
    html: NotRequired[str | None]
    """HTML, with shadow roots as declarative ones; without comments and the contents of scripts,
    styles, templates and frames."""
    leftOut: NotRequired[list[str]]
    """With `markdown` of a page: the landmarks outside of the main content, which are not in the
    text, such as `navigation "Docs"`; `what is around the article` if it is an article."""
    leftOutWords: NotRequired[int]
    """With `markdown` of a page: the number of words outside of the main content."""
    markdown: NotRequired[str | None]
    """CommonMark, with the tables of GitHub Flavored Markdown and definition lists. Links have the
    addresses that the page has. Text that a user can't see is in comments,
    `<!-- unseen: … -->`. No line begins with `...(`."""
    name: NotRequired[str | None]
    """Accessible name, with `state`."""
    nextOffset: NotRequired[int | None]
    """With `text`, `markdown` and `rows`: the `offset` of the rest, if this is only a part."""
    notes: NotRequired[list[str]]
    """With `markdown`: what could not be read, such as a frame without access. With `pdf`: that
    the file was requested again, and what is missing."""
    pageCount: NotRequired[int | None]
    """With `pdf`: the number of pages of the file."""
    pdf: NotRequired[str | None]
    """The text of the pages, each after a line `# page N of M`. A line of the file that begins
    like that, with `...(` or with a backslash has a backslash before it. A tab separates the
    cells of a row."""
    role: NotRequired[str | None]
    """Role, as in ARIA, with `state`."""
    row: NotRequired[dict[str, Any] | None]
    """The first row that matches, by column name."""
    rows: NotRequired[list[DataRow] | None]
    """The rows, in order."""
    secret: NotRequired[bool]
    """With `value`, `attribute`: the value is secret and not sent. With `html`, `styles`: some
    content was omitted because it is secret."""
    states: NotRequired[list[str] | None]
    """Its states, as in a line of a snapshot."""
    styles: NotRequired[dict[str, str]]
    """With `styles`: computed values by the names of the properties."""
    tab: int
    """The tab."""
    text: NotRequired[str | None]
    """Visible text: a line for each block, a tab between cells."""
    title: NotRequired[str | None]
    """Title of the page."""
    totalChars: NotRequired[int | None]
    """With `nextOffset`: the length of the whole text, in characters."""
    tree: NotRequired[str | None]
    """The lines of the row in the format `lean`, with the uids of its interactive elements."""
    truncated: NotRequired[bool]
    """`value` or the HTML was cut at its maximum length, or the text, the Markdown, `visual` or
    `pdf` is not complete."""
    url: NotRequired[str | None]
    """URL of the page."""
    value: NotRequired[str | None]
    """Value of the field, as a user sees it; null if it is empty or the element is not a field.
    With `attribute`: its value; null if the element doesn't have it. Absent if it is secret."""
    visual: NotRequired[str | None]
    """With `visual`: one line each, in document order."""


class GetRequest(TypedDict):
    """Body of `POST /get`. Exactly one of `uid`, `id`, `ref` and `selector` names an element. `text`,
    `markdown`, `html`, `table`, `rows` and `visual` without an element refer to the page; `title`,
    `url` and `pdf` always do."""

    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the element or tab, or the only connected one."""
    columns: NotRequired[list[str]]
    """With `rows`: the columns, by their names or a part of them; default: all."""
    frame: NotRequired[list[str] | None]
    """With `selector`, not with `count`: selectors of the iframes around the element, outermost
    first, as in `/locate`."""
    hosts: NotRequired[list[str] | None]
    """With `selector`, not with `count`: selectors of the shadow hosts around the element,
    outermost first, as in `/locate`."""
    id: NotRequired[ElementId | None]
    """The element; the same as `uid`."""
    limit: NotRequired[int | None]
    """With `rows`: maximum number of rows, 1 to 1,000; default: 100."""
    max_tokens: NotRequired[int | None]
    """With `text` and `markdown`: maximum number of tokens of the text, at least 50. It ends
    before a section, a paragraph or a line. An answer never has more than 200,000 characters."""
    name: NotRequired[str | None]
    """With `attribute`: the name of the attribute."""
    names: NotRequired[list[str]]
    """With `styles`: names of CSS properties, at most 50."""
    nth: NotRequired[int | None]
    """With `selector`, not with `count`: which match in document order, from 1."""
    offset: NotRequired[int | None]
    """With `text` and `markdown`: the character at which the part to read begins, such as
    `nextOffset` of an answer; with `rows`, the row; default: 0."""
    pages: NotRequired[str | None]
    """With `pdf`: the pages, such as `3`, `3-5` or `3-`; default: all."""
    ref: NotRequired[ElementId | None]
    """The element; the same as `uid`."""
    seen: NotRequired[str | None]
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    selector: NotRequired[str | None]
    """CSS selector, or, except with `count`, `text=` and the exact visible text of the element;
    searched through frames and shadow roots. Exactly one element must match, except with
    `count`."""
    session: NotRequired[str | None]
    """Name of the session of the snapshot, 1 to 200 bytes; default `default`."""
    snapshot: NotRequired[int | None]
    """Number of the snapshot that has the id; default: the latest of the session."""
    tab: NotRequired[int | None]
    """Number of the tab; default: the tab of the element, or the active tab."""
    timeoutMs: NotRequired[int | None]
    """Timeout in milliseconds, 100 to 60,000; default 15,000."""
    uid: NotRequired[ElementId | None]
    """The element."""
    what: Property
    """The property to read."""
    where: NotRequired[dict[str, str]]
    """With `table` and `rows`: texts of the rows by column name; matches parts and ignores case.
    With `rows`, `*` is any column."""
    whole: NotRequired[bool]
    """With `markdown` of a page: all of it, instead of its main content."""
    within: NotRequired[ElementId | None]
    """With `selector`, not with `count`: the uid of an element that contains the element."""


class Hover(TypedDict):
    """Arguments of a hover."""

    modifiers: NotRequired[list[Modifier]]
    """Keys to hold down."""
    position: NotRequired[list[float] | None]
    """Position in CSS pixels from the upper left corner of its padding box; default: its center."""


class NetworkAnswer(TypedDict):
    """Answer of `POST /network`. Times are in milliseconds since 1970, by the clock of the browser."""

    at: float
    """The end of the last known request, for the `after` of the next request."""
    count: int
    """Number of matching requests; can be larger than the length of `requests`."""
    notes: list[str]
    """What the answer can't contain, one sentence each."""
    requests: list[NetworkEntry]
    """The matching requests, in the order of their starts. Requests that have not ended are not
    known."""
    since: float
    """When the main document was requested."""
    tab: int
    """The tab."""


class ObserveRequest(TypedDict):
    """A request for a snapshot."""

    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the tab, or the only connected one."""
    compact: NotRequired[bool]
    """Omit elements without information."""
    compression: NotRequired[Compression | None]
    """`delta`: only the changes since the session's last snapshot of the tab with the same
    options."""
    cursor: NotRequired[str | None]
    """Cursor of an earlier answer, to continue it."""
    cursor_interactive: NotRequired[bool]
    """`refs`: also elements that are clickable or focusable without a role."""
    engine: NotRequired[Engine]
    """Where to run the engine."""
    exclude_patterns: NotRequired[list[str]]
    """Omit elements whose role, name or placeholder matches one of these."""
    exclude_roles: NotRequired[list[str]]
    """Omit elements with these roles, and their contents."""
    find: NotRequired[FindChoice | None]
    """Only lines that contain a text, with their ancestors."""
    fold: NotRequired[bool]
    """Fold long runs of similar rows, items and options."""
    format: NotRequired[Format]
    """The text format."""
    include: NotRequired[list[Include]]
    """Additional properties of elements."""
    interactive_only: NotRequired[bool]
    """Only interactive elements."""
    max_chars: NotRequired[int | None]
    """Maximum size of the text, in characters."""
    max_depth: NotRequired[int | None]
    """Maximum depth; the document has depth 0."""
    max_tokens: NotRequired[int | None]
    """Maximum size of the text, in tokens."""
    modal_only: NotRequired[bool]
    """Only the open modal dialog, if there is one."""
    roles: NotRequired[list[str]]
    """Only elements with these roles, and text in them."""
    scope: NotRequired[ScopeChoice | None]
    """The part of the page: a CSS selector, or a uid of this session."""
    session: NotRequired[str | None]
    """Name of the session, to which the uids belong; default `default`."""
    tab: NotRequired[int | None]
    """Number of the tab; default: the active tab."""
    timeoutMs: NotRequired[int | None]
    """Timeout in milliseconds."""
    timings: NotRequired[bool]
    """Whether to report the times of all stages."""
    viewport_only: NotRequired[bool]
    """Only elements in the viewport."""
    what: NotRequired[str | None]
    """`a11y_tree`; required. With `network`, `errors` or `downloads`, the body and the answer
    are those of `/network`, `/errors` or `/downloads`."""


class PageHeader(TypedDict):
    """Facts about the page."""

    dialog: NotRequired[str | None]
    """Name of the modal or open dialog."""
    elements: int
    """Number of elements of the main document."""
    focused: NotRequired[str | None]
    """The uid of the focused element."""
    framesMissing: NotRequired[list[str]]
    """Frames that could not be read, each with the reason."""
    pageMoved: NotRequired[bool]
    """The page changed while it was read."""
    ready: ReadyState
    """`readyState` of the main document."""
    scroll: list[int]
    """Scroll position x, y, and scrollable width and height."""
    title: str
    """Title."""
    url: str
    """URL."""
    viewport: list[int]
    """Width and height of the viewport."""


class ScreenshotAnswer(TypedDict):
    """Answer of `POST /screenshot`."""

    clipped: NotRequired[bool]
    """Whether a part of the requested element is outside the viewport; absent if not."""
    data: NotRequired[str | None]
    """The image, base64; absent if it is unchanged."""
    devicePixelRatio: float
    """Device pixels per CSS pixel, including page zoom."""
    height: int
    """Height in pixels."""
    hint: NotRequired[str | None]
    """What the image does not show, and how to get it."""
    legend: NotRequired[str | None]
    """With `marks`: a line for each marked element in the format `lean`, in page order."""
    marks: NotRequired[list[Mark] | None]
    """With `marks`: the positions of the marked elements."""
    mimeType: ImageMediaType
    """Media type of the image."""
    page: NotRequired[CapturedPage | None]
    """With `full`: the captured part of the page."""
    scale: float
    """Image pixels per CSS pixel."""
    snapshot: NotRequired[int | None]
    """With `marks`: number of the session's snapshot that has the uids."""
    tab: int
    """The tab."""
    unchanged: NotRequired[bool]
    """Whether the image equals the session's last screenshot of this tab."""
    unmarked: NotRequired[int | None]
    """Number of interactive elements in the viewport without a mark, because there are too many or
    no room."""
    url: str
    """URL of the page."""
    width: int
    """Width in pixels."""


class Scroll(TypedDict):
    """Arguments of a scroll: at most one of the fields; default: scrolls the element into view."""

    by: NotRequired[list[float] | None]
    """CSS pixels to the right and down."""
    to: NotRequired[ScrollTo | None]
    """A position."""


class StatusAnswer(TypedDict):
    """Answer of `GET /status`. A named agent sees only its own numbers, and of a browser only what it
    needs to use it."""

    agents: list[AgentStatus]
    """The agents; a named agent sees only itself."""
    audit: AuditStatus | None
    """State of the audit log; null if the server has none, and for a named agent."""
    browsers: list[BrowserStatus]
    """Every known browser, in the order of their first connection."""
    cache: CacheStatus | None
    """The cache of pages; null for a named agent."""
    extension: ExtensionStatus
    """The extension of the browser that connected last."""
    gateway: NotRequired[GatewayStatus | None]
    """The gateway that the server has joined; null if it has joined none, and for a named agent."""
    queue: QueueStatus | None
    """The queries that are not answered yet; null for a named agent."""
    sessions: int
    """Number of sessions; for a named agent, of its own."""
    shownBytes: int | None
    """Approximate size of the snapshots of all sessions, in bytes; not part of the cache. Null for
    a named agent."""
    uptimeSeconds: int
    """Seconds since the server started."""
    version: str
    """Version of the server."""
    wire: int
    """Wire version of the server."""


StepCondition = TypedDict(
    'StepCondition',
    {
        'contains': NotRequired[str | None],
        'find': NotRequired[FindRequest | None],
        'get': NotRequired[GetRequest | None],
        'is': NotRequired[str | None],
        'over': NotRequired[float | None],
        'under': NotRequired[float | None],
        'value': NotRequired[str | None],
        'wait': NotRequired[WaitRequest | None],
    },
)


class Tab(TypedDict):
    """A tab."""

    active: bool
    """Whether it is the active tab of its window."""
    browser: str
    """Name of its browser."""
    discarded: bool
    """Whether the browser unloaded it to save memory."""
    incognito: bool
    """Whether its window is incognito."""
    readable: bool
    """Whether the extension may read it, according to its URL and to the user."""
    status: TabStatus
    """How far it has loaded its page."""
    tab: int
    """Number of the tab, for use in requests."""
    title: str
    """Title; empty if there is none, or the user denies access to the tab."""
    url: str
    """URL; empty if the browser or the user denies access to it."""
    window: int
    """Chrome's id of the window."""
    windowFocused: bool
    """Whether its window is the last focused one."""


class TabsAnswer(TypedDict):
    """Answer of `GET /tabs`."""

    missing: NotRequired[list[MissingBrowser]]
    """Browsers that did not answer, if others did; absent if all did."""
    tabs: list[Tab]
    """Every tab, by browser and window."""


WaitAnswer = TypedDict(
    'WaitAnswer',
    {
        'download': NotRequired[DownloadEntry | None],
        'for': WaitFor,
        'found': NotRequired[FoundElement | None],
        'pageTitle': NotRequired[str | None],
        'tab': NotRequired[int | None],
        'url': NotRequired[str | None],
        'waitedMs': int,
    },
)


class ClickAction(ActionTarget, Click):
    """Presses and releases a mouse button on the element."""

    action: Literal['click']


class HoverAction(ActionTarget, Hover):
    """Moves the pointer onto the element."""

    action: Literal['hover']


class FocusAction(ActionTarget):
    """Focuses the element."""

    action: Literal['focus']


class ActivateAction(ActionTarget):
    """Clicks as assistive technology does, even if the element is covered."""

    action: Literal['activate']


class FillAction(ActionTarget):
    """Replaces the value of a field."""

    action: Literal['fill']
    value: str
    """The text."""


class FillSecretAction(ActionTarget):
    """Enters a secret of the user's into a field of a password, a code or a card. Its value is in
    no answer and no log."""

    action: Literal['fill_secret']
    secret: str
    """The name of the secret, see `axlens secret list`."""


class ClearAction(ActionTarget):
    """Empties a field."""

    action: Literal['clear']


class SetAction(ActionTarget):
    """Sets a date, time, color, range or number field."""

    action: Literal['set']
    value: str
    """In the syntax of the field's `value`: `2026-11-23`, `#d6249f`, `7`."""


class TypeAction(ActionTarget, Type):
    """Types a text key by key at the caret."""

    action: Literal['type']


class PressAction(ActionTarget, Press):
    """Presses keys one after another."""

    action: Literal['press']


class SelectAction(ActionTarget, Select):
    """Selects exactly the given options of a list."""

    action: Literal['select']


class CheckAction(ActionTarget):
    """Checks a checkbox, a radio button or a switch."""

    action: Literal['check']


class UncheckAction(ActionTarget):
    """Unchecks a checkbox or switch."""

    action: Literal['uncheck']


class ScrollAction(ActionTarget, Scroll):
    """Scrolls the element, its container or the page."""

    action: Literal['scroll']


class SubmitAction(ActionTarget):
    """Submits the form that the element belongs to."""

    action: Literal['submit']


class HighlightAction(ActionTarget):
    """Outlines the element for two seconds."""

    action: Literal['highlight']


class SelectTextAction(ActionTarget):
    """Selects a text of the element with the mouse, as for copying or formatting."""

    action: Literal['select_text']
    text: NotRequired[str | None]
    """The exact visible text, which may span several elements; default: all text of the
    element."""


class UploadAction(ActionTarget):
    """Sets the files of a file field, or drops files on the element."""

    action: Literal['upload']
    files: list[UploadedFile]
    """The files, 1 to 20, at most 8 MiB in total."""


class ExecuteJsAction(ActionTarget):
    """Runs a script in the page's main world, in the document of the element or of the tab, if the
    user enabled this. The script can read secrets."""

    action: Literal['execute_js']
    script: str
    """The body of a function with `return`, or one expression; a promise is awaited."""


class CallToolAction(ActionTarget):
    """Calls a tool that the page offers to agents."""

    action: Literal['call_tool']
    arguments: NotRequired[dict[str, Any]]
    """Its arguments, as its schema describes them."""
    tool: str
    """The tool: its handle in the list of page tools, or its name if only one has it."""


class NavigateAction(ActionTarget):
    """Navigates the tab to a URL."""

    action: Literal['navigate']
    url: str
    """The URL: `http://` or `https://`."""


class BackAction(ActionTarget):
    """Goes back in the tab's history."""

    action: Literal['back']


class ForwardAction(ActionTarget):
    """Goes forward in the tab's history."""

    action: Literal['forward']


class ReloadAction(ActionTarget):
    """Reloads the page."""

    action: Literal['reload']


class NewTabAction(ActionTarget):
    """Opens a tab in the background."""

    action: Literal['new_tab']
    url: NotRequired[str | None]
    """Its URL; default: an empty tab."""


class CloseTabAction(ActionTarget):
    """Closes a tab that this agent opened."""

    action: Literal['close_tab']


class ActivateTabAction(ActionTarget):
    """Makes the tab the active tab of its window."""

    action: Literal['activate_tab']


class ClaimTabAction(ActionTarget):
    """Prevents other agents from acting in the tab, until this agent releases it or has not acted
    there for a minute."""

    action: Literal['claim_tab']


class ReleaseTabAction(ActionTarget):
    """Releases a claimed tab."""

    action: Literal['release_tab']


class ReadAnswerFind(TypedDict):
    """Of `find`."""

    find: FindAnswer


class ReadAnswerGet(TypedDict):
    """Of `get`."""

    get: GetAnswer


class ReadAnswerWait(TypedDict):
    """Of `wait`."""

    wait: WaitAnswer


class ReadAnswerScreenshot(TypedDict):
    """Of `screenshot`."""

    screenshot: ScreenshotAnswer


class ReadAnswerNetwork(TypedDict):
    """Of `network`."""

    network: NetworkAnswer


class ReadAnswerErrors(TypedDict):
    """Of `errors`."""

    errors: ErrorsAnswer


class ReadAnswerDownloads(TypedDict):
    """Of `downloads`."""

    downloads: DownloadsAnswer


class ReadAnswerAskUser(TypedDict):
    """Of `ask_user`."""

    ask_user: AskUserAnswer


class ReadStepGet(TypedDict):
    """As `POST /get`."""

    get: GetRequest


class ReadStepObserve(TypedDict):
    """As `POST /observe`; `what` can be omitted, and the default of `format` is `lean`."""

    observe: ObserveRequest


class ReadStepErrors(TypedDict):
    """As `POST /errors`."""

    errors: ErrorsRequest


class ReadStepAskUser(TypedDict):
    """As `POST /ask-user`."""

    ask_user: AskUserRequest


class ActionResult(TypedDict):
    """The result of one action."""

    action: str
    """Name of the action."""
    before: NotRequired[bool]
    """An earlier request had the same `key`: this is its result."""
    evidence: NotRequired[Evidence]
    """The evidence of the outcome."""
    hint: NotRequired[ActionHint | None]
    """Why it may have had no effect."""
    name: NotRequired[str | None]
    """Accessible name of the element; absent if it has none."""
    outcome: Outcome
    """The outcome."""
    renamed: NotRequired[bool]
    """Digits or punctuation of its name differ from those in the snapshot."""
    rerendered: NotRequired[bool]
    """The page created it again since the snapshot, and no other element matches."""
    role: NotRequired[str | None]
    """Role of the element, as in ARIA."""
    threw: NotRequired[str | None]
    """The exception of the script, or why it returned no value."""
    uid: NotRequired[str | None]
    """The element's uid."""
    value: NotRequired[Any]
    """The value that the script returned. If its JSON is longer than 20,000 characters: the
    beginning of the JSON, as text."""
    valueLength: NotRequired[int | None]
    """Length of that JSON in characters, if it was cut."""
    via: NotRequired[Via | None]
    """How the action was executed, if not with the pointer or the keyboard."""


class CollectedRows(TypedDict):
    """Rows of several pages."""

    claim: NotRequired[str | None]
    """The page's text, such as `1-20 of 431`."""
    claimed: NotRequired[int | None]
    """How many rows there are according to the page: the last number of `claim`."""
    columns: list[str]
    """Names of the columns."""
    ended: CollectEnd
    """Why no more were read."""
    gaps: NotRequired[int]
    """How often a part of a list did not begin in the part before: rows between them can be
    missing."""
    pages: int
    """How many pages, or parts of a list, were read."""
    rows: list[DataRow]
    """The rows, in order. Those that the page has no longer are without controls."""
    why: NotRequired[str | None]
    """With `no_next`: what is the matter with the element of `next`."""


class ControlResult4(TypedDict):
    """Of `collect`."""

    collect: CollectedRows


ControlResult: TypeAlias = ControlResult1 | ControlResult2 | ControlResult3 | ControlResult4
"""The result of a step that decides."""


class Drag(TypedDict):
    """Arguments of a drag."""

    hold: NotRequired[int]
    """Milliseconds between the press and the first move, 0 to 5,000."""
    modifiers: NotRequired[list[Modifier]]
    """Keys to hold down."""
    position: NotRequired[list[float] | None]
    """Where to press, in CSS pixels from the upper left corner of its padding box; default: its
    center."""
    to: DragTo
    """The target."""


class ExpectStep(TypedDict):
    """Ends the request with the fault `not_as_expected` unless a condition holds."""

    expect: StepCondition
    """The condition."""


class ObserveAnswer(TypedDict):
    """A snapshot, or a part of it."""

    changed: NotRequired[bool | None]
    """With a cursor: whether the page has changed since the first part."""
    cursor: NotRequired[str | None]
    """Cursor of the next part; absent in the last one."""
    delta: NotRequired[DeltaKind | None]
    """Kind of the delta: `unchanged`, `changes`, or `full` if no delta is possible."""
    document: str | None
    """Chrome's id of the main document; null if there is none."""
    engine: EngineLocation
    """Where the engine ran."""
    header: PageHeader
    """Facts about the page."""
    hint: NotRequired[str | None]
    """How to see more."""
    idMap: NotRequired[dict[str, Any] | None]
    """How to find the element of each id in the text, in formats with their own ids."""
    interactiveCount: int
    """Number of interactive elements in the text."""
    maxDepthReached: bool
    """Elements below the maximum depth were omitted."""
    nodeCount: int
    """Number of elements in the text."""
    pageTitle: str
    """Title of the main document."""
    pageTools: NotRequired[int]
    """Number of tools that the page offers to agents, which `POST /page-tools` lists; absent if
    there are none."""
    refs: NotRequired[dict[str, Any] | None]
    """`refs`: how to find the element of each ref with Playwright."""
    rootSelector: str
    """The requested part of the page; `body` for the whole page."""
    session: str
    """Name of the session, to which the uids belong."""
    since: NotRequired[int | None]
    """Number of the snapshot that a delta refers to."""
    snapshot: int
    """Number of the snapshot in its session."""
    tab: int
    """Number of the tab."""
    timings: NotRequired[dict[str, Any] | None]
    """Times of the stages, in milliseconds."""
    tokenEstimate: TokenEstimate
    """The cost of the text in tokens."""
    tree: str
    """The text."""
    uidMap: dict[str, ElementEntry]
    """How to find the element of each uid in the text."""
    url: str
    """URL of the main document."""
    world: int
    """Random number that changes when the main document is loaded again."""


ReadStep: TypeAlias = ReadStepFind | ReadStepGet | ReadStepWait | ReadStepObserve | ReadStepScreenshot | ReadStepNetwork | ReadStepErrors | ReadStepDownloads | ReadStepAskUser
"""A read between actions: the body of its endpoint, without `session` and `browser`, which belong
to the request."""


class TabActionAnswer(TypedDict):
    """Answer of every action in a tab, with the result as in `POST /interact`."""

    action: str
    """Name of the action."""
    before: NotRequired[bool]
    """An earlier request had the same `key`: this is its result."""
    evidence: NotRequired[Evidence]
    """The evidence of the outcome."""
    filled: NotRequired[ActionResult | None]
    """With `/type` and `submit`: the result of filling the field, before Enter was pressed."""
    hint: NotRequired[ActionHint | None]
    """Why it may have had no effect."""
    name: NotRequired[str | None]
    """Accessible name of the element; absent if it has none."""
    newTabs: NotRequired[list[int]]
    """Tabs that the action opened, or in which it opened a page."""
    ok: bool
    """Whether the action was executed; false for the outcomes `already` and `unknown`."""
    outcome: Outcome
    """The outcome."""
    renamed: NotRequired[bool]
    """Digits or punctuation of its name differ from those in the snapshot."""
    rerendered: NotRequired[bool]
    """The page created it again since the snapshot, and no other element matches."""
    role: NotRequired[str | None]
    """Role of the element, as in ARIA."""
    settled: NotRequired[Settled]
    """How the wait for the page ended; absent if the page became idle."""
    threw: NotRequired[str | None]
    """The exception of the script, or why it returned no value."""
    uid: NotRequired[str | None]
    """The element's uid."""
    url: NotRequired[str | None]
    """URL of the tab afterwards; absent if the tab is closed or the URL unknown."""
    value: NotRequired[Any]
    """The value that the script returned. If its JSON is longer than 20,000 characters: the
    beginning of the JSON, as text."""
    valueLength: NotRequired[int | None]
    """Length of that JSON in characters, if it was cut."""
    via: NotRequired[Via | None]
    """How the action was executed, if not with the pointer or the keyboard."""
    waitedMs: int
    """Time spent waiting for the page, in milliseconds."""


class DragAction(ActionTarget, Drag):
    """Drags the element."""

    action: Literal['drag']


class ReadAnswerObserve(TypedDict):
    """Of `observe`."""

    observe: ObserveAnswer


LetStep = TypedDict(
    'LetStep',
    {
        'from': ReadStep,
        'let': str,
    },
)


ReadAnswer: TypeAlias = ReadAnswerFind | ReadAnswerGet | ReadAnswerWait | ReadAnswerObserve | ReadAnswerScreenshot | ReadAnswerNetwork | ReadAnswerErrors | ReadAnswerDownloads | ReadAnswerAskUser
"""The result of a read: the answer of its endpoint, under the name of the read."""


StepResult: TypeAlias = ActionResult | ReadAnswer | ControlResult
"""The result of a step."""


TargetedAction: TypeAlias = ClickAction | HoverAction | FocusAction | ActivateAction | FillAction | FillSecretAction | ClearAction | SetAction | TypeAction | PressAction | SelectAction | CheckAction | UncheckAction | ScrollAction | SubmitAction | HighlightAction | DragAction | SelectTextAction | UploadAction | ExecuteJsAction | CallToolAction | NavigateAction | BackAction | ForwardAction | ReloadAction | NewTabAction | CloseTabAction | ActivateTabAction | ClaimTabAction | ReleaseTabAction
"""An action and its element."""


class CollectStep(TypedDict):
    """Reads rows, executes an action that brings the next ones, and so on: until there is no next page
    or nothing new."""

    collect: GetRequest
    """What to read: as `POST /get` with `what` `rows`. `where` and `limit`, at most 1,000, are for
    the rows of all pages. A later page has the rows with the same columns, or with more or
    fewer of them."""
    next: TargetedAction
    """The action that brings the next rows, such as a click on "Next", or `scroll` in a list that
    draws only the rows in view. A row that the page has before and after the action is listed
    once."""
    pages: NotRequired[int]
    """How many pages, or parts of a list, to read at most, 1 to 100; default: 20."""


class InteractAnswer(TypedDict):
    """Answer of `POST /interact`. With the fields of a fault, it is also the answer if an action after
    the first one failed."""

    cursor: NotRequired[str | None]
    """Cursor of the next part of the snapshot."""
    delta: NotRequired[DeltaKind | None]
    """Kind of the snapshot: `unchanged`, `changes` or `full`."""
    hint: NotRequired[str | None]
    """How to see more."""
    newTabs: NotRequired[list[int]]
    """Tabs that the actions opened, or in which they opened a page."""
    outside: NotRequired[list[str]]
    """Lines that the actions added where the view of the snapshot does not show them: at most
    five, in the form of a snapshot, shortened."""
    pageTitle: NotRequired[str | None]
    """Title of the page; absent without a snapshot, and with a delta if it is unchanged."""
    results: list[StepResult]
    """Results of the actions and reads, in order. Of the steps that decide, `let`, `for`,
    `collect` and `stop` have results."""
    settled: NotRequired[Settled]
    """How the last wait for the page ended; absent if the page became idle."""
    since: NotRequired[int | None]
    """Number of the snapshot that a delta refers to."""
    snapshot: NotRequired[int | None]
    """Number of the snapshot in its session."""
    steps: NotRequired[list[str]]
    """Which step each result is of, if the request has steps that decide: `3#2.1` is the first
    step in round 2 of the `for` that is step 3; `4.1` the first step in the `if` that is
    step 4."""
    tab: int
    """The tab of the actions."""
    text: NotRequired[str | None]
    """The answer as text, if the request wants it: a line for each result, numbered if there are
    several, then what changed on the page."""
    tree: NotRequired[str | None]
    """The page as text; absent if it is unchanged."""
    uidMap: NotRequired[dict[str, Any] | None]
    """How to find the element of each uid in the text, if the request includes selectors."""
    url: NotRequired[str | None]
    """URL of the page; absent without a snapshot, and with a delta if it is unchanged."""
    waitedMs: int
    """Time spent waiting for the page, over all actions, in milliseconds."""


class InteractStopped(TypedDict):
    """The answer if an action or read after the first one failed: the fault, and the results of those
    before it."""

    done: InteractAnswer
    """The results of those before it, and the current page."""
    error: Code
    """Code of the error."""
    hint: str
    """What to do next."""
    message: str
    """One sentence that describes the error and names its cause."""
    retryable: bool
    """Whether the same request may succeed later, unchanged."""
    seen: NotRequired[str | None]
    """With `changed_uid`: the element as the message describes it. A request with this `seen`
    accepts that element, and fails if it has changed again."""


ControlStep: TypeAlias = Union[
    "IfStep",
    "UnlessStep",
    "ForStep",
    LetStep,
    ExpectStep,
    StopStep,
    CollectStep,
]
"""An item of `actions` that decides which others are executed."""


ForStep = TypedDict(
    'ForStep',
    {
        'as': NotRequired[str | None],
        'do': list["Step"],
        'for': ForEach,
    },
)


IfStep = TypedDict(
    'IfStep',
    {
        'else': NotRequired[list["Step"]],
        'if': StepCondition,
        'then': list["Step"],
    },
)


class InteractRequest(TypedDict):
    """Body of `POST /interact`: one action (`action`, its arguments and its element), or several
    (`actions`), and the options of `POST /observe` for the snapshot in the answer."""

    actions: NotRequired[list[Step] | None]
    """Several actions, reads between them, and steps that decide which others are executed, in
    order up to the first fault."""
    activation: NotRequired[bool | None]
    """Each action waits, up to a minute, until the user presses the key that grants the page a
    user gesture (`Ctrl+Shift+Comma`): for features that browsers deny to synthetic events."""
    browser: NotRequired[str | None]
    """Id or name of the browser; default: that of the tab, or the only connected one."""
    compact: NotRequired[bool]
    """Omit elements without information."""
    compression: NotRequired[Compression | None]
    """`delta`: only the changes since the session's last snapshot of the tab with the same
    options."""
    cursor: NotRequired[str | None]
    """Cursor of an earlier answer, to continue it."""
    cursor_interactive: NotRequired[bool]
    """`refs`: also elements that are clickable or focusable without a role."""
    dialogs: NotRequired[Dialogs | None]
    """How dialogs of the page are answered during the actions; default: they stay open for the
    user, and the fault is `page_blocked`."""
    dryRun: NotRequired[bool | None]
    """Only checks whether each action is possible on the page as it is now. No event is sent, and
    the user is not prompted; the outcome is `possible`."""
    engine: NotRequired[Engine]
    """Where to run the engine."""
    exclude_patterns: NotRequired[list[str]]
    """Omit elements whose role, name or placeholder matches one of these."""
    exclude_roles: NotRequired[list[str]]
    """Omit elements with these roles, and their contents."""
    find: NotRequired[FindChoice | None]
    """Only lines that contain a text, with their ancestors."""
    fold: NotRequired[bool]
    """Fold long runs of similar rows, items and options."""
    format: NotRequired[Format]
    """The text format."""
    frame: NotRequired[list[str] | None]
    """With `selector`: selectors that match the iframes around the element, outermost first."""
    hosts: NotRequired[list[str] | None]
    """With `selector`: selectors of the shadow hosts around the element, outermost first, as in
    `/locate`."""
    id: NotRequired[ElementId | None]
    """The element; the same as `uid`."""
    include: NotRequired[list[Include]]
    """Additional properties of elements."""
    interactive_only: NotRequired[bool]
    """Only interactive elements."""
    key: NotRequired[str | None]
    """Idempotency key: a later request with the same key gets the outcomes of the first one's
    actions; reads are executed again."""
    max_chars: NotRequired[int | None]
    """Maximum size of the text, in characters."""
    max_depth: NotRequired[int | None]
    """Maximum depth; the document has depth 0."""
    max_tokens: NotRequired[int | None]
    """Maximum size of the text, in tokens."""
    modal_only: NotRequired[bool]
    """Only the open modal dialog, if there is one."""
    nth: NotRequired[int | None]
    """With `selector`: which match in document order, from 1, if several elements match."""
    of: NotRequired[int | None]
    """Number of the snapshot that has the id; default: the latest of the session."""
    ref: NotRequired[ElementId | None]
    """The element; the same as `uid`."""
    roles: NotRequired[list[str]]
    """Only elements with these roles, and text in them."""
    scope: NotRequired[ScopeChoice | None]
    """The part of the page: a CSS selector, or a uid of this session."""
    seen: NotRequired[str | None]
    """The `seen` of a `changed_uid`: accepts the element as that fault describes it."""
    selector: NotRequired[str | None]
    """CSS selector, `text=` and the exact visible text of the element, or `role=` with its role
    and exact name as in a snapshot (`role=button "Save"`); searched through frames and shadow
    roots. Exactly one element must match. Or `at=X,Y`: the innermost element at this
    point of the viewport, in CSS pixels, where the action uses it."""
    session: NotRequired[str | None]
    """Name of the session, to which the uids belong; default `default`."""
    snapshot: NotRequired[Show | None]
    """The snapshot in the answer; default `delta`."""
    tab: NotRequired[int | None]
    """Number of the tab; default: the active tab."""
    timeoutMs: NotRequired[int | None]
    """Timeout in milliseconds."""
    timings: NotRequired[bool]
    """Whether to report the times of all stages."""
    uid: NotRequired[ElementId | None]
    """The element."""
    viewport_only: NotRequired[bool]
    """Only elements in the viewport."""
    what: NotRequired[str | None]
    """`a11y_tree`; required. With `network`, `errors` or `downloads`, the body and the answer
    are those of `/network`, `/errors` or `/downloads`."""
    withText: NotRequired[bool | None]
    """The answer has its text (`text`); default no."""
    within: NotRequired[ElementId | None]
    """With `selector`: the uid of an element that contains the element."""


Step: TypeAlias = TargetedAction | ReadStep | ControlStep
"""An item of `actions`: an action, a read, or a step that decides which others are executed."""


class UnlessStep(TypedDict):
    """Executes steps unless a condition holds."""

    then: list[Step]
    """The steps that are executed if it does not hold."""
    unless: StepCondition
    """The condition."""
