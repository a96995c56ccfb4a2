// Generated from the protocol crate by its tests; change it there.
// Messages between server and extension.

/** An action and its arguments. */
export type Action = {
  action: "click";
} & Click | {
  action: "hover";
} & Hover | {
  action: "focus";
} | {
  action: "activate";
} | {
  action: "fill";
  /** The text. */
  value: string;
} | {
  action: "fill_secret";
  /** The name of the secret, see `axlens secret list`. */
  secret: string;
} | {
  action: "clear";
} | {
  action: "set";
  /** In the syntax of the field's `value`: `2026-11-23`, `#d6249f`, `7`. */
  value: string;
} | {
  action: "type";
} & Type | {
  action: "press";
} & Press | {
  action: "select";
} & Select | {
  action: "check";
} | {
  action: "uncheck";
} | {
  action: "scroll";
} & Scroll | {
  action: "submit";
} | {
  action: "highlight";
} | {
  action: "drag";
} & Drag | {
  action: "select_text";
  /** The exact visible text, which may span several elements; default: all text of the element. */
  text?: string | null;
} | {
  action: "upload";
  /** The files, 1 to 20, at most 8 MiB in total. */
  files: (UploadedFile)[];
} | {
  action: "execute_js";
  /** The body of a function with `return`, or one expression; a promise is awaited. */
  script: string;
} | {
  action: "call_tool";
  /** Its arguments, as its schema describes them. */
  arguments?: Record<string, never>;
  /** The tool: its handle in the list of page tools, or its name if only one has it. */
  tool: string;
} | {
  action: "navigate";
  /** The URL: `http://` or `https://`. */
  url: string;
} | {
  action: "back";
} | {
  action: "forward";
} | {
  action: "reload";
} | {
  action: "new_tab";
  /** Its URL; default: an empty tab. */
  url?: string | null;
} | {
  action: "close_tab";
} | {
  action: "activate_tab";
} | {
  action: "claim_tab";
} | {
  action: "release_tab";
};

/** Why an action may have had no effect. */
export type ActionHint = "needs_user_activation" | "hover_only_css" | "invalid" | "drop_not_taken" | "option_not_found" | "stopped_at_frame" | "awaits_user" | "tab_hidden";

/** The observed outcome of an action. */
export type ActionReport = {
  /** The requested state was already there: no event was sent. */
  already?: boolean;
  /**
   * Elements that also changed before the action, so that their changes do not count. Those that
   * did not change during the action are `idle`.
   */
  backgroundMutations?: (BackgroundMutation)[];
  /**
   * Chrome did not load a page that the action led to, because the agent may not act on its site.
   */
  blocked?: boolean;
  /** The tab was closed. */
  closed?: boolean;
  /** Dialogs that the page opened. */
  dialogs?: (OpenedDialog)[];
  /** The first download that the action started. */
  download?: StartedDownload | null;
  /**
   * Messages of the first two uncaught exceptions and unhandled rejections, where they are
   * recorded.
   */
  exceptions?: (string)[];
  /** The first three requests of the page that began during the action and failed. */
  failedRequests?: (FailedRequest)[];
  /** Why it may have had no effect. */
  hint?: ActionHint | null;
  /** Length in characters of a script's value that was cut. */
  length?: number | null;
  /** Number of the others. */
  moreExceptions?: number;
  /** Number of the others. */
  moreFailedRequests?: number;
  /** Number of changes, without background mutations. */
  mutations?: number;
  /** The navigation of the tab. */
  navigation?: Navigation | null;
  /** Chrome's ids of the tabs that the action opened. */
  opened?: (number)[];
  /** How the wait for the page ended. */
  settled?: Settled;
  /** The exception of a script. */
  threw?: string | null;
  /**
   * Of an action in a list: node ids, in the element's document, of elements that changed or were
   * added or removed between its begin and that of the next action.
   */
  touched?: (number)[];
  /** The action was executed, but its effect was not observed. */
  unseen?: boolean;
  /** The value of a script, as JSON. */
  value?: string | null;
  /** How the value of the field differs from the requested one. */
  verified?: ReadBack | null;
  /** How the action was executed; absent if unknown. */
  via?: Via | null;
  /** Time from the last event until the page was idle, in milliseconds. */
  waitedMs?: number;
  /** Time during which the page was watched for changes, in milliseconds. */
  watchedMs?: number;
};

/** Answer of `GET /agents`. */
export type AgentsAnswer = {
  /**
   * The user's own agent first, then the others in the order in which their tokens were created.
   */
  agents: (ListedAgent)[];
  /** The gateway that the server has joined; null if it has joined none. */
  gateway?: GatewayStatus | null;
};

/** How a question ended. */
export type AskUserOutcome = "answered" | "done" | "declined" | "timed_out" | "page_closed";

/**
 * Parameters of `askUser`. With neither `choices` nor `text`, the user does something on the page.
 */
export type AskUserParams = {
  /** The answers to choose from. */
  choices: (string)[];
  /** The question, or what to do. */
  question: string;
  /** How long the user has, in seconds. */
  seconds: number;
  /** The user enters a text. */
  text: boolean;
  /** The question also ends when something is true of the page, which the server detects. */
  until: boolean;
};

/** Answer to `askUser`. */
export type AskUserResult = {
  /** The choice or the text. */
  answer?: string | null;
  /** How it ended. */
  outcome: AskUserOutcome;
  /** The tab, as it was when the question was asked. */
  tab: ChromeTab;
};

/** Facts about a query for the audit log, which the agent does not get. */
export type AuditNote = {
  /** How an action was permitted or denied. */
  consent?: Consent | null;
  /** The site of the tab; absent for incognito windows. */
  site?: string | null;
};

