// Generated from docs/openapi.json by scripts/generate.mjs. Do not edit it.

import { Fault } from './fault.js';

/**
 * The token is missing or invalid for this endpoint. Send `Authorization: Bearer <agent_token>`;
 * the token is in endpoint.json in the state directory (`axlens status` prints its path).
 */
export class Unauthorized extends Fault {
  /** Its code. */
  static readonly code = 'unauthorized';
}

/**
 * The request is not valid. Correct the request as the message says. `GET /openapi.json` describes
 * every endpoint and its parameters.
 */
export class BadRequest extends Fault {
  /** Its code. */
  static readonly code = 'bad_request';
}

/** Foreign host or origin. Axlens answers only programs on this computer, not web pages. */
export class Forbidden extends Fault {
  /** Its code. */
  static readonly code = 'forbidden';
}

/** No such endpoint. `GET /openapi.json` lists the endpoints. */
export class NotFound extends Fault {
  /** Its code. */
  static readonly code = 'not_found';
}

/**
 * The endpoint does not support this method. `GET /openapi.json` lists the method of each endpoint.
 */
export class MethodNotAllowed extends Fault {
  /** Its code. */
  static readonly code = 'method_not_allowed';
}

/**
 * The request's body is larger than the endpoint's limit. Send a smaller request; agents' requests
 * are at most 64 KiB.
 */
export class BodyTooLarge extends Fault {
  /** Its code. */
  static readonly code = 'body_too_large';
}

/**
 * No extension is connected. Run `axlens doctor` to find the missing part. Chrome must be running
 * with the Axlens extension.
 */
export class ExtensionDisconnected extends Fault {
  /** Its code. */
  static readonly code = 'extension_disconnected';
}

/**
 * Several browsers are connected and the request names none. Name the browser (`browser`: its name
 * or id; `--browser`), or one of its tabs (`tab`).
 */
export class AmbiguousBrowser extends Fault {
  /** Its code. */
  static readonly code = 'ambiguous_browser';
}

/** No such browser. List the browsers (`GET /browsers`, `axlens browsers`) and name one of them. */
export class BrowserNotFound extends Fault {
  /** Its code. */
  static readonly code = 'browser_not_found';
}

/** Another browser is connected with the same id. */
export class BrowserIdTaken extends Fault {
  /** Its code. */
  static readonly code = 'browser_id_taken';
}

/**
 * The user paused all reading. The user paused Axlens; ask them to resume it with the Axlens button
 * in the toolbar.
 */
export class ReadingPaused extends Fault {
  /** Its code. */
  static readonly code = 'reading_paused';
}

/** No such tab. List the tabs (`GET /tabs`, `axlens tabs`) and name one of them. */
export class TabNotFound extends Fault {
  /** Its code. */
  static readonly code = 'tab_not_found';
}

/**
 * The browser unloaded the tab to save memory. Ask the user to open the tab once; then try again.
 */
export class TabDiscarded extends Fault {
  /** Its code. */
  static readonly code = 'tab_discarded';
}

/** The tab's process crashed. Ask the user to reload the tab; then try again. */
export class TabCrashed extends Fault {
  /** Its code. */
  static readonly code = 'tab_crashed';
}

/**
 * The tab is not the active tab of its window. Activate the tab or ask the user to, or continue
 * without a screenshot.
 */
export class TabNotVisible extends Fault {
  /** Its code. */
  static readonly code = 'tab_not_visible';
}

/**
 * Another agent claimed the tab. Use another tab (`new_tab` opens one), or wait: a claim ends when
 * its agent releases it or has not acted for a minute. You can still read the tab.
 */
export class TabClaimed extends Fault {
  /** Its code. */
  static readonly code = 'tab_claimed';
}

/**
 * The user acts in the tab. Wait: for the answer to `ask_user`, or until the user hands the tab
 * back. You can still read it, and act in other tabs.
 */
export class UserHasTab extends Fault {
  /** Its code. */
  static readonly code = 'user_has_tab';
}

/**
 * The page's scripts are blocked. An alert, confirm or prompt is open, or the page hangs. Ask the
 * user to close the dialog, or `reload` the page, which loses what was entered; then try again. Set
 * `dialogs` to answer such dialogs.
 */
