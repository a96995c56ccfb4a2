// Generated from the protocol crate by its tests; change it there.
// Messages between the server and its own page.

/** One request of an agent. */
export type AuditEntry = {
  /** The agent that sent the request. */
  agent: AuditedAgent;
  /** Name of the browser; absent if no browser received a query. */
  browser?: string | null;
  /**
   * How an action was permitted or denied; absent for reads, and for requests that ended before
   * consent was checked.
   */
  consent?: Consent | null;
  /** The element of the request, if there is exactly one. */
  element?: AuditedElement | null;
  /**
   * Kind of the request: the name of its endpoint or tool, or `interact:` and the name of its
   * action.
   */
  kind: string;
  /** The site, `scheme://host[:port]`; absent if it is unknown, and for incognito tabs. */
  origin?: string | null;
  /** How it ended. */
  outcome: AuditOutcome;
  /** Time of the answer: RFC 3339, UTC, with milliseconds. */
  time: string;
};

/** How a request, or an action of a request, ended. */
export type AuditOutcome = RequestOutcome | Outcome | Code | string;

/** State of the audit log. */
export type AuditStatus = {
  /** Number of entries that could not be written since the server started. */
  lost: number;
  /** Path of the file. */
  path: string;
  /** Number of entries that were written since the server started. */
  written: number;
};

/** The agent that sent the request. */
export type AuditedAgent = {
  /** Id, different for each token. */
  id: string;
  /** Name that the user chose. */
  name: string;
};

/** The element of the request, if there is exactly one. */
export type AuditedElement = {
  /** Its name, at most 80 characters. */
  name: string;
  /** Its role. */
  role: string;
  /** Its uid; absent if it has none. */
  uid?: string | null;
};

/** A browser. */
export type BrowserStatus = {
  /** Whether a worker of its extension is connected. */
  connected: boolean;
  /**
   * Its id, random, created when the extension was installed. Requests can name the browser by it.
   */
  id: string;
  /**
   * Random id of the worker that connected last; null if none has connected, and for a named agent.
   */
  instance: string | null;
  /**
   * Milliseconds since the last message of the worker; null if none has connected, and for a named
   * agent.
   */
  lastSeenMs: number | null;
  /**
   * Of a browser of a pool: the rest of its lease in seconds, 0 without a lease. Missing for a
   * user's own browser.
   */
  leaseSeconds?: number | null;
  /** Its unique name. Requests can name the browser by it. */
  name: string;
  /** Whether the user paused all reading. */
  paused: boolean;
  /** Of a browser of a pool: whether it can be leased now. Missing for a user's own browser. */
  ready?: boolean | null;
  /**
   * Wire version of its extension if it has proven its identity and was rejected; else null, and
   * for a named agent.
   */
  refusedWire: number | null;
  /** Whether its installation is unattended: agents act without consent prompts. */
  unattended: boolean;
  /** Version of its extension; null if unknown. */
  version: string | null;
};

/** The cache of pages. */
export type CacheStatus = {
  /** Maximum size, in bytes. */
  budgetBytes: number;
  /** Current size, in bytes. */
  bytes: number;
};

/** What went wrong. */
export type Code = "unauthorized" | "bad_request" | "forbidden" | "not_found" | "method_not_allowed" | "body_too_large" | "extension_disconnected" | "ambiguous_browser" | "browser_not_found" | "browser_id_taken" | "reading_paused" | "tab_not_found" | "tab_discarded" | "tab_crashed" | "tab_not_visible" | "tab_claimed" | "user_has_tab" | "page_blocked" | "restricted_page" | "site_access_withheld" | "permission_denied" | "scope_not_found" | "stale_uid" | "unknown_uid" | "changed_uid" | "ambiguous_id" | "element_covered" | "element_not_visible" | "page_moved" | "element_disabled" | "element_moving" | "option_not_found" | "not_applicable" | "not_editable" | "user_scripts_disabled" | "downloads_disabled" | "download_interrupted" | "queue_full" | "timeout" | "not_yet" | "not_as_expected" | "changed_tool" | "not_supported" | "result_too_large" | "version_mismatch" | "internal";

/** Body of `POST /dashboard/key` and, on the Unix socket, of `POST /dashboard-link/used`. */
export type CodeRequest = {
  /** The code of a link. */
  code: string;
};

/** How an action was permitted or denied. */
export type Consent = "allowed_once" | "allowed_site" | "allowed_agent" | "denied" | "unanswered" | "denied_before" | "granted" | "policy" | "unattended";

/** Answer of `POST /dashboard/state`. */
export type DashboardState = {
  /**
   * Number of times that the user restricted reading. If it changes, texts of pages must be removed
   * from the display.
   */
  access: number;
  /** The agents, the user's own first. */
  agents: (ListedAgent)[];
  /** State of the audit log; null if the server has none. */
  audit: AuditStatus | null;
  /** Every known browser. */
  browsers: (BrowserStatus)[];
  /** Size of the cache of pages. */
  cache: CacheStatus;
  /** Counter of all changes of the state. */
  changes: number;
  /** The latest requests that ended, oldest first. */
  ended: (EndedRequest)[];
  /** Queries that are not answered yet. */
  queue: (QueuedQuery)[];
  /** Every session, the one used last first. */
  sessions: (SessionStatus)[];
  /** Approximate size of the snapshots of all sessions, in bytes. */
  shownBytes: number;
  /** Seconds since the server started. */
  uptimeSeconds: number;
  /** Version of the server. */
  version: string;
  /** Number of requests that wait in the queue before their first query. */
  waitingRequests: number;
};