/** An element that changes without an action. */
export type BackgroundMutation = {
  /** Node ids of added and removed descendants. */
  brought: (number)[];
  /** Chrome's document id. */
  document: string;
  /** It changed only before the action. The action may have changed its line. */
  idle?: boolean;
  /** Its node id in the document. */
  node: number;
  /** Number of its own text nodes, if their text changed; if it is `idle`, of all. */
  texts: number;
  /**
   * It is not known to change periodically; the number of its changes, which are also among
   * [`ActionReport::mutations`]. The next reads show whether they were background changes.
   */
  unproven?: number | null;
};

/** Parameters of `changes`. */
export type ChangesParams = {
  /** Maximum time to wait, in milliseconds. */
  forMs: number;
  /**
   * `seen` of the last [`ChangesResult`]. Without it, the extension answers immediately, and later
   * changes count. [`ChangesResult`]: super::ChangesResult
   */
  seen?: string | null;
};

/** Answer to `changes`. */
export type ChangesResult = {
  /** Whether the page may have changed since the state that the query named. */
  changed: boolean;
  /** Marks the current state, for the next query. */
  seen: string;
  /** The tab. */
  tab: ChromeTab;
};

/** A tab, as in Chrome's API. */
export type ChromeTab = {
  /** Whether it is the active tab of its window. */
  active?: boolean;
  /** Whether the browser unloaded it to save memory. */
  discarded?: boolean;
  /** Chrome's tab id. */
  id?: number;
  /** Whether its window is incognito. */
  incognito?: boolean;
  /** How far it has loaded its page. */
  status?: TabStatus;
  /** Title; empty if the user denies access to the tab. */
  title?: string;
  /** URL; empty if the browser or the user denies access to it. */
  url?: string;
  /** Earlier ids of the tab: Chrome assigns a new id when it unloads a tab. */
  was?: (number)[];
  /** Whether its window is the last focused one. */
  windowFocused?: boolean;
  /** Chrome's window id. */
  windowId?: number;
};

/** Arguments of a click. */
export type Click = {
  /** The mouse button. */
  button?: MouseButton;
  /** Number of clicks, 1 to 3: 2 is a double click. */
  count?: number;
  /** Milliseconds between press and release, 0 to 5,000; with a `count` of 1. */
  hold?: number;
  /** Keys to hold down. */
  modifiers?: (Modifier)[];
  /** Position in CSS pixels from the upper left corner of its padding box; default: its center. */
  position?: [number, number] | null;
};

/** What went wrong. */
export type Code = "unauthorized" | "bad_request" | "forbidden" | "not_found" | "method_not_allowed" | "body_too_large" | "extension_disconnected" | "ambiguous_browser" | "browser_not_found" | "browser_id_taken" | "reading_paused" | "tab_not_found" | "tab_discarded" | "tab_crashed" | "tab_not_visible" | "tab_claimed" | "user_has_tab" | "page_blocked" | "restricted_page" | "site_access_withheld" | "permission_denied" | "scope_not_found" | "stale_uid" | "unknown_uid" | "changed_uid" | "ambiguous_id" | "element_covered" | "element_not_visible" | "page_moved" | "element_disabled" | "element_moving" | "option_not_found" | "not_applicable" | "not_editable" | "user_scripts_disabled" | "downloads_disabled" | "download_interrupted" | "queue_full" | "timeout" | "not_yet" | "not_as_expected" | "changed_tool" | "not_supported" | "result_too_large" | "version_mismatch" | "internal";

/** How an action was permitted or denied. */
export type Consent = "allowed_once" | "allowed_site" | "allowed_agent" | "denied" | "unanswered" | "denied_before" | "granted" | "policy" | "unattended";

/** An answer to a dialog. */
export type DialogAnswer = "accept" | "dismiss";

/** A function of a page that opens a dialog. */
export type DialogKind = "alert" | "confirm" | "prompt";

/**
 * How dialogs of the page are answered during an action. An `alert` is always accepted; `confirm`
 * and `prompt` only if they have an answer here.
 */
export type Dialogs = {
  /** The answer to `confirm`. */
  confirm?: DialogAnswer | null;
  /** The answer to `prompt`; null: it is dismissed. */
  prompt?: string | null;
};

/** A document, from its load to its unload. */
export type DocumentHandle = {
  /** Chrome's document id. */
  document: string;
  /** Random number that is created with the document's registry. */
  world: number;
};

/** One download. */
export type Download = {
  /** How it is known that the tab started it. */
  boundBy?: DownloadBinding;
  /** Received bytes. */
  bytes?: number;
  /** Why Chrome considers the file dangerous, such as `file` or `uncommon`. */
  danger?: string | null;
  /** When it ended. */
  end?: number | null;
  /** Chrome's reason for an interruption, such as `NETWORK_FAILED`. */
  error?: string | null;
  /** The complete file has been deleted. */
  isDeleted?: boolean;
  /** The user has paused it. */
  isPaused?: boolean;
  /**
   * Name of the file; absent if Chrome has not chosen one yet, empty if the policy hides a site
   * that the download is from.
   */
  name?: string | null;
  /** Absolute path of the complete file; absent if it is not complete, or hidden. */
  path?: string | null;
  /** When it started. */
  start?: number;
  /** How far it is. */
  state?: DownloadState;
  /** Size of the file in bytes; absent if unknown. */
  total?: number | null;
  /**
   * URL, without user info and the values of parameters for passwords, tokens and keys; without the
   * content of a `data:` URL; empty if the policy hides a site that the download is from.
   */
  url?: string;
};

/** How it is known which tab started a download: the browser does not name the tab. */
export type DownloadBinding = "navigation" | "page" | "shared_page";

/** How far a download is. */
export type DownloadState = "in_progress" | "complete" | "interrupted";

/**
 * The download to wait for: `download`; else the first one that `action` has started; else the next
 * one that the tab starts.
 */
export type DownloadWait = {
  /** Id of the last action of the session in the tab. */
  action?: string | null;
  /** Chrome's id of the download, which an earlier answer has named. */
  download?: number | null;
  /** Maximum time to wait, in milliseconds. */
  forMs: number;
  /** When the wait began, from an earlier answer. */
  since?: number | null;
};

