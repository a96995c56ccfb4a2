// Generated from the protocol crate by its tests; change it there.
// What crosses the wire between server and extension.

/** What was seen of an act and after it. */
export type ActionReport = {
  /** It was so before: nothing was sent. */
  already?: boolean;
  /** Elements that changed meanwhile and did so before, without anybody's doing. */
  backgroundMutations?: (BackgroundMutation)[];
  /** The tab was closed. */
  closed?: boolean;
  /** Dialogs that the page has opened. */
  dialogs?: (OpenedDialog)[];
  /** Why it may have had no effect. */
  hint?: ActionHint | null;
  /** Of a script whose value was cut: how long it is, in characters. */
  length?: number | null;
  /** Changes that were not going on before. */
  mutations?: number;
  /** The tab shows another address. */
  navigation?: Navigation | null;
  /** Tabs that it has opened, by Chrome's ids. */
  opened?: (number)[];
  /** How the wait ended. */
  settled?: Settled;
  /** Of a script: what it threw. */
  threw?: string | null;
  /** It was done, and what came of it was not seen. */
  unseen?: boolean;
  /** Of a script: its value as JSON. */
  value?: string | null;
  /** What was found when it was read back, where that is not what was asked for. */
  verified?: ReadBack | null;
  /** How it was executed; `None` if that is unknown. */
  via?: Via | null;
  /** From the last event until the page was at rest, in milliseconds. */
  waitedMs?: number;
  /** For how long an act of this kind is watched where nothing changes, in milliseconds. */
  watchedMs?: number;
};