export class PageBlocked extends Fault {
  /** Its code. */
  static readonly code = 'page_blocked';
}

/**
 * Extensions cannot read this page. The browser does not allow extensions to read this page; use
 * another tab.
 */
export class RestrictedPage extends Fault {
  /** Its code. */
  static readonly code = 'restricted_page';
}

/**
 * The user has not granted the extension access to this site. Ask the user to allow Axlens on this
 * site (puzzle icon, Axlens, site access).
 */
export class SiteAccessWithheld extends Fault {
  /** Its code. */
  static readonly code = 'site_access_withheld';
}

/**
 * The user, the browser's policy or the agent's token does not allow this. Ask the user to allow
 * it: the Axlens button in the toolbar has this site's policy, the options of Axlens have all sites
 * and agents.
 */
export class PermissionDenied extends Fault {
  /** Its code. */
  static readonly code = 'permission_denied';
}

/**
 * The scope matches nothing on the page. Omit `scope` to see the whole page, then choose an
 * existing element.
 */
export class ScopeNotFound extends Fault {
  /** Its code. */
  static readonly code = 'scope_not_found';
}

/** The element or its document no longer exists. Take a new snapshot and use its uids. */
export class StaleUid extends Fault {
  /** Its code. */
  static readonly code = 'stale_uid';
}

/**
 * No snapshot of this session had this uid. Use a uid from this session's own snapshots, or take a
 * new snapshot.
 */
export class UnknownUid extends Fault {
  /** Its code. */
  static readonly code = 'unknown_uid';
}

/**
 * The row, item or dialog around the element differs from the snapshot. Compare the current element
 * with the one you want. Take a new snapshot, or repeat the request with this fault's `seen` to
 * accept the element as the message describes it. The unchanged request fails again.
 */
export class ChangedUid extends Fault {
  /** Its code. */
  static readonly code = 'changed_uid';
}

/**
 * The selector matches more than one element. Write a more exact selector, or use the uid of an
 * element of a snapshot.
 */
export class AmbiguousId extends Fault {
  /** Its code. */
  static readonly code = 'ambiguous_id';
}

/**
 * Another element covers it. Close the element that covers it or scroll it away, then try again. A
 * point (`at=X,Y`) acts on what is on top.
 */
export class ElementCovered extends Fault {
  /** Its code. */
  static readonly code = 'element_covered';
}

/**
 * The element has no box, so it is not visible. Open or show the element's container, then try
 * again.
 */
export class ElementNotVisible extends Fault {
  /** Its code. */
  static readonly code = 'element_not_visible';
}

/**
 * The page moved during the screenshot. Wait until the page is idle (`/wait` for `quiet`), or omit
 * the marks; then try again. A page that moves a secret field all the time gives no screenshot.
 */
export class PageMoved extends Fault {
  /** Its code. */
  static readonly code = 'page_moved';
}

/** The element is disabled. Enable the element first. */
export class ElementDisabled extends Fault {
  /** Its code. */
  static readonly code = 'element_disabled';
}

/**
 * The element moves. Wait until it stops, then try again; or use `activate`, which does not wait.
 */
export class ElementMoving extends Fault {
  /** Its code. */
  static readonly code = 'element_moving';
}

/** The list has no such option. Choose an option that the message lists. */
export class OptionNotFound extends Fault {
  /** Its code. */
  static readonly code = 'option_not_found';
}

/**
 * The action does not apply to the element. Choose another action for this element, or another
 * element: the message names the reason.
 */
export class NotApplicable extends Fault {
  /** Its code. */
  static readonly code = 'not_applicable';
}

/**
 * The element is not editable. Choose an editable field. A slider that the page draws takes `press`
 * with arrow keys and a `count`; a field that is read-only may open a calendar or a list if it is
 * clicked.
 */
export class NotEditable extends Fault {
  /** Its code. */
  static readonly code = 'not_editable';
}

/**
 * Scripts of agents are disabled. Use other actions. Only the user can allow scripts: in the
 * options of Axlens, and with “Allow user scripts” in Chrome's details of the extension.
 */
export class UserScriptsDisabled extends Fault {
  /** Its code. */
  static readonly code = 'user_scripts_disabled';
}

/**
 * The extension may not see downloads. Ask the user to allow it: in the options of Axlens, under
 * “What Chrome lets Axlens read”.
 */