/** Parameters of `downloads`. */
export type DownloadsParams = {
  /** Waits for the end of one download, and answers with it; absent: lists all. */
  wait?: DownloadWait | null;
};

/** Answer to `downloads`. Times are in milliseconds since 1970. */
export type DownloadsResult = {
  /** Of a wait: Chrome's id of the download that it is for; absent if none has started. */
  awaited?: number | null;
  /** The downloads, in the order of their starts. Of a wait: the one that it is for. */
  downloads: (Download)[];
  /** Downloads are missing: there were more than the extension lists. */
  isPartial?: boolean;
  /**
   * Since when all downloads that can be bound to the tab are known: since its main document was
   * requested. Of a wait: since it began.
   */
  since: number;
  /** The tab. */
  tab: ChromeTab;
};

/** Arguments of a drag. */
export type Drag = {
  /** Milliseconds between the press and the first move, 0 to 5,000. */
  hold?: number;
  /** Keys to hold down. */
  modifiers?: (Modifier)[];
  /**
   * Where to press, in CSS pixels from the upper left corner of its padding box; default: its
   * center.
   */
  position?: [number, number] | null;
  /** The target. */
  to: DragTo;
};

/** The target of a drag. */
export type DragTo = {
  /**
   * Where to release, in CSS pixels from the upper left corner of its padding box; default: its
   * center.
   */
  position?: [number, number] | null;
  /** The `seen` of a fault: accepts the element as that fault describes it. */
  seen?: string | null;
  /** The uid of that element. */
  uid: ElementId;
} | {
  /** Which match in document order, from 1, if several elements match. */
  nth?: number | null;
  /** Where to release, as for a uid. */
  position?: [number, number] | null;
  /**
   * CSS selector, `text=` and the exact visible text of that element, `role=` with its role and
   * name, or `at=` and a point.
   */
  selector: string;
  /** The uid of an element that contains it. */
  within?: ElementId | null;
} | {
  /** CSS pixels to the right and down. */
  by: [number, number];
};

/** Parameters of `elementAt`: a point of the tab's viewport, in CSS pixels. */
export type ElementAtParams = {
  /** From the left. */
  x: number;
  /** From the top. */
  y: number;
};

/** Answer to `elementAt`. */
export type ElementAtResult = {
  /**
   * The innermost element that a click at the point hits; absent outside of the viewport, and in a
   * frame whose content cannot be read.
   */
  hit?: PointHit | null;
  /** The tab. */
  tab: ChromeTab;
};

/**
 * An element of a snapshot that this session got. A uid: 42, "37.42" or "uid=42". A ref of the last
 * `refs` or `tabs` snapshot: "e5", "@e5" or "ref=e5". The number of an element in a `numbered`
 * snapshot: 3.
 */
export type ElementId = string | number;

/** Contents of `endpoint.json`. Its `Debug` output has no secrets, so that logs have none. */
export type EndpointFile = {
  /** Token that agents send over HTTP; new at each start of the server. */
  agent_token: string;
  /**
   * The extension's key, for an extension that the user connects manually. It is never sent:
   * extension and server prove to each other that they know it.
   */
  extension_key: string;
  /** Process id of the server. */
  pid: number;
  /** URL of the server, `http://127.0.0.1:PORT`. */
  url: string;
  /** Version of the server. */
  version: string;
};

/** Where to run the engine. */
export type EngineChoice = "auto" | "worker" | "page";

/** Where the engine ran. */
export type EngineLocation = "" | "worker" | "page";

/** Answer to `errors`. */
export type ErrorsResult = {
  /** Its frames, main frame first. */
  frames: (FrameErrors)[];
  /** The tab. */
  tab: ChromeTab;
};

/** The element to explain, by selector or by document and node. */
export type ExplainParams = NodeHandle | {
  /** CSS selector, searched through shadow roots. */
  selector: string;
};

/** Answer to `explain`. */
export type ExplainResult = {
  /** Chrome's id of the element's document. */
  document: string;
  /** The engine's explanation of the element. */
  explanation: unknown;
  /** The tab that was read. */
  tab: ChromeTab;
  /** Random number that is created with the document's registry. */
  world: number;
};

/** A request that got a response with a status of 400 or more. */
export type FailedRequest = {
  /** What started it, as `initiatorType` of the resource timing. */
  kind?: string;
  /** HTTP status. */
  status?: number;
  /**
   * URL, cut to 200 characters; without the origin if it is that of the main document, which has
   * made the request. Without user info and the values of parameters for passwords, tokens and
   * keys; empty if the policy hides its site.
   */
  url?: string;
};

/** An error, with the next step for the agent. */
export type Fault = {
  error: Code;
  hint?: string | null;
  message: string;
  retryable?: boolean | null;
  seen?: string | null;
};

/**
 * Parameters of `interactFields`: actions on fields of one document, executed one after another
 * with one wait at the end.
 */
export type FieldsParams = {
  /**
   * The actions, in order. Each has its own id. They have the same `dialogs`, and no `consent`,
   * `activation`, `dryRun` or `skipContextCheck`.
   */
  actions: (InteractParams)[];
};

/** Answer to `interactFields`. */
export type FieldsResult = {
  /**
   * The ends of the first actions, in order: each as the reply to an `interact` with only this
   * action. The actions after them have not begun. The last report has the observations of the
   * common wait.
   */
  ends: (ReplyOfInteractResult)[];
};

/** The errors of the document in a frame. */
export type FrameErrors = {
  /** The errors, in the order of their last occurrences. */
  errors?: (PageError)[];
  /** The reason why it was not read. */
  fault?: Fault | null;
  /** Chrome's frame id; 0 for the main frame. */
  frame?: number;
  /**
   * Exceptions, rejections and calls of the console are recorded too, from the beginning of the
   * document on: the user has turned it on for the site.
   */
  hasConsole?: boolean;
  /** Errors are missing: more than the browser or Axlens keeps have occurred. */
  isPartial?: boolean;
  /** When the extension began to record, in milliseconds since 1970. */
  since?: number;
  /** URL of the document; empty if the policy hides it. */
  url?: string;
};