/** A request that ended: its line of the audit log without the element's name, and more facts. */
export type EndedRequest = {
  /** Size of the answer, in bytes; null if there was no answer. */
  bytes: number | null;
  /** The line of the audit log; one line for a request with several actions. */
  entry: AuditEntry;
  /** The tab of the request; null if unknown. */
  tab: number | null;
  /** Tokens of the page's text in the answer; null if it has none. */
  tokens: number | null;
  /** Duration, in milliseconds. */
  tookMs: number;
};

/** An error, with the next step for the agent. */
export type Fault = {
  /** Code of the error. */
  error: Code;
  /** What to do next. */
  hint: string;
  /** One sentence that describes the error and names its cause. */
  message: string;
  /** Whether the same request may succeed later, unchanged. */
  retryable: boolean;
  /**
   * With `changed_uid`: the element as the message describes it. A request with this `seen` accepts
   * that element, and fails if it has changed again.
   */
  seen?: string | null;
};

/** A text format. Contracts: docs/contracts.md. */
export type Format = "outline" | "numbered" | "refs" | "tabs" | "lean";

/** Answer of `POST /dashboard/key`. */
export type KeyAnswer = {
  /** Grants access to the page's other endpoints only. */
  key: string;
};

/** An agent. */
export type ListedAgent = {
  /** Creation of its token, in milliseconds since 1970; null for the user's own agent. */
  created: number | null;
  /** Expiry of its token, in milliseconds since 1970; null: never. */
  expires: number | null;
  /** Id, different for each token. */
  id: string;
  /** Milliseconds since its last request, also to an earlier server; null if it sent none. */
  lastSeenMs: number | null;
  /** Name that the user chose. */
  name: string;
  /** Maximum permission of its token. */
  scope: TokenScope;
  /** Number of its sessions. */
  sessions: number;
  /** Patterns of the sites that its token permits; empty: every site. */
  sites: (string)[];
};

/** A browser that did not list its tabs. */
export type MissingBrowser = {
  /** Its name. */
  browser: string;
  /** The reason. */
  fault: Fault;
};

/** The outcome of an action. */
export type Outcome = "navigated" | "routed" | "changed" | "unchanged" | "value_differs" | "reverted" | "already" | "dialog" | "opened_tab" | "closed_tab" | "claimed" | "released" | "awaits_user" | "shown" | "selected" | "scrolled" | "activated" | "possible" | "done" | "unknown";

/** A query that is not answered yet. */
export type QueuedQuery = {
  /** Name of the agent. */
  agent: string;
  /** Name of the browser. */
  browser: string;
  /** Id of the query on the wire. */
  id: string;
  /** Kind of the query: `observe`, `interact` … */
  kind: string;
  /** Whether a browser is processing it; else it waits. */
  leased: boolean;
  /** Whether a consent prompt is open. */
  person: boolean;
  /** The tab; null if the query names no known tab. */
  tab: number | null;
};

/** How a request without a fault ended. */
export type RequestOutcome = "ok" | "cancelled";

/** A session of an agent. */
export type SessionStatus = {
  /** Id of its agent. */
  agent: string;
  /** Name of its agent. */
  agentName: string;
  /** Approximate size of its snapshots, in bytes. */
  bytes: number;
  /** Name that the agent chose. */
  session: string;
  /**
   * The stored texts of its snapshots, without those of browsers that are disconnected or paused.
   */
  texts: (StoredText)[];
};

/** Body of `POST /dashboard/state`. */
export type StateRequest = {
  /**
   * `changes` of the last answer: the server answers when this number changes, or after some
   * seconds. Default: it answers immediately.
   */
  after?: number | null;
};

/** A stored text of a snapshot. */
export type StoredText = {
  /** Name of the tab's browser. */
  browser: string;
  /** The format. */
  format: Format;
  /** Id of the text in its session; a newer text has a new id. */
  id: string;
  /** Whether the agent reads it in parts, of which it may have received only the first. */
  inParts: boolean;
  /** The requested part of the page. */
  scope: string;
  /** The tab. */
  tab: number;
  /** Title of the page. */
  title: string;
  /** URL of the page. */
  url: string;
};

/** A tab. */
export type Tab = {
  /** Whether it is the active tab of its window. */
  active: boolean;
  /** Name of its browser. */
  browser: string;
  /** Whether the browser unloaded it to save memory. */
  discarded: boolean;
  /** Whether its window is incognito. */
  incognito: boolean;
  /** Whether the extension may read it, according to its URL and to the user. */
  readable: boolean;
  /** How far it has loaded its page. */
  status: TabStatus;
  /** Number of the tab, for use in requests. */
  tab: number;
  /** Title; empty if there is none, or the user denies access to the tab. */
  title: string;
  /** URL; empty if the browser or the user denies access to it. */
  url: string;
  /** Chrome's id of the window. */
  window: number;
  /** Whether its window is the last focused one. */
  windowFocused: boolean;
};

/** How far a tab has loaded its page, as in Chrome's API. */
export type TabStatus = "unloaded" | "loading" | "complete" | "";

/** Answer of `GET /tabs`. */
export type TabsAnswer = {
  /** Browsers that did not answer, if others did; absent if all did. */
  missing?: (MissingBrowser)[];
  /** Every tab, by browser and window. */
  tabs: (Tab)[];
};

/** Answer of `POST /dashboard/text`. */
export type TextAnswer = {
  /** The text, with the lines that the agent received. */
  text: string;
};

/** Body of `POST /dashboard/text`. */
export type TextRequest = {
  /** Id of the agent. */
  agent: string;
  /** Id of the text. */
  id: string;
  /** Name of the session. */
  session: string;
};

/** The maximum permission of a token. The narrowest is first. */
export type TokenScope = "read" | "ask" | "act";
