// Generated from docs/openapi.json by scripts/generate.mjs. Do not edit it.

export interface components {
  schemas: {
    /** Why an action may have had no effect. */
    ActionHint:
      | 'needs_user_activation'
      | 'hover_only_css'
      | 'invalid'
      | 'drop_not_taken'
      | 'option_not_found'
      | 'stopped_at_frame'
      | 'awaits_user'
      | 'tab_hidden';
    /** The result of one action. */
    ActionResult: {
      /** Name of the action. */
      action: string;
      /** An earlier request had the same `key`: this is its result. */
      before?: boolean;
      /** The evidence of the outcome. */
      evidence?: components['schemas']['Evidence'];
      /** Why it may have had no effect. */
      hint?: components['schemas']['ActionHint'] | null;
      /** Accessible name of the element; absent if it has none. */
      name?: string | null;
      /** The outcome. */
      outcome: components['schemas']['Outcome'];
      /** Digits or punctuation of its name differ from those in the snapshot. */
      renamed?: boolean;
      /** The page created it again since the snapshot, and no other element matches. */
      rerendered?: boolean;
      /** Role of the element, as in ARIA. */
      role?: string | null;
      /** The exception of the script, or why it returned no value. */
      threw?: string | null;
      /** The element's uid. */
      uid?: string | null;
      /**
       * The value that the script returned. If its JSON is longer than 20,000 characters: the
       * beginning of the JSON, as text.
       */
      value?: unknown;
      /** Length of that JSON in characters, if it was cut. */
      valueLength?: number | null;
      /** How the action was executed, if not with the pointer or the keyboard. */
      via?: components['schemas']['Via'] | null;
    };
    /** An agent. */
    AgentStatus: {
      /** Expiry of its token, in milliseconds since 1970; null: never. */
      expires: number | null;
      /** Milliseconds since its last request, also to an earlier server; null if it sent none. */
      lastSeenMs: number | null;
      /** Name that the user chose; `user` is the user's own agent. */
      name: string;
      /** Maximum permission of its token. */
      scope: components['schemas']['TokenScope'];
      /** Number of its sessions. */
      sessions: number;
      /** Patterns of the sites that its token permits; empty: every site. */
      sites: string[];
    };
    /** Answer of `POST /ask-user`. */
    AskUserAnswer: {
      /** The choice, or the text that the user has entered. Only with `answered`. */
      answer?: string | null;
      /** How the question ended. */
      outcome: components['schemas']['AskUserOutcome'];
      /** The tab. */
      tab: number;
      /** How long the question was open, in milliseconds. */
      waitedMs: number;
    };
    /** How a question ended. */
    AskUserOutcome: 'answered' | 'done' | 'declined' | 'timed_out' | 'page_closed';
    /**
     * Body of `POST /ask-user`. With `choices` the user chooses one of them, with `text` they enter
     * a text. Without both they are asked to do something on the page, such as to log in, and say
     * when they are done.
     */
    AskUserRequest: {
      /** Id or name of the browser; default: that of the tab, or the only connected one. */
      browser?: string | null;
      /** The answers to choose from: at most 8, each of 1 to 80 characters. */
      choices?: string[];
      /** The question, or what to do: 1 to 500 characters. */
      question: string;
      /** How long to wait for the user, in seconds: 5 to 600; default 300. */
      seconds?: number | null;
      /** Name of the session, to which the uids of `until` belong; default `default`. */
      session?: string | null;
      /**
       * Number of the tab that it is about; default: the active tab. Nobody but the user acts there
       * meanwhile.
       */
      tab?: number | null;
      /** The user enters a text. */
      text?: boolean;
      /**
       * The question is over when this condition holds, as in `POST /wait` without a time: then
       * nobody has to say that the user is done.
       */
      until?: components['schemas']['WaitRequest'] | null;
    };
    /** State of the audit log. */
    AuditStatus: {
      /** Number of entries that could not be written since the server started. */
      lost: number;
      /** Path of the file. */
      path: string;
      /** Number of entries that were written since the server started. */
      written: number;
    };
    /** A browser. */
    BrowserStatus: {
      /** Whether a worker of its extension is connected. */
      connected: boolean;
      /**
       * Its id, random, created when the extension was installed. Requests can name the browser by
       * it.
       */
      id: string;
      /**
       * Random id of the worker that connected last; null if none has connected, and for a named
       * agent.
       */
      instance: string | null;
      /**
       * Milliseconds since the last message of the worker; null if none has connected, and for a
       * named agent.
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
       * Wire version of its extension if it has proven its identity and was rejected; else null,
       * and for a named agent.
       */
      refusedWire: number | null;
      /**
       * Whether its installation is unattended: agents act without consent prompts.
       * @default false
       */
      unattended: boolean;
      /** Version of its extension; null if unknown. */
      version: string | null;
    };
    /** Answer of `GET /browsers`. */
    BrowsersAnswer: {
      /** Every known browser, in the order of their first connection. */
      browsers: components['schemas']['BrowserStatus'][];
    };
    /** The cache of pages. */
    CacheStatus: {
      /** Maximum size, in bytes. */
      budgetBytes: number;
      /** Current size, in bytes. */
      bytes: number;
    };
    /** The part of a page that a screenshot of the whole page shows. */
    CapturedPage: {
      /** Height of the page in CSS pixels, when it was captured. */
      height: components['schemas']['CssPixels'];
      /** Height of the captured part in CSS pixels, from the top. */
      shown: components['schemas']['CssPixels'];
      /** Number of tiles that the image consists of. */
      tiles: number;
      /** Whether the page continues below or to the right. */
      truncated: boolean;
      /** Width of the page in CSS pixels. */
      width: components['schemas']['CssPixels'];
    };
    /** Arguments of a click. */
    Click: {
      /** The mouse button. */
      button?: components['schemas']['MouseButton'];
      /** Number of clicks, 1 to 3: 2 is a double click. */
      count?: number;
      /** Milliseconds between press and release, 0 to 5,000; with a `count` of 1. */
      hold?: number;
      /** Keys to hold down. */
      modifiers?: components['schemas']['Modifier'][];
      /**
       * Position in CSS pixels from the upper left corner of its padding box; default: its center.
       */
      position?: number[] | null;
    };
    /** Body of `POST /tabs/{tab}/click`. It has one of `ref` and `selector`. */
    ClickInTabRequest: {
      /** Ref of the element in the user's latest snapshot of the tab: `e5`. */
      ref?: components['schemas']['ElementId'] | null;
      /** CSS selector, searched through frames and shadow roots: exactly one element must match. */
      selector?: string | null;
      /** Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /** What went wrong. */
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
      | 'user_has_tab'
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
      | 'not_as_expected'
      | 'changed_tool'
      | 'not_supported'
      | 'result_too_large'
      | 'version_mismatch'
      | 'internal';
    /** Why no more rows were read. */
    CollectEnd: 'no_next' | 'nothing_new' | 'pages' | 'rows' | 'other_columns' | 'failed';
    /**
     * Reads rows, executes an action that brings the next ones, and so on: until there is no next
     * page or nothing new.
     */
    CollectStep: {
      /**
       * What to read: as `POST /get` with `what` `rows`. `where` and `limit`, at most 1,000, are
       * for the rows of all pages. A later page has the rows with the same columns, or with more or
       * fewer of them.
       */
      collect: components['schemas']['GetRequest'];
      /**
       * The action that brings the next rows, such as a click on "Next", or `scroll` in a list that
       * draws only the rows in view. A row that the page has before and after the action is listed
       * once.
       */
      next: components['schemas']['TargetedAction'];
      /**
       * How many pages, or parts of a list, to read at most, 1 to 100; default: 20.
       * @default 20
       */
      pages: number;
    };
    /** Rows of several pages. */
    CollectedRows: {
      /** The page's text, such as `1-20 of 431`. */
      claim?: string | null;
      /** How many rows there are according to the page: the last number of `claim`. */
      claimed?: number | null;
      /** Names of the columns. */
      columns: string[];
      /** Why no more were read. */
      ended: components['schemas']['CollectEnd'];
      /**
       * How often a part of a list did not begin in the part before: rows between them can be
       * missing.
       */
      gaps?: number;
      /** How many pages, or parts of a list, were read. */
      pages: number;
      /** The rows, in order. Those that the page has no longer are without controls. */
      rows: components['schemas']['DataRow'][];
      /** With `no_next`: what is the matter with the element of `next`. */
      why?: string | null;
    };
    /** How an answer is shortened. */
    Compression: 'none' | 'delta';
    /** The result of a step that decides. */
    ControlResult:
      | {
          let: components['schemas']['NamedValue'];
        }
      | {
          for: components['schemas']['Rounds'];
        }
      | {
          stop: string;
        }
      | {
          collect: components['schemas']['CollectedRows'];
        };
    /** An item of `actions` that decides which others are executed. */
    ControlStep:
      | components['schemas']['IfStep']
      | components['schemas']['UnlessStep']
      | components['schemas']['ForStep']
      | components['schemas']['LetStep']
      | components['schemas']['ExpectStep']
      | components['schemas']['StopStep']
      | components['schemas']['CollectStep'];
    /** An element that covers another. */
    CoveringElement: {
      /** Accessible name. */
      name: string;
      /** Role, as in ARIA. */
      role: string;
      /** Its uid in its document; null for elements that accept no actions. */
      uid: number | null;
    };
    /** A length or a coordinate in CSS pixels with two decimals; an integer has none. */
    CssPixels: number;
    /** A row of a table, a list or cards. */
    DataRow: {
      /**
       * Its texts by column name, cut to 500 characters; in a table also the value of a field in a
       * cell without text.
       */
      cells: {
        [key: string]: string;
      };
      /** The first 10 elements in it that can be acted on. */
      controls?: components['schemas']['RowControl'][];
    };
    /** Kind of a delta. */
    DeltaKind: 'unchanged' | 'changes' | 'full';
    /** An answer to a dialog. */
    DialogAnswer: 'accept' | 'dismiss';
    /** A function of a page that opens a dialog. */
    DialogKind: 'alert' | 'confirm' | 'prompt';
    /**
     * How dialogs of the page are answered during an action. An `alert` is always accepted;
     * `confirm` and `prompt` only if they have an answer here.
     */
    Dialogs: {
      /** The answer to `confirm`. */
      confirm?: components['schemas']['DialogAnswer'] | null;
      /** The answer to `prompt`; null: it is dismissed. */
      prompt?: string | null;
    };
    /** How it is known which tab started a download: the browser does not name the tab. */
    DownloadBinding: 'navigation' | 'page' | 'shared_page';
    /** A download. Axlens never opens, changes or deletes a file. */
    DownloadEntry: {
      /** How it is known that the tab started it. */
      boundBy: components['schemas']['DownloadBinding'];
      /** Received bytes. */
      bytes: number;
      /**
       * Why the browser considers the file dangerous, such as `file` or `uncommon`. While the state
       * is `in_progress`, it waits for the user, who keeps or discards the file.
       */
      danger?: string | null;
      /** The complete file has been deleted; absent if not. */
      deleted?: boolean;
      /** When it ended. */
      end?: number | null;
      /** The browser's reason for an interruption, such as `NETWORK_FAILED`. */
      error?: string | null;
      /**
       * Name of the file, which the page can choose; absent if the browser has not chosen one yet,
       * empty if the policy hides a site that the download is from.
       */
      name?: string | null;
      /** Absolute path of the complete file; absent if it is not complete, or hidden. */
      path?: string | null;
      /** The user has paused it; absent if not. */
      paused?: boolean;
      /** When it started. */
      start: number;
      /** How far it is. */
      state: components['schemas']['DownloadState'];
      /** Size of the file in bytes; absent if unknown. */
      total?: number | null;
      /**
       * URL, without user info and the values of parameters for passwords, tokens and keys; without
       * the content of a `data:` URL; empty if the policy hides a site that the download is from.
       */
      url: string;
    };
    /** How far a download is. */
    DownloadState: 'in_progress' | 'complete' | 'interrupted';
    /**
     * Answer of `POST /downloads`. Times are in milliseconds since 1970, by the clock of the
     * browser.
     */
    DownloadsAnswer: {
      /** The start of the last known download, for the `after` of the next request. */
      at: number;
      /** Number of matching downloads; can be larger than the length of `downloads`. */
      count: number;
      /** The matching downloads, in the order of their starts. */
      downloads: components['schemas']['DownloadEntry'][];
      /** Downloads are missing, because there were more than Axlens lists; absent if not. */
      isPartial?: boolean;
      /** What the answer can't contain, one sentence each. */
      notes: string[];
      /**
       * Since when all downloads that can be bound to the tab are known: since its main document
       * was requested.
       */
      since: number;
      /** The tab. */
      tab: number;
    };
    /** Body of `POST /downloads`, and of `POST /observe` with `what`. */
    DownloadsRequest: {
      /** Only downloads that started after this time: the `at` of an earlier answer. */
      after?: number | null;
      /** Id or name of the browser; default: that of the tab, or the only connected one. */
      browser?: string | null;
      /** Maximum number of downloads in the answer, the last ones: 1 to 100; default 20. */
      limit?: number | null;
      /** Name of the session; it has no effect on the answer. */
      session?: string | null;
      /** Only downloads in these states. */
      states?: components['schemas']['DownloadState'][];
      /** Number of the tab; default: the active tab. */
      tab?: number | null;
      /** Timeout in milliseconds, 100 to 60,000; default 15,000. */
      timeoutMs?: number | null;
      /** Always `downloads`, which `/observe` requires. */
      what?: string | null;
    };
    /** Arguments of a drag. */
    Drag: {
      /** Milliseconds between the press and the first move, 0 to 5,000. */
      hold?: number;
      /** Keys to hold down. */
      modifiers?: components['schemas']['Modifier'][];
      /**
       * Where to press, in CSS pixels from the upper left corner of its padding box; default: its
       * center.
       */
      position?: number[] | null;
      /** The target. */
      to: components['schemas']['DragTo'];
    };
    /** The target of a drag. */
    DragTo:
      | {
          /**
           * Where to release, in CSS pixels from the upper left corner of its padding box; default:
           * its center.
           */
          position?: number[] | null;
          /** The `seen` of a fault: accepts the element as that fault describes it. */
          seen?: string | null;
          /** The uid of that element. */
          uid: components['schemas']['ElementId'];
        }
      | {
          /** Which match in document order, from 1, if several elements match. */
          nth?: number | null;
          /** Where to release, as for a uid. */
          position?: number[] | null;
          /**
           * CSS selector, `text=` and the exact visible text of that element, `role=` with its role
           * and name, or `at=` and a point.
           */
          selector: string;
          /** The uid of an element that contains it. */
          within?: components['schemas']['ElementId'] | null;
        }
      | {
          /** CSS pixels to the right and down. */
          by: number[];
        };
    /** How to find an element in the page. */
    ElementEntry: {
      /** Selectors of the iframes around it, outermost first. */
      frame?: string[];
      /** Selectors of the shadow hosts around it, outermost first. */
      hosts?: string[];
      /** Its role. */
      role: string;
      /** Its selector; absent if the request does not include selectors. */
      selector?: string | null;
      /** Its tag. */
      tag: string;
      /** Its uid, if the id is different. */
      uid?: string | null;
    };
    /**
     * An element of a snapshot that this session got. A uid: 42, "37.42" or "uid=42". A ref of the
     * last `refs` or `tabs` snapshot: "e5", "@e5" or "ref=e5". The number of an element in a
     * `numbered` snapshot: 3.
     */
    ElementId: string | number;
    /**
     * States and properties of an element. Those that the role does not support or the page does
     * not set are absent.
     */
    ElementStates: {
      /** `inline`, `list` or `both`. */
      autocomplete?: string | null;
      /** It is being changed. */
      busy?: boolean;
      /** `false`, `true` or `mixed`; for a checkbox, radio, switch, menu item or option. */
      checked?: string | null;
      /**
       * Why it counts as clickable without an interactive role: `onclick`, `cursor:pointer`,
       * `tabindex`, `label`, an attribute such as `data-handler`, or a word of its class or id that
       * controls have: `class:next`, `id:reply`.
       */
      clickable?: string[];
      /** Number of rows of a table or items of a list. */
      count?: number | null;
      /** `page`, `step`, `location`, `date`, `time` or `true`. */
      current?: string | null;
      /** It is disabled. */
      disabled?: boolean;
      /** Its text can be edited. */
      editable?: boolean;
      /** The message that `aria-errormessage` of an invalid field names. */
      error_message?: string | null;
      /** Whether what it controls is expanded. */
      expanded?: boolean | null;
      /** It is focusable without an interactive role. */
      focusable?: boolean;
      /** It has the focus. */
      focused?: boolean;
      /** `menu`, `listbox`, `tree`, `grid` or `dialog`. */
      haspopup?: string | null;
      /** `true`, `grammar`, `spelling`, or another value of the page. */
      invalid?: string | null;
      /** Keys of `aria-keyshortcuts`. */
      keyshortcuts?: string | null;
      /** Level of a heading, row, tree item or list item, from 1. */
      level?: number | null;
      /** `polite` or `assertive`. */
      live?: string | null;
      /** Largest value of a range, as the page writes it. */
      max?: string | null;
      /** Smallest value of a range, as the page writes it. */
      min?: string | null;
      /** A modal dialog. */
      modal?: boolean;
      /** It takes more than one line of text. */
      multiline?: boolean;
      /** More than one of its options can be selected. */
      multiselectable?: boolean;
      /** `horizontal` or `vertical`. */
      orientation?: string | null;
      /** Placeholder of a field. */
      placeholder?: string | null;
      /** Whether a popover is open. */
      popover_open?: boolean | null;
      /** `false`, `true` or `mixed`; for a toggle button. */
      pressed?: string | null;
      /** It can't be edited. */
      readonly?: boolean;
      /** It requires a value. */
      required?: boolean;
      /** Text of `aria-roledescription`. */
      roledescription?: string | null;
      /** A secret field, whose value is never sent. */
      secret?: boolean;
      /** Whether it is selected. */
      selected?: boolean | null;
      /** `ascending`, `descending` or `other`. */
      sort?: string | null;
      /** How much of its text a user can't see although it is rendered: `all` or `part`. */
      unseen?: string | null;
      /** Text to read instead of the number of a range. */
      valuetext?: string | null;
    };
    /**
     * Answer of `DELETE /browsers/{id}`: no request can use the browser any more. Its process is
     * ended and its profile deleted.
     */
    EndLeaseAnswer: {
      /** The id of the browser. */
      id: string;
      /** The name of the browser. */
      name: string;
    };
    /**
     * Where the engine runs.
     * @enum {string}
     */
    Engine: 'auto' | 'worker' | 'page';
    /** Where the engine ran. */
    EngineLocation: '' | 'worker' | 'page';
    /** An error of a page. */
    ErrorEntry: {
      /** URL of the frame in which it occurred; absent for the main document. */
      frame?: string | null;
      /** What it is. */
      kind: components['schemas']['PageErrorKind'];
      /** When it last occurred; absent if it occurred once. */
      last?: number | null;
      /** Line in `source`. */
      line?: number | null;
      /**
       * The browser's message, which can contain text of the page, or the text of the call. Of a
       * response: its status and the beginning of its body.
       */
      message: string;
      /** Method of the console, such as `warn`, or of the request of a response, such as `POST`. */
      method?: string | null;
      /** URL of the script or document that caused it, like `url`. */
      source?: string | null;
      /** When it first occurred; absent if that was before `since`. */
      time?: number | null;
      /** How often it occurred; absent if once. */
      times?: number | null;
      /**
       * URL of the resource or response that failed or was blocked, without user info and the
       * values of parameters for passwords, tokens and keys; empty if the policy hides its site.
       */
      url?: string | null;
    };
    /**
     * Answer of `POST /errors`. Times are in milliseconds since 1970, by the clock of the browser.
     */
    ErrorsAnswer: {
      /** When the last known error was recorded, for the `after` of the next request. */
      at: number;
      /** Number of matching errors; can be larger than the length of `errors`. */
      count: number;
      /** The matching errors, in the order of their last occurrences. */
      errors: components['schemas']['ErrorEntry'][];
      /**
       * Errors are missing, because there were more than the browser or Axlens keeps; absent if
       * not.
       */
      isPartial?: boolean;
      /** What the answer can't contain, one sentence each. */
      notes: string[];
      /**
       * Since when the errors of the main document are recorded. It had reports before; failed
       * resources before are not known.
       */
      since: number;
      /** The tab. */
      tab: number;
    };
    /** Body of `POST /errors`, and of `POST /observe` with `what`. */
    ErrorsRequest: {
      /** Only errors that were recorded after this time: the `at` of an earlier answer. */
      after?: number | null;
      /** Id or name of the browser; default: that of the tab, or the only connected one. */
      browser?: string | null;
      /**
       * Only errors of these kinds. Without it, of the console only the methods `error`, `warn` and
       * `assert`.
       */
      kinds?: components['schemas']['PageErrorKind'][];
      /** Maximum number of errors in the answer, the last ones: 1 to 300; default 50. */
      limit?: number | null;
      /** Name of the session; it has no effect on the answer. */
      session?: string | null;
      /** Number of the tab; default: the active tab. */
      tab?: number | null;
      /** Timeout in milliseconds, 100 to 60,000; default 15,000. */
      timeoutMs?: number | null;
      /** Always `errors`, which `/observe` requires. */
      what?: string | null;
    };
    /** The evidence of an action's outcome. */
    Evidence: {
      /**
       * The action led to a page on a site where this agent may not act. The tab does not stay
       * there: Axlens loads the page before again; absent if not.
       */
      blocked?: boolean;
      /** Dialogs that the page opened. */
      dialogs?: components['schemas']['OpenedDialog'][];
      /**
       * The first download that the tab started during the action; only if the user lets Axlens see
       * downloads.
       */
      download?: components['schemas']['StartedDownload'] | null;
      /**
       * Messages of the first two uncaught exceptions and unhandled rejections since the action's
       * first event, cut to 120 characters; only on sites where the user has turned on that they
       * are recorded.
       */
      exceptions?: string[];
      /**
       * The first three requests of the element's document and the main one that began since the
       * first event and got a response with a status of 400 or more. Requests that have not ended
       * are not known; after a navigation, and while a dialog is open, none is.
       */
      failedRequests?: components['schemas']['FailedRequest'][];
      /**
       * Number of changes that the action caused and that no snapshot shows, such as a style, a
       * position or a class; only if the outcome is `unchanged`.
       */
      hiddenChanges?: number | null;
      /** Number of lines of the page that were added, removed or changed. */
      lines?: number | null;
      /** Number of the others; absent if there are none. */
      moreExceptions?: number;
      /** Number of the other failed requests; absent if there are none. */
      moreFailedRequests?: number;
      /** Of a dry run: the user would be prompted for consent; absent if not. */
      needsConsent?: boolean;
      /** The value of the field if it differs from the requested one; never for a secret field. */
      now?: string | null;
      /** How the value of the field differs from the requested one. */
      readBack?: components['schemas']['ReadBackOutcome'] | null;
      /** HTTP status of the new page, if it is 400 or more and already known. */
      status?: number | null;
      /** The new URL of the tab. */
      url?: string | null;
      /**
       * The tab shows a page that this agent may not read, so its URL is withheld; absent if not.
       */
      urlWithheld?: boolean;
      /** Time during which the page did not change, in milliseconds. */
      watchedMs?: number | null;
    };
    /** Ends the request with the fault `not_as_expected` unless a condition holds. */
    ExpectStep: {
      /** The condition. */
      expect: components['schemas']['StepCondition'];
    };
    /** Answer of `POST /explain`. */
    ExplainAnswer: {
      /** The accessible description, and its source. */
      description: components['schemas']['TextReason'];
      /** Chrome's id of the document. */
      document: string;
      /**
       * Selectors of the iframes around its document, outermost first; absent in the main frame,
       * and if the request has a selector.
       */
      frame?: string[];
      /** Selectors of the shadow hosts around it, outermost first; absent outside shadow roots. */
      hosts?: string[];
      /** Whether it is in the accessibility tree. */
      inTree: boolean;
      /** The accessible name, and its source. */
      name: components['schemas']['TextReason'];
      /** The role, and its source. */
      role: components['schemas']['RoleReason'];
      /** CSS selector, unique in its document or shadow root. */
      selector: string;
      /** States and properties. */
      states: components['schemas']['ElementStates'];
      /** Its tab. */
      tab: number;
      /** Local name of the element. */
      tag: string;
      /** Its uid; absent for elements that accept no actions. */
      uid?: components['schemas']['ExplainedUid'] | null;
      /** Value of a field, as a user sees it; absent for other elements. */
      value?: string | null;
      /** Why it is in the tree or not. */
      why: string;
      /** Random number that changes when the document is loaded again. */
      world: number;
    };
    /** Body of `POST /explain`. It has an id (`uid` or `id`) or a `selector`. */
    ExplainRequest: {
      /** Id or name of the browser; default: that of the tab, or the only connected one. */
      browser?: string | null;
      /** The element; the same as `uid`. */
      id?: components['schemas']['ElementId'] | null;
      /** CSS selector, searched through shadow roots; its first match is explained. */
      selector?: string | null;
      /** Name of the session of the snapshot, 1 to 200 bytes; default `default`. */
      session?: string | null;
      /** Number of the snapshot that has the id; default: the latest of the session. */
      snapshot?: number | null;
      /** Number of the tab; default: the tab of the id, or the active tab. */
      tab?: number | null;
      /** Timeout in milliseconds, 100 to 60,000; default 15,000. */
      timeoutMs?: number | null;
      /** The element. */
      uid?: components['schemas']['ElementId'] | null;
    };
    /** The uid of an element that is explained. */
    ExplainedUid: number | string;
    /** The extension. */
    ExtensionStatus: {
      /** Whether a worker of the extension is connected. */
      connected: boolean;
      /**
       * Random id of the worker that connected last; null if none has connected, and for a named
       * agent.
       */
      instance: string | null;
      /**
       * Milliseconds since the last message of the worker; null if none has connected, and for a
       * named agent.
       */
      lastSeenMs: number | null;
      /** Whether the user paused all reading. */
      paused: boolean;
      /**
       * Wire version of the extension if it has proven its identity and was rejected; else null,
       * and for a named agent.
       */
      refusedWire: number | null;
      /** Version of the extension; null if unknown. */
      version: string | null;
    };
    /** A request that got a response with a status of 400 or more. */
    FailedRequest: {
      /**
       * What started it, as `initiatorType` of the resource timing.
       * @default
       */
      kind: string;
      /**
       * HTTP status.
       * @default 0
       */
      status: number;
      /**
       * URL, cut to 200 characters; without the origin if it is that of the main document, which
       * has made the request. Without user info and the values of parameters for passwords, tokens
       * and keys; empty if the policy hides its site.
       * @default
       */
      url: string;
    };
    /** An error, with the next step for the agent. */
    Fault: {
      /** Code of the error. */
      error: components['schemas']['Code'];
      /** What to do next. */
      hint: string;
      /** One sentence that describes the error and names its cause. */
      message: string;
      /** Whether the same request may succeed later, unchanged. */
      retryable: boolean;
      /**
       * With `changed_uid`: the element as the message describes it. A request with this `seen`
       * accepts that element, and fails if it has changed again.
       */
      seen?: string | null;
    };
    /** Text to find. */
    Find: {
      /**
       * Lines to show before and after each match.
       * @default 0
       */
      context: number;
      /** Text to find in names, values and text; ignores case. */
      text: string;
    };
    /** Answer of `POST /find`. */
    FindAnswer: {
      /** Number of matching elements; can be larger than the length of `matches`. */
      count: number;
      /** The elements, in the order of the page. */
      matches: components['schemas']['FoundElement'][];
      /** Title of the page. */
      pageTitle: string;
      /** Number of the snapshot in its session. */
      snapshot: number;
      /** The tab. */
      tab: number;
      /** The lines of the elements in the format `lean`, each with its row, item or dialog. */
      tree: string;
      /** URL of the page. */
      url: string;
    };
    /** Text to find, alone or with the number of context lines. */
    FindChoice: string | components['schemas']['Find'];
    /** Body of `POST /find`. */
    FindRequest: {
      /** The attribute `alt`. */
      alt?: string | null;
      /** Id or name of the browser; default: that of the tab, or the only connected one. */
      browser?: string | null;
      /** Names and texts must be equal, including case. */
      exact?: boolean;
      /** The accessible name of a field, option or toggle. */
      label?: string | null;
      /** Maximum number of matches in the answer, 1 to 100; default 20. */
      limit?: number | null;
      /** Its accessible name. */
      name?: string | null;
      /** The placeholder of a field. */
      placeholder?: string | null;
      /** Its role, as snapshots print it: `button`, `link`, `h2` … */
      role?: string | null;
      /** The text of the row, item, card or dialog around it. */
      row?: string | null;
      /** CSS selector, searched through frames and shadow roots. */
      selector?: string | null;
      /** Name of the session, to which the uids belong; default `default`. */
      session?: string | null;
      /** Number of the tab; default: the active tab. */
      tab?: number | null;
      /** `data-testid`, or another test attribute; always exact. */
      testid?: string | null;
      /** Its text; without `role`: the innermost element with the text. */
      text?: string | null;
      /** Timeout in milliseconds, 100 to 60,000; default 15,000. */
      timeoutMs?: number | null;
      /** The attribute `title`. */
      title?: string | null;
      /** Searches only inside the element with this uid. */
      within?: components['schemas']['ElementId'] | null;
    };
    /** How often steps are executed, and with which values. */
    ForEach:
      | {
          find: components['schemas']['FindRequest'];
        }
      | {
          rows: {
            [key: string]: unknown;
          }[];
        }
      | {
          times: number;
        };
    /** Executes steps several times, at most 100. */
    ForStep: {
      /**
       * The name of the value in the steps: `row` is `$row`. Of `find`: the uid of the match; of
       * `times`: the number of the round, from 1. The values of `rows` have the names of their
       * fields.
       */
      as?: string | null;
      /** The steps. */
      do: components['schemas']['Step'][];
      /** How often, and with which values. */
      for: components['schemas']['ForEach'];
    };
    /** A text format. Contracts: docs/contracts.md. */
    Format: 'outline' | 'numbered' | 'refs' | 'tabs' | 'lean';
    /** A matching element. */
    FoundElement: {
      /** Whether it is disabled; absent if not. */
      disabled?: boolean;
      /**
       * Words of the class, attributes or image of an element without a name, as in `~paper-plane`
       * on its line; absent if there are none.
       */
      hint?: string | null;
      /** Accessible name; the text, for a run of text. */
      name: string;
      /** Role, as in ARIA. */
      role: string;
      /**
       * The text inside an element without a name, at most 80 characters; absent if there is none.
       */
      text?: string | null;
      /** Its uid; null for elements that accept no actions. */
      uid: string | null;
    };
    /** A gateway that the server has joined. */
    GatewayStatus: {
      /** Whether agents of the gateway can reach the server. */
      connected: boolean;
      /** Why it is not connected; null if it is, or is about to be. */
      error: string | null;
      /** Host of the gateway, and its port if it is not the usual one. */
      host: string;
      /**
       * Milliseconds since the last request of an agent of the gateway; null if there was none
       * since the server joined it.
       */
      lastRequestMs: number | null;
      /** What the user allows the gateway's agents at most. */
      scope: components['schemas']['TokenScope'];
      /** Patterns of the sites that the user allows them; empty: every site. */
      sites: string[];
    };
    /** Answer of `POST /get`: the tab and the requested property. */
    GetAnswer: {
      /**
       * x, y, width and height in CSS pixels of the viewport of the element's frame; null if it
       * could not be measured.
       */
      box?: components['schemas']['CssPixels'][] | null;
      /** With `claimed`: the page's text, such as `1-20 of 431`. */
      claim?: string | null;
      /**
       * With `rows`: how many rows there are according to the page, which may show a part of them:
       * the last number of `claim`.
       */
      claimed?: number | null;
      /**
       * Names of the columns of a table; `1`, `2` and so on if it has no headers. With `rows` of a
       * list, a column is named by what each row has before a colon.
       */
      columns?: string[];
      /**
       * Number of elements that match the selector; for a table and with `rows`, the number of rows
       * in the page, or of the rows that match `where`.
       */
      count?: number | null;
      /**
       * HTML, with shadow roots as declarative ones; without comments and the contents of scripts,
       * styles, templates and frames.
       */
      html?: string | null;
      /**
       * With `markdown` of a page: the landmarks outside of the main content, which are not in the
       * text, such as `navigation "Docs"`; `what is around the article` if it is an article.
       */
      leftOut?: string[];
      /** With `markdown` of a page: the number of words outside of the main content. */
      leftOutWords?: number;
      /**
       * CommonMark, with the tables of GitHub Flavored Markdown and definition lists. Links have
       * the addresses that the page has. Text that a user can't see is in comments, `<!-- unseen: …
       * -->`. No line begins with `...(`.
       */
      markdown?: string | null;
      /** Accessible name, with `state`. */
      name?: string | null;
      /** With `text`, `markdown` and `rows`: the `offset` of the rest, if this is only a part. */
      nextOffset?: number | null;
      /**
       * With `markdown`: what could not be read, such as a frame without access. With `pdf`: that
       * the file was requested again, and what is missing.
       */
      notes?: string[];
      /** With `pdf`: the number of pages of the file. */
      pageCount?: number | null;
      /**
       * The text of the pages, each after a line `# page N of M`. A line of the file that begins
       * like that, with `...(` or with a backslash has a backslash before it. A tab separates the
       * cells of a row.
       */
      pdf?: string | null;
      /** Role, as in ARIA, with `state`. */
      role?: string | null;
      /** The first row that matches, by column name. */
      row?: {
        [key: string]: string;
      } | null;
      /** The rows, in order. */
      rows?: components['schemas']['DataRow'][] | null;
      /**
       * With `value`, `attribute`: the value is secret and not sent. With `html`, `styles`: some
       * content was omitted because it is secret.
       */
      secret?: boolean;
      /** Its states, as in a line of a snapshot. */
      states?: string[] | null;
      /** With `styles`: computed values by the names of the properties. */
      styles?: {
        [key: string]: string;
      };
      /** The tab. */
      tab: number;
      /** Visible text: a line for each block, a tab between cells. */
      text?: string | null;
      /** Title of the page. */
      title?: string | null;
      /** With `nextOffset`: the length of the whole text, in characters. */
      totalChars?: number | null;
      /** The lines of the row in the format `lean`, with the uids of its interactive elements. */
      tree?: string | null;
      /**
       * `value` or the HTML was cut at its maximum length, or the text, the Markdown, `visual` or
       * `pdf` is not complete.
       */
      truncated?: boolean;
      /** URL of the page. */
      url?: string | null;
      /**
       * Value of the field, as a user sees it; null if it is empty or the element is not a field.
       * With `attribute`: its value; null if the element doesn't have it. Absent if it is secret.
       */
      value?: string | null;
      /** With `visual`: one line each, in document order. */
      visual?: string | null;
    };
    /**
     * Body of `POST /get`. Exactly one of `uid`, `id`, `ref` and `selector` names an element.
     * `text`, `markdown`, `html`, `table`, `rows` and `visual` without an element refer to the
     * page; `title`, `url` and `pdf` always do.
     */
    GetRequest: {
      /**
       * Id or name of the browser; default: that of the element or tab, or the only connected one.
       */
      browser?: string | null;
      /** With `rows`: the columns, by their names or a part of them; default: all. */
      columns?: string[];
      /**
       * With `selector`, not with `count`: selectors of the iframes around the element, outermost
       * first, as in `/locate`.
       */
      frame?: string[] | null;
      /**
       * With `selector`, not with `count`: selectors of the shadow hosts around the element,
       * outermost first, as in `/locate`.
       */
      hosts?: string[] | null;
      /** The element; the same as `uid`. */
      id?: components['schemas']['ElementId'] | null;
      /** With `rows`: maximum number of rows, 1 to 1,000; default: 100. */
      limit?: number | null;
      /**
       * With `text` and `markdown`: maximum number of tokens of the text, at least 50. It ends
       * before a section, a paragraph or a line. An answer never has more than 200,000 characters.
       */
      max_tokens?: number | null;
      /** With `attribute`: the name of the attribute. */
      name?: string | null;
      /** With `styles`: names of CSS properties, at most 50. */
      names?: string[];
      /** With `selector`, not with `count`: which match in document order, from 1. */
      nth?: number | null;
      /**
       * With `text` and `markdown`: the character at which the part to read begins, such as
       * `nextOffset` of an answer; with `rows`, the row; default: 0.
       */
      offset?: number | null;
      /** With `pdf`: the pages, such as `3`, `3-5` or `3-`; default: all. */
      pages?: string | null;
      /** The element; the same as `uid`. */
      ref?: components['schemas']['ElementId'] | null;
      /** The `seen` of a `changed_uid`: accepts the element as that fault describes it. */
      seen?: string | null;
      /**
       * CSS selector, or, except with `count`, `text=` and the exact visible text of the element;
       * searched through frames and shadow roots. Exactly one element must match, except with
       * `count`.
       */
      selector?: string | null;
      /** Name of the session of the snapshot, 1 to 200 bytes; default `default`. */
      session?: string | null;
      /** Number of the snapshot that has the id; default: the latest of the session. */
      snapshot?: number | null;
      /** Number of the tab; default: the tab of the element, or the active tab. */
      tab?: number | null;
      /** Timeout in milliseconds, 100 to 60,000; default 15,000. */
      timeoutMs?: number | null;
      /** The element. */
      uid?: components['schemas']['ElementId'] | null;
      /** The property to read. */
      what: components['schemas']['Property'];
      /**
       * With `table` and `rows`: texts of the rows by column name; matches parts and ignores case.
       * With `rows`, `*` is any column.
       */
      where?: {
        [key: string]: string;
      };
      /** With `markdown` of a page: all of it, instead of its main content. */
      whole?: boolean;
      /** With `selector`, not with `count`: the uid of an element that contains the element. */
      within?: components['schemas']['ElementId'] | null;
    };
    /** Answer of `GET /health`, which needs no token. */
    HealthAnswer: {
      /** Always true. */
      ok: boolean;
      /** Version of the server. */
      version: string;
    };
    /** Arguments of a hover. */
    Hover: {
      /** Keys to hold down. */
      modifiers?: components['schemas']['Modifier'][];
      /**
       * Position in CSS pixels from the upper left corner of its padding box; default: its center.
       */
      position?: number[] | null;
    };
    /** Executes steps if a condition holds. */
    IfStep: {
      /** The steps that are executed otherwise. */
      else?: components['schemas']['Step'][];
      /** The condition. */
      if: components['schemas']['StepCondition'];
      /** The steps that are executed if it holds. */
      then: components['schemas']['Step'][];
    };
    /** Image format of a screenshot. */
    ImageFormat: 'png' | 'jpeg' | 'webp';
    /** Media type of a screenshot. */
    ImageMediaType: 'image/png' | 'image/jpeg' | 'image/webp';
    /** An additional property of elements. */
    Include: 'boxes' | 'selectors' | 'descriptions' | 'urls';
    /**
     * Answer of `POST /interact`. With the fields of a fault, it is also the answer if an action
     * after the first one failed.
     */
    InteractAnswer: {
      /** Cursor of the next part of the snapshot. */
      cursor?: string | null;
      /** Kind of the snapshot: `unchanged`, `changes` or `full`. */
      delta?: components['schemas']['DeltaKind'] | null;
      /** How to see more. */
      hint?: string | null;
      /** Tabs that the actions opened, or in which they opened a page. */
      newTabs?: number[];
      /**
       * Lines that the actions added where the view of the snapshot does not show them: at most
       * five, in the form of a snapshot, shortened.
       */
      outside?: string[];
      /** Title of the page; absent without a snapshot, and with a delta if it is unchanged. */
      pageTitle?: string | null;
      /**
       * Results of the actions and reads, in order. Of the steps that decide, `let`, `for`,
       * `collect` and `stop` have results.
       */
      results: components['schemas']['StepResult'][];
      /** How the last wait for the page ended; absent if the page became idle. */
      settled?: components['schemas']['Settled'];
      /** Number of the snapshot that a delta refers to. */
      since?: number | null;
      /** Number of the snapshot in its session. */
      snapshot?: number | null;
      /**
       * Which step each result is of, if the request has steps that decide: `3#2.1` is the first
       * step in round 2 of the `for` that is step 3; `4.1` the first step in the `if` that is step
       * 4.
       */
      steps?: string[];
      /** The tab of the actions. */
      tab: number;
      /**
       * The answer as text, if the request wants it: a line for each result, numbered if there are
       * several, then what changed on the page.
       */
      text?: string | null;
      /** The page as text; absent if it is unchanged. */
      tree?: string | null;
      /** How to find the element of each uid in the text, if the request includes selectors. */
      uidMap?: {
        [key: string]: components['schemas']['ElementEntry'];
      } | null;
      /** URL of the page; absent without a snapshot, and with a delta if it is unchanged. */
      url?: string | null;
      /** Time spent waiting for the page, over all actions, in milliseconds. */
      waitedMs: number;
    };
    /**
     * Body of `POST /interact`: one action (`action`, its arguments and its element), or several
     * (`actions`), and the options of `POST /observe` for the snapshot in the answer.
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
              /** The text. */
              value: string;
            }
          | {
              /** @constant */
              action: 'fill_secret';
              /** The name of the secret, see `axlens secret list`. */
              secret: string;
            }
          | {
              /** @constant */
              action: 'clear';
            }
          | {
              /** @constant */
              action: 'set';
              /** In the syntax of the field's `value`: `2026-11-23`, `#d6249f`, `7`. */
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
               * The exact visible text, which may span several elements; default: all text of the
               * element.
               */
              text?: string | null;
            }
          | {
              /** @constant */
              action: 'upload';
              /** The files, 1 to 20, at most 8 MiB in total. */
              files: components['schemas']['UploadedFile'][];
            }
          | {
              /** @constant */
              action: 'execute_js';
              /** The body of a function with `return`, or one expression; a promise is awaited. */
              script: string;
            }
          | {
              /** @constant */
              action: 'call_tool';
              /**
               * Its arguments, as its schema describes them.
               * @default {}
               */
              arguments: {
                [key: string]: unknown;
              };
              /** The tool: its handle in the list of page tools, or its name if only one has it. */
              tool: string;
            }
          | {
              /** @constant */
              action: 'navigate';
              /** The URL: `http://` or `https://`. */
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
              /** Its URL; default: an empty tab. */
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
       * Several actions, reads between them, and steps that decide which others are executed, in
       * order up to the first fault.
       */
      actions?: components['schemas']['Step'][] | null;
      /**
       * Each action waits, up to a minute, until the user presses the key that grants the page a
       * user gesture (`Ctrl+Shift+Comma`): for features that browsers deny to synthetic events.
       */
      activation?: boolean | null;
      /** Id or name of the browser; default: that of the tab, or the only connected one. */
      browser?: string | null;
      /** Omit elements without information. */
      compact?: boolean;
      /**
       * `delta`: only the changes since the session's last snapshot of the tab with the same
       * options.
       */
      compression?: components['schemas']['Compression'] | null;
      /** Cursor of an earlier answer, to continue it. */
      cursor?: string | null;
      /** `refs`: also elements that are clickable or focusable without a role. */
      cursor_interactive?: boolean;
      /**
       * How dialogs of the page are answered during the actions; default: they stay open for the
       * user, and the fault is `page_blocked`.
       */
      dialogs?: components['schemas']['Dialogs'] | null;
      /**
       * Only checks whether each action is possible on the page as it is now. No event is sent, and
       * the user is not prompted; the outcome is `possible`.
       */
      dryRun?: boolean | null;
      /** Where to run the engine. */
      engine?: components['schemas']['Engine'];
      /** Omit elements whose role, name or placeholder matches one of these. */
      exclude_patterns?: string[];
      /** Omit elements with these roles, and their contents. */
      exclude_roles?: string[];
      /** Only lines that contain a text, with their ancestors. */
      find?: components['schemas']['FindChoice'] | null;
      /** Fold long runs of similar rows, items and options. */
      fold?: boolean;
      /** The text format. */
      format?: components['schemas']['Format'];
      /** With `selector`: selectors that match the iframes around the element, outermost first. */
      frame?: string[] | null;
      /**
       * With `selector`: selectors of the shadow hosts around the element, outermost first, as in
       * `/locate`.
       */
      hosts?: string[] | null;
      /** The element; the same as `uid`. */
      id?: components['schemas']['ElementId'] | null;
      /** Additional properties of elements. */
      include?: components['schemas']['Include'][];
      /** Only interactive elements. */
      interactive_only?: boolean;
      /**
       * Idempotency key: a later request with the same key gets the outcomes of the first one's
       * actions; reads are executed again.
       */
      key?: string | null;
      /** Maximum size of the text, in characters. */
      max_chars?: number | null;
      /** Maximum depth; the document has depth 0. */
      max_depth?: number | null;
      /** Maximum size of the text, in tokens. */
      max_tokens?: number | null;
      /** Only the open modal dialog, if there is one. */
      modal_only?: boolean;
      /** With `selector`: which match in document order, from 1, if several elements match. */
      nth?: number | null;
      /** Number of the snapshot that has the id; default: the latest of the session. */
      of?: number | null;
      /** The element; the same as `uid`. */
      ref?: components['schemas']['ElementId'] | null;
      /** Only elements with these roles, and text in them. */
      roles?: string[];
      /** The part of the page: a CSS selector, or a uid of this session. */
      scope?: components['schemas']['ScopeChoice'] | null;
      /** The `seen` of a `changed_uid`: accepts the element as that fault describes it. */
      seen?: string | null;
      /**
       * CSS selector, `text=` and the exact visible text of the element, or `role=` with its role
       * and exact name as in a snapshot (`role=button "Save"`); searched through frames and shadow
       * roots. Exactly one element must match. Or `at=X,Y`: the innermost element at this point of
       * the viewport, in CSS pixels, where the action uses it.
       */
      selector?: string | null;
      /** Name of the session, to which the uids belong; default `default`. */
      session?: string | null;
      /** The snapshot in the answer; default `delta`. */
      snapshot?: components['schemas']['Show'] | null;
      /** Number of the tab; default: the active tab. */
      tab?: number | null;
      /** Timeout in milliseconds. */
      timeoutMs?: number | null;
      /** Whether to report the times of all stages. */
      timings?: boolean;
      /** The element. */
      uid?: components['schemas']['ElementId'] | null;
      /** Only elements in the viewport. */
      viewport_only?: boolean;
      /**
       * `a11y_tree`; required. With `network`, `errors` or `downloads`, the body and the answer are
       * those of `/network`, `/errors` or `/downloads`.
       */
      what?: string | null;
      /** The answer has its text (`text`); default no. */
      withText?: boolean | null;
      /** With `selector`: the uid of an element that contains the element. */
      within?: components['schemas']['ElementId'] | null;
    };
    /**
     * The answer if an action or read after the first one failed: the fault, and the results of
     * those before it.
     */
    InteractStopped: {
      /** The results of those before it, and the current page. */
      done: components['schemas']['InteractAnswer'];
      /** Code of the error. */
      error: components['schemas']['Code'];
      /** What to do next. */
      hint: string;
      /** One sentence that describes the error and names its cause. */
      message: string;
      /** Whether the same request may succeed later, unchanged. */
      retryable: boolean;
      /**
       * With `changed_uid`: the element as the message describes it. A request with this `seen`
       * accepts that element, and fails if it has changed again.
       */
      seen?: string | null;
    };
    /** Keys to press: one, or several in order. */
    Keys: string | string[];
    /** Answer of `POST /browsers`: a browser with a fresh profile that only this agent can use. */
    LeaseAnswer: {
      /** When the lease ends, in RFC 3339. */
      expires: string;
      /** The id of the browser. Requests can name the browser by it. */
      id: string;
      /** The name of the browser. Requests can name the browser by it. */
      name: string;
      /** How long the lease lasts, in seconds. */
      ttl: number;
    };
    /** `POST /browsers`: leases a browser of the server's pool. */
    LeaseRequest: {
      /**
       * How long the lease lasts, in seconds; 600 if it is missing, or the server's maximum if that
       * is less.
       */
      ttl?: number | null;
    };
    /** Stores the result of a read for the next steps. */
    LetStep: {
      /**
       * The read: `find`, for the uid of its first match; `get`, for its text; or `ask_user`, for
       * the answer.
       */
      from: components['schemas']['ReadStep'];
      /** The name: `price` is `$price` in the texts of the next steps. `$$` is a dollar sign. */
      let: string;
    };
    /**
     * Answer of `POST /locate`. The fields of the layout (`box`, `covered`, `coveredBy`, `hasSize`,
     * `inViewport`, `transparent`) are absent if the element could not be measured.
     */
    LocateAnswer: {
      /** x, y, width and height in CSS pixels of the viewport of the element's frame. */
      box?: components['schemas']['CssPixels'][] | null;
      /** Whether another element covers its center. */
      covered?: boolean | null;
      /**
       * The element that covers it; null if it is uncovered, or the other element is not in the
       * tree.
       */
      coveredBy?: components['schemas']['CoveringElement'] | null;
      /** Chrome's id of the document. */
      document: string;
      /**
       * Selectors of the iframes around its document, outermost first; absent in the main frame.
       */
      frame?: string[];
      /** Whether its box has a size. */
      hasSize?: boolean | null;
      /** Selectors of the shadow hosts around it, outermost first; absent outside shadow roots. */
      hosts?: string[];
      /** Whether a part of it is in the viewport. */
      inViewport?: boolean | null;
      /** Accessible name. */
      name: string;
      /** Whether its name differs from the one in the snapshot; absent if not. */
      renamed?: boolean;
      /** Whether the page created it again since the snapshot; absent if not. */
      rerendered?: boolean;
      /** Role, as in ARIA. */
      role: string;
      /** CSS selector, unique in its document or shadow root. */
      selector: string;
      /** Its tab. */
      tab: number;
      /** Whether its opacity is 0. */
      transparent?: boolean | null;
      /** Its uid; null for elements that accept no actions. */
      uid: string | null;
      /** Random number that changes when the document is loaded again. */
      world: number;
    };
    /** Body of `POST /locate`. It has exactly one of `uid` and `id`. */
    LocateRequest: {
      /** Id or name of the browser; default: that of the element. */
      browser?: string | null;
      /** The element; the same as `uid`. */
      id?: components['schemas']['ElementId'] | null;
      /** The `seen` of a `changed_uid`: accepts the element as that fault describes it. */
      seen?: string | null;
      /** Name of the session of the snapshot, 1 to 200 bytes; default `default`. */
      session?: string | null;
      /** Number of the snapshot that has the id; default: the latest of the session. */
      snapshot?: number | null;
      /** Its tab; default: the one of those with this id that was shown last. */
      tab?: number | null;
      /** Timeout in milliseconds, 100 to 60,000; default 15,000. */
      timeoutMs?: number | null;
      /** The element. */
      uid?: components['schemas']['ElementId'] | null;
    };
    /** A marked element. */
    Mark: {
      /** Left, top, width and height in image pixels. */
      box: number[];
      /** Its uid, which is also the label. */
      uid: string;
    };
    /** A browser that did not list its tabs. */
    MissingBrowser: {
      /** Its name. */
      browser: string;
      /** The reason. */
      fault: components['schemas']['Fault'];
    };
    /** A modifier key. */
    Modifier: 'Shift' | 'Control' | 'Alt' | 'Meta';
    /** A mouse button. */
    MouseButton: 'left' | 'right' | 'middle';
    /** A value of the next steps. */
    NamedValue: {
      /** Its name. */
      name: string;
      /** The value. */
      value: string;
    };
    /** A step of the computation of names and descriptions. */
    NamingStep: {
      /** CSS selector of the element that the text comes from. */
      node: string;
      /** The step's number in the specification. */
      step: string;
      /** The text. */
      text: string;
    };
    /** Body of `POST /tabs/{tab}/navigate`. */
    NavigateTabRequest: {
      /** The URL: `http://` or `https://`. */
      url: string;
      /** Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /**
     * Answer of `POST /network`. Times are in milliseconds since 1970, by the clock of the browser.
     */
    NetworkAnswer: {
      /** The end of the last known request, for the `after` of the next request. */
      at: number;
      /** Number of matching requests; can be larger than the length of `requests`. */
      count: number;
      /** What the answer can't contain, one sentence each. */
      notes: string[];
      /**
       * The matching requests, in the order of their starts. Requests that have not ended are not
       * known.
       */
      requests: components['schemas']['NetworkEntry'][];
      /** When the main document was requested. */
      since: number;
      /** The tab. */
      tab: number;
    };
    /** A request of a page. */
    NetworkEntry: {
      /**
       * Transferred bytes of headers and body; absent from the cache, and if the other site does
       * not allow the page to see it.
       */
      bytes?: number | null;
      /** It was served from the cache; absent if not. */
      cached?: boolean;
      /** Milliseconds until its end. */
      duration: number;
      /** URL of the frame that made it; absent for the main document. */
      frame?: string | null;
      /** What started it. */
      kind: string;
      /** When it began. */
      start: number;
      /**
       * HTTP status; absent if there was no response, or if the other site does not allow the page
       * to see it.
       */
      status?: number | null;
      /**
       * URL, without user info and the values of parameters for passwords, tokens and keys; empty
       * if the policy hides its site.
       */
      url: string;
    };
    /** Body of `POST /network`, and of `POST /observe` with `what`. */
    NetworkRequest: {
      /** Only requests that ended after this time: the `at` of an earlier answer. */
      after?: number | null;
      /** Id or name of the browser; default: that of the tab, or the only connected one. */
      browser?: string | null;
      /** Only requests with a status of 400 or more. */
      failed?: boolean;
      /**
       * Only requests of these kinds: `fetch`, `xmlhttprequest`, `script`, `img`, `link`, `css`,
       * `iframe`, `navigation`, `beacon` …
       */
      kinds?: string[];
      /** Maximum number of requests in the answer, the last ones: 1 to 1000; default 50. */
      limit?: number | null;
      /** Name of the session; it has no effect on the answer. */
      session?: string | null;
      /** Number of the tab; default: the active tab. */
      tab?: number | null;
      /** Timeout in milliseconds, 100 to 60,000; default 15,000. */
      timeoutMs?: number | null;
      /** Only requests whose URL contains this text, ignoring case. */
      url?: string | null;
      /** Always `network`, which `/observe` requires. */
      what?: string | null;
    };
    /** A snapshot, or a part of it. */
    ObserveAnswer: {
      /** With a cursor: whether the page has changed since the first part. */
      changed?: boolean | null;
      /** Cursor of the next part; absent in the last one. */
      cursor?: string | null;
      /** Kind of the delta: `unchanged`, `changes`, or `full` if no delta is possible. */
      delta?: components['schemas']['DeltaKind'] | null;
      /** Chrome's id of the main document; null if there is none. */
      document: string | null;
      /** Where the engine ran. */
      engine: components['schemas']['EngineLocation'];
      /** Facts about the page. */
      header: components['schemas']['PageHeader'];
      /** How to see more. */
      hint?: string | null;
      /** How to find the element of each id in the text, in formats with their own ids. */
      idMap?: {
        [key: string]: components['schemas']['ElementEntry'];
      } | null;
      /** Number of interactive elements in the text. */
      interactiveCount: number;
      /** Elements below the maximum depth were omitted. */
      maxDepthReached: boolean;
      /** Number of elements in the text. */
      nodeCount: number;
      /** Title of the main document. */
      pageTitle: string;
      /**
       * Number of tools that the page offers to agents, which `POST /page-tools` lists; absent if
       * there are none.
       */
      pageTools?: number;
      /** `refs`: how to find the element of each ref with Playwright. */
      refs?: {
        [key: string]: components['schemas']['RefEntry'];
      } | null;
      /** The requested part of the page; `body` for the whole page. */
      rootSelector: string;
      /** Name of the session, to which the uids belong. */
      session: string;
      /** Number of the snapshot that a delta refers to. */
      since?: number | null;
      /** Number of the snapshot in its session. */
      snapshot: number;
      /** Number of the tab. */
      tab: number;
      /** Times of the stages, in milliseconds. */
      timings?: {
        [key: string]: number;
      } | null;
      /** The cost of the text in tokens. */
      tokenEstimate: components['schemas']['TokenEstimate'];
      /** The text. */
      tree: string;
      /** How to find the element of each uid in the text. */
      uidMap: {
        [key: string]: components['schemas']['ElementEntry'];
      };
      /** URL of the main document. */
      url: string;
      /** Random number that changes when the main document is loaded again. */
      world: number;
    };
    /** A request for a snapshot. */
    ObserveRequest: {
      /** Id or name of the browser; default: that of the tab, or the only connected one. */
      browser?: string | null;
      /** Omit elements without information. */
      compact?: boolean;
      /**
       * `delta`: only the changes since the session's last snapshot of the tab with the same
       * options.
       */
      compression?: components['schemas']['Compression'] | null;
      /** Cursor of an earlier answer, to continue it. */
      cursor?: string | null;
      /** `refs`: also elements that are clickable or focusable without a role. */
      cursor_interactive?: boolean;
      /** Where to run the engine. */
      engine?: components['schemas']['Engine'];
      /** Omit elements whose role, name or placeholder matches one of these. */
      exclude_patterns?: string[];
      /** Omit elements with these roles, and their contents. */
      exclude_roles?: string[];
      /** Only lines that contain a text, with their ancestors. */
      find?: components['schemas']['FindChoice'] | null;
      /** Fold long runs of similar rows, items and options. */
      fold?: boolean;
      /** The text format. */
      format?: components['schemas']['Format'];
      /** Additional properties of elements. */
      include?: components['schemas']['Include'][];
      /** Only interactive elements. */
      interactive_only?: boolean;
      /** Maximum size of the text, in characters. */
      max_chars?: number | null;
      /** Maximum depth; the document has depth 0. */
      max_depth?: number | null;
      /** Maximum size of the text, in tokens. */
      max_tokens?: number | null;
      /** Only the open modal dialog, if there is one. */
      modal_only?: boolean;
      /** Only elements with these roles, and text in them. */
      roles?: string[];
      /** The part of the page: a CSS selector, or a uid of this session. */
      scope?: components['schemas']['ScopeChoice'] | null;
      /** Name of the session, to which the uids belong; default `default`. */
      session?: string | null;
      /** Number of the tab; default: the active tab. */
      tab?: number | null;
      /** Timeout in milliseconds. */
      timeoutMs?: number | null;
      /** Whether to report the times of all stages. */
      timings?: boolean;
      /** Only elements in the viewport. */
      viewport_only?: boolean;
      /**
       * `a11y_tree`; required. With `network`, `errors` or `downloads`, the body and the answer are
       * those of `/network`, `/errors` or `/downloads`.
       */
      what?: string | null;
    };
    /** Answer of `POST /tabs`. */
    OpenTabAnswer: {
      /** Number of the tab, for use in paths. */
      tabId: string;
      /** URL of the tab; absent if unknown. */
      url?: string | null;
    };
    /** Body of `POST /tabs`. */
    OpenTabRequest: {
      /** Id or name of the browser; default: the only connected one. */
      browser?: string | null;
      /** Accepted and ignored: all tabs of a user belong to one session. */
      sessionKey?: string | null;
      /** URL, `http://` or `https://`; default: an empty tab. */
      url?: string | null;
      /** Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /**
     * A dialog that the page opened during an action. Kind and message are the page's claim: any of
     * its scripts can report a dialog that it has not opened.
     */
    OpenedDialog: {
      /** How it was answered; null: it is open and waits for the user. */
      answer: components['schemas']['DialogAnswer'] | null;
      /** The function that opened it. */
      kind: components['schemas']['DialogKind'];
      /** Its message, cut to 500 characters. */
      message: string;
    };
    /** The outcome of an action. */
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
      | 'awaits_user'
      | 'shown'
      | 'selected'
      | 'scrolled'
      | 'activated'
      | 'possible'
      | 'done'
      | 'unknown';
    /** What an error of a page is. */
    PageErrorKind:
      | 'deprecation'
      | 'intervention'
      | 'csp'
      | 'exception'
      | 'rejection'
      | 'console'
      | 'response'
      | 'resource';
    /** Facts about the page. */
    PageHeader: {
      /** Name of the modal or open dialog. */
      dialog?: string | null;
      /** Number of elements of the main document. */
      elements: number;
      /** The uid of the focused element. */
      focused?: string | null;
      /** Frames that could not be read, each with the reason. */
      framesMissing?: string[];
      /** The page changed while it was read. */
      pageMoved?: boolean;
      /** `readyState` of the main document. */
      ready: components['schemas']['ReadyState'];
      /** Scroll position x, y, and scrollable width and height. */
      scroll: number[];
      /** Title. */
      title: string;
      /** URL. */
      url: string;
      /** Width and height of the viewport. */
      viewport: number[];
    };
    /** A tool of a page. */
    PageTool: {
      /** The page says that a call has consequences; absent if not. */
      consequential?: boolean;
      /** What it does; empty without a description. */
      description?: string;
      /** It is a form: a call fills it in. Absent if not. */
      form?: boolean;
      /** URL of the frame that has it; absent for the main frame. */
      frame?: string | null;
      /** Its name. */
      name: string;
      /** The page says that a call changes nothing; absent if not. */
      readOnly?: boolean;
      /** The JSON schema of its arguments; null if it is too large, so that it can't be called. */
      schema: unknown;
      /** A form that submits itself; another one waits for the user. Absent if not. */
      submits?: boolean;
      /** Its title; empty without one. */
      title?: string;
      /**
       * Its handle, for `call_tool`: the tool with name, description, schema and document as they
       * are.
       */
      tool: string;
      /** The page says that its result has texts of others; absent if not. */
      untrusted?: boolean;
    };
    /** Answer of `POST /page-tools`. Every text is the page's claim. */
    PageToolsAnswer: {
      /** Number of tools; can be larger than the length of `tools`. */
      count: number;
      /** The tab. */
      tab: number;
      /** The tools, those of the main frame first. */
      tools: components['schemas']['PageTool'][];
    };
    /** Body of `POST /page-tools`, and of `POST /observe` with `what`. */
    PageToolsRequest: {
      /** Id or name of the browser; default: that of the tab, or the only connected one. */
      browser?: string | null;
      /** Maximum number of tools in the answer, the first ones: 1 to 200; default 50. */
      limit?: number | null;
      /** Name of the session; it has no effect on the answer. */
      session?: string | null;
      /** Number of the tab; default: the active tab. */
      tab?: number | null;
      /** Timeout in milliseconds, 100 to 60,000; default 15,000. */
      timeoutMs?: number | null;
      /** Always `page_tools`, which `/observe` requires. */
      what?: string | null;
    };
    /** An element that the user has pinned. */
    Pin: {
      /** The element; null if the page has removed it, or no snapshot shows it. */
      element: components['schemas']['FoundElement'] | null;
      /** Its line in the format `lean`, with its row, item or dialog; empty without an element. */
      line: string;
      /** What the user has written about it; empty without a note. */
      note: string;
    };
    /** Answer of `POST /ping`. */
    PingAnswer: {
      /** Time spent in the extension, in milliseconds. */
      extensionMs: number;
      /** Time of the whole round trip, measured by the server, in milliseconds. */
      ms: number;
      /** The tab of the request; null if it has none. */
      tab: number | null;
    };
    /** Body of `POST /ping`. */
    PingRequest: {
      /** Id or name of the browser; default: that of the tab, or the only connected one. */
      browser?: string | null;
      /** Whether the round trip includes the page; default true. */
      page?: boolean | null;
      /** Number of the tab; default: the active tab. */
      tab?: number | null;
      /** Timeout in milliseconds, 100 to 60,000; default 15,000. */
      timeoutMs?: number | null;
    };
    /** Answer of `POST /pins`. */
    PinsAnswer: {
      /** The pins, in the order in which the user has made them. */
      pins: components['schemas']['Pin'][];
      /** The tab. */
      tab: number;
    };
    /** Body of `POST /pins`, and of `POST /observe` with `what`. */
    PinsRequest: {
      /** Id or name of the browser; default: that of the tab, or the only connected one. */
      browser?: string | null;
      /** Name of the session, which can use the uids; default `default`. */
      session?: string | null;
      /** Number of the tab; default: the active tab. */
      tab?: number | null;
      /** Timeout in milliseconds, 100 to 60,000; default 15,000. */
      timeoutMs?: number | null;
      /** Always `pins`, which `/observe` requires. */
      what?: string | null;
    };
    /** Arguments of `press`. */
    Press: {
      /** How often to press all keys in order, 1 to 100. */
      count?: number;
      /** Keys with their modifiers: `Enter`, `Control+A`. */
      keys: components['schemas']['Keys'];
    };
    /** Body of `POST /tabs/{tab}/press`. */
    PressInTabRequest: {
      /** A key with its modifiers, sent to the focused element: `Enter`, `Control+A`. */
      key: string;
      /** Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /** The property to read. */
    Property:
      | 'attribute'
      | 'box'
      | 'count'
      | 'html'
      | 'markdown'
      | 'pdf'
      | 'state'
      | 'styles'
      | 'rows'
      | 'table'
      | 'text'
      | 'title'
      | 'url'
      | 'value'
      | 'visual';
    /** The queries that are not answered yet. */
    QueueStatus: {
      /** Number of queries that the extension is processing. */
      leased: number;
      /** Number of queries that wait for the extension. */
      pending: number;
    };
    /** The result of a read: the answer of its endpoint, under the name of the read. */
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
        }
      | {
          ask_user: components['schemas']['AskUserAnswer'];
        };
    /** How the value differs from the requested one when it is read back. */
    ReadBackOutcome: 'value_differs' | 'reverted' | 'removed';
    /**
     * A read between actions: the body of its endpoint, without `session` and `browser`, which
     * belong to the request.
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
        }
      | {
          ask_user: components['schemas']['AskUserRequest'];
        };
    /** `document.readyState`; empty if unknown. */
    ReadyState: '' | 'loading' | 'interactive' | 'complete';
    /** How to find an element with Playwright. */
    RefEntry: {
      /** Its name. */
      name: string;
      /** Position among the matches of the selector, from 0. */
      nth?: number | null;
      /** Its role. */
      role: string;
      /** Playwright's selector. */
      selector: string;
    };
    /** A role, and its source. */
    RoleReason: {
      /** Its source, and the `role` attribute if there is one. */
      from: string;
      /** The role that snapshots print, if it is different. */
      shownAs?: string | null;
      /** The role, as ARIA spells it. */
      value: string;
    };
    /** How often the steps of a `for` were executed. */
    Rounds: {
      /** The number of matches of its `find`, if there are more. */
      of?: number | null;
      /** The number of rounds. */
      rounds: number;
    };
    /** An element of a row that can be acted on. */
    RowControl: {
      /** Accessible name. */
      name: string;
      /** Role, as in ARIA. */
      role: string;
      /** Its uid. */
      uid: string;
    };
    /** The part of a page. */
    ScopeChoice: number | string;
    /** A screenshot of a tab. */
    Screenshot: {
      /** The image, base64. */
      data: string;
      /** Media type of the image. */
      mimeType: components['schemas']['ImageMediaType'];
    };
    /** Answer of `POST /screenshot`. */
    ScreenshotAnswer: {
      /** Whether a part of the requested element is outside the viewport; absent if not. */
      clipped?: boolean;
      /** The image, base64; absent if it is unchanged. */
      data?: string | null;
      /** Device pixels per CSS pixel, including page zoom. */
      devicePixelRatio: number;
      /** Height in pixels. */
      height: number;
      /** What the image does not show, and how to get it. */
      hint?: string | null;
      /** With `marks`: a line for each marked element in the format `lean`, in page order. */
      legend?: string | null;
      /** With `marks`: the positions of the marked elements. */
      marks?: components['schemas']['Mark'][] | null;
      /** Media type of the image. */
      mimeType: components['schemas']['ImageMediaType'];
      /** With `full`: the captured part of the page. */
      page?: components['schemas']['CapturedPage'] | null;
      /** Image pixels per CSS pixel. */
      scale: number;
      /** With `marks`: number of the session's snapshot that has the uids. */
      snapshot?: number | null;
      /** The tab. */
      tab: number;
      /** Whether the image equals the session's last screenshot of this tab. */
      unchanged?: boolean;
      /**
       * Number of interactive elements in the viewport without a mark, because there are too many
       * or no room.
       */
      unmarked?: number | null;
      /** URL of the page. */
      url: string;
      /** Width in pixels. */
      width: number;
    };
    /** Body of `POST /screenshot`. */
    ScreenshotRequest: {
      /** Id or name of the browser; default: that of the tab. */
      browser?: string | null;
      /** Image format; default `png`. */
      format?: components['schemas']['ImageFormat'] | null;
      /** The whole page. This scrolls the page and requires the same permission as an action. */
      full?: boolean;
      /** The element; the same as `uid`. */
      id?: components['schemas']['ElementId'] | null;
      /** Whether to omit the image if it equals the session's last screenshot of this tab. */
      if_changed?: boolean;
      /** Whether to mark the interactive elements in the viewport. */
      marks?: boolean;
      /** Maximum length of the longer side in pixels, 64 to 8,192; default 1,568. */
      max_side?: number | null;
      /** Quality of `jpeg` and `webp`, 1 to 100. */
      quality?: number | null;
      /** The `seen` of a `changed_uid`: accepts the element as that fault describes it. */
      seen?: string | null;
      /** Name of the session, to which the uids belong; default `default`. */
      session?: string | null;
      /** Number of the snapshot that has the id; default: the latest of the session. */
      snapshot?: number | null;
      /** Number of the tab; default: the active tab. */
      tab?: number | null;
      /** Timeout in milliseconds. */
      timeoutMs?: number | null;
      /** Only the visible part of this element. */
      uid?: components['schemas']['ElementId'] | null;
    };
    /** Arguments of a scroll: at most one of the fields; default: scrolls the element into view. */
    Scroll: {
      /** CSS pixels to the right and down. */
      by?: number[] | null;
      /** A position. */
      to?: components['schemas']['ScrollTo'] | null;
    };
    /** Direction in which a page scrolls. */
    ScrollDirection: 'up' | 'down' | 'left' | 'right';
    /** Body of `POST /tabs/{tab}/scroll`. */
    ScrollTabRequest: {
      /** Distance in CSS pixels; default 500. */
      amount?: number | null;
      /**
       * Direction; default `down`.
       * @default down
       */
      direction: components['schemas']['ScrollDirection'];
      /** Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /** The position to scroll to. */
    ScrollTo: 'top' | 'bottom' | 'into_view';
    /** The options to select, by exactly one of the three fields. */
    Select: {
      /** By their positions, from 0. */
      indexes?: number[] | null;
      /** By their texts. */
      labels?: string[] | null;
      /** By their values. */
      values?: string[] | null;
    };
    /** How the wait for a page ended. */
    Settled: 'quiet' | 'loading' | 'cap';
    /** The snapshot in an answer. */
    Show: 'delta' | 'full' | 'none';
    /** The download that an action started. */
    StartedDownload: {
      /**
       * How it is known that this tab started it.
       * @default shared_page
       */
      boundBy: components['schemas']['DownloadBinding'];
      /** Number of further downloads that the action started; absent if there are none. */
      more?: number;
      /**
       * Name of the file; absent if the browser has not chosen one yet, empty if the policy hides a
       * site that the download is from.
       */
      name?: string | null;
    };
    /**
     * Answer of `GET /status`. A named agent sees only its own numbers, and of a browser only what
     * it needs to use it.
     */
    StatusAnswer: {
      /**
       * The agents; a named agent sees only itself.
       * @default []
       */
      agents: components['schemas']['AgentStatus'][];
      /**
       * State of the audit log; null if the server has none, and for a named agent.
       * @default null
       */
      audit: components['schemas']['AuditStatus'] | null;
      /**
       * Every known browser, in the order of their first connection.
       * @default []
       */
      browsers: components['schemas']['BrowserStatus'][];
      /** The cache of pages; null for a named agent. */
      cache: components['schemas']['CacheStatus'] | null;
      /** The extension of the browser that connected last. */
      extension: components['schemas']['ExtensionStatus'];
      /**
       * The gateway that the server has joined; null if it has joined none, and for a named agent.
       */
      gateway?: components['schemas']['GatewayStatus'] | null;
      /** The queries that are not answered yet; null for a named agent. */
      queue: components['schemas']['QueueStatus'] | null;
      /** Number of sessions; for a named agent, of its own. */
      sessions: number;
      /**
       * Approximate size of the snapshots of all sessions, in bytes; not part of the cache. Null
       * for a named agent.
       */
      shownBytes: number | null;
      /** Seconds since the server started. */
      uptimeSeconds: number;
      /** Version of the server. */
      version: string;
      /** Wire version of the server. */
      wire: number;
    };
    /**
     * An item of `actions`: an action, a read, or a step that decides which others are executed.
     */
    Step:
      | components['schemas']['TargetedAction']
      | components['schemas']['ReadStep']
      | components['schemas']['ControlStep'];
    /**
     * A condition: exactly one of `find`, `get`, `wait` and `value`, and at most one comparison. A
     * `find` is compared by the number of its matches. Without a comparison it holds if something
     * matches, the text is not empty, or the wait ends before its time is up.
     */
    StepCondition: {
      /** It has this text in it, in upper or lower case. */
      contains?: string | null;
      /** As `POST /find`. */
      find?: components['schemas']['FindRequest'] | null;
      /** As `POST /get`. */
      get?: components['schemas']['GetRequest'] | null;
      /** It is equal to this text, apart from spaces around it. */
      is?: string | null;
      /** It is a number above this one. */
      over?: number | null;
      /** It is a number below this one. */
      under?: number | null;
      /** A text with values of earlier steps: `$price`. */
      value?: string | null;
      /** As `POST /wait`; the default of `timeoutMs` is 1,000. */
      wait?: components['schemas']['WaitRequest'] | null;
    };
    /** The result of a step. */
    StepResult:
      | components['schemas']['ActionResult']
      | components['schemas']['ReadAnswer']
      | components['schemas']['ControlResult'];
    /** Ends the request, without a fault. */
    StopStep: {
      /** Why, for the answer. */
      stop: string;
    };
    /** A tab. */
    Tab: {
      /** Whether it is the active tab of its window. */
      active: boolean;
      /**
       * Name of its browser.
       * @default
       */
      browser: string;
      /** Whether the browser unloaded it to save memory. */
      discarded: boolean;
      /** Whether its window is incognito. */
      incognito: boolean;
      /** Whether the extension may read it, according to its URL and to the user. */
      readable: boolean;
      /** How far it has loaded its page. */
      status: components['schemas']['TabStatus'];
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
    /** Answer of every action in a tab, with the result as in `POST /interact`. */
    TabActionAnswer: {
      /** Name of the action. */
      action: string;
      /** An earlier request had the same `key`: this is its result. */
      before?: boolean;
      /** The evidence of the outcome. */
      evidence?: components['schemas']['Evidence'];
      /** With `/type` and `submit`: the result of filling the field, before Enter was pressed. */
      filled?: components['schemas']['ActionResult'] | null;
      /** Why it may have had no effect. */
      hint?: components['schemas']['ActionHint'] | null;
      /** Accessible name of the element; absent if it has none. */
      name?: string | null;
      /** Tabs that the action opened, or in which it opened a page. */
      newTabs?: number[];
      /** Whether the action was executed; false for the outcomes `already` and `unknown`. */
      ok: boolean;
      /** The outcome. */
      outcome: components['schemas']['Outcome'];
      /** Digits or punctuation of its name differ from those in the snapshot. */
      renamed?: boolean;
      /** The page created it again since the snapshot, and no other element matches. */
      rerendered?: boolean;
      /** Role of the element, as in ARIA. */
      role?: string | null;
      /** How the wait for the page ended; absent if the page became idle. */
      settled?: components['schemas']['Settled'];
      /** The exception of the script, or why it returned no value. */
      threw?: string | null;
      /** The element's uid. */
      uid?: string | null;
      /** URL of the tab afterwards; absent if the tab is closed or the URL unknown. */
      url?: string | null;
      /**
       * The value that the script returned. If its JSON is longer than 20,000 characters: the
       * beginning of the JSON, as text.
       */
      value?: unknown;
      /** Length of that JSON in characters, if it was cut. */
      valueLength?: number | null;
      /** How the action was executed, if not with the pointer or the keyboard. */
      via?: components['schemas']['Via'] | null;
      /** Time spent waiting for the page, in milliseconds. */
      waitedMs: number;
    };
    /** Answer of `GET /tabs/{tab}/snapshot`. */
    TabSnapshotAnswer: {
      /** Whether there is another chunk. */
      hasMore: boolean;
      /** `offset` of the next chunk, in characters; null after the last. */
      nextOffset: number | null;
      /** Number of refs in the whole snapshot. */
      refsCount: number;
      /** The screenshot, if requested. */
      screenshot?: components['schemas']['Screenshot'] | null;
      /** The chunk. */
      snapshot: string;
      /** Length of the whole snapshot, in characters. */
      totalChars: number;
      /** Whether the chunk is not the whole snapshot. */
      truncated: boolean;
      /** URL of the page. */
      url: string;
    };
    /** How far a tab has loaded its page, as in Chrome's API. */
    TabStatus: 'unloaded' | 'loading' | 'complete' | '';
    /** Body of `POST /tabs/{tab}/back`, `/forward` and `/refresh`. */
    TabUserRequest: {
      /** Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /** Answer of `GET /tabs`. */
    TabsAnswer: {
      /** Browsers that did not answer, if others did; absent if all did. */
      missing?: components['schemas']['MissingBrowser'][];
      /** Every tab, by browser and window. */
      tabs: components['schemas']['Tab'][];
    };
    /** An action and its element. */
    TargetedAction: {
      /** With `selector`: selectors that match the iframes around the element, outermost first. */
      frame?: string[] | null;
      /**
       * With `selector`: selectors of the shadow hosts around the element, outermost first, as in
       * `/locate`.
       */
      hosts?: string[] | null;
      /** The element; the same as `uid`. */
      id?: components['schemas']['ElementId'] | null;
      /** With `selector`: which match in document order, from 1, if several elements match. */
      nth?: number | null;
      /** Number of the snapshot that has the id; default: the latest of the session. */
      of?: number | null;
      /** The element; the same as `uid`. */
      ref?: components['schemas']['ElementId'] | null;
      /** The `seen` of a `changed_uid`: accepts the element as that fault describes it. */
      seen?: string | null;
      /**
       * CSS selector, `text=` and the exact visible text of the element, or `role=` with its role
       * and exact name as in a snapshot (`role=button "Save"`); searched through frames and shadow
       * roots. Exactly one element must match. Or `at=X,Y`: the innermost element at this point of
       * the viewport, in CSS pixels, where the action uses it.
       */
      selector?: string | null;
      /** The element. */
      uid?: components['schemas']['ElementId'] | null;
      /** With `selector`: the uid of an element that contains the element. */
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
          /** The text. */
          value: string;
        }
      | {
          /** @constant */
          action: 'fill_secret';
          /** The name of the secret, see `axlens secret list`. */
          secret: string;
        }
      | {
          /** @constant */
          action: 'clear';
        }
      | {
          /** @constant */
          action: 'set';
          /** In the syntax of the field's `value`: `2026-11-23`, `#d6249f`, `7`. */
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
           * The exact visible text, which may span several elements; default: all text of the
           * element.
           */
          text?: string | null;
        }
      | {
          /** @constant */
          action: 'upload';
          /** The files, 1 to 20, at most 8 MiB in total. */
          files: components['schemas']['UploadedFile'][];
        }
      | {
          /** @constant */
          action: 'execute_js';
          /** The body of a function with `return`, or one expression; a promise is awaited. */
          script: string;
        }
      | {
          /** @constant */
          action: 'call_tool';
          /**
           * Its arguments, as its schema describes them.
           * @default {}
           */
          arguments: {
            [key: string]: unknown;
          };
          /** The tool: its handle in the list of page tools, or its name if only one has it. */
          tool: string;
        }
      | {
          /** @constant */
          action: 'navigate';
          /** The URL: `http://` or `https://`. */
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
          /** Its URL; default: an empty tab. */
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
    /** A name or a description, and its source. */
    TextReason: {
      /** The steps of the computation that produced text, in order. */
      from: components['schemas']['NamingStep'][];
      /** The text; empty if there is none. */
      value: string;
    };
    /** The cost of a text, compared with a list of all elements. */
    TokenEstimate: {
      /** Estimated tokens of a list of all elements, at this page's rate of tokens per byte. */
      equivalentQueryDom: number;
      /** How much smaller the text is, in whole percent. */
      savings: string;
      /** Tokens of the text. */
      thisResponse: number;
    };
    /** The maximum permission of a token. The narrowest is first. */
    TokenScope: 'read' | 'ask' | 'act';
    /** Arguments of `type`. */
    Type: {
      /** Inserts the text at once, without key events, as an input method or a paste does. */
      insert?: boolean;
      /** The text. */
      text: string;
    };
    /** Body of `POST /tabs/{tab}/type`. It has one of `ref` and `selector`. */
    TypeInTabRequest: {
      /** Ref of the field in the user's latest snapshot of the tab: `e5`. */
      ref?: components['schemas']['ElementId'] | null;
      /** CSS selector, searched through frames and shadow roots: exactly one element must match. */
      selector?: string | null;
      /** Whether to press Enter in the field afterwards. */
      submit?: boolean;
      /** The new value of the field. */
      text: string;
      /** Names the session `user:{userId}`; not empty. */
      userId: string;
    };
    /** Executes steps unless a condition holds. */
    UnlessStep: {
      /** The steps that are executed if it does not hold. */
      then: components['schemas']['Step'][];
      /** The condition. */
      unless: components['schemas']['StepCondition'];
    };
    /** A file to upload. */
    UploadedFile: {
      /** Its contents, base64. */
      base64: string;
      /** Its name, without folders. */
      name: string;
      /** Its media type, such as `text/plain`; default: by the extension of its name. */
      type?: string;
    };
    /** How an action was executed. */
    Via: 'pointer' | 'label' | 'activate' | 'keyboard' | 'script';
    /**
     * Answer of `POST /wait` if the condition holds. If the time is up before, the fault is
     * `not_yet`.
     */
    WaitAnswer: {
      /** For `download`: the complete download, with the path of its file. */
      download?: components['schemas']['DownloadEntry'] | null;
      /** The condition. */
      for: components['schemas']['WaitFor'];
      /** For `appears`, `enabled` and `text`: the first matching element. */
      found?: components['schemas']['FoundElement'] | null;
      /** Title of the page; absent if the page was not read. */
      pageTitle?: string | null;
      /** The tab. */
      tab?: number | null;
      /** URL of the page. */
      url?: string | null;
      /** Duration of the wait, in milliseconds. */
      waitedMs: number;
    };
    /** A condition to wait for. */
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
    /** Body of `POST /wait`. */
    WaitRequest: {
      /** The attribute `alt`. */
      alt?: string | null;
      /** Id or name of the browser; default: that of the tab, or the only connected one. */
      browser?: string | null;
      /** Names and texts must be equal, including case. */
      exact?: boolean;
      /**
       * The condition; default `appears`.
       * @default appears
       */
      for: components['schemas']['WaitFor'];
      /** The accessible name of a field, option or toggle. */
      label?: string | null;
      /** Its accessible name. */
      name?: string | null;
      /**
       * For `text`, and for `appears` with criteria: only elements that did not match when the wait
       * began; in a list of `/interact`, when the list began.
       */
      new?: boolean;
      /** The placeholder of a field. */
      placeholder?: string | null;
      /** Its role, as snapshots print it: `button`, `link`, `h2` … */
      role?: string | null;
      /** The text of the row, item, card or dialog around it. */
      row?: string | null;
      /** CSS selector, searched through frames and shadow roots. */
      selector?: string | null;
      /** Name of the session, to which the uids belong; default `default`. */
      session?: string | null;
      /** Number of the tab; default: the active tab. */
      tab?: number | null;
      /** `data-testid`, or another test attribute; always exact. */
      testid?: string | null;
      /** Its text; without `role`: the innermost element with the text. */
      text?: string | null;
      /** Timeout in milliseconds, 100 to 60,000; default 15,000. For `time`: how long to wait. */
      timeoutMs?: number | null;
      /** The attribute `title`. */
      title?: string | null;
      /** For `appears`, `vanishes`, `enabled`: an element of an earlier snapshot. */
      uid?: components['schemas']['ElementId'] | null;
      /**
       * For `text` and `text_gone`: the text. For `url`: the URL, or a pattern of it (`*` matches
       * anything).
       */
      value?: string | null;
      /** With a text or criteria: searches only inside the element with this uid. */
      within?: components['schemas']['ElementId'] | null;
    };
    /** What each endpoint takes and answers. */
    Operations: {
      askUser: {
        arguments: components['schemas']['AskUserRequest'];
        answer: components['schemas']['AskUserAnswer'];
      };
      browsers: {
        arguments: Record<string, never>;
        answer: components['schemas']['BrowsersAnswer'];
      };
      lease: {
        arguments: components['schemas']['LeaseRequest'];
        answer: components['schemas']['LeaseAnswer'];
      };
      endLease: {
        arguments: {
          /** Id or name of the browser, as in the answer of `POST /browsers`. */
          id: string;
        };
        answer: components['schemas']['EndLeaseAnswer'];
      };
      downloads: {
        arguments: components['schemas']['DownloadsRequest'];
        answer: components['schemas']['DownloadsAnswer'];
      };
      errors: {
        arguments: components['schemas']['ErrorsRequest'];
        answer: components['schemas']['ErrorsAnswer'];
      };
      explain: {
        arguments: components['schemas']['ExplainRequest'];
        answer: components['schemas']['ExplainAnswer'];
      };
      find: {
        arguments: components['schemas']['FindRequest'];
        answer: components['schemas']['FindAnswer'];
      };
      get: {
        arguments: components['schemas']['GetRequest'];
        answer: components['schemas']['GetAnswer'];
      };
      health: {
        arguments: Record<string, never>;
        answer: components['schemas']['HealthAnswer'];
      };
      interact: {
        arguments: components['schemas']['InteractRequest'];
        answer: components['schemas']['InteractAnswer'];
      };
      locate: {
        arguments: components['schemas']['LocateRequest'];
        answer: components['schemas']['LocateAnswer'];
      };
      network: {
        arguments: components['schemas']['NetworkRequest'];
        answer: components['schemas']['NetworkAnswer'];
      };
      observe: {
        arguments: components['schemas']['ObserveRequest'];
        answer: components['schemas']['ObserveAnswer'];
      };
      pageTools: {
        arguments: components['schemas']['PageToolsRequest'];
        answer: components['schemas']['PageToolsAnswer'];
      };
      ping: {
        arguments: components['schemas']['PingRequest'];
        answer: components['schemas']['PingAnswer'];
      };
      pins: {
        arguments: components['schemas']['PinsRequest'];
        answer: components['schemas']['PinsAnswer'];
      };
      screenshot: {
        arguments: components['schemas']['ScreenshotRequest'];
        answer: components['schemas']['ScreenshotAnswer'];
      };
      status: {
        arguments: Record<string, never>;
        answer: components['schemas']['StatusAnswer'];
      };
      tabs: {
        arguments: {
          /** Id or name of the browser; default: all connected ones. */
          browser?: string | null;
        };
        answer: components['schemas']['TabsAnswer'];
      };
      openTab: {
        arguments: components['schemas']['OpenTabRequest'];
        answer: components['schemas']['OpenTabAnswer'];
      };
      closeTab: {
        arguments: {
          /** Number of the tab, as in `GET /tabs`. */
          tab: number;
          /** Names the session `user:{userId}`; not empty. */
          userId: string;
        };
        answer: components['schemas']['TabActionAnswer'];
      };
      goBackInTab: {
        arguments: components['schemas']['TabUserRequest'] & {
          /** Number of the tab, as in `GET /tabs`. */
          tab: number;
        };
        answer: components['schemas']['TabActionAnswer'];
      };
      clickInTab: {
        arguments: components['schemas']['ClickInTabRequest'] & {
          /** Number of the tab, as in `GET /tabs`. */
          tab: number;
        };
        answer: components['schemas']['TabActionAnswer'];
      };
      goForwardInTab: {
        arguments: components['schemas']['TabUserRequest'] & {
          /** Number of the tab, as in `GET /tabs`. */
          tab: number;
        };
        answer: components['schemas']['TabActionAnswer'];
      };
      navigateTab: {
        arguments: components['schemas']['NavigateTabRequest'] & {
          /** Number of the tab, as in `GET /tabs`. */
          tab: number;
        };
        answer: components['schemas']['TabActionAnswer'];
      };
      pressInTab: {
        arguments: components['schemas']['PressInTabRequest'] & {
          /** Number of the tab, as in `GET /tabs`. */
          tab: number;
        };
        answer: components['schemas']['TabActionAnswer'];
      };
      refreshTab: {
        arguments: components['schemas']['TabUserRequest'] & {
          /** Number of the tab, as in `GET /tabs`. */
          tab: number;
        };
        answer: components['schemas']['TabActionAnswer'];
      };
      scrollTab: {
        arguments: components['schemas']['ScrollTabRequest'] & {
          /** Number of the tab, as in `GET /tabs`. */
          tab: number;
        };
        answer: components['schemas']['TabActionAnswer'];
      };
      tabSnapshot: {
        arguments: {
          /** Number of the tab, as in `GET /tabs`. */
          tab: number;
          /** Id or name of the browser; default: that of the tab. */
          browser?: string | null;
          /** Only `text`. */
          format?: string | null;
          /** `true` or `1` for a screenshot, `false` or `0` for none; default `false`. */
          includeScreenshot?: string | null;
          /** Where the chunk begins, in characters; default 0, which takes a new snapshot. */
          offset?: string | null;
          /** Names the session `user:{userId}`; required, not empty. */
          userId?: string | null;
        };
        answer: components['schemas']['TabSnapshotAnswer'];
      };
      typeInTab: {
        arguments: components['schemas']['TypeInTabRequest'] & {
          /** Number of the tab, as in `GET /tabs`. */
          tab: number;
        };
        answer: components['schemas']['TabActionAnswer'];
      };
      wait: {
        arguments: components['schemas']['WaitRequest'];
        answer: components['schemas']['WaitAnswer'];
      };
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
