"""A class for each code of a fault.

Generated from docs/openapi.json by scripts/generate.py.
"""

from ._faults import Fault

__all__ = [
    "AmbiguousBrowser",
    "AmbiguousId",
    "BadRequest",
    "BodyTooLarge",
    "BrowserIdTaken",
    "BrowserNotFound",
    "ChangedTool",
    "ChangedUid",
    "DownloadInterrupted",
    "DownloadsDisabled",
    "ElementCovered",
    "ElementDisabled",
    "ElementMoving",
    "ElementNotVisible",
    "ExtensionDisconnected",
    "Forbidden",
    "Internal",
    "MethodNotAllowed",
    "NotApplicable",
    "NotAsExpected",
    "NotEditable",
    "NotFound",
    "NotSupported",
    "NotYet",
    "OptionNotFound",
    "PageBlocked",
    "PageMoved",
    "PermissionDenied",
    "QueueFull",
    "ReadingPaused",
    "RestrictedPage",
    "ResultTooLarge",
    "ScopeNotFound",
    "SiteAccessWithheld",
    "StaleUid",
    "TabClaimed",
    "TabCrashed",
    "TabDiscarded",
    "TabNotFound",
    "TabNotVisible",
    "Timeout",
    "Unauthorized",
    "UnknownUid",
    "UserHasTab",
    "UserScriptsDisabled",
    "VersionMismatch",
]


class Unauthorized(Fault):
    """The token is missing or invalid for this endpoint."""

    code = "unauthorized"


class BadRequest(Fault):
    """The request is not valid."""

    code = "bad_request"


class Forbidden(Fault):
    """Foreign host or origin."""

    code = "forbidden"


class NotFound(Fault):
    """No such endpoint."""

    code = "not_found"


class MethodNotAllowed(Fault):
    """The endpoint does not support this method."""

    code = "method_not_allowed"


class BodyTooLarge(Fault):
    """The request's body is larger than the endpoint's limit."""

    code = "body_too_large"


class ExtensionDisconnected(Fault):
    """No extension is connected."""

    code = "extension_disconnected"


class AmbiguousBrowser(Fault):
    """Several browsers are connected and the request names none."""

    code = "ambiguous_browser"


class BrowserNotFound(Fault):
    """No such browser."""

    code = "browser_not_found"


class BrowserIdTaken(Fault):
    """Another browser is connected with the same id."""

    code = "browser_id_taken"


class ReadingPaused(Fault):
    """The user paused all reading."""

    code = "reading_paused"


class TabNotFound(Fault):
    """No such tab."""

    code = "tab_not_found"


class TabDiscarded(Fault):
    """The browser unloaded the tab to save memory."""

    code = "tab_discarded"


class TabCrashed(Fault):
    """The tab's process crashed."""

    code = "tab_crashed"


class TabNotVisible(Fault):
    """The tab is not the active tab of its window."""

    code = "tab_not_visible"


class TabClaimed(Fault):
    """Another agent claimed the tab."""

    code = "tab_claimed"


class UserHasTab(Fault):
    """The user acts in the tab."""

    code = "user_has_tab"


class PageBlocked(Fault):
    """The page's scripts are blocked."""

    code = "page_blocked"


class RestrictedPage(Fault):
    """Extensions cannot read this page."""

    code = "restricted_page"


class SiteAccessWithheld(Fault):
    """The user has not granted the extension access to this site."""

    code = "site_access_withheld"


class PermissionDenied(Fault):
    """The user, the browser's policy or the agent's token does not allow this."""

    code = "permission_denied"


class ScopeNotFound(Fault):
    """The scope matches nothing on the page."""

    code = "scope_not_found"


class StaleUid(Fault):
    """The element or its document no longer exists."""

    code = "stale_uid"


class UnknownUid(Fault):
    """No snapshot of this session had this uid."""

    code = "unknown_uid"


class ChangedUid(Fault):
    """The row, item or dialog around the element differs from the snapshot."""

    code = "changed_uid"


class AmbiguousId(Fault):
    """The selector matches more than one element."""

    code = "ambiguous_id"


class ElementCovered(Fault):
    """Another element covers it."""

    code = "element_covered"


class ElementNotVisible(Fault):
    """The element has no box, so it is not visible."""

    code = "element_not_visible"


class PageMoved(Fault):
    """The page moved during the screenshot."""

    code = "page_moved"


class ElementDisabled(Fault):
    """The element is disabled."""

    code = "element_disabled"


class ElementMoving(Fault):
    """The element moves."""

    code = "element_moving"


class OptionNotFound(Fault):
    """The list has no such option."""

    code = "option_not_found"


class NotApplicable(Fault):
    """The action does not apply to the element."""

    code = "not_applicable"


class NotEditable(Fault):
    """The element is not editable."""

    code = "not_editable"


class UserScriptsDisabled(Fault):
    """Scripts of agents are disabled."""

    code = "user_scripts_disabled"


class DownloadsDisabled(Fault):
    """The extension may not see downloads."""

    code = "downloads_disabled"


class DownloadInterrupted(Fault):
    """A download ended without a file."""

    code = "download_interrupted"


class QueueFull(Fault):
    """Too many queries are waiting."""

    code = "queue_full"


class Timeout(Fault):
    """There was no answer in time."""

    code = "timeout"


class NotYet(Fault):
    """The condition did not hold in time."""

    code = "not_yet"


class NotAsExpected(Fault):
    """An `expect` of a request does not hold."""

    code = "not_as_expected"


class ChangedTool(Fault):
    """The page has no tool that is as it was listed."""

    code = "changed_tool"


class NotSupported(Fault):
    """The browser can't do this."""

    code = "not_supported"


class ResultTooLarge(Fault):
    """The result is larger than the limit."""

    code = "result_too_large"


class VersionMismatch(Fault):
    """Server and extension (or agent) have different wire versions."""

    code = "version_mismatch"


class Internal(Fault):
    """An error in Axlens itself."""

    code = "internal"
