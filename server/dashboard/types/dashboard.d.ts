// Generated from the protocol crate by its tests; change it there.
// What the server's own page asks for and is told.

/** One request of an agent. */
export type AuditEntry = {
  /** Who asked. */
  agent: AuditedAgent;
  /** Name of the browser; none where no browser was asked. */
  browser?: string | null;
  /**
   * Who allowed an act, or did not; missing of what only reads, of what the policy or the token
   * forbids, and of what ended before.
   */
  consent?: Consent | null;
  /** The single element that was asked about. */
  element?: AuditedElement | null;
  /**
   * What was asked: `observe`, `locate`, `explain`, `screenshot`, `tabs`, `interact:highlight` …
   */
  kind: string;
  /** The site, `scheme://host[:port]`; none where it is not known, and of an incognito tab. */
  origin?: string | null;
  /** `ok`, the code of the fault, or `cancelled` where the agent went away first. */
  outcome: string;
  /** When it was answered: RFC 3339, UTC, with milliseconds. */
  time: string;
};

/** How the log is doing. */
export type AuditStatus = {
  /** How many entries could not be written since the server started. */
  lost: number;
  /** The file. */
  path: string;
  /** How many were written since the server started. */
  written: number;
};

/** Who asked. */
export type AuditedAgent = {
  /** Another one for each token. */
  id: string;
  /** As the user has named it. */
  name: string;
};

/** The single element that was asked about. */
export type AuditedElement = {
  /** Its name, of which at most 80 characters are kept. */
  name: string;
  /** Its role. */
  role: string;
  /** Its uid, where it has one. */
  uid?: string | null;
};

/** A browser, as far as the server knows it. */
export type BrowserStatus = {
  /** Whether a worker of its extension is connected. */
  connected: boolean;
  /** Its id, made at random when the extension was installed there; names it in requests. */
  id: string;
  /**
   * Id of the worker that was last connected, made at random when it started; null before the
   * first.
   */
  instance: string | null;
  /** Milliseconds since the worker was last heard of; null before the first. */
  lastSeenMs: number | null;
  /** Its name, which no other has; names it in requests. */
  name: string;
  /** Whether the user has paused all reading. */
  paused: boolean;
  /** Wire version of its extension, where that was refused since; null where it was not. */
  refusedWire: number | null;
  /** Whether its installation has no person: there, agents act without asking anybody. */
  unattended: boolean;
  /** Version of its extension; null before it has said so. */
  version: string | null;
};

/** What is kept of pages to save work. */
export type CacheStatus = {
  /** How many bytes it may take at most. */
  budgetBytes: number;
  /** How many it takes. */
  bytes: number;
};

/** What went wrong. */
export type Code = "unauthorized" | "bad_request" | "forbidden" | "not_found" | "method_not_allowed" | "body_too_large" | "extension_disconnected" | "ambiguous_browser" | "browser_not_found" | "browser_id_taken" | "reading_paused" | "tab_not_found" | "tab_discarded" | "tab_crashed" | "tab_not_visible" | "tab_claimed" | "page_blocked" | "restricted_page" | "site_access_withheld" | "permission_denied" | "scope_not_found" | "stale_uid" | "unknown_uid" | "changed_uid" | "ambiguous_id" | "element_covered" | "element_not_visible" | "page_moved" | "element_disabled" | "element_moving" | "option_not_found" | "not_applicable" | "not_editable" | "user_scripts_disabled" | "queue_full" | "timeout" | "not_yet" | "result_too_large" | "version_mismatch" | "internal";

/** Body of `POST /dashboard/key` and, on the Unix socket, of `POST /dashboard-link/used`. */
export type CodeRequest = {
  /** The code of a link. */
  code: string;
};

/** Who allowed an act, or did not. */
export type Consent = "allowed_once" | "allowed_site" | "allowed_agent" | "denied" | "unanswered" | "granted" | "policy" | "unattended";

/** Answer of `POST /dashboard/state`. */
export type DashboardState = {
  /** How often the user has taken reading away: what was shown of pages before is to go. */
  access: number;
  /** The agents and their tokens, the user's own first. */
  agents: (ListedAgent)[];
  /** How the audit log is doing; null where a server keeps none. */
  audit: AuditStatus | null;
  /** Every browser that has connected and is remembered. */
  browsers: (BrowserStatus)[];
  /** What is kept of pages to save work. */
  cache: CacheStatus;
  /** Counts what has happened. */
  changes: number;
  /** The last requests that have ended, the oldest first. */
  ended: (EndedRequest)[];
  /** What browsers are asked now. */
  queue: (QueuedQuery)[];
  /** Every session that is remembered, the one used last first. */
  sessions: (SessionStatus)[];
  /** The size of what the sessions were shown, in bytes, near enough. */
  shownBytes: number;
  /** Seconds since the server started. */
  uptimeSeconds: number;
  /** Version of the server. */
  version: string;
  /** How many requests wait for their turn, before anything is asked of a browser. */
  waitingRequests: number;
};