/** What is to be done. */
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
  action: "clear";
} | {
  action: "set";
  /** As the field's `value` spells it: `2026-11-23`, `#d6249f`, `7`. */
  value: string;
} | {
  action: "type";
  /** The text. */
  text: string;
} | {
  action: "press";
  /** Each a key, with its modifiers: `Enter`, `Control+A`. */
  keys: Keys;
} | {
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
  /** Where to. */
  to: DragTo;
} | {
  action: "upload";
  /** The files, 1 to 20, of 8 MiB in all. */
  files: (UploadedFile)[];
} | {
  action: "execute_js";
  /**
   * The body of a function, whose `return` is the value, or one expression; a promise is waited
   * for.
   */
  script: string;
} | {
  action: "navigate";
  /** The address: `http://` or `https://`. */
  url: string;
} | {
  action: "back";
} | {
  action: "forward";
} | {
  action: "reload";
} | {
  action: "new_tab";
  /** What it shows; left out, nothing. */
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
export type ActionHint = "needs_user_activation" | "hover_only_css" | "invalid" | "drop_not_taken" | "option_not_found" | "stopped_at_frame";

/** Answer of `GET /agents`. */
export type AgentsAnswer = {
  /**
   * The user's own agent first, then those with tokens of their own, in the order in which these
   * were made.
   */
  agents: (ListedAgent)[];
};

/** What the audit log is told of a query, and the agent is not. */
export type AuditNote = {
  /** Who allowed an act, or did not. */
  consent?: Consent | null;
  /** The site that was asked about, or acted on; none of an incognito window. */
  site?: string | null;
};

/** An element that changes by itself. */
export type BackgroundMutation = {
  /** Node ids of what it has taken in or let go meanwhile, and of all in that. */
  brought: (number)[];
  /** Chrome's document id. */
  document: string;
  /** Its node id there. */
  node: number;
  /** How many texts it has of its own, where they read otherwise than before. */
  texts: number;
};

/** Since when changes count, and how long they are waited for. */
export type ChangesParams = {
  /** For how long to wait at most, in milliseconds. */
  forMs: number;
  /**
   * That of the last [`ChangesResult`]; none: the answer comes at once, and what changes from then
   * on counts. [`ChangesResult`]: super::ChangesResult
   */
  seen?: string | null;
};

/** Answer to `changes`. */
export type ChangesResult = {
  /** Whether something may have changed since what the query named. */
  changed: boolean;
  /** Names what has changed so far, for the next query. */
  seen: string;
  /** The tab. */
  tab: ChromeTab;
};

/** A tab as Chrome knows it. */
export type ChromeTab = {
  /** The tab its window shows. */
  active?: boolean;
  /** Put to sleep by the browser. */
  discarded?: boolean;
  /** Chrome's tab id. */
  id?: number;
  /** Its window is an incognito one. */
  incognito?: boolean;
  /** `unloaded`, `loading` or `complete`. */
  status?: string;
  /** Title; empty where the user withholds the tab. */
  title?: string;
  /** Address; empty where the browser or the user withholds it. */
  url?: string;
  /** Ids that the tab had before: Chrome gives it another when it unloads it. */
  was?: (number)[];
  /** Its window has the focus, or had it last. */
  windowFocused?: boolean;
  /** Chrome's window id. */
  windowId?: number;
};

/** How to click. */
export type Click = {
  /** Which button. */
  button?: MouseButton;
  /** How often, 1 to 3. */
  count?: number;
  /** Keys held down meanwhile. */
  modifiers?: (Modifier)[];
  /** Where on the element, in CSS pixels from its upper left corner; left out: its middle. */
  position?: [number, number] | null;
};

/** What went wrong. */
export type Code = "unauthorized" | "bad_request" | "forbidden" | "not_found" | "method_not_allowed" | "body_too_large" | "extension_disconnected" | "ambiguous_browser" | "browser_not_found" | "browser_id_taken" | "reading_paused" | "tab_not_found" | "tab_discarded" | "tab_crashed" | "tab_not_visible" | "tab_claimed" | "page_blocked" | "restricted_page" | "site_access_withheld" | "permission_denied" | "scope_not_found" | "stale_uid" | "unknown_uid" | "changed_uid" | "ambiguous_id" | "element_covered" | "element_not_visible" | "page_moved" | "element_disabled" | "element_moving" | "option_not_found" | "not_applicable" | "not_editable" | "user_scripts_disabled" | "queue_full" | "timeout" | "not_yet" | "result_too_large" | "version_mismatch" | "internal";

/** Who allowed an act, or did not. */
export type Consent = "allowed_once" | "allowed_site" | "allowed_agent" | "denied" | "unanswered" | "granted" | "policy" | "unattended";

/** An answer to a dialog. */
export type DialogAnswer = "accept" | "dismiss";

/** A function of a page that opens a dialog. */
export type DialogKind = "alert" | "confirm" | "prompt";

/**
 * How the page's dialogs are answered while an action is done. An `alert` is; of the others, those
 * that an answer is given for.
 */
export type Dialogs = {
  /** The answer to `confirm`. */
  confirm?: DialogAnswer | null;
  /** The text that `prompt` is answered with; null: it is dismissed. */
  prompt?: string | null;
};

/** One life of one document. */
export type DocumentHandle = {
  /** Chrome's document id. */
  document: string;
  /** Random number made with the document's registry. */
  world: number;
};

/** Where an element is dragged to. */
export type DragTo = {
  /** The `seen` of a fault: it is meant as that fault says it is. */
  seen?: string | null;
  /** That one, as a snapshot printed it. */
  uid: ElementId;
} | {
  /** Both. */
  by: [number, number];
};

/**
 * An element of a snapshot that this session got. A uid: 42, "37.42" or "uid=42". A ref of the last
 * `refs` or `tabs` snapshot: "e5", "@e5" or "ref=e5". The number of an element in a `numbered`
 * snapshot: 3.
 */
export type ElementId = string | number;

/** Contents of `endpoint.json`. Its `Debug` shows no secret, so that none reaches a log. */
export type EndpointFile = {
  /** Token that agents send over HTTP; new with each start of the server. */
  agent_token: string;
  /**
   * The extension's key, for an extension that is connected by hand. It is never sent: extension
   * and server prove to each other that they know it.
   */
  extension_key: string;
  /** Process id of the server. */
  pid: number;
  /** Address of the server, `http://127.0.0.1:PORT`. */
  url: string;
  /** Version of the server. */
  version: string;
};

/** Where the engine runs. */
export type EngineChoice = "auto" | "worker" | "page";

/** The element to be explained: by selector, or by document and node. */
export type ExplainParams = NodeHandle | {
  /** CSS selector, searched through shadow roots too. */
  selector: string;
};

/** Answer to `explain`. */
export type ExplainResult = {
  /** Chrome's id of the document the element is in. */
  document: string;
  /** What the engine says of the element. */
  explanation: unknown;
  /** The tab that was read. */
  tab: ChromeTab;
  /** Random number made with that document's registry. */
  world: number;
};

/** A failure, with what an agent can do next. */
export type Fault = {
  error: Code;
  hint?: string | null;
  message: string;
  retryable?: boolean | null;
  seen?: string | null;
};

/** One frame: what was read of it, or why it was not. */
export type FrameResult = {
  /** Chrome's document id. */
  document?: string;
  /** Node id of its iframe element in the parent's document; 0 when not known. */
  element?: number;
  /** Why it could not be read. */
  fault?: Fault | null;
  /** Chrome's frame id; 0 is the main frame. */
  frame?: number;
  /**
   * Instead of the tree: its text, as an engine wrote it that worked in the page. A page may have
   * taken its process over, so it is read apart from the answer.
   */
  pageTree?: string;
  /** Frame id of the parent; −1 of the main frame. */
  parent?: number;
  /**
   * JSON text from the page's process, read apart from the answer likewise. By node id: x, y,
   * width, height, flags, covered by. Empty where none were asked for.
   */
  places?: string;
  /** Milliseconds by stage. */
  timings?: Record<string, number>;
  /** What the engine made of it. */
  tree?: unknown;
  /** Instead of the tree: how it differs from one that the server has. */
  treeChange?: TreeChange | null;
  /** Names the tree: equal names, equal texts of trees. Empty where it will not be known again. */
  treeName?: string;
  /** Address. */
  url?: string;
  /** Index among the parent's frames; −1 when it is not there. */
  windowIndex?: number;
};

/** What the worker says of itself at `POST /hello`. */
export type Hello = {
  /**
   * A random word that is another whenever the user has narrowed what the extension may read, since
   * it was said last.
   */
  access?: string;
  /**
   * How often this worker has said it, this time included: one that was overtaken on its way by a
   * later one says nothing any more.
   */
  count?: number;
  /** What the browser is called: by its brand, or as the user chose. Others may have the same. */
  name?: string;
  /** The user has paused all reading. */
  paused?: boolean;
  /** The machine has no person: every question whether an agent may act is answered with yes. */
  unattended?: boolean;
  /** Version of the extension. */
  version: string;
  /** Wire version of the extension. */
  wire: number;
};

/** How to hover. */
export type Hover = {
  /** Keys held down meanwhile. */
  modifiers?: (Modifier)[];
  /** Where on the element, in CSS pixels from its upper left corner; left out: its middle. */
  position?: [number, number] | null;
};

/** What a picture is. */
export type ImageInfo = {
  /** The element that was cut out goes on out of view. */
  clipped?: boolean;
  /** The device's pixels of one CSS pixel. */
  devicePixelRatio: number;
  /** Height in pixels. */
  height: number;
  /**
   * The elements that are marked: position in what was asked for, and left, top, right, bottom in
   * the picture's pixels.
   */
  marks?: ([unknown, unknown, unknown, unknown, unknown])[];
  /** Of the picture of a whole page: how much of it there is. */
  page?: PageExtent | null;
  /** Its pixels of one CSS pixel. */
  scale: number;
  /** Elements in view that are not marked: there were too many, or no room. */
  unmarked?: number;
  /** Width in pixels. */
  width: number;
};

/** How a picture is encoded. */
export type ImageFormat = "png" | "jpeg" | "webp";

/** What is asked of which element. */
export type InspectParams = {
  /** The element; node 0 is the body of its document. */
  target: NodeHandle;
  /** What is asked. */
  what: InspectedProperty;
};

/** Answer to `inspect`: beside the tab, what was asked for. */
export type InspectResult = {
  /** HTML; none where all of it is secret. */
  html?: string | null;
  /** Something was left out because it is secret. */
  secret?: boolean;
  /** Computed values by the names of the properties. */
  styles?: Record<string, string>;
  /** The tab. */
  tab: ChromeTab;
  /** The HTML goes on. */
  truncated?: boolean;
  /** Value of an attribute; none where there is none, or it is secret. */
  value?: string | null;
};

/** What is asked of an element that no tree holds. */
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
};