/** Where the viewport of a frame is in the viewport of the tab, in CSS pixels. */
export type FramePosition = {
  /** Its upper left corner. */
  origin: [number, number];
  /** Left, top, right and bottom of its visible part. */
  visible: [number, number, number, number];
};

/** The requests of the document in a frame. */
export type FrameRequests = {
  /** The reason why it was not read. */
  fault?: Fault | null;
  /** Chrome's frame id; 0 for the main frame. */
  frame?: number;
  /**
   * Requests are missing: the page's own list was full before Axlens read it, or more requests than
   * Axlens keeps have followed.
   */
  isPartial?: boolean;
  /** The requests that have ended, in the order of their ends. */
  requests?: (RequestTiming)[];
  /** When the document was requested, in milliseconds since 1970. */
  since?: number;
  /** URL of the document; empty if the policy hides it. */
  url?: string;
};

/** One frame: its content, or the reason why it was not read. */
export type FrameResult = {
  /** Chrome's document id. */
  document?: string;
  /** Node id of its iframe element in the parent's document; 0 if unknown. */
  element?: number;
  /** The reason why it was not read. */
  fault?: Fault | null;
  /** Chrome's frame id; 0 for the main frame. */
  frame?: number;
  /**
   * Instead of the tree: its JSON text, if the engine ran in the page. It is parsed separately from
   * the answer, because the process of the page may be compromised.
   */
  pageTree?: string;
  /** Frame id of the parent; −1 for the main frame. */
  parent?: number;
  /**
   * Boxes, as JSON text from the process of the page, also parsed separately. By node id: x, y,
   * width, height, flags, covered by. Empty if none were requested.
   */
  places?: string;
  /** Times of the stages, in milliseconds. */
  timings?: Record<string, number>;
  /** The frame tree. */
  tree?: unknown;
  /** Instead of the tree: its difference from a tree that the server has. */
  treeChange?: TreeChange | null;
  /**
   * Name of the tree: equal names mean equal texts. Empty if the extension does not cache the tree.
   */
  treeName?: string;
  /** URL. */
  url?: string;
  /** Index in the parent's `window.frames`; −1 if it is not there. */
  windowIndex?: number;
};

/** The tools of the document in a frame. */
export type FrameTools = {
  /** Chrome's id of the document. */
  document?: string;
  /** The number of tools that are not in `tools`. */
  more?: number;
  /** The browser has page tools. */
  supported?: boolean;
  /** Each tool as JSON of the page, which describes it. */
  tools?: (string)[];
  /** URL of the document. */
  url?: string;
  /** Random number of the document's registry. */
  world?: number;
};

/** A gateway that the server has joined. */
export type GatewayStatus = {
  /** Whether agents of the gateway can reach the server. */
  connected: boolean;
  /** Why it is not connected; null if it is, or is about to be. */
  error?: string | null;
  /** Host of the gateway, and its port if it is not the usual one. */
  host: string;
  /**
   * Milliseconds since the last request of an agent of the gateway; null if there was none since
   * the server joined it.
   */
  lastRequestMs?: number | null;
  /** What the user allows the gateway's agents at most. */
  scope: TokenScope;
  /** Patterns of the sites that the user allows them; empty: every site. */
  sites: (string)[];
};

/** Body of `POST /hello`. */
export type Hello = {
  /** Random string that changes when the user restricts what the extension may read. */
  access?: string;
  /**
   * Sequence number of this message of the worker, so that the server ignores one that arrives
   * after a later one.
   */
  count?: number;
  /** Name of the browser: its brand, or the name that the user chose. Not unique. */
  name?: string;
  /** Whether the user paused all reading. */
  paused?: boolean;
  /** Whether the installation is unattended: consent is granted automatically. */
  unattended?: boolean;
  /** Version of the extension. */
  version: string;
  /** Wire version of the extension. */
  wire: number;
};

/** Arguments of a hover. */
export type Hover = {
  /** Keys to hold down. */
  modifiers?: (Modifier)[];
  /** Position in CSS pixels from the upper left corner of its padding box; default: its center. */
  position?: [number, number] | null;
};

/** Image format of a screenshot. */
export type ImageFormat = "png" | "jpeg" | "webp";

/** Facts about an image. */
export type ImageInfo = {
  /** Whether a part of the cropped element is outside the viewport. */
  clipped?: boolean;
  /** Device pixels per CSS pixel. */
  devicePixelRatio: number;
  /** Height in pixels. */
  height: number;
  /**
   * The marked elements: index in the parameters, and left, top, right, bottom in image pixels.
   */
  marks?: ([unknown, unknown, unknown, unknown, unknown])[];
  /** For the whole page: the captured part of it. */
  page?: PageExtent | null;
  /** Image pixels per CSS pixel. */
  scale: number;
  /** Number of elements in the viewport without a mark, because there were too many or no room. */
  unmarked?: number;
  /** Width in pixels. */
  width: number;
};

/** Media type of a screenshot. */
export type ImageMediaType = "image/png" | "image/jpeg" | "image/webp";

/** Parameters of `inspect`. */
export type InspectParams = {
  /** The element; node 0 is the body of the document. */
  target: NodeHandle;
  /** The property to read. */
  what: InspectedProperty;
};

/** Answer to `inspect`: the tab and the requested property. */
export type InspectResult = {
  /** HTML; absent if all of it is secret. */
  html?: string | null;
  /** With `visual`: the position of the document's frame; null if it is unknown. */
  position?: FramePosition | null;
  /** Some content was omitted because it is secret. */
  secret?: boolean;
  /** Computed values by the names of the properties. */
  styles?: Record<string, string>;
  /** The tab. */
  tab: ChromeTab;
  /** The HTML was cut at its maximum length. */
  truncated?: boolean;
  /** Value of an attribute; absent if it does not exist or is secret. */
  value?: string | null;
  /** What is only visible; absent if all of it is secret. */
  visual?: VisualFacts | null;
};

