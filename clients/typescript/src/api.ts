// Generated from docs/openapi.json by scripts/generate.mjs. Do not edit it.

export interface paths {
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether the server runs. It needs no token. */
    get: operations['health'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The connections, the queue and the memory of the server. */
    get: operations['status'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/browsers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The browsers that are or were connected. */
    get: operations['browsers'];
    put?: never;
    /** Leases a browser with a fresh profile of the server's pool. */
    post: operations['lease'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/browsers/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Ends the lease of a browser, its process and its profile. */
    delete: operations['endLease'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tabs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The tabs of all browsers, or of one. */
    get: operations['tabs'];
    put?: never;
    /** Opens a tab in the background. */
    post: operations['openTab'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/ping': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An empty round trip to a page, or to the extension. */
    post: operations['ping'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/observe': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A snapshot of a page, or what has changed since the last one. */
    post: operations['observe'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/network': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The requests of a tab's documents: URL, status, size, time. */
    post: operations['network'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/errors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What the browser reports of a tab's documents, and their failed resources. */
    post: operations['errors'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/downloads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The downloads that a tab has started: state, file, size, URL. */
    post: operations['downloads'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/locate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Box and selector of an element of a snapshot. */
    post: operations['locate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/interact': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Executes actions, after the user's consent where the site's policy requires it, and returns
     * what each one changed.
     */
    post: operations['interact'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Why an element has its role, name and states. */
    post: operations['explain'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/find': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The elements that match criteria, with their uids and lines. */
    post: operations['find'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/get': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** One property of an element, or of a page. */
    post: operations['get'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/wait': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Answers when a condition holds, or with the fault `not_yet`. */
    post: operations['wait'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/screenshot': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A screenshot of a tab, of an element or of a whole page, with uids drawn on it if wanted. */
    post: operations['screenshot'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tabs/{tab}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Closes a tab that this agent opened. */
    delete: operations['closeTab'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tabs/{tab}/snapshot': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A snapshot of a tab in the format `tabs`, in pieces. */
    get: operations['tabSnapshot'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tabs/{tab}/click': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Clicks an element. */
    post: operations['clickInTab'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tabs/{tab}/type': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Fills a field, and presses Enter in it if wanted. */
    post: operations['typeInTab'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tabs/{tab}/navigate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Loads a page. */
    post: operations['navigateTab'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tabs/{tab}/press': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Presses a key. */
    post: operations['pressInTab'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tabs/{tab}/scroll': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Scrolls the page. */
    post: operations['scrollTab'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tabs/{tab}/back': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Goes back in the history. */
    post: operations['goBackInTab'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tabs/{tab}/forward': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Goes forward in the history. */
    post: operations['goForwardInTab'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tabs/{tab}/refresh': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Reloads the page. */
    post: operations['refreshTab'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description Why an action may have had no effect. */
    ActionHint:
      | 'needs_user_activation'
      | 'hover_only_css'
      | 'invalid'
      | 'drop_not_taken'
      | 'option_not_found'
      | 'stopped_at_frame'
      | 'tab_hidden';
    /** @description The result of one action. */
    ActionResult: {
      /** @description Name of the action. */
      action: string;
      /** @description An earlier request had the same `key`: this is its result. */
      before?: boolean;
      /** @description The evidence of the outcome. */
      evidence?: components['schemas']['Evidence'];
      /** @description Why it may have had no effect. */
      hint?: components['schemas']['ActionHint'] | null;
      /** @description Accessible name of the element; absent if it has none. */
      name?: string | null;
      /** @description The outcome. */
      outcome: components['schemas']['Outcome'];
      /** @description Digits or punctuation of its name differ from those in the snapshot. */
      renamed?: boolean;
      /**
       * @description The page created it again since the snapshot, and no other element matches.
       */
      rerendered?: boolean;
      /** @description Role of the element, as in ARIA. */
      role?: string | null;
      /** @description The exception of the script, or why it returned no value. */
      threw?: string | null;
      /** @description The element's uid. */
      uid?: string | null;
      /**
       * @description The value that the script returned. If its JSON is longer than 20,000
       * characters: the
       *     beginning of the JSON, as text.
       */
      value?: unknown;
      /**
       * Format: uint32
       * @description Length of that JSON in characters, if it was cut.
       */
      valueLength?: number | null;
      /** @description How the action was executed, if not with the pointer or the keyboard. */
      via?: components['schemas']['Via'] | null;
    };
    /** @description An agent. */
    AgentStatus: {
      /**
       * Format: uint64
       * @description Expiry of its token, in milliseconds since 1970; null: never.
       */
      expires: number | null;
      /**
       * Format: uint64
       * @description Milliseconds since its last request, also to an earlier server; null if it
       * sent none.
       */
      lastSeenMs: number | null;
      /** @description Name that the user chose; `user` is the user's own agent. */
      name: string;
      /** @description Maximum permission of its token. */
      scope: components['schemas']['TokenScope'];
      /**
       * Format: uint
       * @description Number of its sessions.
       */
      sessions: number;
      /** @description Patterns of the sites that its token permits; empty: every site. */
      sites: string[];
    };
    /** @description State of the audit log. */
    AuditStatus: {
      /**
       * Format: uint64
       * @description Number of entries that could not be written since the server started.
       */
      lost: number;
      /** @description Path of the file. */
      path: string;
      /**
       * Format: uint64
       * @description Number of entries that were written since the server started.
       */
      written: number;
    };
    /** @description A browser. */
    BrowserStatus: {
      /** @description Whether a worker of its extension is connected. */
      connected: boolean;
      /**
       * @description Its id, random, created when the extension was installed. Requests can name
       * the browser by
       *     it.
       */
      id: string;
      /**
       * @description Random id of the worker that connected last; null if none has connected, and
       * for a named
       *     agent.
       */
      instance: string | null;
      /**
       * Format: uint64
       * @description Milliseconds since the last message of the worker; null if none has connected,
       * and for a
       *     named agent.
       */
      lastSeenMs: number | null;
      /**
       * Format: uint64
       * @description Of a browser of a pool: the rest of its lease in seconds, 0 without a lease.
       * Missing for a
       *     user's own browser.
       */
      leaseSeconds?: number | null;
      /** @description Its unique name. Requests can name the browser by it. */
      name: string;
      /** @description Whether the user paused all reading. */
      paused: boolean;
      /**
       * @description Of a browser of a pool: whether it can be leased now. Missing for a user's own
       * browser.
       */
      ready?: boolean | null;
      /**
       * Format: uint32
       * @description Wire version of its extension if it has proven its identity and was rejected;
       * else null, and
       *     for a named agent.
       */
      refusedWire: number | null;
      /**
       * @description Whether its installation is unattended: agents act without consent prompts.
       * @default false
       */
      unattended: boolean;
      /** @description Version of its extension; null if unknown. */
      version: string | null;
    };
    /** @description Answer of `GET /browsers`. */
    BrowsersAnswer: {
      /** @description Every known browser, in the order of their first connection. */
      browsers: components['schemas']['BrowserStatus'][];
    };
    /** @description The cache of pages. */
    CacheStatus: {
      /**
       * Format: uint64
       * @description Maximum size, in bytes.
       */
      budgetBytes: number;
      /**
       * Format: uint64
       * @description Current size, in bytes.
       */
      bytes: number;
    };
    /** @description The part of a page that a screenshot of the whole page shows. */
    CapturedPage: {
      /** @description Height of the page in CSS pixels, when it was captured. */
      height: components['schemas']['CssPixels'];
      /** @description Height of the captured part in CSS pixels, from the top. */
      shown: components['schemas']['CssPixels'];
      /**
       * Format: uint32
       * @description Number of tiles that the image consists of.
       */
      tiles: number;
      /** @description Whether the page continues below or to the right. */
      truncated: boolean;
      /** @description Width of the page in CSS pixels. */
      width: components['schemas']['CssPixels'];
    };
    /** @description Arguments of a click. */
    Click: {
      /** @description The mouse button. */
      button?: components['schemas']['MouseButton'];
      /**
       * Format: uint8
       * @description Number of clicks, 1 to 3.
       */
      count?: number;
      /**
       * Format: uint32
       * @description Milliseconds between press and release, 0 to 5,000; with a `count` of 1.
       */
      hold?: number;
      /** @description Keys to hold down. */
      modifiers?: components['schemas']['Modifier'][];
      /**
       * @description Position in CSS pixels from the upper left corner of its padding box; default:
       * its center.
       */
      position?: number[] | null;
    };
    /** @description Body of `POST /tabs/{tab}/click`. It has one of `ref` and `selector`. */
    ClickInTabRequest: {
      /** @description Ref of the element in the user's latest snapshot of the tab: `e5`. */
      ref?: components['schemas']['ElementId'] | null;
      /**
       * @description CSS selector, searched through frames and shadow roots: exactly one element
       * must match.
       */
      selector?: string | null;
      /** @description Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /** @description What went wrong. */
    Code:
      | 'unauthorized'
      | 'bad_request'
      | 'forbidden'
      | 'not_found'
      | 'method_not_allowed'
      | 'body_too_large'
      | 'extension_disconnected'
      | 'ambiguous_browser'
      | 'browser_not_found'
      | 'browser_id_taken'
      | 'reading_paused'
      | 'tab_not_found'
      | 'tab_discarded'
      | 'tab_crashed'
      | 'tab_not_visible'
      | 'tab_claimed'
      | 'page_blocked'
      | 'restricted_page'
      | 'site_access_withheld'
      | 'permission_denied'
      | 'scope_not_found'
      | 'stale_uid'
      | 'unknown_uid'
      | 'changed_uid'
      | 'ambiguous_id'
      | 'element_covered'
      | 'element_not_visible'
      | 'page_moved'
      | 'element_disabled'
      | 'element_moving'
      | 'option_not_found'
      | 'not_applicable'
      | 'not_editable'
      | 'user_scripts_disabled'
      | 'downloads_disabled'
      | 'download_interrupted'
      | 'queue_full'
      | 'timeout'
      | 'not_yet'
      | 'result_too_large'
      | 'version_mismatch'
      | 'internal';
    /** @description How an answer is shortened. */
    Compression: 'none' | 'delta';
    /** @description An element that covers another. */
    CoveringElement: {
      /** @description Accessible name. */
      name: string;
      /** @description Role, as in ARIA. */
      role: string;
      /**
       * Format: uint32
       * @description Its uid in its document; null for elements that accept no actions.
       */
      uid: number | null;
    };
    /**
     * Format: double
     * @description A length or a coordinate in CSS pixels with two decimals; an integer has none.
     */
    CssPixels: number;
    /** @description Kind of a delta. */
    DeltaKind: 'unchanged' | 'changes' | 'full';
    /** @description An answer to a dialog. */
    DialogAnswer: 'accept' | 'dismiss';
    /** @description A function of a page that opens a dialog. */
    DialogKind: 'alert' | 'confirm' | 'prompt';
    /**
     * @description How dialogs of the page are answered during an action. An `alert` is always
     * accepted; `confirm`
     *     and `prompt` only if they have an answer here.
     */
    Dialogs: {
      /** @description The answer to `confirm`. */
      confirm?: components['schemas']['DialogAnswer'] | null;
      /** @description The answer to `prompt`; null: it is dismissed. */
      prompt?: string | null;
    };
    /**
     * @description How it is known which tab started a download: the browser does not name the tab.
     */
    DownloadBinding: 'navigation' | 'page' | 'shared_page';
    /** @description A download. Axlens never opens, changes or deletes a file. */
    DownloadEntry: {
      /** @description How it is known that the tab started it. */
      boundBy: components['schemas']['DownloadBinding'];
      /**
       * Format: uint64
       * @description Received bytes.
       */
      bytes: number;
      /**
       * @description Why the browser considers the file dangerous, such as `file` or `uncommon`.
       * While the state
       *     is `in_progress`, it waits for the user, who keeps or discards the file.
       */
      danger?: string | null;
      /** @description The complete file has been deleted; absent if not. */
      deleted?: boolean;
      /**
       * Format: double
       * @description When it ended.
       */
      end?: number | null;
      /** @description The browser's reason for an interruption, such as `NETWORK_FAILED`. */
      error?: string | null;
      /**
       * @description Name of the file, which the page can choose; absent if the browser has not
       * chosen one yet,
       *     empty if the policy hides a site that the download is from.
       */
      name?: string | null;
      /**
       * @description Absolute path of the complete file; absent if it is not complete, or hidden.
       */
      path?: string | null;
      /** @description The user has paused it; absent if not. */
      paused?: boolean;
      /**
       * Format: double
       * @description When it started.
       */
      start: number;
      /** @description How far it is. */
      state: components['schemas']['DownloadState'];
      /**
       * Format: uint64
       * @description Size of the file in bytes; absent if unknown.
       */
      total?: number | null;
      /**
       * @description URL, without user info and the values of parameters for passwords, tokens and
       * keys; without
       *     the content of a `data:` URL; empty if the policy hides a site that the download is
       * from.
       */
      url: string;
    };
    /** @description How far a download is. */
    DownloadState: 'in_progress' | 'complete' | 'interrupted';
    /**
     * @description Answer of `POST /downloads`. Times are in milliseconds since 1970, by the clock
     * of the browser.
     */
    DownloadsAnswer: {
      /**
       * Format: double
       * @description The start of the last known download, for the `after` of the next request.
       */
      at: number;
      /**
       * Format: uint
       * @description Number of matching downloads; can be larger than the length of `downloads`.
       */
      count: number;
      /** @description The matching downloads, in the order of their starts. */
      downloads: components['schemas']['DownloadEntry'][];
      /**
       * @description Downloads are missing, because there were more than Axlens lists; absent if
       * not.
       */
      isPartial?: boolean;
      /** @description What the answer can't contain, one sentence each. */
      notes: string[];
      /**
       * Format: double
       * @description Since when all downloads that can be bound to the tab are known: since its
       * main document
       *     was requested.
       */
      since: number;
      /**
       * Format: uint32
       * @description The tab.
       */
      tab: number;
    };
    /** @description Body of `POST /downloads`, and of `POST /observe` with `what`. */
    DownloadsRequest: {
      /**
       * Format: double
       * @description Only downloads that started after this time: the `at` of an earlier answer.
       */
      after?: number | null;
      /**
       * @description Id or name of the browser; default: that of the tab, or the only connected
       * one.
       */
      browser?: string | null;
      /**
       * Format: uint
       * @description Maximum number of downloads in the answer, the last ones: 1 to 100; default
       * 20.
       */
      limit?: number | null;
      /** @description Name of the session; it has no effect on the answer. */
      session?: string | null;
      /** @description Only downloads in these states. */
      states?: components['schemas']['DownloadState'][];
      /**
       * Format: uint32
       * @description Number of the tab; default: the active tab.
       */
      tab?: number | null;
      /**
       * Format: uint64
       * @description Timeout in milliseconds, 100 to 60,000; default 15,000.
       */
      timeoutMs?: number | null;
      /** @description Always `downloads`, which `/observe` requires. */
      what?: string | null;
    };
    /** @description Arguments of a drag. */
    Drag: {
      /**
       * Format: uint32
       * @description Milliseconds between the press and the first move, 0 to 5,000.
       */
      hold?: number;
      /** @description Keys to hold down. */
      modifiers?: components['schemas']['Modifier'][];
      /**
       * @description Where to press, in CSS pixels from the upper left corner of its padding box;
       * default: its
       *     center.
       */
      position?: number[] | null;
      /** @description The target. */
      to: components['schemas']['DragTo'];
    };
    /** @description The target of a drag. */
    DragTo:
      | {
          /**
           * @description Where to release, in CSS pixels from the upper left corner of its padding
           * box; default:
           *     its center.
           */
          position?: number[] | null;
          /** @description The `seen` of a fault: accepts the element as that fault describes it. */
          seen?: string | null;
          /** @description The uid of that element. */
          uid: components['schemas']['ElementId'];
        }
      | {
          /**
           * Format: uint32
           * @description Which match in document order, from 1, if several elements match.
           */
          nth?: number | null;
          /** @description Where to release, as for a uid. */
          position?: number[] | null;
          /**
           * @description CSS selector, `text=` and the exact visible text of that element, or `at=`
           * and a point.
           */
          selector: string;
          /** @description The uid of an element that contains it. */
          within?: components['schemas']['ElementId'] | null;
        }
      | {
          /** @description CSS pixels to the right and down. */
          by: number[];
        };
    /** @description How to find an element in the page. */
    ElementEntry: {
      /** @description Selectors of the iframes around it, outermost first. */
      frame?: string[];
      /** @description Selectors of the shadow hosts around it, outermost first. */
      hosts?: string[];
      /** @description Its role. */
      role: string;
      /** @description Its selector; absent if the request does not include selectors. */
      selector?: string | null;
      /** @description Its tag. */
      tag: string;
      /** @description Its uid, if the id is different. */
      uid?: string | null;
    };
    /**
     * @description An element of a snapshot that this session got. A uid: 42, "37.42" or "uid=42".
     * A ref of the last `refs` or `tabs` snapshot: "e5", "@e5" or "ref=e5". The number of an
     * element in a `numbered` snapshot: 3.
     */
    ElementId: string | number;
    /**
     * @description States and properties of an element. Those that the role does not support or the
     * page does not
     *     set are absent.
     */
    ElementStates: {
      /** @description `inline`, `list` or `both`. */
      autocomplete?: string | null;
      /** @description It is being changed. */
      busy?: boolean;
      /**
       * @description `false`, `true` or `mixed`; for a checkbox, radio, switch, menu item or
       * option.
       */
      checked?: string | null;
      /**
       * @description Why it counts as clickable without an interactive role: `onclick`,
       * `cursor:pointer`,
       *     `tabindex`, `label`, an attribute such as `data-handler`, or a word of its class or id
       * that
       *     controls have: `class:next`, `id:reply`.
       */
      clickable?: string[];
      /**
       * Format: uint32
       * @description Number of rows of a table or items of a list.
       */
      count?: number | null;
      /** @description `page`, `step`, `location`, `date`, `time` or `true`. */
      current?: string | null;
      /** @description It is disabled. */
      disabled?: boolean;
      /** @description Its text can be edited. */
      editable?: boolean;
      /** @description The message that `aria-errormessage` of an invalid field names. */
      error_message?: string | null;
      /** @description Whether what it controls is expanded. */
      expanded?: boolean | null;
      /** @description It is focusable without an interactive role. */
      focusable?: boolean;
      /** @description It has the focus. */
      focused?: boolean;
      /** @description `menu`, `listbox`, `tree`, `grid` or `dialog`. */
      haspopup?: string | null;
      /** @description `true`, `grammar`, `spelling`, or another value of the page. */
      invalid?: string | null;
      /** @description Keys of `aria-keyshortcuts`. */
      keyshortcuts?: string | null;
      /**
       * Format: uint32
       * @description Level of a heading, row, tree item or list item, from 1.
       */
      level?: number | null;
      /** @description `polite` or `assertive`. */
      live?: string | null;
      /** @description Largest value of a range, as the page writes it. */
      max?: string | null;
      /** @description Smallest value of a range, as the page writes it. */
      min?: string | null;
      /** @description A modal dialog. */
      modal?: boolean;
      /** @description It takes more than one line of text. */
      multiline?: boolean;
      /** @description More than one of its options can be selected. */
      multiselectable?: boolean;
      /** @description `horizontal` or `vertical`. */
      orientation?: string | null;
      /** @description Placeholder of a field. */
      placeholder?: string | null;
      /** @description Whether a popover is open. */
      popover_open?: boolean | null;
      /** @description `false`, `true` or `mixed`; for a toggle button. */
      pressed?: string | null;
      /** @description It can't be edited. */
      readonly?: boolean;
      /** @description It requires a value. */
      required?: boolean;
      /** @description Text of `aria-roledescription`. */
      roledescription?: string | null;
      /** @description A secret field, whose value is never sent. */
      secret?: boolean;
      /** @description Whether it is selected. */
      selected?: boolean | null;
      /** @description `ascending`, `descending` or `other`. */
      sort?: string | null;
      /**
       * @description How much of its text a user can't see although it is rendered: `all` or
       * `part`.
       */
      unseen?: string | null;
      /** @description Text to read instead of the number of a range. */
      valuetext?: string | null;
    };
    /**
     * @description Answer of `DELETE /browsers/{id}`: no request can use the browser any more. Its
     * process is
     *     ended and its profile deleted.
     */
    EndLeaseAnswer: {
      /** @description The id of the browser. */
      id: string;
      /** @description The name of the browser. */
      name: string;
    };
    /**
     * @description Where the engine runs.
     * @enum {string}
     */
    Engine: 'auto' | 'worker' | 'page';
    /** @description Where the engine ran. */
    EngineLocation: '' | 'worker' | 'page';
    /** @description An error of a page. */
    ErrorEntry: {
      /** @description URL of the frame in which it occurred; absent for the main document. */
      frame?: string | null;
      /** @description What it is. */
      kind: components['schemas']['PageErrorKind'];
      /**
       * Format: double
       * @description When it last occurred; absent if it occurred once.
       */
      last?: number | null;
      /**
       * Format: uint32
       * @description Line in `source`.
       */
      line?: number | null;
      /**
       * @description The browser's message, which can contain text of the page, or the text of the
       * call. Of a
       *     response: its status and the beginning of its body.
       */
      message: string;
      /**
       * @description Method of the console, such as `warn`, or of the request of a response, such
       * as `POST`.
       */
      method?: string | null;
      /** @description URL of the script or document that caused it, like `url`. */
      source?: string | null;
      /**
       * Format: double
       * @description When it first occurred; absent if that was before `since`.
       */
      time?: number | null;
      /**
       * Format: uint64
       * @description How often it occurred; absent if once.
       */
      times?: number | null;
      /**
       * @description URL of the resource or response that failed or was blocked, without user info
       * and the values
       *     of parameters for passwords, tokens and keys; empty if the policy hides its site.
       */
      url?: string | null;
    };
    /**
     * @description Answer of `POST /errors`. Times are in milliseconds since 1970, by the clock of
     * the browser.
     */
    ErrorsAnswer: {
      /**
       * Format: double
       * @description When the last known error was recorded, for the `after` of the next request.
       */
      at: number;
      /**
       * Format: uint
       * @description Number of matching errors; can be larger than the length of `errors`.
       */
      count: number;
      /** @description The matching errors, in the order of their last occurrences. */
      errors: components['schemas']['ErrorEntry'][];
      /**
       * @description Errors are missing, because there were more than the browser or Axlens keeps;
       * absent if not.
       */
      isPartial?: boolean;
      /** @description What the answer can't contain, one sentence each. */
      notes: string[];
      /**
       * Format: double
       * @description Since when the errors of the main document are recorded. It had reports
       * before; failed
       *     resources before are not known.
       */
      since: number;
      /**
       * Format: uint32
       * @description The tab.
       */
      tab: number;
    };
    /** @description Body of `POST /errors`, and of `POST /observe` with `what`. */
    ErrorsRequest: {
      /**
       * Format: double
       * @description Only errors that were recorded after this time: the `at` of an earlier answer.
       */
      after?: number | null;
      /**
       * @description Id or name of the browser; default: that of the tab, or the only connected
       * one.
       */
      browser?: string | null;
      /**
       * @description Only errors of these kinds. Without it, of the console only the methods
       * `error`, `warn` and
       *     `assert`.
       */
      kinds?: components['schemas']['PageErrorKind'][];
      /**
       * Format: uint
       * @description Maximum number of errors in the answer, the last ones: 1 to 300; default 50.
       */
      limit?: number | null;
      /** @description Name of the session; it has no effect on the answer. */
      session?: string | null;
      /**
       * Format: uint32
       * @description Number of the tab; default: the active tab.
       */
      tab?: number | null;
      /**
       * Format: uint64
       * @description Timeout in milliseconds, 100 to 60,000; default 15,000.
       */
      timeoutMs?: number | null;
      /** @description Always `errors`, which `/observe` requires. */
      what?: string | null;
    };
    /** @description The evidence of an action's outcome. */
    Evidence: {
      /**
       * @description The action led to a page on a site where this agent may not act. The tab does
       *     not stay there: Axlens loads the page before again; absent if not.
       */
      blocked?: boolean;
      /** @description Dialogs that the page opened. */
      dialogs?: components['schemas']['OpenedDialog'][];
      /**
       * @description The first download that the tab started during the action; only if the user
       * lets Axlens
       *     see downloads.
       */
      download?: components['schemas']['StartedDownload'] | null;
      /**
       * @description Messages of the first two uncaught exceptions and unhandled rejections since
       * the action's
       *     first event, cut to 120 characters; only on sites where the user has turned on that
       * they are
       *     recorded.
       */
      exceptions?: string[];
      /**
       * @description The first three requests of the element's document and the main one that began
       * since the
       *     first event and got a response with a status of 400 or more. Requests that have not
       * ended
       *     are not known; after a navigation, and while a dialog is open, none is.
       */
      failedRequests?: components['schemas']['FailedRequest'][];
      /**
       * Format: uint32
       * @description Number of changes that the action caused and that no snapshot shows, such as a
       * style, a
       *     position or a class; only if the outcome is `unchanged`.
       */
      hiddenChanges?: number | null;
      /**
       * Format: uint
       * @description Number of lines of the page that were added, removed or changed.
       */
      lines?: number | null;
      /**
       * Format: uint32
       * @description Number of the others; absent if there are none.
       */
      moreExceptions?: number;
      /**
       * Format: uint32
       * @description Number of the other failed requests; absent if there are none.
       */
      moreFailedRequests?: number;
      /** @description Of a dry run: the user would be prompted for consent; absent if not. */
      needsConsent?: boolean;
      /**
       * @description The value of the field if it differs from the requested one; never for a
       * secret field.
       */
      now?: string | null;
      /** @description How the value of the field differs from the requested one. */
      readBack?: components['schemas']['ReadBackOutcome'] | null;
      /**
       * Format: uint16
       * @description HTTP status of the new page, if it is 400 or more and already known.
       */
      status?: number | null;
      /** @description The new URL of the tab. */
      url?: string | null;
      /**
       * @description The tab shows a page that this agent may not read, so its URL is withheld;
       * absent if not.
       */
      urlWithheld?: boolean;
      /**
       * Format: uint32
       * @description Time during which the page did not change, in milliseconds.
       */
      watchedMs?: number | null;
    };
    /** @description Answer of `POST /explain`. */
    ExplainAnswer: {
      /** @description The accessible description, and its source. */
      description: components['schemas']['TextReason'];
      /** @description Chrome's id of the document. */
      document: string;
      /**
       * @description Selectors of the iframes around its document, outermost first; absent in the
       * main frame, and
       *     if the request has a selector.
       */
      frame?: string[];
      /**
       * @description Selectors of the shadow hosts around it, outermost first; absent outside
       * shadow roots.
       */
      hosts?: string[];
      /** @description Whether it is in the accessibility tree. */
      inTree: boolean;
      /** @description The accessible name, and its source. */
      name: components['schemas']['TextReason'];
      /** @description The role, and its source. */
      role: components['schemas']['RoleReason'];
      /** @description CSS selector, unique in its document or shadow root. */
      selector: string;
      /** @description States and properties. */
      states: components['schemas']['ElementStates'];
      /**
       * Format: uint32
       * @description Its tab.
       */
      tab: number;
      /** @description Local name of the element. */
      tag: string;
      /** @description Its uid; absent for elements that accept no actions. */
      uid?: components['schemas']['ExplainedUid'] | null;
      /** @description Value of a field, as a user sees it; absent for other elements. */
      value?: string | null;
      /** @description Why it is in the tree or not. */
      why: string;
      /**
       * Format: uint64
       * @description Random number that changes when the document is loaded again.
       */
      world: number;
    };
    /** @description Body of `POST /explain`. It has an id (`uid` or `id`) or a `selector`. */
    ExplainRequest: {
      /**
       * @description Id or name of the browser; default: that of the tab, or the only connected
       * one.
       */
      browser?: string | null;
      /** @description The element; the same as `uid`. */
      id?: components['schemas']['ElementId'] | null;
      /** @description CSS selector, searched through shadow roots; its first match is explained. */
      selector?: string | null;
      /** @description Name of the session of the snapshot, 1 to 200 bytes; default `default`. */
      session?: string | null;
      /**
       * Format: uint64
       * @description Number of the snapshot that has the id; default: the latest of the session.
       */
      snapshot?: number | null;
      /**
       * Format: uint32
       * @description Number of the tab; default: the tab of the id, or the active tab.
       */
      tab?: number | null;
      /**
       * Format: uint64
       * @description Timeout in milliseconds, 100 to 60,000; default 15,000.
       */
      timeoutMs?: number | null;
      /** @description The element. */
      uid?: components['schemas']['ElementId'] | null;
    };
    /** @description The uid of an element that is explained. */
    ExplainedUid: number | string;
    /** @description The extension. */
    ExtensionStatus: {
      /** @description Whether a worker of the extension is connected. */
      connected: boolean;
      /**
       * @description Random id of the worker that connected last; null if none has connected, and
       * for a named
       *     agent.
       */
      instance: string | null;
      /**
       * Format: uint64
       * @description Milliseconds since the last message of the worker; null if none has connected,
       * and for a
       *     named agent.
       */
      lastSeenMs: number | null;
      /** @description Whether the user paused all reading. */
      paused: boolean;
      /**
       * Format: uint32
       * @description Wire version of the extension if it has proven its identity and was rejected;
       * else null, and
       *     for a named agent.
       */
      refusedWire: number | null;
      /** @description Version of the extension; null if unknown. */
      version: string | null;
    };
    /** @description A request that got a response with a status of 400 or more. */
    FailedRequest: {
      /**
       * @description What started it, as `initiatorType` of the resource timing.
       * @default
       */
      kind: string;
      /**
       * Format: uint16
       * @description HTTP status.
       * @default 0
       */
      status: number;
      /**
       * @description URL, cut to 200 characters; without the origin if it is that of the main
       * document, which has
       *     made the request. Without user info and the values of parameters for passwords, tokens
       * and
       *     keys; empty if the policy hides its site.
       * @default
       */
      url: string;
    };
    /** @description An error, with the next step for the agent. */
    Fault: {
      /** @description Code of the error. */
      error: components['schemas']['Code'];
      /** @description What to do next. */
      hint: string;
      /** @description One sentence that describes the error and names its cause. */
      message: string;
      /** @description Whether the same request may succeed later, unchanged. */
      retryable: boolean;
      /**
       * @description With `changed_uid`: the element as the message describes it. A request with
       * this `seen`
       *     accepts that element, and fails if it has changed again.
       */
      seen?: string | null;
    };
    /** @description Text to find. */
    Find: {
      /**
       * Format: uint
       * @description Lines to show before and after each match.
       * @default 0
       */
      context: number;
      /** @description Text to find in names, values and text; ignores case. */
      text: string;
    };
    /** @description Answer of `POST /find`. */
    FindAnswer: {
      /**
       * Format: uint
       * @description Number of matching elements; can be larger than the length of `matches`.
       */
      count: number;
      /** @description The elements, in the order of the page. */
      matches: components['schemas']['FoundElement'][];
      /** @description Title of the page. */
      pageTitle: string;
      /**
       * Format: uint64
       * @description Number of the snapshot in its session.
       */
      snapshot: number;
      /**
       * Format: uint32
       * @description The tab.
       */
      tab: number;
      /**
       * @description The lines of the elements in the format `lean`, each with its row, item or
       * dialog.
       */
      tree: string;
      /** @description URL of the page. */
      url: string;
    };
    /** @description Text to find, alone or with the number of context lines. */
    FindChoice: string | components['schemas']['Find'];
    /** @description Body of `POST /find`. */
    FindRequest: {
      /** @description The attribute `alt`. */
      alt?: string | null;
      /**
       * @description Id or name of the browser; default: that of the tab, or the only connected
       * one.
       */
      browser?: string | null;
      /** @description Names and texts must be equal, including case. */
      exact?: boolean;
      /** @description The accessible name of a field, option or toggle. */
      label?: string | null;
      /**
       * Format: uint
       * @description Maximum number of matches in the answer, 1 to 100; default 20.
       */
      limit?: number | null;
      /** @description Its accessible name. */
      name?: string | null;
      /** @description The placeholder of a field. */
      placeholder?: string | null;
      /** @description Its role, as snapshots print it: `button`, `link`, `h2` … */
      role?: string | null;
      /** @description CSS selector, searched through frames and shadow roots. */
      selector?: string | null;
      /** @description Name of the session, to which the uids belong; default `default`. */
      session?: string | null;
      /**
       * Format: uint32
       * @description Number of the tab; default: the active tab.
       */
      tab?: number | null;
      /** @description `data-testid`, or another test attribute; always exact. */
      testid?: string | null;
      /** @description Its text; without `role`: the innermost element with the text. */
      text?: string | null;
      /**
       * Format: uint64
       * @description Timeout in milliseconds, 100 to 60,000; default 15,000.
       */
      timeoutMs?: number | null;
      /** @description The attribute `title`. */
      title?: string | null;
      /** @description Searches only inside the element with this uid. */
      within?: components['schemas']['ElementId'] | null;
    };
    /** @description A text format. Contracts: docs/contracts.md. */
    Format: 'outline' | 'numbered' | 'refs' | 'tabs' | 'lean';
    /** @description A matching element. */
    FoundElement: {
      /** @description Whether it is disabled; absent if not. */
      disabled?: boolean;
      /**
       * @description Words of the class, attributes or image of an element without a name, as in
       * `~paper-plane`
       *     on its line; absent if there are none.
       */
      hint?: string | null;
      /** @description Accessible name; the text, for a run of text. */
      name: string;
      /** @description Role, as in ARIA. */
      role: string;
      /**
       * @description The text inside an element without a name, at most 80 characters; absent if
       * there is none.
       */
      text?: string | null;
      /** @description Its uid; null for elements that accept no actions. */
      uid: string | null;
    };
    /** @description A gateway that the server has joined. */
    GatewayStatus: {
      /** @description Whether agents of the gateway can reach the server. */
      connected: boolean;
      /** @description Why it is not connected; null if it is, or is about to be. */
      error: string | null;
      /** @description Host of the gateway, and its port if it is not the usual one. */
      host: string;
      /**
       * Format: uint64
       * @description Milliseconds since the last request of an agent of the gateway; null if there
       * was none since
       *     the server joined it.
       */
      lastRequestMs: number | null;
      /** @description What the user allows the gateway's agents at most. */
      scope: components['schemas']['TokenScope'];
      /** @description Patterns of the sites that the user allows them; empty: every site. */
      sites: string[];
    };
    /** @description Answer of `POST /get`: the tab and the requested property. */
    GetAnswer: {
      /**
       * @description x, y, width and height in CSS pixels of the viewport of the element's frame;
       * null if it
       *     could not be measured.
       */
      box?: components['schemas']['CssPixels'][] | null;
      /** @description Names of the columns of a table; `1`, `2` and so on if it has no headers. */
      columns?: string[];
      /**
       * Format: uint
       * @description Number of elements that match the selector; for a table, the number of rows,
       * or of the rows
       *     that match `where`.
       */
      count?: number | null;
      /**
       * @description HTML, with shadow roots as declarative ones; without comments and the contents
       * of scripts,
       *     styles, templates and frames.
       */
      html?: string | null;
      /**
       * @description With `markdown` of a page: the landmarks outside of the main content, which
       * are not in the
       *     text, such as `navigation "Docs"`; `what is around the article` if it is an article.
       */
      leftOut?: string[];
      /**
       * Format: uint
       * @description With `markdown` of a page: the number of words outside of the main content.
       */
      leftOutWords?: number;
      /**
       * @description CommonMark, with the tables of GitHub Flavored Markdown and definition lists.
       * Links have the
       *     addresses that the page has. Text that a user can't see is in comments,
       *     `<!-- unseen: … -->`. No line begins with `...(`.
       */
      markdown?: string | null;
      /** @description Accessible name, with `state`. */
      name?: string | null;
      /**
       * Format: uint
       * @description With `text` and `markdown`: the `offset` of the rest, if this is only a part
       * of the text.
       */
      nextOffset?: number | null;
      /**
       * @description With `markdown`: what could not be read, such as a frame without access. With
       * `pdf`: that
       *     the file was requested again, and what is missing.
       */
      notes?: string[];
      /**
       * Format: uint32
       * @description With `pdf`: the number of pages of the file.
       */
      pageCount?: number | null;
      /**
       * @description The text of the pages, each after a line `# page N of M`. A line of the file
       * that begins
       *     like that, with `...(` or with a backslash has a backslash before it. A tab separates
       * the
       *     cells of a row.
       */
      pdf?: string | null;
      /** @description Role, as in ARIA, with `state`. */
      role?: string | null;
      /** @description The first row that matches, by column name. */
      row?: {
        [key: string]: string;
      } | null;
      /**
       * @description With `value`, `attribute`: the value is secret and not sent. With `html`,
       * `styles`: some
       *     content was omitted because it is secret.
       */
      secret?: boolean;
      /** @description Its states, as in a line of a snapshot. */
      states?: string[] | null;
      /** @description With `styles`: computed values by the names of the properties. */
      styles?: {
        [key: string]: string;
      };
      /**
       * Format: uint32
       * @description The tab.
       */
      tab: number;
      /** @description Visible text: a line for each block, a tab between cells. */
      text?: string | null;
      /** @description Title of the page. */
      title?: string | null;
      /**
       * Format: uint
       * @description With `nextOffset`: the length of the whole text, in characters.
       */
      totalChars?: number | null;
      /**
       * @description The lines of the row in the format `lean`, with the uids of its interactive
       * elements.
       */
      tree?: string | null;
      /**
       * @description `value` or the HTML was cut at its maximum length, or the text, the Markdown,
       * `visual` or
       *     `pdf` is not complete.
       */
      truncated?: boolean;
      /** @description URL of the page. */
      url?: string | null;
      /**
       * @description Value of the field, as a user sees it; null if it is empty or the element is
       * not a field.
       *     With `attribute`: its value; null if the element doesn't have it. Absent if it is
       * secret.
       */
      value?: string | null;
      /** @description With `visual`: one line each, in document order. */
      visual?: string | null;
    };
    /**
     * @description Body of `POST /get`. Exactly one of `uid`, `id`, `ref` and `selector` names an
     * element. `text`,
     *     `markdown`, `html`, `table` and `visual` without an element refer to the page; `title`,
     * `url`
     *     and `pdf` always do.
     */
    GetRequest: {
      /**
       * @description Id or name of the browser; default: that of the element or tab, or the only
       * connected one.
       */
      browser?: string | null;
      /**
       * @description With `selector`, not with `count`: selectors of the iframes around the
       * element, outermost
       *     first, as in `/locate`.
       */
      frame?: string[] | null;
      /**
       * @description With `selector`, not with `count`: selectors of the shadow hosts around the
       * element,
       *     outermost first, as in `/locate`.
       */
      hosts?: string[] | null;
      /** @description The element; the same as `uid`. */
      id?: components['schemas']['ElementId'] | null;
      /**
       * Format: uint
       * @description With `text` and `markdown`: maximum number of tokens of the text, at least 50.
       * It ends
       *     before a section, a paragraph or a line. An answer never has more than 200,000
       * characters.
       */
      max_tokens?: number | null;
      /** @description With `attribute`: the name of the attribute. */
      name?: string | null;
      /** @description With `styles`: names of CSS properties, at most 50. */
      names?: string[];
      /**
       * Format: uint32
       * @description With `selector`, not with `count`: which match in document order, from 1.
       */
      nth?: number | null;
      /**
       * Format: uint
       * @description With `text` and `markdown`: the character at which the part to read begins,
       * such as
       *     `nextOffset` of an answer; default: 0.
       */
      offset?: number | null;
      /** @description With `pdf`: the pages, such as `3`, `3-5` or `3-`; default: all. */
      pages?: string | null;
      /** @description The element; the same as `uid`. */
      ref?: components['schemas']['ElementId'] | null;
      /**
       * @description The `seen` of a `changed_uid`: accepts the element as that fault describes it.
       */
      seen?: string | null;
      /**
       * @description CSS selector, or, except with `count`, `text=` and the exact visible text of
       * the element;
       *     searched through frames and shadow roots. Exactly one element must match, except with
       *     `count`.
       */
      selector?: string | null;
      /** @description Name of the session of the snapshot, 1 to 200 bytes; default `default`. */
      session?: string | null;
      /**
       * Format: uint64
       * @description Number of the snapshot that has the id; default: the latest of the session.
       */
      snapshot?: number | null;
      /**
       * Format: uint32
       * @description Number of the tab; default: the tab of the element, or the active tab.
       */
      tab?: number | null;
      /**
       * Format: uint64
       * @description Timeout in milliseconds, 100 to 60,000; default 15,000.
       */
      timeoutMs?: number | null;
      /** @description The element. */
      uid?: components['schemas']['ElementId'] | null;
      /** @description The property to read. */
      what: components['schemas']['Property'];
      /**
       * @description With `table`: text of the row by column name; matches parts and ignores case.
       */
      where?: {
        [key: string]: string;
      };
      /** @description With `markdown` of a page: all of it, instead of its main content. */
      whole?: boolean;
      /**
       * @description With `selector`, not with `count`: the uid of an element that contains the
       * element.
       */
      within?: components['schemas']['ElementId'] | null;
    };
    /** @description Answer of `GET /health`, which needs no token. */
    HealthAnswer: {
      /** @description Always true. */
      ok: boolean;
      /** @description Version of the server. */
      version: string;
    };
    /** @description Arguments of a hover. */
    Hover: {
      /** @description Keys to hold down. */
      modifiers?: components['schemas']['Modifier'][];
      /**
       * @description Position in CSS pixels from the upper left corner of its padding box; default:
       * its center.
       */
      position?: number[] | null;
    };
    /** @description Image format of a screenshot. */
    ImageFormat: 'png' | 'jpeg' | 'webp';
    /** @description Media type of a screenshot. */
    ImageMediaType: 'image/png' | 'image/jpeg' | 'image/webp';
    /** @description An additional property of elements. */
    Include: 'boxes' | 'selectors' | 'descriptions' | 'urls';
    /**
     * @description Answer of `POST /interact`. With the fields of a fault, it is also the answer if
     * an action after
     *     the first one failed.
     */
    InteractAnswer: {
      /** @description Cursor of the next part of the snapshot. */
      cursor?: string | null;
      /** @description Kind of the snapshot: `unchanged`, `changes` or `full`. */
      delta?: components['schemas']['DeltaKind'] | null;
      /** @description How to see more. */
      hint?: string | null;
      /** @description Tabs that the actions opened, or in which they opened a page. */
      newTabs?: number[];
      /**
       * @description Lines that the actions added where the view of the snapshot does not show
       * them: at most
       *     five, in the form of a snapshot, shortened.
       */
      outside?: string[];
      /**
       * @description Title of the page; absent without a snapshot, and with a delta if it is
       * unchanged.
       */
      pageTitle?: string | null;
      /** @description Results of the actions and reads, in order. */
      results: components['schemas']['StepResult'][];
      /** @description How the last wait for the page ended; absent if the page became idle. */
      settled?: components['schemas']['Settled'];
      /**
       * Format: uint64
       * @description Number of the snapshot that a delta refers to.
       */
      since?: number | null;
      /**
       * Format: uint64
       * @description Number of the snapshot in its session.
       */
      snapshot?: number | null;
      /**
       * Format: uint32
       * @description The tab of the actions.
       */
      tab: number;
      /** @description The page as text; absent if it is unchanged. */
      tree?: string | null;
      /**
       * @description How to find the element of each uid in the text, if the request includes
       * selectors.
       */
      uidMap?: {
        [key: string]: components['schemas']['ElementEntry'];
      } | null;
      /**
       * @description URL of the page; absent without a snapshot, and with a delta if it is
       * unchanged.
       */
      url?: string | null;
      /**
       * Format: uint32
       * @description Time spent waiting for the page, over all actions, in milliseconds.
       */
      waitedMs: number;
    };
    /**
     * @description Body of `POST /interact`: one action (`action`, its arguments and its element),
     * or several
     *     (`actions`), and the options of `POST /observe` for the snapshot in the answer.
     */
    InteractRequest: (
      | (
          | (components['schemas']['Click'] & {
              /** @constant */
              action: 'click';
            })
          | (components['schemas']['Hover'] & {
              /** @constant */
              action: 'hover';
            })
          | {
              /** @constant */
              action: 'focus';
            }
          | {
              /** @constant */
              action: 'activate';
            }
          | {
              /** @constant */
              action: 'fill';
              /** @description The text. */
              value: string;
            }
          | {
              /** @constant */
              action: 'clear';
            }
          | {
              /** @constant */
              action: 'set';
              /**
               * @description In the syntax of the field's `value`: `2026-11-23`, `#d6249f`, `7`.
               */
              value: string;
            }
          | (components['schemas']['Type'] & {
              /** @constant */
              action: 'type';
            })
          | (components['schemas']['Press'] & {
              /** @constant */
              action: 'press';
            })
          | (components['schemas']['Select'] & {
              /** @constant */
              action: 'select';
            })
          | {
              /** @constant */
              action: 'check';
            }
          | {
              /** @constant */
              action: 'uncheck';
            }
          | (components['schemas']['Scroll'] & {
              /** @constant */
              action: 'scroll';
            })
          | {
              /** @constant */
              action: 'submit';
            }
          | {
              /** @constant */
              action: 'highlight';
            }
          | (components['schemas']['Drag'] & {
              /** @constant */
              action: 'drag';
            })
          | {
              /** @constant */
              action: 'select_text';
              /**
               * @description The exact visible text, which may span several elements; default: all
               * text of the
               *     element.
               */
              text?: string | null;
            }
          | {
              /** @constant */
              action: 'upload';
              /** @description The files, 1 to 20, at most 8 MiB in total. */
              files: components['schemas']['UploadedFile'][];
            }
          | {
              /** @constant */
              action: 'execute_js';
              /**
               * @description The body of a function with `return`, or one expression; a promise is
               * awaited.
               */
              script: string;
            }
          | {
              /** @constant */
              action: 'navigate';
              /** @description The URL: `http://` or `https://`. */
              url: string;
            }
          | {
              /** @constant */
              action: 'back';
            }
          | {
              /** @constant */
              action: 'forward';
            }
          | {
              /** @constant */
              action: 'reload';
            }
          | {
              /** @constant */
              action: 'new_tab';
              /** @description Its URL; default: an empty tab. */
              url?: string | null;
            }
          | {
              /** @constant */
              action: 'close_tab';
            }
          | {
              /** @constant */
              action: 'activate_tab';
            }
          | {
              /** @constant */
              action: 'claim_tab';
            }
          | {
              /** @constant */
              action: 'release_tab';
            }
        )
      | unknown
    ) & {
      /**
       * @description Several actions, and reads between them, executed in order up to the first
       * fault.
       */
      actions?: components['schemas']['Step'][] | null;
      /**
       * @description Each action waits, up to a minute, until the user presses the key that grants
       * the page a
       *     user gesture (`Ctrl+Shift+Comma`): for features that browsers deny to synthetic events.
       */
      activation?: boolean | null;
      /**
       * @description Id or name of the browser; default: that of the tab, or the only connected
       * one.
       */
      browser?: string | null;
      /** @description Omit elements without information. */
      compact?: boolean;
      /**
       * @description `delta`: only the changes since the session's last snapshot of the tab with
       * the same
       *     options.
       */
      compression?: components['schemas']['Compression'] | null;
      /** @description Cursor of an earlier answer, to continue it. */
      cursor?: string | null;
      /** @description `refs`: also elements that are clickable or focusable without a role. */
      cursor_interactive?: boolean;
      /**
       * @description How dialogs of the page are answered during the actions; default: they stay
       * open for the
       *     user, and the fault is `page_blocked`.
       */
      dialogs?: components['schemas']['Dialogs'] | null;
      /**
       * @description Only checks whether each action is possible on the page as it is now. No event
       * is sent, and
       *     the user is not prompted; the outcome is `possible`.
       */
      dryRun?: boolean | null;
      /** @description Where to run the engine. */
      engine?: components['schemas']['Engine'];
      /** @description Omit elements whose role, name or placeholder matches one of these. */
      exclude_patterns?: string[];
      /** @description Omit elements with these roles, and their contents. */
      exclude_roles?: string[];
      /** @description Only lines that contain a text, with their ancestors. */
      find?: components['schemas']['FindChoice'] | null;
      /** @description Fold long runs of similar rows, items and options. */
      fold?: boolean;
      /** @description The text format. */
      format?: components['schemas']['Format'];
      /**
       * @description With `selector`: selectors that match the iframes around the element,
       * outermost first.
       */
      frame?: string[] | null;
      /**
       * @description With `selector`: selectors of the shadow hosts around the element, outermost
       * first, as in
       *     `/locate`.
       */
      hosts?: string[] | null;
      /** @description The element; the same as `uid`. */
      id?: components['schemas']['ElementId'] | null;
      /** @description Additional properties of elements. */
      include?: components['schemas']['Include'][];
      /** @description Only interactive elements. */
      interactive_only?: boolean;
      /**
       * @description Idempotency key: a later request with the same key gets the outcomes of the
       * first one's
       *     actions; reads are executed again.
       */
      key?: string | null;
      /**
       * Format: uint
       * @description Maximum size of the text, in characters.
       */
      max_chars?: number | null;
      /**
       * Format: uint32
       * @description Maximum depth; the document has depth 0.
       */
      max_depth?: number | null;
      /**
       * Format: uint
       * @description Maximum size of the text, in tokens.
       */
      max_tokens?: number | null;
      /** @description Only the open modal dialog, if there is one. */
      modal_only?: boolean;
      /**
       * Format: uint32
       * @description With `selector`: which match in document order, from 1, if several elements
       * match.
       */
      nth?: number | null;
      /**
       * Format: uint64
       * @description Number of the snapshot that has the id; default: the latest of the session.
       */
      of?: number | null;
      /** @description The element; the same as `uid`. */
      ref?: components['schemas']['ElementId'] | null;
      /** @description Only elements with these roles, and text in them. */
      roles?: string[];
      /** @description The part of the page: a CSS selector, or a uid of this session. */
      scope?: components['schemas']['ScopeChoice'] | null;
      /**
       * @description The `seen` of a `changed_uid`: accepts the element as that fault describes it.
       */
      seen?: string | null;
      /**
       * @description CSS selector, or `text=` and the exact visible text of the element; searched
       * through frames
       *     and shadow roots. Exactly one element must match. Or `at=X,Y`: the innermost element at
       * this
       *     point of the viewport, in CSS pixels, where the action uses it.
       */
      selector?: string | null;
      /** @description Name of the session, to which the uids belong; default `default`. */
      session?: string | null;
      /** @description The snapshot in the answer; default `delta`. */
      snapshot?: components['schemas']['Show'] | null;
      /**
       * Format: uint32
       * @description Number of the tab; default: the active tab.
       */
      tab?: number | null;
      /**
       * Format: uint64
       * @description Timeout in milliseconds.
       */
      timeoutMs?: number | null;
      /** @description Whether to report the times of all stages. */
      timings?: boolean;
      /** @description The element. */
      uid?: components['schemas']['ElementId'] | null;
      /** @description Only elements in the viewport. */
      viewport_only?: boolean;
      /**
       * @description `a11y_tree`; required. With `network`, `errors` or `downloads`, the body and
       * the answer
       *     are those of `/network`, `/errors` or `/downloads`.
       */
      what?: string | null;
      /** @description With `selector`: the uid of an element that contains the element. */
      within?: components['schemas']['ElementId'] | null;
    };
    /**
     * @description The answer if an action or read after the first one failed: the fault, and the
     * results of those
     *     before it.
     */
    InteractStopped: {
      /** @description The results of those before it, and the current page. */
      done: components['schemas']['InteractAnswer'];
      /** @description Code of the error. */
      error: components['schemas']['Code'];
      /** @description What to do next. */
      hint: string;
      /** @description One sentence that describes the error and names its cause. */
      message: string;
      /** @description Whether the same request may succeed later, unchanged. */
      retryable: boolean;
      /**
       * @description With `changed_uid`: the element as the message describes it. A request with
       * this `seen`
       *     accepts that element, and fails if it has changed again.
       */
      seen?: string | null;
    };
    /** @description Keys to press: one, or several in order. */
    Keys: string | string[];
    /**
     * @description Answer of `POST /browsers`: a browser with a fresh profile that only this agent
     * can use.
     */
    LeaseAnswer: {
      /** @description When the lease ends, in RFC 3339. */
      expires: string;
      /** @description The id of the browser. Requests can name the browser by it. */
      id: string;
      /** @description The name of the browser. Requests can name the browser by it. */
      name: string;
      /**
       * Format: uint64
       * @description How long the lease lasts, in seconds.
       */
      ttl: number;
    };
    /** @description `POST /browsers`: leases a browser of the server's pool. */
    LeaseRequest: {
      /**
       * Format: uint64
       * @description How long the lease lasts, in seconds; 600 if it is missing, or the server's
       * maximum if that
       *     is less.
       */
      ttl?: number | null;
    };
    /**
     * @description Answer of `POST /locate`. The fields of the layout (`box`, `covered`,
     * `coveredBy`, `hasSize`,
     *     `inViewport`, `transparent`) are absent if the element could not be measured.
     */
    LocateAnswer: {
      /**
       * @description x, y, width and height in CSS pixels of the viewport of the element's frame.
       */
      box?: components['schemas']['CssPixels'][] | null;
      /** @description Whether another element covers its center. */
      covered?: boolean | null;
      /**
       * @description The element that covers it; null if it is uncovered, or the other element is
       * not in the
       *     tree.
       */
      coveredBy?: components['schemas']['CoveringElement'] | null;
      /** @description Chrome's id of the document. */
      document: string;
      /**
       * @description Selectors of the iframes around its document, outermost first; absent in the
       * main frame.
       */
      frame?: string[];
      /** @description Whether its box has a size. */
      hasSize?: boolean | null;
      /**
       * @description Selectors of the shadow hosts around it, outermost first; absent outside
       * shadow roots.
       */
      hosts?: string[];
      /** @description Whether a part of it is in the viewport. */
      inViewport?: boolean | null;
      /** @description Accessible name. */
      name: string;
      /** @description Whether its name differs from the one in the snapshot; absent if not. */
      renamed?: boolean;
      /** @description Whether the page created it again since the snapshot; absent if not. */
      rerendered?: boolean;
      /** @description Role, as in ARIA. */
      role: string;
      /** @description CSS selector, unique in its document or shadow root. */
      selector: string;
      /**
       * Format: uint32
       * @description Its tab.
       */
      tab: number;
      /** @description Whether its opacity is 0. */
      transparent?: boolean | null;
      /** @description Its uid; null for elements that accept no actions. */
      uid: string | null;
      /**
       * Format: uint64
       * @description Random number that changes when the document is loaded again.
       */
      world: number;
    };
    /** @description Body of `POST /locate`. It has exactly one of `uid` and `id`. */
    LocateRequest: {
      /** @description Id or name of the browser; default: that of the element. */
      browser?: string | null;
      /** @description The element; the same as `uid`. */
      id?: components['schemas']['ElementId'] | null;
      /**
       * @description The `seen` of a `changed_uid`: accepts the element as that fault describes it.
       */
      seen?: string | null;
      /** @description Name of the session of the snapshot, 1 to 200 bytes; default `default`. */
      session?: string | null;
      /**
       * Format: uint64
       * @description Number of the snapshot that has the id; default: the latest of the session.
       */
      snapshot?: number | null;
      /**
       * Format: uint32
       * @description Its tab; default: the one of those with this id that was shown last.
       */
      tab?: number | null;
      /**
       * Format: uint64
       * @description Timeout in milliseconds, 100 to 60,000; default 15,000.
       */
      timeoutMs?: number | null;
      /** @description The element. */
      uid?: components['schemas']['ElementId'] | null;
    };
    /** @description A marked element. */
    Mark: {
      /** @description Left, top, width and height in image pixels. */
      box: number[];
      /** @description Its uid, which is also the label. */
      uid: string;
    };
    /** @description A browser that did not list its tabs. */
    MissingBrowser: {
      /** @description Its name. */
      browser: string;
      /** @description The reason. */
      fault: components['schemas']['Fault'];
    };
    /** @description A modifier key. */
    Modifier: 'Shift' | 'Control' | 'Alt' | 'Meta';
    /** @description A mouse button. */
    MouseButton: 'left' | 'right' | 'middle';
    /** @description A step of the computation of names and descriptions. */
    NamingStep: {
      /** @description CSS selector of the element that the text comes from. */
      node: string;
      /** @description The step's number in the specification. */
      step: string;
      /** @description The text. */
      text: string;
    };
    /** @description Body of `POST /tabs/{tab}/navigate`. */
    NavigateTabRequest: {
      /** @description The URL: `http://` or `https://`. */
      url: string;
      /** @description Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /**
     * @description Answer of `POST /network`. Times are in milliseconds since 1970, by the clock of
     * the browser.
     */
    NetworkAnswer: {
      /**
       * Format: double
       * @description The end of the last known request, for the `after` of the next request.
       */
      at: number;
      /**
       * Format: uint
       * @description Number of matching requests; can be larger than the length of `requests`.
       */
      count: number;
      /** @description What the answer can't contain, one sentence each. */
      notes: string[];
      /**
       * @description The matching requests, in the order of their starts. Requests that have not
       * ended are not
       *     known.
       */
      requests: components['schemas']['NetworkEntry'][];
      /**
       * Format: double
       * @description When the main document was requested.
       */
      since: number;
      /**
       * Format: uint32
       * @description The tab.
       */
      tab: number;
    };
    /** @description A request of a page. */
    NetworkEntry: {
      /**
       * Format: uint64
       * @description Transferred bytes of headers and body; absent from the cache, and if the other
       * site does not
       *     allow the page to see it.
       */
      bytes?: number | null;
      /** @description It was served from the cache; absent if not. */
      cached?: boolean;
      /**
       * Format: double
       * @description Milliseconds until its end.
       */
      duration: number;
      /** @description URL of the frame that made it; absent for the main document. */
      frame?: string | null;
      /** @description What started it. */
      kind: string;
      /**
       * Format: double
       * @description When it began.
       */
      start: number;
      /**
       * Format: uint16
       * @description HTTP status; absent if there was no response, or if the other site does not
       * allow the page
       *     to see it.
       */
      status?: number | null;
      /**
       * @description URL, without user info and the values of parameters for passwords, tokens and
       * keys; empty if
       *     the policy hides its site.
       */
      url: string;
    };
    /** @description Body of `POST /network`, and of `POST /observe` with `what`. */
    NetworkRequest: {
      /**
       * Format: double
       * @description Only requests that ended after this time: the `at` of an earlier answer.
       */
      after?: number | null;
      /**
       * @description Id or name of the browser; default: that of the tab, or the only connected
       * one.
       */
      browser?: string | null;
      /** @description Only requests with a status of 400 or more. */
      failed?: boolean;
      /**
       * @description Only requests of these kinds: `fetch`, `xmlhttprequest`, `script`, `img`,
       * `link`, `css`,
       *     `iframe`, `navigation`, `beacon` …
       */
      kinds?: string[];
      /**
       * Format: uint
       * @description Maximum number of requests in the answer, the last ones: 1 to 1000; default
       * 50.
       */
      limit?: number | null;
      /** @description Name of the session; it has no effect on the answer. */
      session?: string | null;
      /**
       * Format: uint32
       * @description Number of the tab; default: the active tab.
       */
      tab?: number | null;
      /**
       * Format: uint64
       * @description Timeout in milliseconds, 100 to 60,000; default 15,000.
       */
      timeoutMs?: number | null;
      /** @description Only requests whose URL contains this text, ignoring case. */
      url?: string | null;
      /** @description Always `network`, which `/observe` requires. */
      what?: string | null;
    };
    /** @description A snapshot, or a part of it. */
    ObserveAnswer: {
      /** @description With a cursor: whether the page has changed since the first part. */
      changed?: boolean | null;
      /** @description Cursor of the next part; absent in the last one. */
      cursor?: string | null;
      /**
       * @description Kind of the delta: `unchanged`, `changes`, or `full` if no delta is possible.
       */
      delta?: components['schemas']['DeltaKind'] | null;
      /** @description Chrome's id of the main document; null if there is none. */
      document: string | null;
      /** @description Where the engine ran. */
      engine: components['schemas']['EngineLocation'];
      /** @description Facts about the page. */
      header: components['schemas']['PageHeader'];
      /** @description How to see more. */
      hint?: string | null;
      /**
       * @description How to find the element of each id in the text, in formats with their own ids.
       */
      idMap?: {
        [key: string]: components['schemas']['ElementEntry'];
      } | null;
      /**
       * Format: uint
       * @description Number of interactive elements in the text.
       */
      interactiveCount: number;
      /** @description Elements below the maximum depth were omitted. */
      maxDepthReached: boolean;
      /**
       * Format: uint
       * @description Number of elements in the text.
       */
      nodeCount: number;
      /** @description Title of the main document. */
      pageTitle: string;
      /** @description `refs`: how to find the element of each ref with Playwright. */
      refs?: {
        [key: string]: components['schemas']['RefEntry'];
      } | null;
      /** @description The requested part of the page; `body` for the whole page. */
      rootSelector: string;
      /** @description Name of the session, to which the uids belong. */
      session: string;
      /**
       * Format: uint64
       * @description Number of the snapshot that a delta refers to.
       */
      since?: number | null;
      /**
       * Format: uint64
       * @description Number of the snapshot in its session.
       */
      snapshot: number;
      /**
       * Format: uint32
       * @description Number of the tab.
       */
      tab: number;
      /** @description Times of the stages, in milliseconds. */
      timings?: {
        [key: string]: number;
      } | null;
      /** @description The cost of the text in tokens. */
      tokenEstimate: components['schemas']['TokenEstimate'];
      /** @description The text. */
      tree: string;
      /** @description How to find the element of each uid in the text. */
      uidMap: {
        [key: string]: components['schemas']['ElementEntry'];
      };
      /** @description URL of the main document. */
      url: string;
      /**
       * Format: uint64
       * @description Random number that changes when the main document is loaded again.
       */
      world: number;
    };
    /** @description A request for a snapshot. */
    ObserveRequest: {
      /**
       * @description Id or name of the browser; default: that of the tab, or the only connected
       * one.
       */
      browser?: string | null;
      /** @description Omit elements without information. */
      compact?: boolean;
      /**
       * @description `delta`: only the changes since the session's last snapshot of the tab with
       * the same
       *     options.
       */
      compression?: components['schemas']['Compression'] | null;
      /** @description Cursor of an earlier answer, to continue it. */
      cursor?: string | null;
      /** @description `refs`: also elements that are clickable or focusable without a role. */
      cursor_interactive?: boolean;
      /** @description Where to run the engine. */
      engine?: components['schemas']['Engine'];
      /** @description Omit elements whose role, name or placeholder matches one of these. */
      exclude_patterns?: string[];
      /** @description Omit elements with these roles, and their contents. */
      exclude_roles?: string[];
      /** @description Only lines that contain a text, with their ancestors. */
      find?: components['schemas']['FindChoice'] | null;
      /** @description Fold long runs of similar rows, items and options. */
      fold?: boolean;
      /** @description The text format. */
      format?: components['schemas']['Format'];
      /** @description Additional properties of elements. */
      include?: components['schemas']['Include'][];
      /** @description Only interactive elements. */
      interactive_only?: boolean;
      /**
       * Format: uint
       * @description Maximum size of the text, in characters.
       */
      max_chars?: number | null;
      /**
       * Format: uint32
       * @description Maximum depth; the document has depth 0.
       */
      max_depth?: number | null;
      /**
       * Format: uint
       * @description Maximum size of the text, in tokens.
       */
      max_tokens?: number | null;
      /** @description Only the open modal dialog, if there is one. */
      modal_only?: boolean;
      /** @description Only elements with these roles, and text in them. */
      roles?: string[];
      /** @description The part of the page: a CSS selector, or a uid of this session. */
      scope?: components['schemas']['ScopeChoice'] | null;
      /** @description Name of the session, to which the uids belong; default `default`. */
      session?: string | null;
      /**
       * Format: uint32
       * @description Number of the tab; default: the active tab.
       */
      tab?: number | null;
      /**
       * Format: uint64
       * @description Timeout in milliseconds.
       */
      timeoutMs?: number | null;
      /** @description Whether to report the times of all stages. */
      timings?: boolean;
      /** @description Only elements in the viewport. */
      viewport_only?: boolean;
      /**
       * @description `a11y_tree`; required. With `network`, `errors` or `downloads`, the body and
       * the answer
       *     are those of `/network`, `/errors` or `/downloads`.
       */
      what?: string | null;
    };
    /** @description Answer of `POST /tabs`. */
    OpenTabAnswer: {
      /** @description Number of the tab, for use in paths. */
      tabId: string;
      /** @description URL of the tab; absent if unknown. */
      url?: string | null;
    };
    /** @description Body of `POST /tabs`. */
    OpenTabRequest: {
      /** @description Id or name of the browser; default: the only connected one. */
      browser?: string | null;
      /** @description Accepted and ignored: all tabs of a user belong to one session. */
      sessionKey?: string | null;
      /** @description URL, `http://` or `https://`; default: an empty tab. */
      url?: string | null;
      /** @description Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /**
     * @description A dialog that the page opened during an action. Kind and message are the page's
     * claim: any of
     *     its scripts can report a dialog that it has not opened.
     */
    OpenedDialog: {
      /** @description How it was answered; null: it is open and waits for the user. */
      answer: components['schemas']['DialogAnswer'] | null;
      /** @description The function that opened it. */
      kind: components['schemas']['DialogKind'];
      /** @description Its message, cut to 500 characters. */
      message: string;
    };
    /** @description The outcome of an action. */
    Outcome:
      | 'navigated'
      | 'routed'
      | 'changed'
      | 'unchanged'
      | 'value_differs'
      | 'reverted'
      | 'already'
      | 'dialog'
      | 'opened_tab'
      | 'closed_tab'
      | 'claimed'
      | 'released'
      | 'shown'
      | 'selected'
      | 'scrolled'
      | 'activated'
      | 'possible'
      | 'done'
      | 'unknown';
    /** @description What an error of a page is. */
    PageErrorKind:
      | 'deprecation'
      | 'intervention'
      | 'csp'
      | 'exception'
      | 'rejection'
      | 'console'
      | 'response'
      | 'resource';
    /** @description Facts about the page. */
    PageHeader: {
      /** @description Name of the modal or open dialog. */
      dialog?: string | null;
      /**
       * Format: uint32
       * @description Number of elements of the main document.
       */
      elements: number;
      /** @description The uid of the focused element. */
      focused?: string | null;
      /** @description Frames that could not be read, each with the reason. */
      framesMissing?: string[];
      /** @description The page changed while it was read. */
      pageMoved?: boolean;
      /** @description `readyState` of the main document. */
      ready: components['schemas']['ReadyState'];
      /** @description Scroll position x, y, and scrollable width and height. */
      scroll: number[];
      /** @description Title. */
      title: string;
      /** @description URL. */
      url: string;
      /** @description Width and height of the viewport. */
      viewport: number[];
    };
    /** @description Answer of `POST /ping`. */
    PingAnswer: {
      /**
       * Format: double
       * @description Time spent in the extension, in milliseconds.
       */
      extensionMs: number;
      /**
       * Format: double
       * @description Time of the whole round trip, measured by the server, in milliseconds.
       */
      ms: number;
      /**
       * Format: uint32
       * @description The tab of the request; null if it has none.
       */
      tab: number | null;
    };
    /** @description Body of `POST /ping`. */
    PingRequest: {
      /**
       * @description Id or name of the browser; default: that of the tab, or the only connected
       * one.
       */
      browser?: string | null;
      /** @description Whether the round trip includes the page; default true. */
      page?: boolean | null;
      /**
       * Format: uint32
       * @description Number of the tab; default: the active tab.
       */
      tab?: number | null;
      /**
       * Format: uint64
       * @description Timeout in milliseconds, 100 to 60,000; default 15,000.
       */
      timeoutMs?: number | null;
    };
    /** @description Arguments of `press`. */
    Press: {
      /**
       * Format: uint8
       * @description How often to press all keys in order, 1 to 100.
       */
      count?: number;
      /** @description Keys with their modifiers: `Enter`, `Control+A`. */
      keys: components['schemas']['Keys'];
    };
    /** @description Body of `POST /tabs/{tab}/press`. */
    PressInTabRequest: {
      /**
       * @description A key with its modifiers, sent to the focused element: `Enter`, `Control+A`.
       */
      key: string;
      /** @description Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /** @description The property to read. */
    Property:
      | 'attribute'
      | 'box'
      | 'count'
      | 'html'
      | 'markdown'
      | 'pdf'
      | 'state'
      | 'styles'
      | 'table'
      | 'text'
      | 'title'
      | 'url'
      | 'value'
      | 'visual';
    /** @description The queries that are not answered yet. */
    QueueStatus: {
      /**
       * Format: uint
       * @description Number of queries that the extension is processing.
       */
      leased: number;
      /**
       * Format: uint
       * @description Number of queries that wait for the extension.
       */
      pending: number;
    };
    /**
     * @description The result of a read: the answer of its endpoint, under the name of the read.
     */
    ReadAnswer:
      | {
          find: components['schemas']['FindAnswer'];
        }
      | {
          get: components['schemas']['GetAnswer'];
        }
      | {
          wait: components['schemas']['WaitAnswer'];
        }
      | {
          observe: components['schemas']['ObserveAnswer'];
        }
      | {
          screenshot: components['schemas']['ScreenshotAnswer'];
        }
      | {
          network: components['schemas']['NetworkAnswer'];
        }
      | {
          errors: components['schemas']['ErrorsAnswer'];
        }
      | {
          downloads: components['schemas']['DownloadsAnswer'];
        };
    /** @description How the value differs from the requested one when it is read back. */
    ReadBackOutcome: 'value_differs' | 'reverted';
    /**
     * @description A read between actions: the body of its endpoint, without `session` and
     * `browser`, which belong
     *     to the request.
     */
    ReadStep:
      | {
          find: components['schemas']['FindRequest'];
        }
      | {
          get: components['schemas']['GetRequest'];
        }
      | {
          wait: components['schemas']['WaitRequest'];
        }
      | {
          observe: components['schemas']['ObserveRequest'];
        }
      | {
          screenshot: components['schemas']['ScreenshotRequest'];
        }
      | {
          network: components['schemas']['NetworkRequest'];
        }
      | {
          errors: components['schemas']['ErrorsRequest'];
        }
      | {
          downloads: components['schemas']['DownloadsRequest'];
        };
    /** @description `document.readyState`; empty if unknown. */
    ReadyState: '' | 'loading' | 'interactive' | 'complete';
    /** @description How to find an element with Playwright. */
    RefEntry: {
      /** @description Its name. */
      name: string;
      /**
       * Format: uint
       * @description Position among the matches of the selector, from 0.
       */
      nth?: number | null;
      /** @description Its role. */
      role: string;
      /** @description Playwright's selector. */
      selector: string;
    };
    /** @description A role, and its source. */
    RoleReason: {
      /** @description Its source, and the `role` attribute if there is one. */
      from: string;
      /** @description The role that snapshots print, if it is different. */
      shownAs?: string | null;
      /** @description The role, as ARIA spells it. */
      value: string;
    };
    /** @description The part of a page. */
    ScopeChoice: number | string;
    /** @description A screenshot of a tab. */
    Screenshot: {
      /** @description The image, base64. */
      data: string;
      /** @description Media type of the image. */
      mimeType: components['schemas']['ImageMediaType'];
    };
    /** @description Answer of `POST /screenshot`. */
    ScreenshotAnswer: {
      /**
       * @description Whether a part of the requested element is outside the viewport; absent if
       * not.
       */
      clipped?: boolean;
      /** @description The image, base64; absent if it is unchanged. */
      data?: string | null;
      /**
       * Format: double
       * @description Device pixels per CSS pixel, including page zoom.
       */
      devicePixelRatio: number;
      /**
       * Format: uint32
       * @description Height in pixels.
       */
      height: number;
      /** @description What the image does not show, and how to get it. */
      hint?: string | null;
      /**
       * @description With `marks`: a line for each marked element in the format `lean`, in page
       * order.
       */
      legend?: string | null;
      /** @description With `marks`: the positions of the marked elements. */
      marks?: components['schemas']['Mark'][] | null;
      /** @description Media type of the image. */
      mimeType: components['schemas']['ImageMediaType'];
      /** @description With `full`: the captured part of the page. */
      page?: components['schemas']['CapturedPage'] | null;
      /**
       * Format: double
       * @description Image pixels per CSS pixel.
       */
      scale: number;
      /**
       * Format: uint64
       * @description With `marks`: number of the session's snapshot that has the uids.
       */
      snapshot?: number | null;
      /**
       * Format: uint32
       * @description The tab.
       */
      tab: number;
      /** @description Whether the image equals the session's last screenshot of this tab. */
      unchanged?: boolean;
      /**
       * Format: uint
       * @description Number of interactive elements in the viewport without a mark, because there
       * are too many or
       *     no room.
       */
      unmarked?: number | null;
      /** @description URL of the page. */
      url: string;
      /**
       * Format: uint32
       * @description Width in pixels.
       */
      width: number;
    };
    /** @description Body of `POST /screenshot`. */
    ScreenshotRequest: {
      /** @description Id or name of the browser; default: that of the tab. */
      browser?: string | null;
      /** @description Image format; default `png`. */
      format?: components['schemas']['ImageFormat'] | null;
      /**
       * @description The whole page. This scrolls the page and requires the same permission as an
       * action.
       */
      full?: boolean;
      /** @description The element; the same as `uid`. */
      id?: components['schemas']['ElementId'] | null;
      /**
       * @description Whether to omit the image if it equals the session's last screenshot of this
       * tab.
       */
      if_changed?: boolean;
      /** @description Whether to mark the interactive elements in the viewport. */
      marks?: boolean;
      /**
       * Format: uint32
       * @description Maximum length of the longer side in pixels, 64 to 8,192; default 1,568.
       */
      max_side?: number | null;
      /**
       * Format: uint8
       * @description Quality of `jpeg` and `webp`, 1 to 100.
       */
      quality?: number | null;
      /**
       * @description The `seen` of a `changed_uid`: accepts the element as that fault describes it.
       */
      seen?: string | null;
      /** @description Name of the session, to which the uids belong; default `default`. */
      session?: string | null;
      /**
       * Format: uint64
       * @description Number of the snapshot that has the id; default: the latest of the session.
       */
      snapshot?: number | null;
      /**
       * Format: uint32
       * @description Number of the tab; default: the active tab.
       */
      tab?: number | null;
      /**
       * Format: uint64
       * @description Timeout in milliseconds.
       */
      timeoutMs?: number | null;
      /** @description Only the visible part of this element. */
      uid?: components['schemas']['ElementId'] | null;
    };
    /**
     * @description Arguments of a scroll: at most one of the fields; default: scrolls the element
     * into view.
     */
    Scroll: {
      /** @description CSS pixels to the right and down. */
      by?: number[] | null;
      /** @description A position. */
      to?: components['schemas']['ScrollTo'] | null;
    };
    /** @description Direction in which a page scrolls. */
    ScrollDirection: 'up' | 'down' | 'left' | 'right';
    /** @description Body of `POST /tabs/{tab}/scroll`. */
    ScrollTabRequest: {
      /**
       * Format: uint32
       * @description Distance in CSS pixels; default 500.
       */
      amount?: number | null;
      /**
       * @description Direction; default `down`.
       * @default down
       */
      direction: components['schemas']['ScrollDirection'];
      /** @description Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /** @description The position to scroll to. */
    ScrollTo: 'top' | 'bottom' | 'into_view';
    /** @description The options to select, by exactly one of the three fields. */
    Select: {
      /** @description By their positions, from 0. */
      indexes?: number[] | null;
      /** @description By their texts. */
      labels?: string[] | null;
      /** @description By their values. */
      values?: string[] | null;
    };
    /** @description How the wait for a page ended. */
    Settled: 'quiet' | 'loading' | 'cap';
    /** @description The snapshot in an answer. */
    Show: 'delta' | 'full' | 'none';
    /** @description The download that an action started. */
    StartedDownload: {
      /**
       * @description How it is known that this tab started it.
       * @default shared_page
       */
      boundBy: components['schemas']['DownloadBinding'];
      /**
       * Format: uint32
       * @description Number of further downloads that the action started; absent if there are none.
       */
      more?: number;
      /**
       * @description Name of the file; absent if the browser has not chosen one yet, empty if the
       * policy hides
       *     a site that the download is from.
       */
      name?: string | null;
    };
    /**
     * @description Answer of `GET /status`. A named agent sees only its own numbers, and of a
     * browser only what it
     *     needs to use it.
     */
    StatusAnswer: {
      /**
       * @description The agents; a named agent sees only itself.
       * @default []
       */
      agents: components['schemas']['AgentStatus'][];
      /**
       * @description State of the audit log; null if the server has none, and for a named agent.
       * @default null
       */
      audit: components['schemas']['AuditStatus'] | null;
      /**
       * @description Every known browser, in the order of their first connection.
       * @default []
       */
      browsers: components['schemas']['BrowserStatus'][];
      /** @description The cache of pages; null for a named agent. */
      cache: components['schemas']['CacheStatus'] | null;
      /** @description The extension of the browser that connected last. */
      extension: components['schemas']['ExtensionStatus'];
      /**
       * @description The gateway that the server has joined; null if it has joined none, and for a
       * named agent.
       */
      gateway?: components['schemas']['GatewayStatus'] | null;
      /** @description The queries that are not answered yet; null for a named agent. */
      queue: components['schemas']['QueueStatus'] | null;
      /**
       * Format: uint
       * @description Number of sessions; for a named agent, of its own.
       */
      sessions: number;
      /**
       * Format: uint
       * @description Approximate size of the snapshots of all sessions, in bytes; not part of the
       * cache. Null for
       *     a named agent.
       */
      shownBytes: number | null;
      /**
       * Format: uint64
       * @description Seconds since the server started.
       */
      uptimeSeconds: number;
      /** @description Version of the server. */
      version: string;
      /**
       * Format: uint32
       * @description Wire version of the server.
       */
      wire: number;
    };
    /** @description An item of `actions`: an action, or a read. */
    Step: components['schemas']['TargetedAction'] | components['schemas']['ReadStep'];
    /** @description The result of a step. */
    StepResult: components['schemas']['ActionResult'] | components['schemas']['ReadAnswer'];
    /** @description A tab. */
    Tab: {
      /** @description Whether it is the active tab of its window. */
      active: boolean;
      /**
       * @description Name of its browser.
       * @default
       */
      browser: string;
      /** @description Whether the browser unloaded it to save memory. */
      discarded: boolean;
      /** @description Whether its window is incognito. */
      incognito: boolean;
      /** @description Whether the extension may read it, according to its URL and to the user. */
      readable: boolean;
      /** @description How far it has loaded its page. */
      status: components['schemas']['TabStatus'];
      /**
       * Format: uint32
       * @description Number of the tab, for use in requests.
       */
      tab: number;
      /** @description Title; empty if there is none, or the user denies access to the tab. */
      title: string;
      /** @description URL; empty if the browser or the user denies access to it. */
      url: string;
      /**
       * Format: int64
       * @description Chrome's id of the window.
       */
      window: number;
      /** @description Whether its window is the last focused one. */
      windowFocused: boolean;
    };
    /** @description Answer of every action in a tab, with the result as in `POST /interact`. */
    TabActionAnswer: {
      /** @description Name of the action. */
      action: string;
      /** @description An earlier request had the same `key`: this is its result. */
      before?: boolean;
      /** @description The evidence of the outcome. */
      evidence?: components['schemas']['Evidence'];
      /**
       * @description With `/type` and `submit`: the result of filling the field, before Enter was
       * pressed.
       */
      filled?: components['schemas']['ActionResult'] | null;
      /** @description Why it may have had no effect. */
      hint?: components['schemas']['ActionHint'] | null;
      /** @description Accessible name of the element; absent if it has none. */
      name?: string | null;
      /** @description Tabs that the action opened, or in which it opened a page. */
      newTabs?: number[];
      /**
       * @description Whether the action was executed; false for the outcomes `already` and
       * `unknown`.
       */
      ok: boolean;
      /** @description The outcome. */
      outcome: components['schemas']['Outcome'];
      /** @description Digits or punctuation of its name differ from those in the snapshot. */
      renamed?: boolean;
      /**
       * @description The page created it again since the snapshot, and no other element matches.
       */
      rerendered?: boolean;
      /** @description Role of the element, as in ARIA. */
      role?: string | null;
      /** @description How the wait for the page ended; absent if the page became idle. */
      settled?: components['schemas']['Settled'];
      /** @description The exception of the script, or why it returned no value. */
      threw?: string | null;
      /** @description The element's uid. */
      uid?: string | null;
      /** @description URL of the tab afterwards; absent if the tab is closed or the URL unknown. */
      url?: string | null;
      /**
       * @description The value that the script returned. If its JSON is longer than 20,000
       * characters: the
       *     beginning of the JSON, as text.
       */
      value?: unknown;
      /**
       * Format: uint32
       * @description Length of that JSON in characters, if it was cut.
       */
      valueLength?: number | null;
      /** @description How the action was executed, if not with the pointer or the keyboard. */
      via?: components['schemas']['Via'] | null;
      /**
       * Format: uint32
       * @description Time spent waiting for the page, in milliseconds.
       */
      waitedMs: number;
    };
    /** @description Answer of `GET /tabs/{tab}/snapshot`. */
    TabSnapshotAnswer: {
      /** @description Whether there is another chunk. */
      hasMore: boolean;
      /**
       * Format: uint
       * @description `offset` of the next chunk, in characters; null after the last.
       */
      nextOffset: number | null;
      /**
       * Format: uint
       * @description Number of refs in the whole snapshot.
       */
      refsCount: number;
      /** @description The screenshot, if requested. */
      screenshot?: components['schemas']['Screenshot'] | null;
      /** @description The chunk. */
      snapshot: string;
      /**
       * Format: uint
       * @description Length of the whole snapshot, in characters.
       */
      totalChars: number;
      /** @description Whether the chunk is not the whole snapshot. */
      truncated: boolean;
      /** @description URL of the page. */
      url: string;
    };
    /** @description How far a tab has loaded its page, as in Chrome's API. */
    TabStatus: 'unloaded' | 'loading' | 'complete' | '';
    /** @description Body of `POST /tabs/{tab}/back`, `/forward` and `/refresh`. */
    TabUserRequest: {
      /** @description Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /** @description Answer of `GET /tabs`. */
    TabsAnswer: {
      /** @description Browsers that did not answer, if others did; absent if all did. */
      missing?: components['schemas']['MissingBrowser'][];
      /** @description Every tab, by browser and window. */
      tabs: components['schemas']['Tab'][];
    };
    /** @description An action and its element. */
    TargetedAction: {
      /**
       * @description With `selector`: selectors that match the iframes around the element,
       * outermost first.
       */
      frame?: string[] | null;
      /**
       * @description With `selector`: selectors of the shadow hosts around the element, outermost
       * first, as in
       *     `/locate`.
       */
      hosts?: string[] | null;
      /** @description The element; the same as `uid`. */
      id?: components['schemas']['ElementId'] | null;
      /**
       * Format: uint32
       * @description With `selector`: which match in document order, from 1, if several elements
       * match.
       */
      nth?: number | null;
      /**
       * Format: uint64
       * @description Number of the snapshot that has the id; default: the latest of the session.
       */
      of?: number | null;
      /** @description The element; the same as `uid`. */
      ref?: components['schemas']['ElementId'] | null;
      /**
       * @description The `seen` of a `changed_uid`: accepts the element as that fault describes it.
       */
      seen?: string | null;
      /**
       * @description CSS selector, or `text=` and the exact visible text of the element; searched
       * through frames
       *     and shadow roots. Exactly one element must match. Or `at=X,Y`: the innermost element at
       * this
       *     point of the viewport, in CSS pixels, where the action uses it.
       */
      selector?: string | null;
      /** @description The element. */
      uid?: components['schemas']['ElementId'] | null;
      /** @description With `selector`: the uid of an element that contains the element. */
      within?: components['schemas']['ElementId'] | null;
    } & (
      | (components['schemas']['Click'] & {
          /** @constant */
          action: 'click';
        })
      | (components['schemas']['Hover'] & {
          /** @constant */
          action: 'hover';
        })
      | {
          /** @constant */
          action: 'focus';
        }
      | {
          /** @constant */
          action: 'activate';
        }
      | {
          /** @constant */
          action: 'fill';
          /** @description The text. */
          value: string;
        }
      | {
          /** @constant */
          action: 'clear';
        }
      | {
          /** @constant */
          action: 'set';
          /** @description In the syntax of the field's `value`: `2026-11-23`, `#d6249f`, `7`. */
          value: string;
        }
      | (components['schemas']['Type'] & {
          /** @constant */
          action: 'type';
        })
      | (components['schemas']['Press'] & {
          /** @constant */
          action: 'press';
        })
      | (components['schemas']['Select'] & {
          /** @constant */
          action: 'select';
        })
      | {
          /** @constant */
          action: 'check';
        }
      | {
          /** @constant */
          action: 'uncheck';
        }
      | (components['schemas']['Scroll'] & {
          /** @constant */
          action: 'scroll';
        })
      | {
          /** @constant */
          action: 'submit';
        }
      | {
          /** @constant */
          action: 'highlight';
        }
      | (components['schemas']['Drag'] & {
          /** @constant */
          action: 'drag';
        })
      | {
          /** @constant */
          action: 'select_text';
          /**
           * @description The exact visible text, which may span several elements; default: all text
           * of the
           *     element.
           */
          text?: string | null;
        }
      | {
          /** @constant */
          action: 'upload';
          /** @description The files, 1 to 20, at most 8 MiB in total. */
          files: components['schemas']['UploadedFile'][];
        }
      | {
          /** @constant */
          action: 'execute_js';
          /**
           * @description The body of a function with `return`, or one expression; a promise is
           * awaited.
           */
          script: string;
        }
      | {
          /** @constant */
          action: 'navigate';
          /** @description The URL: `http://` or `https://`. */
          url: string;
        }
      | {
          /** @constant */
          action: 'back';
        }
      | {
          /** @constant */
          action: 'forward';
        }
      | {
          /** @constant */
          action: 'reload';
        }
      | {
          /** @constant */
          action: 'new_tab';
          /** @description Its URL; default: an empty tab. */
          url?: string | null;
        }
      | {
          /** @constant */
          action: 'close_tab';
        }
      | {
          /** @constant */
          action: 'activate_tab';
        }
      | {
          /** @constant */
          action: 'claim_tab';
        }
      | {
          /** @constant */
          action: 'release_tab';
        }
    );
    /** @description A name or a description, and its source. */
    TextReason: {
      /** @description The steps of the computation that produced text, in order. */
      from: components['schemas']['NamingStep'][];
      /** @description The text; empty if there is none. */
      value: string;
    };
    /** @description The cost of a text, compared with a list of all elements. */
    TokenEstimate: {
      /**
       * Format: uint64
       * @description Estimated tokens of a list of all elements, at this page's rate of tokens per
       * byte.
       */
      equivalentQueryDom: number;
      /** @description How much smaller the text is, in whole percent. */
      savings: string;
      /**
       * Format: uint
       * @description Tokens of the text.
       */
      thisResponse: number;
    };
    /** @description The maximum permission of a token. The narrowest is first. */
    TokenScope: 'read' | 'ask' | 'act';
    /** @description Arguments of `type`. */
    Type: {
      /**
       * @description Inserts the text at once, without key events, as an input method or a paste
       * does.
       */
      insert?: boolean;
      /** @description The text. */
      text: string;
    };
    /** @description Body of `POST /tabs/{tab}/type`. It has one of `ref` and `selector`. */
    TypeInTabRequest: {
      /** @description Ref of the field in the user's latest snapshot of the tab: `e5`. */
      ref?: components['schemas']['ElementId'] | null;
      /**
       * @description CSS selector, searched through frames and shadow roots: exactly one element
       * must match.
       */
      selector?: string | null;
      /** @description Whether to press Enter in the field afterwards. */
      submit?: boolean;
      /** @description The new value of the field. */
      text: string;
      /** @description Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /** @description A file to upload. */
    UploadedFile: {
      /** @description Its contents, base64. */
      base64: string;
      /** @description Its name, without folders. */
      name: string;
      /**
       * @description Its media type, such as `text/plain`; default: by the extension of its name.
       */
      type?: string;
    };
    /** @description How an action was executed. */
    Via: 'pointer' | 'label' | 'activate' | 'keyboard' | 'script';
    /**
     * @description Answer of `POST /wait` if the condition holds. If the time is up before, the
     * fault is `not_yet`.
     */
    WaitAnswer: {
      /** @description For `download`: the complete download, with the path of its file. */
      download?: components['schemas']['DownloadEntry'] | null;
      /** @description The condition. */
      for: components['schemas']['WaitFor'];
      /** @description For `appears`, `enabled` and `text`: the first matching element. */
      found?: components['schemas']['FoundElement'] | null;
      /** @description Title of the page; absent if the page was not read. */
      pageTitle?: string | null;
      /**
       * Format: uint32
       * @description The tab.
       */
      tab?: number | null;
      /** @description URL of the page. */
      url?: string | null;
      /**
       * Format: uint64
       * @description Duration of the wait, in milliseconds.
       */
      waitedMs: number;
    };
    /** @description A condition to wait for. */
    WaitFor:
      | 'appears'
      | 'vanishes'
      | 'enabled'
      | 'text'
      | 'text_gone'
      | 'url'
      | 'load'
      | 'quiet'
      | 'download'
      | 'time';
    /** @description Body of `POST /wait`. */
    WaitRequest: {
      /** @description The attribute `alt`. */
      alt?: string | null;
      /**
       * @description Id or name of the browser; default: that of the tab, or the only connected
       * one.
       */
      browser?: string | null;
      /** @description Names and texts must be equal, including case. */
      exact?: boolean;
      /**
       * @description The condition; default `appears`.
       * @default appears
       */
      for: components['schemas']['WaitFor'];
      /** @description The accessible name of a field, option or toggle. */
      label?: string | null;
      /** @description Its accessible name. */
      name?: string | null;
      /**
       * @description For `text`, and for `appears` with criteria: only elements that did not match
       * when the wait
       *     began; in a list of `/interact`, when the list began.
       */
      new?: boolean;
      /** @description The placeholder of a field. */
      placeholder?: string | null;
      /** @description Its role, as snapshots print it: `button`, `link`, `h2` … */
      role?: string | null;
      /** @description CSS selector, searched through frames and shadow roots. */
      selector?: string | null;
      /** @description Name of the session, to which the uids belong; default `default`. */
      session?: string | null;
      /**
       * Format: uint32
       * @description Number of the tab; default: the active tab.
       */
      tab?: number | null;
      /** @description `data-testid`, or another test attribute; always exact. */
      testid?: string | null;
      /** @description Its text; without `role`: the innermost element with the text. */
      text?: string | null;
      /**
       * Format: uint64
       * @description Timeout in milliseconds, 100 to 60,000; default 15,000. For `time`: how long
       * to wait.
       */
      timeoutMs?: number | null;
      /** @description The attribute `title`. */
      title?: string | null;
      /** @description For `appears`, `vanishes`, `enabled`: an element of an earlier snapshot. */
      uid?: components['schemas']['ElementId'] | null;
      /**
       * @description For `text` and `text_gone`: the text. For `url`: the URL, or a pattern of it
       * (`*`
       *     matches anything).
       */
      value?: string | null;
      /** @description With a text or criteria: searches only inside the element with this uid. */
      within?: components['schemas']['ElementId'] | null;
    };
  };
  responses: {
    /**
     * @description - `bad_request`: Correct the request as the message says. `GET /openapi.json`
     * describes every endpoint and its parameters.
     */
    RequestFault400: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'bad_request';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `unauthorized`: Send `Authorization: Bearer <agent_token>`; the token is in
     * endpoint.json in the state directory (`axlens status` prints its path).
     */
    RequestFault401: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'unauthorized';
        } & components['schemas']['Fault'];
      };
    };
    /** @description - `forbidden`: Axlens answers only programs on this computer, not web pages. */
    RequestFault403: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'forbidden';
        } & components['schemas']['Fault'];
      };
    };
    /** @description - `not_found`: `GET /openapi.json` lists the endpoints. */
    RequestFault404: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'not_found';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `method_not_allowed`: `GET /openapi.json` lists the method of each endpoint.
     */
    RequestFault405: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'method_not_allowed';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `body_too_large`: Send a smaller request; agents' requests are at most 64 KiB.
     */
    RequestFault413: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'body_too_large';
        } & components['schemas']['Fault'];
      };
    };
    /** @description - `version_mismatch`: Update the older side, then try again. */
    RequestFault426: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'version_mismatch';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `internal`: Try again; if it happens again, run the server with
     * AXLENS_LOG=debug and report its output.
     */
    RequestFault500: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'internal';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `bad_request`: Correct the request as the message says. `GET /openapi.json`
     * describes every endpoint and its parameters.
     */
    BrowserFault400: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'bad_request';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `unauthorized`: Send `Authorization: Bearer <agent_token>`; the token is in
     * endpoint.json in the state directory (`axlens status` prints its path).
     */
    BrowserFault401: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'unauthorized';
        } & components['schemas']['Fault'];
      };
    };
    /** @description - `forbidden`: Axlens answers only programs on this computer, not web pages. */
    BrowserFault403: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'forbidden';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `not_found`: `GET /openapi.json` lists the endpoints.
     *     - `browser_not_found`: List the browsers (`GET /browsers`, `axlens browsers`) and name
     * one of them.
     */
    BrowserFault404: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'not_found' | 'browser_not_found';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `method_not_allowed`: `GET /openapi.json` lists the method of each endpoint.
     */
    BrowserFault405: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'method_not_allowed';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `ambiguous_browser`: Name the browser (`browser`: its name or id;
     * `--browser`), or one of its tabs (`tab`).
     */
    BrowserFault409: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'ambiguous_browser';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `body_too_large`: Send a smaller request; agents' requests are at most 64 KiB.
     *     - `result_too_large`: Narrow the request with `scope`.
     */
    BrowserFault413: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'body_too_large' | 'result_too_large';
        } & components['schemas']['Fault'];
      };
    };
    /** @description - `version_mismatch`: Update the older side, then try again. */
    BrowserFault426: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'version_mismatch';
        } & components['schemas']['Fault'];
      };
    };
    /** @description - `queue_full`: Wait for earlier requests to finish, then try again. */
    BrowserFault429: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'queue_full';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `internal`: Try again; if it happens again, run the server with
     * AXLENS_LOG=debug and report its output.
     */
    BrowserFault500: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'internal';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `extension_disconnected`: Run `axlens doctor` to find the missing part. Chrome
     * must be running with the Axlens extension.
     *     - `reading_paused`: The user paused Axlens; ask them to resume it with the Axlens button
     * in the toolbar.
     */
    BrowserFault503: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'extension_disconnected' | 'reading_paused';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `timeout`: Try again, with a larger `timeoutMs` if the page is very large or
     * busy.
     */
    BrowserFault504: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'timeout';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `bad_request`: Correct the request as the message says. `GET /openapi.json`
     * describes every endpoint and its parameters.
     */
    PageFault400: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'bad_request';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `unauthorized`: Send `Authorization: Bearer <agent_token>`; the token is in
     * endpoint.json in the state directory (`axlens status` prints its path).
     */
    PageFault401: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'unauthorized';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `forbidden`: Axlens answers only programs on this computer, not web pages.
     *     - `restricted_page`: The browser does not allow extensions to read this page; use another
     * tab.
     *     - `site_access_withheld`: Ask the user to allow Axlens on this site (puzzle icon, Axlens,
     * site access).
     *     - `permission_denied`: Ask the user to allow it: the Axlens button in the toolbar has
     * this site's policy, the options of Axlens have all sites and agents.
     *     - `downloads_disabled`: Ask the user to allow it: in the options of Axlens, under “What
     * Chrome lets Axlens read”.
     */
    PageFault403: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?:
            | 'forbidden'
            | 'restricted_page'
            | 'site_access_withheld'
            | 'permission_denied'
            | 'downloads_disabled';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `not_found`: `GET /openapi.json` lists the endpoints.
     *     - `browser_not_found`: List the browsers (`GET /browsers`, `axlens browsers`) and name
     * one of them.
     *     - `tab_not_found`: List the tabs (`GET /tabs`, `axlens tabs`) and name one of them.
     */
    PageFault404: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'not_found' | 'browser_not_found' | 'tab_not_found';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `method_not_allowed`: `GET /openapi.json` lists the method of each endpoint.
     */
    PageFault405: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'method_not_allowed';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `ambiguous_browser`: Name the browser (`browser`: its name or id;
     * `--browser`), or one of its tabs (`tab`).
     *     - `tab_discarded`: Ask the user to open the tab once; then try again.
     *     - `tab_crashed`: Ask the user to reload the tab; then try again.
     *     - `page_blocked`: An alert, confirm or prompt is open, or the page hangs. Ask the user to
     * close the dialog, or `reload` the page, which loses what was entered; then try again. Set
     * `dialogs` to answer such dialogs.
     */
    PageFault409: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'ambiguous_browser' | 'tab_discarded' | 'tab_crashed' | 'page_blocked';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `body_too_large`: Send a smaller request; agents' requests are at most 64 KiB.
     *     - `result_too_large`: Narrow the request with `scope`.
     */
    PageFault413: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'body_too_large' | 'result_too_large';
        } & components['schemas']['Fault'];
      };
    };
    /** @description - `version_mismatch`: Update the older side, then try again. */
    PageFault426: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'version_mismatch';
        } & components['schemas']['Fault'];
      };
    };
    /** @description - `queue_full`: Wait for earlier requests to finish, then try again. */
    PageFault429: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'queue_full';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `internal`: Try again; if it happens again, run the server with
     * AXLENS_LOG=debug and report its output.
     */
    PageFault500: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'internal';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `extension_disconnected`: Run `axlens doctor` to find the missing part. Chrome
     * must be running with the Axlens extension.
     *     - `reading_paused`: The user paused Axlens; ask them to resume it with the Axlens button
     * in the toolbar.
     */
    PageFault503: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'extension_disconnected' | 'reading_paused';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `timeout`: Try again, with a larger `timeoutMs` if the page is very large or
     * busy.
     */
    PageFault504: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'timeout';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `bad_request`: Correct the request as the message says. `GET /openapi.json`
     * describes every endpoint and its parameters.
     *     - `ambiguous_id`: Write a more exact selector, or use the uid of an element of a
     * snapshot.
     */
    ElementFault400: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'bad_request' | 'ambiguous_id';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `unauthorized`: Send `Authorization: Bearer <agent_token>`; the token is in
     * endpoint.json in the state directory (`axlens status` prints its path).
     */
    ElementFault401: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'unauthorized';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `forbidden`: Axlens answers only programs on this computer, not web pages.
     *     - `restricted_page`: The browser does not allow extensions to read this page; use another
     * tab.
     *     - `site_access_withheld`: Ask the user to allow Axlens on this site (puzzle icon, Axlens,
     * site access).
     *     - `permission_denied`: Ask the user to allow it: the Axlens button in the toolbar has
     * this site's policy, the options of Axlens have all sites and agents.
     *     - `downloads_disabled`: Ask the user to allow it: in the options of Axlens, under “What
     * Chrome lets Axlens read”.
     */
    ElementFault403: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?:
            | 'forbidden'
            | 'restricted_page'
            | 'site_access_withheld'
            | 'permission_denied'
            | 'downloads_disabled';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `not_found`: `GET /openapi.json` lists the endpoints.
     *     - `browser_not_found`: List the browsers (`GET /browsers`, `axlens browsers`) and name
     * one of them.
     *     - `tab_not_found`: List the tabs (`GET /tabs`, `axlens tabs`) and name one of them.
     *     - `scope_not_found`: Omit `scope` to see the whole page, then choose an existing element.
     *     - `stale_uid`: Take a new snapshot and use its uids.
     *     - `unknown_uid`: Use a uid from this session's own snapshots, or take a new snapshot.
     */
    ElementFault404: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?:
            | 'not_found'
            | 'browser_not_found'
            | 'tab_not_found'
            | 'scope_not_found'
            | 'stale_uid'
            | 'unknown_uid';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `method_not_allowed`: `GET /openapi.json` lists the method of each endpoint.
     */
    ElementFault405: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'method_not_allowed';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `ambiguous_browser`: Name the browser (`browser`: its name or id;
     * `--browser`), or one of its tabs (`tab`).
     *     - `tab_discarded`: Ask the user to open the tab once; then try again.
     *     - `tab_crashed`: Ask the user to reload the tab; then try again.
     *     - `tab_not_visible`: Activate the tab or ask the user to, or continue without a
     * screenshot.
     *     - `page_blocked`: An alert, confirm or prompt is open, or the page hangs. Ask the user to
     * close the dialog, or `reload` the page, which loses what was entered; then try again. Set
     * `dialogs` to answer such dialogs.
     *     - `changed_uid`: Compare the current element with the one you want. Take a new snapshot,
     * or repeat the request with this fault's `seen` to accept the element as the message describes
     * it. The unchanged request fails again.
     *     - `element_not_visible`: Open or show the element's container, then try again.
     *     - `page_moved`: Wait until the page is idle (`/wait` for `quiet`), or omit the marks;
     * then try again. A page that moves a secret field all the time gives no screenshot.
     *     - `not_applicable`: Choose another action for this element, or another element: the
     * message names the reason.
     *     - `download_interrupted`: Start the download again, if that is safe. If the user
     * cancelled it, ask the user.
     */
    ElementFault409: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?:
            | 'ambiguous_browser'
            | 'tab_discarded'
            | 'tab_crashed'
            | 'tab_not_visible'
            | 'page_blocked'
            | 'changed_uid'
            | 'element_not_visible'
            | 'page_moved'
            | 'not_applicable'
            | 'download_interrupted';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `body_too_large`: Send a smaller request; agents' requests are at most 64 KiB.
     *     - `result_too_large`: Narrow the request with `scope`.
     */
    ElementFault413: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'body_too_large' | 'result_too_large';
        } & components['schemas']['Fault'];
      };
    };
    /** @description - `version_mismatch`: Update the older side, then try again. */
    ElementFault426: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'version_mismatch';
        } & components['schemas']['Fault'];
      };
    };
    /** @description - `queue_full`: Wait for earlier requests to finish, then try again. */
    ElementFault429: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'queue_full';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `internal`: Try again; if it happens again, run the server with
     * AXLENS_LOG=debug and report its output.
     */
    ElementFault500: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'internal';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `extension_disconnected`: Run `axlens doctor` to find the missing part. Chrome
     * must be running with the Axlens extension.
     *     - `reading_paused`: The user paused Axlens; ask them to resume it with the Axlens button
     * in the toolbar.
     */
    ElementFault503: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'extension_disconnected' | 'reading_paused';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `timeout`: Try again, with a larger `timeoutMs` if the page is very large or
     * busy.
     *     - `not_yet`: Read the page (`/observe`, or its delta) before you wait again: it may show
     * why.
     */
    ElementFault504: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'timeout' | 'not_yet';
        } & components['schemas']['Fault'];
      };
    };
    /**
     * @description - `bad_request`: Correct the request as the message says. `GET /openapi.json`
     * describes every endpoint and its parameters.
     *     - `ambiguous_id`: Write a more exact selector, or use the uid of an element of a
     * snapshot.
     */
    ActionFault400: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'bad_request' | 'ambiguous_id';
        } & (components['schemas']['InteractStopped'] | components['schemas']['Fault']);
      };
    };
    /**
     * @description - `unauthorized`: Send `Authorization: Bearer <agent_token>`; the token is in
     * endpoint.json in the state directory (`axlens status` prints its path).
     */
    ActionFault401: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'unauthorized';
        } & (components['schemas']['InteractStopped'] | components['schemas']['Fault']);
      };
    };
    /**
     * @description - `forbidden`: Axlens answers only programs on this computer, not web pages.
     *     - `restricted_page`: The browser does not allow extensions to read this page; use another
     * tab.
     *     - `site_access_withheld`: Ask the user to allow Axlens on this site (puzzle icon, Axlens,
     * site access).
     *     - `permission_denied`: Ask the user to allow it: the Axlens button in the toolbar has
     * this site's policy, the options of Axlens have all sites and agents.
     *     - `user_scripts_disabled`: Use other actions. Only the user can allow scripts: in the
     * options of Axlens, and with “Allow user scripts” in Chrome's details of the extension.
     *     - `downloads_disabled`: Ask the user to allow it: in the options of Axlens, under “What
     * Chrome lets Axlens read”.
     */
    ActionFault403: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?:
            | 'forbidden'
            | 'restricted_page'
            | 'site_access_withheld'
            | 'permission_denied'
            | 'user_scripts_disabled'
            | 'downloads_disabled';
        } & (components['schemas']['InteractStopped'] | components['schemas']['Fault']);
      };
    };
    /**
     * @description - `not_found`: `GET /openapi.json` lists the endpoints.
     *     - `browser_not_found`: List the browsers (`GET /browsers`, `axlens browsers`) and name
     * one of them.
     *     - `tab_not_found`: List the tabs (`GET /tabs`, `axlens tabs`) and name one of them.
     *     - `scope_not_found`: Omit `scope` to see the whole page, then choose an existing element.
     *     - `stale_uid`: Take a new snapshot and use its uids.
     *     - `unknown_uid`: Use a uid from this session's own snapshots, or take a new snapshot.
     */
    ActionFault404: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?:
            | 'not_found'
            | 'browser_not_found'
            | 'tab_not_found'
            | 'scope_not_found'
            | 'stale_uid'
            | 'unknown_uid';
        } & (components['schemas']['InteractStopped'] | components['schemas']['Fault']);
      };
    };
    /**
     * @description - `method_not_allowed`: `GET /openapi.json` lists the method of each endpoint.
     */
    ActionFault405: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'method_not_allowed';
        } & (components['schemas']['InteractStopped'] | components['schemas']['Fault']);
      };
    };
    /**
     * @description - `ambiguous_browser`: Name the browser (`browser`: its name or id;
     * `--browser`), or one of its tabs (`tab`).
     *     - `tab_discarded`: Ask the user to open the tab once; then try again.
     *     - `tab_crashed`: Ask the user to reload the tab; then try again.
     *     - `tab_not_visible`: Activate the tab or ask the user to, or continue without a
     * screenshot.
     *     - `tab_claimed`: Use another tab (`new_tab` opens one), or wait: a claim ends when its
     * agent releases it or has not acted for a minute. You can still read the tab.
     *     - `page_blocked`: An alert, confirm or prompt is open, or the page hangs. Ask the user to
     * close the dialog, or `reload` the page, which loses what was entered; then try again. Set
     * `dialogs` to answer such dialogs.
     *     - `changed_uid`: Compare the current element with the one you want. Take a new snapshot,
     * or repeat the request with this fault's `seen` to accept the element as the message describes
     * it. The unchanged request fails again.
     *     - `element_covered`: Close the element that covers it or scroll it away, then try again.
     * A point (`at=X,Y`) acts on what is on top.
     *     - `element_not_visible`: Open or show the element's container, then try again.
     *     - `page_moved`: Wait until the page is idle (`/wait` for `quiet`), or omit the marks;
     * then try again. A page that moves a secret field all the time gives no screenshot.
     *     - `element_disabled`: Enable the element first.
     *     - `element_moving`: Wait until it stops, then try again; or use `activate`, which does
     * not wait.
     *     - `option_not_found`: Choose an option that the message lists.
     *     - `not_applicable`: Choose another action for this element, or another element: the
     * message names the reason.
     *     - `not_editable`: Choose an editable field. A slider that the page draws takes `press`
     * with arrow keys and a `count`; a field that is read-only may open a calendar or a list if it
     * is clicked.
     *     - `download_interrupted`: Start the download again, if that is safe. If the user
     * cancelled it, ask the user.
     */
    ActionFault409: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?:
            | 'ambiguous_browser'
            | 'tab_discarded'
            | 'tab_crashed'
            | 'tab_not_visible'
            | 'tab_claimed'
            | 'page_blocked'
            | 'changed_uid'
            | 'element_covered'
            | 'element_not_visible'
            | 'page_moved'
            | 'element_disabled'
            | 'element_moving'
            | 'option_not_found'
            | 'not_applicable'
            | 'not_editable'
            | 'download_interrupted';
        } & (components['schemas']['InteractStopped'] | components['schemas']['Fault']);
      };
    };
    /**
     * @description - `body_too_large`: Send a smaller request; agents' requests are at most 64 KiB.
     *     - `result_too_large`: Narrow the request with `scope`.
     */
    ActionFault413: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'body_too_large' | 'result_too_large';
        } & (components['schemas']['InteractStopped'] | components['schemas']['Fault']);
      };
    };
    /** @description - `version_mismatch`: Update the older side, then try again. */
    ActionFault426: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'version_mismatch';
        } & (components['schemas']['InteractStopped'] | components['schemas']['Fault']);
      };
    };
    /** @description - `queue_full`: Wait for earlier requests to finish, then try again. */
    ActionFault429: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'queue_full';
        } & (components['schemas']['InteractStopped'] | components['schemas']['Fault']);
      };
    };
    /**
     * @description - `internal`: Try again; if it happens again, run the server with
     * AXLENS_LOG=debug and report its output.
     */
    ActionFault500: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'internal';
        } & (components['schemas']['InteractStopped'] | components['schemas']['Fault']);
      };
    };
    /**
     * @description - `extension_disconnected`: Run `axlens doctor` to find the missing part. Chrome
     * must be running with the Axlens extension.
     *     - `reading_paused`: The user paused Axlens; ask them to resume it with the Axlens button
     * in the toolbar.
     */
    ActionFault503: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'extension_disconnected' | 'reading_paused';
        } & (components['schemas']['InteractStopped'] | components['schemas']['Fault']);
      };
    };
    /**
     * @description - `timeout`: Try again, with a larger `timeoutMs` if the page is very large or
     * busy.
     *     - `not_yet`: Read the page (`/observe`, or its delta) before you wait again: it may show
     * why.
     */
    ActionFault504: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {unknown} */
          error?: 'timeout' | 'not_yet';
        } & (components['schemas']['InteractStopped'] | components['schemas']['Fault']);
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  health: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HealthAnswer'];
        };
      };
      400: components['responses']['RequestFault400'];
      401: components['responses']['RequestFault401'];
      403: components['responses']['RequestFault403'];
      404: components['responses']['RequestFault404'];
      405: components['responses']['RequestFault405'];
      413: components['responses']['RequestFault413'];
      426: components['responses']['RequestFault426'];
      500: components['responses']['RequestFault500'];
    };
  };
  status: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusAnswer'];
        };
      };
      400: components['responses']['RequestFault400'];
      401: components['responses']['RequestFault401'];
      403: components['responses']['RequestFault403'];
      404: components['responses']['RequestFault404'];
      405: components['responses']['RequestFault405'];
      413: components['responses']['RequestFault413'];
      426: components['responses']['RequestFault426'];
      500: components['responses']['RequestFault500'];
    };
  };
  browsers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BrowsersAnswer'];
        };
      };
      400: components['responses']['RequestFault400'];
      401: components['responses']['RequestFault401'];
      403: components['responses']['RequestFault403'];
      404: components['responses']['RequestFault404'];
      405: components['responses']['RequestFault405'];
      413: components['responses']['RequestFault413'];
      426: components['responses']['RequestFault426'];
      500: components['responses']['RequestFault500'];
    };
  };
  lease: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ttl": 600
         *     }
         */
        'application/json': components['schemas']['LeaseRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LeaseAnswer'];
        };
      };
      400: components['responses']['ActionFault400'];
      401: components['responses']['ActionFault401'];
      403: components['responses']['ActionFault403'];
      404: components['responses']['ActionFault404'];
      405: components['responses']['ActionFault405'];
      409: components['responses']['ActionFault409'];
      413: components['responses']['ActionFault413'];
      426: components['responses']['ActionFault426'];
      429: components['responses']['ActionFault429'];
      500: components['responses']['ActionFault500'];
      503: components['responses']['ActionFault503'];
      504: components['responses']['ActionFault504'];
    };
  };
  endLease: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id or name of the browser, as in the answer of `POST /browsers`.
         * @example pool-1
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EndLeaseAnswer'];
        };
      };
      400: components['responses']['ActionFault400'];
      401: components['responses']['ActionFault401'];
      403: components['responses']['ActionFault403'];
      404: components['responses']['ActionFault404'];
      405: components['responses']['ActionFault405'];
      409: components['responses']['ActionFault409'];
      413: components['responses']['ActionFault413'];
      426: components['responses']['ActionFault426'];
      429: components['responses']['ActionFault429'];
      500: components['responses']['ActionFault500'];
      503: components['responses']['ActionFault503'];
      504: components['responses']['ActionFault504'];
    };
  };
  tabs: {
    parameters: {
      query?: {
        /**
         * @description Id or name of the browser; default: all connected ones.
         * @example Chrome
         */
        browser?: string | null;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TabsAnswer'];
        };
      };
      400: components['responses']['BrowserFault400'];
      401: components['responses']['BrowserFault401'];
      403: components['responses']['BrowserFault403'];
      404: components['responses']['BrowserFault404'];
      405: components['responses']['BrowserFault405'];
      409: components['responses']['BrowserFault409'];
      413: components['responses']['BrowserFault413'];
      426: components['responses']['BrowserFault426'];
      429: components['responses']['BrowserFault429'];
      500: components['responses']['BrowserFault500'];
      503: components['responses']['BrowserFault503'];
      504: components['responses']['BrowserFault504'];
    };
  };
  openTab: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://example.com/",
         *       "userId": "ada"
         *     }
         */
        'application/json': components['schemas']['OpenTabRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenTabAnswer'];
        };
      };
      400: components['responses']['ActionFault400'];
      401: components['responses']['ActionFault401'];
      403: components['responses']['ActionFault403'];
      404: components['responses']['ActionFault404'];
      405: components['responses']['ActionFault405'];
      409: components['responses']['ActionFault409'];
      413: components['responses']['ActionFault413'];
      426: components['responses']['ActionFault426'];
      429: components['responses']['ActionFault429'];
      500: components['responses']['ActionFault500'];
      503: components['responses']['ActionFault503'];
      504: components['responses']['ActionFault504'];
    };
  };
  ping: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "tab": 1
         *     }
         */
        'application/json': components['schemas']['PingRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PingAnswer'];
        };
      };
      400: components['responses']['PageFault400'];
      401: components['responses']['PageFault401'];
      403: components['responses']['PageFault403'];
      404: components['responses']['PageFault404'];
      405: components['responses']['PageFault405'];
      409: components['responses']['PageFault409'];
      413: components['responses']['PageFault413'];
      426: components['responses']['PageFault426'];
      429: components['responses']['PageFault429'];
      500: components['responses']['PageFault500'];
      503: components['responses']['PageFault503'];
      504: components['responses']['PageFault504'];
    };
  };
  observe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "format": "lean",
         *       "what": "a11y_tree"
         *     }
         */
        'application/json': components['schemas']['ObserveRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ObserveAnswer'];
        };
      };
      400: components['responses']['ElementFault400'];
      401: components['responses']['ElementFault401'];
      403: components['responses']['ElementFault403'];
      404: components['responses']['ElementFault404'];
      405: components['responses']['ElementFault405'];
      409: components['responses']['ElementFault409'];
      413: components['responses']['ElementFault413'];
      426: components['responses']['ElementFault426'];
      429: components['responses']['ElementFault429'];
      500: components['responses']['ElementFault500'];
      503: components['responses']['ElementFault503'];
      504: components['responses']['ElementFault504'];
    };
  };
  network: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "failed": true
         *     }
         */
        'application/json': components['schemas']['NetworkRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NetworkAnswer'];
        };
      };
      400: components['responses']['PageFault400'];
      401: components['responses']['PageFault401'];
      403: components['responses']['PageFault403'];
      404: components['responses']['PageFault404'];
      405: components['responses']['PageFault405'];
      409: components['responses']['PageFault409'];
      413: components['responses']['PageFault413'];
      426: components['responses']['PageFault426'];
      429: components['responses']['PageFault429'];
      500: components['responses']['PageFault500'];
      503: components['responses']['PageFault503'];
      504: components['responses']['PageFault504'];
    };
  };
  errors: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "kinds": [
         *         "csp"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ErrorsRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorsAnswer'];
        };
      };
      400: components['responses']['PageFault400'];
      401: components['responses']['PageFault401'];
      403: components['responses']['PageFault403'];
      404: components['responses']['PageFault404'];
      405: components['responses']['PageFault405'];
      409: components['responses']['PageFault409'];
      413: components['responses']['PageFault413'];
      426: components['responses']['PageFault426'];
      429: components['responses']['PageFault429'];
      500: components['responses']['PageFault500'];
      503: components['responses']['PageFault503'];
      504: components['responses']['PageFault504'];
    };
  };
  downloads: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "states": [
         *         "complete"
         *       ]
         *     }
         */
        'application/json': components['schemas']['DownloadsRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DownloadsAnswer'];
        };
      };
      400: components['responses']['PageFault400'];
      401: components['responses']['PageFault401'];
      403: components['responses']['PageFault403'];
      404: components['responses']['PageFault404'];
      405: components['responses']['PageFault405'];
      409: components['responses']['PageFault409'];
      413: components['responses']['PageFault413'];
      426: components['responses']['PageFault426'];
      429: components['responses']['PageFault429'];
      500: components['responses']['PageFault500'];
      503: components['responses']['PageFault503'];
      504: components['responses']['PageFault504'];
    };
  };
  locate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "uid": 42
         *     }
         */
        'application/json': components['schemas']['LocateRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LocateAnswer'];
        };
      };
      400: components['responses']['ElementFault400'];
      401: components['responses']['ElementFault401'];
      403: components['responses']['ElementFault403'];
      404: components['responses']['ElementFault404'];
      405: components['responses']['ElementFault405'];
      409: components['responses']['ElementFault409'];
      413: components['responses']['ElementFault413'];
      426: components['responses']['ElementFault426'];
      429: components['responses']['ElementFault429'];
      500: components['responses']['ElementFault500'];
      503: components['responses']['ElementFault503'];
      504: components['responses']['ElementFault504'];
    };
  };
  interact: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "action": "click",
         *       "uid": 42
         *     }
         */
        'application/json': components['schemas']['InteractRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InteractAnswer'];
        };
      };
      400: components['responses']['ActionFault400'];
      401: components['responses']['ActionFault401'];
      403: components['responses']['ActionFault403'];
      404: components['responses']['ActionFault404'];
      405: components['responses']['ActionFault405'];
      409: components['responses']['ActionFault409'];
      413: components['responses']['ActionFault413'];
      426: components['responses']['ActionFault426'];
      429: components['responses']['ActionFault429'];
      500: components['responses']['ActionFault500'];
      503: components['responses']['ActionFault503'];
      504: components['responses']['ActionFault504'];
    };
  };
  explain: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "uid": 42
         *     }
         */
        'application/json': components['schemas']['ExplainRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExplainAnswer'];
        };
      };
      400: components['responses']['ElementFault400'];
      401: components['responses']['ElementFault401'];
      403: components['responses']['ElementFault403'];
      404: components['responses']['ElementFault404'];
      405: components['responses']['ElementFault405'];
      409: components['responses']['ElementFault409'];
      413: components['responses']['ElementFault413'];
      426: components['responses']['ElementFault426'];
      429: components['responses']['ElementFault429'];
      500: components['responses']['ElementFault500'];
      503: components['responses']['ElementFault503'];
      504: components['responses']['ElementFault504'];
    };
  };
  find: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Save",
         *       "role": "button"
         *     }
         */
        'application/json': components['schemas']['FindRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FindAnswer'];
        };
      };
      400: components['responses']['ElementFault400'];
      401: components['responses']['ElementFault401'];
      403: components['responses']['ElementFault403'];
      404: components['responses']['ElementFault404'];
      405: components['responses']['ElementFault405'];
      409: components['responses']['ElementFault409'];
      413: components['responses']['ElementFault413'];
      426: components['responses']['ElementFault426'];
      429: components['responses']['ElementFault429'];
      500: components['responses']['ElementFault500'];
      503: components['responses']['ElementFault503'];
      504: components['responses']['ElementFault504'];
    };
  };
  get: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "uid": 42,
         *       "what": "value"
         *     }
         */
        'application/json': components['schemas']['GetRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetAnswer'];
        };
      };
      400: components['responses']['ElementFault400'];
      401: components['responses']['ElementFault401'];
      403: components['responses']['ElementFault403'];
      404: components['responses']['ElementFault404'];
      405: components['responses']['ElementFault405'];
      409: components['responses']['ElementFault409'];
      413: components['responses']['ElementFault413'];
      426: components['responses']['ElementFault426'];
      429: components['responses']['ElementFault429'];
      500: components['responses']['ElementFault500'];
      503: components['responses']['ElementFault503'];
      504: components['responses']['ElementFault504'];
    };
  };
  wait: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "for": "text",
         *       "value": "Saved"
         *     }
         */
        'application/json': components['schemas']['WaitRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WaitAnswer'];
        };
      };
      400: components['responses']['ElementFault400'];
      401: components['responses']['ElementFault401'];
      403: components['responses']['ElementFault403'];
      404: components['responses']['ElementFault404'];
      405: components['responses']['ElementFault405'];
      409: components['responses']['ElementFault409'];
      413: components['responses']['ElementFault413'];
      426: components['responses']['ElementFault426'];
      429: components['responses']['ElementFault429'];
      500: components['responses']['ElementFault500'];
      503: components['responses']['ElementFault503'];
      504: components['responses']['ElementFault504'];
    };
  };
  screenshot: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "marks": true
         *     }
         */
        'application/json': components['schemas']['ScreenshotRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScreenshotAnswer'];
        };
      };
      400: components['responses']['ElementFault400'];
      401: components['responses']['ElementFault401'];
      403: components['responses']['ElementFault403'];
      404: components['responses']['ElementFault404'];
      405: components['responses']['ElementFault405'];
      409: components['responses']['ElementFault409'];
      413: components['responses']['ElementFault413'];
      426: components['responses']['ElementFault426'];
      429: components['responses']['ElementFault429'];
      500: components['responses']['ElementFault500'];
      503: components['responses']['ElementFault503'];
      504: components['responses']['ElementFault504'];
    };
  };
  closeTab: {
    parameters: {
      query: {
        /**
         * @description Names the session `user:{userId}`; not empty.
         * @example ada
         */
        userId: string;
      };
      header?: never;
      path: {
        /**
         * @description Number of the tab, as in `GET /tabs`.
         * @example 1
         */
        tab: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TabActionAnswer'];
        };
      };
      400: components['responses']['ActionFault400'];
      401: components['responses']['ActionFault401'];
      403: components['responses']['ActionFault403'];
      404: components['responses']['ActionFault404'];
      405: components['responses']['ActionFault405'];
      409: components['responses']['ActionFault409'];
      413: components['responses']['ActionFault413'];
      426: components['responses']['ActionFault426'];
      429: components['responses']['ActionFault429'];
      500: components['responses']['ActionFault500'];
      503: components['responses']['ActionFault503'];
      504: components['responses']['ActionFault504'];
    };
  };
  tabSnapshot: {
    parameters: {
      query?: {
        /** @description Id or name of the browser; default: that of the tab. */
        browser?: string | null;
        /** @description Only `text`. */
        format?: string | null;
        /**
         * @description `true` or `1` for a screenshot, `false` or `0` for none; default `false`.
         */
        includeScreenshot?: string | null;
        /**
         * @description Where the chunk begins, in characters; default 0, which takes a new
         * snapshot.
         */
        offset?: string | null;
        /**
         * @description Names the session `user:{userId}`; required, not empty.
         * @example ada
         */
        userId?: string | null;
      };
      header?: never;
      path: {
        /**
         * @description Number of the tab, as in `GET /tabs`.
         * @example 1
         */
        tab: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TabSnapshotAnswer'];
        };
      };
      400: components['responses']['ElementFault400'];
      401: components['responses']['ElementFault401'];
      403: components['responses']['ElementFault403'];
      404: components['responses']['ElementFault404'];
      405: components['responses']['ElementFault405'];
      409: components['responses']['ElementFault409'];
      413: components['responses']['ElementFault413'];
      426: components['responses']['ElementFault426'];
      429: components['responses']['ElementFault429'];
      500: components['responses']['ElementFault500'];
      503: components['responses']['ElementFault503'];
      504: components['responses']['ElementFault504'];
    };
  };
  clickInTab: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Number of the tab, as in `GET /tabs`.
         * @example 1
         */
        tab: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ref": "e5",
         *       "userId": "ada"
         *     }
         */
        'application/json': components['schemas']['ClickInTabRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TabActionAnswer'];
        };
      };
      400: components['responses']['ActionFault400'];
      401: components['responses']['ActionFault401'];
      403: components['responses']['ActionFault403'];
      404: components['responses']['ActionFault404'];
      405: components['responses']['ActionFault405'];
      409: components['responses']['ActionFault409'];
      413: components['responses']['ActionFault413'];
      426: components['responses']['ActionFault426'];
      429: components['responses']['ActionFault429'];
      500: components['responses']['ActionFault500'];
      503: components['responses']['ActionFault503'];
      504: components['responses']['ActionFault504'];
    };
  };
  typeInTab: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Number of the tab, as in `GET /tabs`.
         * @example 1
         */
        tab: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ref": "e5",
         *       "submit": true,
         *       "text": "Ada",
         *       "userId": "ada"
         *     }
         */
        'application/json': components['schemas']['TypeInTabRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TabActionAnswer'];
        };
      };
      400: components['responses']['ActionFault400'];
      401: components['responses']['ActionFault401'];
      403: components['responses']['ActionFault403'];
      404: components['responses']['ActionFault404'];
      405: components['responses']['ActionFault405'];
      409: components['responses']['ActionFault409'];
      413: components['responses']['ActionFault413'];
      426: components['responses']['ActionFault426'];
      429: components['responses']['ActionFault429'];
      500: components['responses']['ActionFault500'];
      503: components['responses']['ActionFault503'];
      504: components['responses']['ActionFault504'];
    };
  };
  navigateTab: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Number of the tab, as in `GET /tabs`.
         * @example 1
         */
        tab: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://example.com/",
         *       "userId": "ada"
         *     }
         */
        'application/json': components['schemas']['NavigateTabRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TabActionAnswer'];
        };
      };
      400: components['responses']['ActionFault400'];
      401: components['responses']['ActionFault401'];
      403: components['responses']['ActionFault403'];
      404: components['responses']['ActionFault404'];
      405: components['responses']['ActionFault405'];
      409: components['responses']['ActionFault409'];
      413: components['responses']['ActionFault413'];
      426: components['responses']['ActionFault426'];
      429: components['responses']['ActionFault429'];
      500: components['responses']['ActionFault500'];
      503: components['responses']['ActionFault503'];
      504: components['responses']['ActionFault504'];
    };
  };
  pressInTab: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Number of the tab, as in `GET /tabs`.
         * @example 1
         */
        tab: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "key": "Enter",
         *       "userId": "ada"
         *     }
         */
        'application/json': components['schemas']['PressInTabRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TabActionAnswer'];
        };
      };
      400: components['responses']['ActionFault400'];
      401: components['responses']['ActionFault401'];
      403: components['responses']['ActionFault403'];
      404: components['responses']['ActionFault404'];
      405: components['responses']['ActionFault405'];
      409: components['responses']['ActionFault409'];
      413: components['responses']['ActionFault413'];
      426: components['responses']['ActionFault426'];
      429: components['responses']['ActionFault429'];
      500: components['responses']['ActionFault500'];
      503: components['responses']['ActionFault503'];
      504: components['responses']['ActionFault504'];
    };
  };
  scrollTab: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Number of the tab, as in `GET /tabs`.
         * @example 1
         */
        tab: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "direction": "down",
         *       "userId": "ada"
         *     }
         */
        'application/json': components['schemas']['ScrollTabRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TabActionAnswer'];
        };
      };
      400: components['responses']['ActionFault400'];
      401: components['responses']['ActionFault401'];
      403: components['responses']['ActionFault403'];
      404: components['responses']['ActionFault404'];
      405: components['responses']['ActionFault405'];
      409: components['responses']['ActionFault409'];
      413: components['responses']['ActionFault413'];
      426: components['responses']['ActionFault426'];
      429: components['responses']['ActionFault429'];
      500: components['responses']['ActionFault500'];
      503: components['responses']['ActionFault503'];
      504: components['responses']['ActionFault504'];
    };
  };
  goBackInTab: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Number of the tab, as in `GET /tabs`.
         * @example 1
         */
        tab: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "userId": "ada"
         *     }
         */
        'application/json': components['schemas']['TabUserRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TabActionAnswer'];
        };
      };
      400: components['responses']['ActionFault400'];
      401: components['responses']['ActionFault401'];
      403: components['responses']['ActionFault403'];
      404: components['responses']['ActionFault404'];
      405: components['responses']['ActionFault405'];
      409: components['responses']['ActionFault409'];
      413: components['responses']['ActionFault413'];
      426: components['responses']['ActionFault426'];
      429: components['responses']['ActionFault429'];
      500: components['responses']['ActionFault500'];
      503: components['responses']['ActionFault503'];
      504: components['responses']['ActionFault504'];
    };
  };
  goForwardInTab: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Number of the tab, as in `GET /tabs`.
         * @example 1
         */
        tab: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "userId": "ada"
         *     }
         */
        'application/json': components['schemas']['TabUserRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TabActionAnswer'];
        };
      };
      400: components['responses']['ActionFault400'];
      401: components['responses']['ActionFault401'];
      403: components['responses']['ActionFault403'];
      404: components['responses']['ActionFault404'];
      405: components['responses']['ActionFault405'];
      409: components['responses']['ActionFault409'];
      413: components['responses']['ActionFault413'];
      426: components['responses']['ActionFault426'];
      429: components['responses']['ActionFault429'];
      500: components['responses']['ActionFault500'];
      503: components['responses']['ActionFault503'];
      504: components['responses']['ActionFault504'];
    };
  };
  refreshTab: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Number of the tab, as in `GET /tabs`.
         * @example 1
         */
        tab: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "userId": "ada"
         *     }
         */
        'application/json': components['schemas']['TabUserRequest'];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TabActionAnswer'];
        };
      };
      400: components['responses']['ActionFault400'];
      401: components['responses']['ActionFault401'];
      403: components['responses']['ActionFault403'];
      404: components['responses']['ActionFault404'];
      405: components['responses']['ActionFault405'];
      409: components['responses']['ActionFault409'];
      413: components['responses']['ActionFault413'];
      426: components['responses']['ActionFault426'];
      429: components['responses']['ActionFault429'];
      500: components['responses']['ActionFault500'];
      503: components['responses']['ActionFault503'];
      504: components['responses']['ActionFault504'];
    };
  };
}