/** What is to be done to which element. */
export type InteractParams = {
  /** What is to be done. */
  act: Action;
  /** It waits until the user lends the page a gesture. */
  activation?: boolean;
  /**
   * What an [`InteractResult::Consented`] has given, where the person was asked before.
   * [`InteractResult::Consented`]: super::InteractResult::Consented
   */
  consent?: string | null;
  /** How dialogs of the page are answered meanwhile. */
  dialogs?: Dialogs | null;
  /** Names the act: what was begun under a name is not begun again. */
  id: string;
  /** The element's line as a snapshot prints it now, for the person who is asked. */
  line: string;
  /** Another element of the same document that the act is about: that which one is dragged to. */
  onto?: NodeHandle | null;
  /**
   * It was looked at several times, and something around it has changed each time: done all the
   * same.
   */
  skipContextCheck?: boolean;
  /** The element; none: what has the focus, the page, or the tab. */
  target?: NodeHandle | null;
};

/** Answer to `interact`. */
export type InteractResult = {
  done: {
    /** It was done before, under the same name. */
    before?: boolean;
    /** What was seen of it; none where nobody can tell any more. */
    report?: ActionReport | null;
    /** The tab that it was done in. */
    tab: ChromeTab;
  };
} | {
  refused: Refusal;
} | {
  consented: string;
};