/** A property of an element that frame trees do not have. */
export type InspectedProperty = {
  html: Record<string, never>;
} | {
  attribute: {
    /** Its name. */
    name: string;
  };
} | {
  styles: {
    /** Names of CSS properties. */
    names: (string)[];
  };
} | {
  visual: Record<string, never>;
};

/** Parameters of `interact`. */
export type InteractParams = {
  /** The action. */
  act: Action;
  /** The action waits for a user gesture. */
  activation?: boolean;
  /**
   * The permit of an earlier [`InteractResult::Consented`]. [`InteractResult::Consented`]:
   * super::InteractResult::Consented
   */
  consent?: string | null;
  /** How dialogs of the page are answered during the action. */
  dialogs?: Dialogs | null;
  /**
   * Only checks whether the action is possible: the user is not prompted, and no event is sent.
   */
  dryRun?: boolean;
  /**
   * Id of the action: an action is never started twice with the same id. In a request with a key,
   * it is `KEY-REQUEST`: ids with the same `KEY` and another `REQUEST` are rejected.
   */
  id: string;
  /** The number of actions of the request that are not known yet. */
  later?: number;
  /** The current line of the element in a snapshot, for the consent prompt. */
  line: string;
  /** With `call_tool`: the tool as the page has listed it, which it must be still. */
  listed?: string | null;
  /**
   * The next actions of the same request that are known already: if the user has to be prompted,
   * the prompt is about all of them. Each has the values with which its own query begins.
   */
  next?: (InteractParams)[];
  /** The element that `target` is dragged to, in the same document. */
  onto?: NodeHandle | null;
  /** The current line of the element that it is dragged to, for the consent prompt. */
  ontoLine?: string | null;
  /** With `next`: a condition decides whether it is executed. */
  perhaps?: boolean;
  /**
   * The action is in a loop: a hash of role, name and place of its element; empty without one. The
   * page may have replaced the element and its document since a prompt for an earlier round, so
   * that the user's consent is for the element of this hash on the same site.
   */
  repeated?: string | null;
  /** With `fill_secret`: what to enter, and where. */
  secret?: SecretValue | null;
  /** Executes the action although the element's context changed each time the server read it. */
  skipContextCheck?: boolean;
  /** The element; absent: the focused element, the page, or the tab. */
  target?: NodeHandle | null;
  /**
   * Node ids of the elements whose texts identify `target` and `onto`: the row, the card, or the
   * part of the page below a heading. 0 without one.
   */
  units?: [number, number];
  /**
   * The request has more actions, which are not in `next`: if the user has to be prompted, the
   * answer is [`InteractResult::Unlisted`]. [`InteractResult::Unlisted`]:
   * super::InteractResult::Unlisted
   */
  unlisted?: boolean;
  /**
   * The name of the tree in which the server has verified the elements. If their document has
   * another tree now, the action is refused as [`RefusalReason::Changed`]. Absent: the tree has no
   * name. [`RefusalReason::Changed`]: crate::model::RefusalReason::Changed
   */
  verifiedIn?: string | null;
};

/** Answer to `interact`. */
export type InteractResult = {
  done: {
    /** The action was executed earlier, with the same id. */
    before?: boolean;
    /** The observed outcome; absent if it is unknown. */
    report?: ActionReport | null;
    /** The tab of the action. */
    tab: ChromeTab;
  };
} | {
  possible: {
    /** The user would be prompted for consent. */
    needsConsent: boolean;
    /** The tab of the action. */
    tab: ChromeTab;
  };
} | {
  refused: Refusal;
} | {
  unlisted: Record<string, never>;
} | {
  consented: string;
};

/** Keys to press: one, or several in order. */
export type Keys = string | (string)[];

/** What agents can do on a site. */
export type Level = "block" | "read" | "ask" | "act";

/** An agent. */
export type ListedAgent = {
  /** Creation of its token, in milliseconds since 1970; null for the user's own agent. */
  created?: number | null;
  /** Expiry of its token, in milliseconds since 1970; null: never. */
  expires?: number | null;
  /** Id, different for each token. */
  id: string;
  /** Milliseconds since its last request, also to an earlier server; null if it sent none. */
  lastSeenMs?: number | null;
  /** Name that the user chose. */
  name: string;
  /** Maximum permission of its token. */
  scope: TokenScope;
  /** Number of its sessions. */
  sessions: number;
  /** Patterns of the sites that its token permits; empty: every site. */
  sites: (string)[];
};

/** An element to mark if it is in the viewport. */
export type MarkRequest = {
  /** Index of its document. */
  at: number;
  /** Label of the mark. */
  label: string;
  /** Node id. */
  node: number;
};

/** Elements to mark if they are in the viewport. */
export type MarksParams = {
  /** Their documents. */
  documents: (DocumentHandle)[];
  /** The elements, most important first. */
  elements: (MarkRequest)[];
  /** Maximum number of marks. */
  most: number;
};

/** A modifier key. */
export type Modifier = "Shift" | "Control" | "Alt" | "Meta";

/** A mouse button. */
export type MouseButton = "left" | "right" | "middle";

/** A navigation of a tab. */
export type Navigation = {
  /** Kind of the navigation. */
  kind: NavigationKind;
  /** HTTP status of the new document, if it is 400 or more and already known. */
  status?: number | null;
  /** The new URL; absent if the agent must not know the page. */
  url?: string | null;
};

/** Kind of a navigation. */
export type NavigationKind = "navigated" | "within";

/** Answer to `network`. */
export type NetworkResult = {
  /** Its frames, main frame first. */
  frames: (FrameRequests)[];
  /** The tab. */
  tab: ChromeTab;
};

/** An element of a document. */
export type NodeHandle = {
  /** Chrome's document id. */
  document: string;
  /** Node id. */
  node: number;
  /** Random number that is created with the document's registry. */
  world: number;
};