/**
 * A request that has ended: its line of the audit log, without the element's name, and what that
 * has not.
 */
export type EndedRequest = {
  /** Size of the answer, in bytes; null where nobody was answered. */
  bytes: number | null;
  /** The line; of several actions in one request, one line for all. */
  entry: AuditEntry;
  /** The tab that it was about, where that is known. */
  tab: number | null;
  /** Tokens of the page's text in the answer; null where it has none. */
  tokens: number | null;
  /** How long it took, in milliseconds. */
  tookMs: number;
};

/** A failure, with what an agent can do next. */
export type Fault = {
  /** What went wrong, for programs. */
  error: Code;
  /** What to do next. */
  hint: string;
  /** What went wrong, for people: one sentence that names the thing at fault. */
  message: string;
  /** Whether the same request may succeed later without any change. */
  retryable: boolean;
  /**
   * Of `changed_uid`: stands for the element as the message says it is. A request with this `seen`
   * is about that, and is refused where it has changed again.
   */
  seen?: string | null;
};

/** A text that is still kept. */
export type StoredText = {
  /** Name of the tab's browser. */
  browser: string;
  /** The format. */
  format: string;
  /** Names the text in its session; a newer one has another. */
  id: string;
  /** Whether it is read in parts, of which the agent may have seen the first alone. */
  inParts: boolean;
  /** The part of the page, as it was asked for. */
  scope: string;
  /** The tab. */
  tab: number;
  /** Title of the page. */
  title: string;
  /** Address of the page. */
  url: string;
};

/** Answer of `POST /dashboard/key`. */
export type KeyAnswer = {
  /** Opens the page's other endpoints, and nothing else. */
  key: string;
};

/** An agent, as far as the server knows it. */
export type ListedAgent = {
  /** When its token was made, in milliseconds since 1970; null for the user's own agent. */
  created: number | null;
  /** When its token expires, in milliseconds since 1970; null: never. */
  expires: number | null;
  /** Another one for each token. */
  id: string;
  /** Milliseconds since it was last heard of; null where it was not since the server started. */
  lastSeenMs: number | null;
  /** As the user has named it. */
  name: string;
  /** What its token allows at most. */
  scope: TokenScope;
  /** How many of its sessions the server remembers. */
  sessions: number;
  /** Patterns of the sites that its token allows; none: every site. */
  sites: (string)[];
};

/** A browser whose tabs are not listed. */
export type MissingBrowser = {
  /** Its name. */
  browser: string;
  /** Why. */
  fault: Fault;
};

/** A query that is not answered yet. */
export type QueuedQuery = {
  /** Name of the agent that asks. */
  agent: string;
  /** Name of the browser that is asked. */
  browser: string;
  /** Its name on the wire. */
  id: string;
  /** What is asked: `observe`, `interact` … */
  kind: string;
  /** Whether the browser works on it; else it waits for one that does. */
  leased: boolean;
  /** Whether a person is asked. */
  person: boolean;
  /** The tab, where one is named and known. */
  tab: number | null;
};

/** A session, as far as the server remembers it. */
export type SessionStatus = {
  /** Id of the agent that it belongs to. */
  agent: string;
  /** Name of that agent. */
  agentName: string;
  /** The size of what it was shown, in bytes, near enough. */
  bytes: number;
  /** As the agent has named it. */
  session: string;
  /**
   * The texts that are still kept of what it was shown, of browsers that are connected and may be
   * read.
   */
  texts: (StoredText)[];
};

/** Body of `POST /dashboard/state`. */
export type StateRequest = {
  /**
   * `changes` of the last answer: this one is to come when there are more, or some seconds later.
   * Left out: at once.
   */
  after?: number | null;
};

/** A tab. */
export type Tab = {
  /** Whether its window shows it. */
  active: boolean;
  /** Name of its browser. */
  browser: string;
  /** Whether the browser has unloaded it to save memory. */
  discarded: boolean;
  /** Whether its window is an incognito one. */
  incognito: boolean;
  /** Whether the browser, by the tab's address, and the user let the extension read it. */
  readable: boolean;
  /** `unloaded`, `loading` or `complete`. */
  status: string;
  /** The number that names the tab in requests. */
  tab: number;
  /** Title; empty where there is none, or the user withholds the tab. */
  title: string;
  /** Address; empty where the browser or the user withholds it. */
  url: string;
  /** Chrome's id of the window. */
  window: number;
  /** Whether its window has the focus, or had it last. */
  windowFocused: boolean;
};

/** Answer of `GET /tabs`. */
export type TabsAnswer = {
  /** Browsers that did not answer, where others did; absent where all did. */
  missing?: (MissingBrowser)[];
  /** Every tab, browser by browser and window by window. */
  tabs: (Tab)[];
};

/** Answer of `POST /dashboard/text`. */
export type TextAnswer = {
  /** The text, line by line as the agent was shown it. */
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

/** What a token allows at most. */
export type TokenScope = "read" | "act";