/** Keys to press: one, or several in order. */
export type Keys = string | (string)[];

/** What agents may do on a site. */
export type Level = "block" | "read" | "ask" | "act";

/** An agent, as far as the server knows it. */
export type ListedAgent = {
  /** When its token was made, in milliseconds since 1970; null for the user's own agent. */
  created?: number | null;
  /** When its token expires, in milliseconds since 1970; null: never. */
  expires?: number | null;
  /** Another one for each token. */
  id: string;
  /** Milliseconds since it was last heard of; null where it was not since the server started. */
  lastSeenMs?: number | null;
  /** As the user has named it. */
  name: string;
  /** What its token allows at most. */
  scope: TokenScope;
  /** How many of its sessions the server remembers. */
  sessions: number;
  /** Patterns of the sites that its token allows; none: every site. */
  sites: (string)[];
};

/** Elements that are marked where they are in view. */
export type MarksParams = {
  /** Their documents. */
  documents: (DocumentHandle)[];
  /** Those that matter most first. */
  elements: (MarkRequest)[];
  /** How many are marked at most. */
  most: number;
};

/** A key that is held down. */
export type Modifier = "Shift" | "Control" | "Alt" | "Meta";

/** A mouse button. */
export type MouseButton = "left" | "right" | "middle";

/** Where a tab went. */
export type Navigation = {
  /** How. */
  kind: NavigationKind;
  /** Its address now. */
  url: string;
};

/** How a tab has come to another address. */
export type NavigationKind = "navigated" | "within";

/** One element of one life of one document. */
export type NodeHandle = {
  /** Chrome's document id. */
  document: string;
  /** Hidden node id. */
  node: number;
  /** Random number made with the document's registry. */
  world: number;
};

/** How a tab is to be read. */
export type ObserveParams = {
  /** Where the engine is to run. */
  engine?: EngineChoice;
  /** Whether child frames are read too. */
  frames?: boolean;
  /** Names of answers that are still here: one that would say the same need not be sent again. */
  have?: (string)[];
  /**
   * Names of trees that are still here: of one that is much like one of them, what differs is
   * enough.
   */
  haveTrees?: (string)[];
  /** Reads this document alone. */
  only?: DocumentHandle | null;
  /** Whose boxes to measure. */
  places?: PlacesChoice;
  /** CSS selector; the elements it names (shadow roots searched too) are marked as the scope. */
  scope?: string | null;
  /** The element that is the scope, where a uid names it. */
  scopeNode?: NodeHandle | null;
  /** Whether every element's selector is wanted; those of frames always are. */
  selectors?: boolean;
};