/** Parameters of `observe`. */
export type ObserveParams = {
  /** Where to run the engine. */
  engine?: EngineChoice;
  /** Whether to read child frames. */
  frames?: boolean;
  /** Names of answers that the server has. An equal answer need not be sent again. */
  have?: (string)[];
  /**
   * Names of trees that the server has. The extension can send a new tree as its difference from
   * one of them.
   */
  haveTrees?: (string)[];
  /** Reads only this document. */
  only?: DocumentHandle | null;
  /** The elements whose boxes are measured. */
  places?: PlacesChoice;
  /** CSS selector, searched through shadow roots; its matches are marked as the scope. */
  scope?: string | null;
  /** The element that is the scope, if a uid names it. */
  scopeNode?: NodeHandle | null;
  /** Whether to compute the selector of every element; those of frames are always computed. */
  selectors?: boolean;
  /** The elements that the query looks for, for an action on one of them. */
  targets?: TargetQuery | null;
};

/** Answer to `observe`. */
export type ObserveResult = {
  /** The page is empty and can't be read (`about:blank`, `data:`). */
  blank?: boolean;
  /** Where the engine ran. */
  engine?: EngineLocation;
  /** Its frames, main frame first; with `same`, they have only timings. */
  frames: (FrameResult)[];
  /**
   * The elements that have changed recently, by document: for each its node id, the number of its
   * last change, a hash of its own texts after it, and 1 if it changes periodically, the
   * milliseconds in which more changes may prove that, or 0. Sent with `same`, too.
   */
  lastChanges?: Record<string, (number)[]>;
  /** Name of the content: equal names mean equal frames. Empty if the content has no name. */
  name?: string;
  /** The number of tools that its documents offer to agents. Sent with `same`, too. */
  pageTools?: number;
  /** The server already has the content with this name. */
  same?: boolean;
  /** The tab that was read. */
  tab: ChromeTab;
  /** Times of the stages, in milliseconds. */
  timings?: Record<string, number>;
};

/**
 * A dialog that the page opened during an action. Kind and message are the page's claim: any of its
 * scripts can report a dialog that it has not opened.
 */
export type OpenedDialog = {
  /** How it was answered; null: it is open and waits for the user. */
  answer?: DialogAnswer | null;
  /** The function that opened it. */
  kind: DialogKind;
  /** Its message, cut to 500 characters. */
  message: string;
};

/** Answer to `outcome`. */
export type OutcomeResult = {
  never: Record<string, never>;
} | {
  begun: {
    /** The observed outcome; absent if it is unknown. */
    report?: ActionReport | null;
    /** Chrome's id of its tab; absent if the tab was not open yet. */
    tab?: number | null;
  };
};

/** One error, which can have occurred several times. */
export type PageError = {
  /** It occurred before the extension began to record: its time is not known. */
  isEarlier?: boolean;
  /** What it is. */
  kind?: PageErrorKind;
  /** When it was last recorded. */
  last?: number;
  /** Line in `source`. */
  line?: number | null;
  /**
   * The message of the browser, which can contain text of the page. Of a response: its status and
   * the beginning of its body.
   */
  message?: string;
  /** Method of the console, such as `warn`, or of the request of a response, such as `POST`. */
  method?: string | null;
  /** URL of the script or document that caused it, like `url`. */
  source?: string | null;
  /** When it was first recorded, in milliseconds since 1970. */
  time?: number;
  /** How often it was recorded. */
  times?: number;
  /**
   * URL of the resource or response that failed or was blocked, without user info and the values of
   * parameters for passwords, tokens and keys; empty if the policy hides its site.
   */
  url?: string | null;
};

/** What an error of a page is. */
export type PageErrorKind = "deprecation" | "intervention" | "csp" | "exception" | "rejection" | "console" | "response" | "resource";

/** The part of a page that a screenshot of the whole page shows, in CSS pixels. */
export type PageExtent = {
  /** Width of the captured part, from the left. */
  across: number;
  /** Height of the page, when it was captured. */
  height: number;
  /** Height of the captured part, from the top. */
  shown: number;
  /** Number of captured tiles. */
  tiles: number;
  /** Width of the page. */
  width: number;
};

/** Answer to `pageTools`. */
export type PageToolsResult = {
  /** Its frames that can be read, main frame first. */
  frames: (FrameTools)[];
  /** The tab. */
  tab: ChromeTab;
};

/** Answer to `pdf`. */
export type PdfResult = {
  /** The file, base64. */
  data: string;
  /** The tab. */
  tab: ChromeTab;
};

/** Answer to `ping`. */
export type PingResult = {
  /** Time spent in the extension, in milliseconds. */
  ms: number;
};

/** An element that the user has pinned. */
export type PinnedNode = {
  /** Chrome's id of its document. */
  document: string;
  /** Its node id. */
  node: number;
  /** What the user has written about it. */
  note: string;
};

/** Answer to `pins`. */
export type PinsResult = {
  /** The pins, in the order in which the user has made them. */
  pins: (PinnedNode)[];
  /** The tab. */
  tab: ChromeTab;
};

/**
 * The elements whose boxes are measured. On the wire: `none`, `uids`, `all`, or node ids: `12,17`.
 */
export type PlacesChoice = string;

/** An element at a point. */
export type PointHit = {
  /** The element. */
  node: NodeHandle;
  /** The point, in CSS pixels from the upper left corner of the element's padding box. */
  position: [number, number];
};

/** Arguments of `press`. */
export type Press = {
  /** How often to press all keys in order, 1 to 100. */
  count?: number;
  /** Keys with their modifiers: `Enter`, `Control+A`. */
  keys: Keys;
};

/** Answer of `POST /proof`. */
export type ProofAnswer = {
  /** The server's nonce, which identifies the exchange. */
  nonce: string;
  /** The server's proof. */
  proof: string;
};

/** Body of `POST /proof`: the worker challenges the server. */
export type ProofRequest = {
  /** The worker's nonce. */
  nonce: string;
};