export class DownloadsDisabled extends Fault {
  /** Its code. */
  static readonly code = 'downloads_disabled';
}

/**
 * A download ended without a file. Start the download again, if that is safe. If the user cancelled
 * it, ask the user.
 */
export class DownloadInterrupted extends Fault {
  /** Its code. */
  static readonly code = 'download_interrupted';
}

/** Too many queries are waiting. Wait for earlier requests to finish, then try again. */
export class QueueFull extends Fault {
  /** Its code. */
  static readonly code = 'queue_full';
}

/**
 * There was no answer in time. Try again, with a larger `timeoutMs` if the page is very large or
 * busy.
 */
export class Timeout extends Fault {
  /** Its code. */
  static readonly code = 'timeout';
}

/**
 * The condition did not hold in time. Read the page (`/observe`, or its delta) before you wait
 * again: it may show why.
 */
export class NotYet extends Fault {
  /** Its code. */
  static readonly code = 'not_yet';
}

/**
 * An `expect` of a request does not hold. Read the page, and decide what to do: the steps before
 * were executed, and none after.
 */
export class NotAsExpected extends Fault {
  /** Its code. */
  static readonly code = 'not_as_expected';
}

/**
 * The page has no tool that is as it was listed. List the page tools again (`/page-tools`, `axlens
 * page-tools`), and compare.
 */
export class ChangedTool extends Fault {
  /** Its code. */
  static readonly code = 'changed_tool';
}

/**
 * The browser can't do this. Use the elements of the page. Chrome has page tools with its feature
 * WebMCPTesting (chrome://flags), or on sites of its origin trial.
 */
export class NotSupported extends Fault {
  /** Its code. */
  static readonly code = 'not_supported';
}

/** The result is larger than the limit. Narrow the request with `scope`. */
export class ResultTooLarge extends Fault {
  /** Its code. */
  static readonly code = 'result_too_large';
}

/**
 * Server and extension (or agent) have different wire versions. Update the older side, then try
 * again.
 */
export class VersionMismatch extends Fault {
  /** Its code. */
  static readonly code = 'version_mismatch';
}

/**
 * An error in Axlens itself. Try again; if it happens again, run the server with AXLENS_LOG=debug
 * and report its output.
 */
export class Internal extends Fault {
  /** Its code. */
  static readonly code = 'internal';
}

/** The class of each code. */
export const FAULT_CLASSES = {
  unauthorized: Unauthorized,
  bad_request: BadRequest,
  forbidden: Forbidden,
  not_found: NotFound,
  method_not_allowed: MethodNotAllowed,
  body_too_large: BodyTooLarge,
  extension_disconnected: ExtensionDisconnected,
  ambiguous_browser: AmbiguousBrowser,
  browser_not_found: BrowserNotFound,
  browser_id_taken: BrowserIdTaken,
  reading_paused: ReadingPaused,
  tab_not_found: TabNotFound,
  tab_discarded: TabDiscarded,
  tab_crashed: TabCrashed,
  tab_not_visible: TabNotVisible,
  tab_claimed: TabClaimed,
  user_has_tab: UserHasTab,
  page_blocked: PageBlocked,
  restricted_page: RestrictedPage,
  site_access_withheld: SiteAccessWithheld,
  permission_denied: PermissionDenied,
  scope_not_found: ScopeNotFound,
  stale_uid: StaleUid,
  unknown_uid: UnknownUid,
  changed_uid: ChangedUid,
  ambiguous_id: AmbiguousId,
  element_covered: ElementCovered,
  element_not_visible: ElementNotVisible,
  page_moved: PageMoved,
  element_disabled: ElementDisabled,
  element_moving: ElementMoving,
  option_not_found: OptionNotFound,
  not_applicable: NotApplicable,
  not_editable: NotEditable,
  user_scripts_disabled: UserScriptsDisabled,
  downloads_disabled: DownloadsDisabled,
  download_interrupted: DownloadInterrupted,
  queue_full: QueueFull,
  timeout: Timeout,
  not_yet: NotYet,
  not_as_expected: NotAsExpected,
  changed_tool: ChangedTool,
  not_supported: NotSupported,
  result_too_large: ResultTooLarge,
  version_mismatch: VersionMismatch,
  internal: Internal,
} as const;