/** Answer to `observe`. */
export type ObserveResult = {
  /** A page that holds nothing and can't be read (`about:blank`, `data:`). */
  blank?: boolean;
  /** Where the engine ran: `worker` or `page`. */
  engine?: string;
  /** Its frames, the main frame first; with `same` what it took to read them, and nothing else. */
  frames: (FrameResult)[];
  /** Names what was read: equal names, equal frames. Empty where there is nothing to name. */
  name?: string;
  /** The server has what was read, under that name: the frames hold nothing but timings. */
  same?: boolean;
  /** The tab that was read. */
  tab: ChromeTab;
  /** Milliseconds by stage. */
  timings?: Record<string, number>;
};

/** Answer to `outcome`. */
export type OutcomeResult = {
  never: Record<string, never>;
} | {
  begun: {
    /** How it ended; none where nobody can tell any more. */
    report?: ActionReport | null;
    /** Chrome's id of the tab that it was begun in; none where that was not open yet. */
    tab?: number | null;
  };
};

/** How much of a page is in a picture of all of it, in CSS pixels. */
export type PageExtent = {
  /** Width of what is in the picture, from the left. */
  across: number;
  /** Height of the page, when it was scrolled. */
  height: number;
  /** Height of what is in the picture, from the top. */
  shown: number;
  /** How many tiles were taken. */
  tiles: number;
  /** Width of the page. */
  width: number;
};

/** Answer to `ping`. */
export type PingResult = {
  /** Milliseconds that the extension's own part took. */
  ms: number;
};

/** Whose boxes are measured. On the wire `none`, `uids`, `all`, or node ids: `12,17`. */
export type PlacesChoice = string;

/** Answer of `POST /proof`. */
export type ProofAnswer = {
  /** The server's nonce, which names the exchange. */
  nonce: string;
  /** The server's proof. */
  proof: string;
};

/** Body of `POST /proof`: the worker asks the server who it is. */
export type ProofRequest = {
  /** The worker's nonce. */
  nonce: string;
};