/** A query to the extension. */
export type Query = {
  /** The agent that sends the request. */
  agent: QueryAgent;
  /** Time left for the answer, in milliseconds. */
  deadlineMs: number;
  /** Id of the query; its answer is sent to `/results/{id}`. */
  id: string;
  /** Chrome's tab id; null: the active tab of the last focused normal or popup window. */
  tab?: number | null;
} & ({
  kind: "tabs";
  params: Record<string, never>;
} | {
  kind: "ping";
  params: {
    /** Whether the round trip includes the page. */
    page?: boolean;
  };
} | {
  kind: "observe";
  params: ObserveParams;
} | {
  kind: "changes";
  params: ChangesParams;
} | {
  kind: "explain";
  params: ExplainParams;
} | {
  kind: "inspect";
  params: InspectParams;
} | {
  kind: "network";
  params: Record<string, never>;
} | {
  kind: "errors";
  params: Record<string, never>;
} | {
  kind: "pageTools";
  params: Record<string, never>;
} | {
  kind: "downloads";
  params: DownloadsParams;
} | {
  kind: "pdf";
  params: Record<string, never>;
} | {
  kind: "pins";
  params: Record<string, never>;
} | {
  kind: "elementAt";
  params: ElementAtParams;
} | {
  kind: "screenshot";
  params: ScreenshotParams;
} | {
  kind: "interact";
  params: InteractParams;
} | {
  kind: "interactFields";
  params: FieldsParams;
} | {
  kind: "askUser";
  params: AskUserParams;
} | {
  kind: "outcome";
  params: {
    /** The id in [`InteractParams`]. */
    id: string;
  };
});

/** An agent, identified by its token. */
export type QueryAgent = {
  /** Id, different for each token. Grants belong to the id, not to the name. */
  id: string;
  /** Name that the user chose. */
  name: string;
  /** Maximum permission of its token. */
  scope: TokenScope;
  /** Patterns of the sites that its token permits; empty: every site. */
  sites?: (string)[];
};

/** The value of a field that differs from the requested one. */
export type ReadBack = {
  /** The current value; never for a secret field. */
  now?: string | null;
  /** How the value differs. */
  outcome: ReadBackOutcome;
};

/** How the value differs from the requested one when it is read back. */
export type ReadBackOutcome = "value_differs" | "reverted" | "removed";

/** Why an action was refused. */
export type Refusal = {
  /** Node ids, in the element's document, of the covering element and its ancestors. */
  by?: (number)[];
  /** Details as text. */
  detail?: string | null;
  /** The available options, if none matches. */
  options?: (string)[];
  /** The unused permit of the user, if the element's context changed since the server read it. */
  permit?: string | null;
  /** The reason. */
  why: RefusalReason;
};

/** Why an action was refused before its first event, or between two events. */
export type RefusalReason = "removed" | "disabled" | "inert" | "closed_details" | "no_box" | "on_canvas" | "no_pointer_events" | "moving" | "covered" | "not_focusable" | "not_editable" | "option_not_found" | "text_not_found" | "not_checkable" | "no_form" | "not_settable" | "bad_value" | "drag_target_not_reached" | "takes_no_files" | "changed" | "changed_midway" | "tool_changed" | "other_effect";

/** Body of `POST /results/{id}`: a result or a fault. */
export type ReplyOfInteractResult = {
  /** Only for the audit log. */
  audit?: AuditNote;
  /** The fault. */
  fault?: Fault | null;
  /** The result. */
  ok?: InteractResult | null;
};

/** Body of `POST /results/{id}`: a result or a fault. */
export type ReplyOfObserveResult = {
  /** Only for the audit log. */
  audit?: AuditNote;
  /** The fault. */
  fault?: Fault | null;
  /** The result. */
  ok?: ObserveResult | null;
};

/** One request. */
export type RequestTiming = {
  /** Transferred bytes of headers and body; 0 from the cache, or if it is not visible. */
  bytes?: number;
  /** Milliseconds from its start to its end. */
  duration?: number;
  /** It was served from the cache. */
  isCached?: boolean;
  /** What started it, as `initiatorType` of the resource timing; `navigation` for the document. */
  kind?: string;
  /** When it began, in milliseconds since 1970. */
  start?: number;
  /** HTTP status; 0 if it failed, or if the other site does not allow the page to see it. */
  status?: number;
  /**
   * URL, without user info and the values of parameters for passwords, tokens and keys; empty if
   * the policy hides its site.
   */
  url?: string;
};

/** Body of `POST /agents/revoke`. */
export type RevokeRequest = {
  /** Name of the agent whose token is revoked. */
  name: string;
};

/** Parameters of `screenshot`. Default: the tab's viewport, as a PNG. */
export type ScreenshotParams = {
  /** The element to crop the image to. */
  crop?: NodeHandle | null;
  /** Image format. */
  format?: ImageFormat | null;
  /** The whole page, which is scrolled. */
  full?: boolean;
  /** The elements to mark. */
  marks?: MarksParams | null;
  /** Maximum length of the longer side in pixels; larger images are scaled down. */
  maxSide?: number | null;
  /** Quality of JPEG and WebP, 1 to 100. */
  quality?: number | null;
};

/** Answer to `screenshot`. */
export type ScreenshotResult = {
  /** The image, base64. */
  data: string;
  /** Media type of the image. */
  mimeType: ImageMediaType;
  /** Facts about the image. */
  picture?: ImageInfo | null;
  /** The tab. */
  tab: ChromeTab;
};

/** Arguments of a scroll: at most one of the fields; default: scrolls the element into view. */
export type Scroll = {
  /** CSS pixels to the right and down. */
  by?: [number, number] | null;
  /** A position. */
  to?: ScrollTo | null;
};

/** The position to scroll to. */
export type ScrollTo = "top" | "bottom" | "into_view";

/** The value of a secret of the user's. `Debug` does not print it. */
export type SecretValue = {
  /** Patterns of the sites whose fields may take it. */
  sites: (string)[];
  /**
   * The text to enter. Absent while it is only checked whether the action is possible, or whether
   * the user has to be prompted.
   */
  value?: string | null;
};

/** The options to select, by exactly one of the three fields. */
export type Select = {
  /** By their positions, from 0. */
  indexes?: (number)[] | null;
  /** By their texts. */
  labels?: (string)[] | null;
  /** By their values. */
  values?: (string)[] | null;
};

/** How the wait for a page ended. */
export type Settled = "quiet" | "loading" | "cap";

/** The download that an action started. */
export type StartedDownload = {
  /** How it is known that this tab started it. */
  boundBy?: DownloadBinding;
  /** Number of further downloads that the action started; absent if there are none. */
  more?: number;
  /**
   * Name of the file; absent if the browser has not chosen one yet, empty if the policy hides a
   * site that the download is from.
   */
  name?: string | null;
};

/** How far a tab has loaded its page, as in Chrome's API. */
export type TabStatus = "unloaded" | "loading" | "complete" | "";

/** Answer to `tabs`. */
export type TabsResult = {
  /** Every tab, by window. */
  tabs: (ChromeTab)[];
};

/**
 * The elements that a query looks for. Each that is rendered is part of the tree, even if snapshots
 * do not include it.
 */
export type TargetQuery = {
  /** Their visible text; `None` for the elements in the scope. */
  text?: string | null;
  /**
   * Node id of the element that contains them. An extension that cannot search in it returns all.
   */
  within?: number | null;
};

/** The style of a text, with colours as the browser serializes computed values. */
export type TextStyle = {
  /** The background behind it; empty for none, `image` for an image. */
  behind: string;
  /** Colour of the text. */
  color: string;
  /** Font size in CSS pixels. */
  size: number;
};

/** Answer of `POST /token`. */
export type TokenAnswer = {
  /** Validity in seconds. */
  seconds: number;
  /** Grants access to the extension's endpoints. */
  token: string;
};

/** Body of `POST /token`: a worker without a WebSocket gets a token for polling. */
export type TokenRequest = {
  /** The server's nonce of the exchange. */
  exchange: string;
  /** The worker's proof. */
  proof: string;
};

/** The maximum permission of a token. The narrowest is first. */
export type TokenScope = "read" | "ask" | "act";

/**
 * The difference between the texts of two trees: a new middle part. Lengths are in UTF-16 code
 * units, as in JavaScript.
 */
export type TreeChange = {
  /** Name of the old tree. */
  from: string;
  /** Length of the equal start. */
  head: number;
  /** The new middle part. */
  middle: string;
  /** Length of the equal end. */
  tail: number;
};

/** Arguments of `type`. */
export type Type = {
  /** Inserts the text at once, without key events, as an input method or a paste does. */
  insert?: boolean;
  /** The text. */
  text: string;
};

/** A file to upload. */
export type UploadedFile = {
  /** Its contents, base64. */
  base64: string;
  /** Its name, without folders. */
  name: string;
  /** Its media type, such as `text/plain`; default: by the extension of its name. */
  type?: string;
};

/** How an action was executed. */
export type Via = "pointer" | "label" | "activate" | "keyboard" | "script";

/** Something that is visible in a document. */
export type VisualFact = {
  /** Node ids of the elements around it, innermost first. */
  around: (number)[];
  /** A point that a click on it hits, in CSS pixels of the viewport of its document. */
  at: [number, number];
  /** The class of an icon, as in the document. */
  class?: string;
  /** Whether something else covers it, so that no point of it can be hit. */
  covered?: boolean;
  /** Whether it consists of borders only, as a triangle that is made of them. */
  hollow?: boolean;
  /** A background image, a mask, or the address of an image; empty for none. */
  image?: string;
  /** Its kind. */
  kind: VisualKind;
  /** Node id of its element. */
  node: number;
  /** Opacity of its colour by the elements around it, 0 to 1. */
  opacity: number;
  /** The points of a polygon or path, as in the document, or a `clip-path`; empty for none. */
  points?: string;
  /** Whether its corners are so round that it is an ellipse. */
  round?: boolean;
  /** Its size in CSS pixels. */
  size: [number, number];
  /** Colour of the stroke of a shape or of the borders of a box; empty for none. */
  stroke?: string;
  /**
   * Colours and font size: the colour is the fill of a shape, the background of a box, or the
   * colour of a text.
   */
  style: TextStyle;
  /** Local name of its element. */
  tag: string;
  /** Its text, or the generated content of an icon. */
  text?: string;
};

/** What is visible in an element, or in the viewport of a document. */
export type VisualFacts = {
  /** In document order. */
  facts: (VisualFact)[];
  /** The number of visible frames in it, whose documents were not read. */
  frames: number;
  /** The number of things like those in `facts` that are outside of the viewport or clipped. */
  outside: number;
  /** The number of elements after which the script stopped; 0 if it read all. */
  stopped: number;
  /** The text around the element, or the text of the page. */
  surroundings: TextStyle;
  /**
   * The number of facts whose `at` is the centre of the visible part, without a test of what a
   * click there hits: the tests take too long in this document.
   */
  untested?: number;
};

/** The kind of a fact. */
export type VisualKind = "shape" | "box" | "image" | "text" | "svgtext";

/** The server's first message on a WebSocket. */
export type WebSocketProof = {
  /** The server's proof for the nonce in the WebSocket's request. */
  proof: string;
};

/** An action that the actor in the page executes. */
export type PageActionName = "click" | "fill" | "fill_secret" | "select" | "check" | "uncheck" | "press" | "type" | "set" | "clear" | "hover" | "focus" | "scroll" | "submit" | "activate" | "drag" | "select_text" | "upload" | "highlight" | "call_tool";

/** A page action that needs no element: it acts on the focused element, or on the page. */
export type UntargetedActionName = "press" | "type" | "scroll" | "call_tool";