/** A query to the extension. */
export type Query = {
  /** Who asks. */
  agent: QueryAgent;
  /** Milliseconds left to answer it. */
  deadlineMs: number;
  /** Names the query; its answer goes to `/results/{id}`. */
  id: string;
  /** Chrome's tab id; null for the active tab of the last focused normal or popup window. */
  tab?: number | null;
} & ({
  kind: "tabs";
  params: Record<string, never>;
} | {
  kind: "ping";
  params: {
    /** Whether the trip goes on into the page. */
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
  kind: "screenshot";
  params: ScreenshotParams;
} | {
  kind: "interact";
  params: InteractParams;
} | {
  kind: "outcome";
  params: {
    /** That of [`InteractParams`]. */
    id: string;
  };
});

/** Who asks: an agent, by the token that it has shown. */
export type QueryAgent = {
  /** Another one for each token: what was granted to one is not another's, whatever its name. */
  id: string;
  /** As the user has named it. */
  name: string;
  /** What its token allows at most. */
  scope: TokenScope;
  /** Patterns of the sites that its token allows; none: every site. */
  sites?: (string)[];
};

/** What was found when an act was read back. */
export type ReadBack = {
  /** What it is now; never of a field whose value is secret. */
  now?: string | null;
  /** How the value differs. */
  outcome: ReadBackOutcome;
};

/** How the value differs from the requested one when it is read back. */
export type ReadBackOutcome = "value_differs" | "reverted";

/** Why an element can't take an act now. */
export type Refusal = {
  /** Node ids, in the element's document, of what covers it and of what that is in. */
  by?: (number)[];
  /** More about it, in words. */
  detail?: string | null;
  /** The options there are, where none fits. */
  options?: (string)[];
  /**
   * What a person has allowed and was not used, where what is around the element has changed since
   * it was looked at.
   */
  permit?: string | null;
  /** Why. */
  why: RefusalReason;
};

/** Why an action was refused before its first event, or between two events. */
export type RefusalReason = "removed" | "disabled" | "inert" | "closed_details" | "no_box" | "no_pointer_events" | "moving" | "covered" | "not_focusable" | "not_editable" | "option_not_found" | "not_checkable" | "no_form" | "not_settable" | "bad_value" | "drag_target_not_reached" | "takes_no_files" | "changed" | "changed_midway";

/** Body of `POST /results/{id}`: what was asked for, or why not. */
export type Reply = {
  /** For the audit log alone. */
  audit?: AuditNote;
  /** Why not. */
  fault?: Fault | null;
  /** What was asked for. */
  ok?: ObserveResult | null;
};

/** Body of `POST /agents/revoke`. */
export type RevokeRequest = {
  /** Name of the agent whose token is taken back. */
  name: string;
};

/** How a picture is to be taken; left out: all that the tab's window shows, as a PNG. */
export type ScreenshotParams = {
  /** The element that is cut out. */
  crop?: NodeHandle | null;
  /** How it is encoded. */
  format?: ImageFormat | null;
  /** All of the page, which is scrolled for it. */
  full?: boolean;
  /** The elements that are marked. */
  marks?: MarksParams | null;
  /** Longest side in pixels: a larger picture is made smaller. */
  maxSide?: number | null;
  /** Of JPEG and WebP, 1 to 100. */
  quality?: number | null;
};

/** Answer to `screenshot`. */
export type ScreenshotResult = {
  /** The picture, base64. */
  data: string;
  /** `image/png`, or as it was asked for. */
  mimeType: string;
  /** What the picture is. */
  picture?: ImageInfo | null;
  /** The tab that is shown. */
  tab: ChromeTab;
};

/** How to scroll. One of the two is given; without either, the element is brought into view. */
export type Scroll = {
  /** So many CSS pixels to the right and down. */
  by?: [number, number] | null;
  /** To where. */
  to?: ScrollTo | null;
};

/** Where to scroll to. */
export type ScrollTo = "top" | "bottom" | "into_view";

/** A dialog that the page has opened during an action. */
export type OpenedDialog = {
  /** How it was answered; null: it is open and waits for the person. */
  answer?: DialogAnswer | null;
  /** Which. */
  kind: DialogKind;
  /** What it says: text of the page, its first 500 characters. */
  message: string;
};

/** Which options. One of the three is given. */
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

/** Answer to `tabs`. */
export type TabsResult = {
  /** Every tab, window by window. */
  tabs: (ChromeTab)[];
};

/** Answer of `POST /token`. */
export type TokenAnswer = {
  /** For how long, in seconds. */
  seconds: number;
  /** Opens the extension's endpoints. */
  token: string;
};

/** Body of `POST /token`: a worker that can have no WebSocket gets a token for its polls. */
export type TokenRequest = {
  /** The server's nonce of the exchange. */
  exchange: string;
  /** The worker's proof. */
  proof: string;
};

/** What a token allows at most. */
export type TokenScope = "read" | "act";

/**
 * How the text of a tree differs from another's: in its middle alone. Lengths count UTF-16 units,
 * as JavaScript does.
 */
export type TreeChange = {
  /** Name of the other tree. */
  from: string;
  /** How much of its beginning is the same. */
  head: number;
  /** What stands between. */
  middle: string;
  /** How much of its end is the same. */
  tail: number;
};

/** A file that a page is given. */
export type UploadedFile = {
  /** What is in it, base64. */
  base64: string;
  /** Its name, without folders. */
  name: string;
  /** Its media type, such as `text/plain`; left out, none. */
  type?: string;
};

/** How an action was executed. */
export type Via = "pointer" | "label" | "activate" | "keyboard" | "script";

/** An element that is marked where it is in view. */
export type MarkRequest = {
  /** Position of its document. */
  at: number;
  /** What is written beside it. */
  label: string;
  /** Hidden node id. */
  node: number;
};

/** The server's first message on a WebSocket. */
export type WebSocketProof = {
  /** The server's proof for the nonce that the WebSocket was opened with. */
  proof: string;
};

/** An action that the actor in the page executes. */
export type PageActionName = "click" | "fill" | "select" | "check" | "uncheck" | "press" | "type" | "set" | "clear" | "hover" | "focus" | "scroll" | "submit" | "activate" | "drag" | "upload" | "highlight";

/** A page action that needs no element: it acts on the focused element, or on the page. */
export type UntargetedActionName = "press" | "type" | "scroll";
