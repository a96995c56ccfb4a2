// Generated from docs/openapi.json by scripts/generate.mjs. Do not edit it.

/** The version of the protocol that this client is made for. */
export const WIRE_VERSION = 1;

/** Every endpoint of the server by its `operationId`. */
export const OPERATIONS = {
  /** Asks the user a question, or to do something on the page, and waits for the answer. */
  askUser: {
    method: 'POST',
    path: '/ask-user',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: false,
  },
  /** The browsers that are or were connected. */
  browsers: {
    method: 'GET',
    path: '/browsers',
    pathParameters: [],
    queryParameters: [],
    hasBody: false,
    hasSession: false,
    onlyReads: true,
  },
  /** Leases a browser with a fresh profile of the server's pool. */
  lease: {
    method: 'POST',
    path: '/browsers',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: false,
    onlyReads: false,
  },
  /** Ends the lease of a browser, its process and its profile. */
  endLease: {
    method: 'DELETE',
    path: '/browsers/{id}',
    pathParameters: ['id'],
    queryParameters: [],
    hasBody: false,
    hasSession: false,
    onlyReads: false,
  },
  /** The downloads that a tab has started: state, file, size, URL. */
  downloads: {
    method: 'POST',
    path: '/downloads',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: true,
  },
  /** What the browser reports of a tab's documents, and their failed resources. */
  errors: {
    method: 'POST',
    path: '/errors',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: true,
  },
  /** Why an element has its role, name and states. */
  explain: {
    method: 'POST',
    path: '/explain',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: true,
  },
  /** The elements that match criteria, with their uids and lines. */
  find: {
    method: 'POST',
    path: '/find',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: true,
  },
  /** One property of an element, or of a page. */
  get: {
    method: 'POST',
    path: '/get',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: true,
  },
  /** Whether the server runs. It needs no token. */
  health: {
    method: 'GET',
    path: '/health',
    pathParameters: [],
    queryParameters: [],
    hasBody: false,
    hasSession: false,
    onlyReads: true,
  },
  /**
   * Executes actions, after the user's consent where the site's policy requires it, and returns
   * what each one changed.
   */
  interact: {
    method: 'POST',
    path: '/interact',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: false,
  },
  /** Box and selector of an element of a snapshot. */
  locate: {
    method: 'POST',
    path: '/locate',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: true,
  },
  /** The requests of a tab's documents: URL, status, size, time. */
  network: {
    method: 'POST',
    path: '/network',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: true,
  },
  /** A snapshot of a page, or what has changed since the last one. */
  observe: {
    method: 'POST',
    path: '/observe',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: true,
  },
  /** The tools that a page offers to agents. */
  pageTools: {
    method: 'POST',
    path: '/page-tools',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: true,
  },
  /** An empty round trip to a page, or to the extension. */
  ping: {
    method: 'POST',
    path: '/ping',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: false,
    onlyReads: true,
  },
  /** The elements that the user has pinned for agents, with their notes. */
  pins: {
    method: 'POST',
    path: '/pins',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: true,
  },
  /** A screenshot of a tab, of an element or of a whole page, with uids drawn on it if wanted. */
  screenshot: {
    method: 'POST',
    path: '/screenshot',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: true,
  },
  /** The connections, the queue and the memory of the server. */
  status: {
    method: 'GET',
    path: '/status',
    pathParameters: [],
    queryParameters: [],
    hasBody: false,
    hasSession: false,
    onlyReads: true,
  },
  /** The tabs of all browsers, or of one. */
  tabs: {
    method: 'GET',
    path: '/tabs',
    pathParameters: [],
    queryParameters: ['browser'],
    hasBody: false,
    hasSession: false,
    onlyReads: true,
  },
  /** Opens a tab in the background. */
  openTab: {
    method: 'POST',
    path: '/tabs',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: false,
    onlyReads: false,
  },
  /** Closes a tab that this agent opened. */
  closeTab: {
    method: 'DELETE',
    path: '/tabs/{tab}',
    pathParameters: ['tab'],
    queryParameters: ['userId'],
    hasBody: false,
    hasSession: false,
    onlyReads: false,
  },
  /** Goes back in the history. */
  goBackInTab: {
    method: 'POST',
    path: '/tabs/{tab}/back',
    pathParameters: ['tab'],
    queryParameters: [],
    hasBody: true,
    hasSession: false,
    onlyReads: false,
  },
  /** Clicks an element. */
  clickInTab: {
    method: 'POST',
    path: '/tabs/{tab}/click',
    pathParameters: ['tab'],
    queryParameters: [],
    hasBody: true,
    hasSession: false,
    onlyReads: false,
  },
  /** Goes forward in the history. */
  goForwardInTab: {
    method: 'POST',
    path: '/tabs/{tab}/forward',
    pathParameters: ['tab'],
    queryParameters: [],
    hasBody: true,
    hasSession: false,
    onlyReads: false,
  },
  /** Loads a page. */
  navigateTab: {
    method: 'POST',
    path: '/tabs/{tab}/navigate',
    pathParameters: ['tab'],
    queryParameters: [],
    hasBody: true,
    hasSession: false,
    onlyReads: false,
  },
  /** Presses a key. */
  pressInTab: {
    method: 'POST',
    path: '/tabs/{tab}/press',
    pathParameters: ['tab'],
    queryParameters: [],
    hasBody: true,
    hasSession: false,
    onlyReads: false,
  },
  /** Reloads the page. */
  refreshTab: {
    method: 'POST',
    path: '/tabs/{tab}/refresh',
    pathParameters: ['tab'],
    queryParameters: [],
    hasBody: true,
    hasSession: false,
    onlyReads: false,
  },
  /** Scrolls the page. */
  scrollTab: {
    method: 'POST',
    path: '/tabs/{tab}/scroll',
    pathParameters: ['tab'],
    queryParameters: [],
    hasBody: true,
    hasSession: false,
    onlyReads: false,
  },
  /** A snapshot of a tab in the format `tabs`, in pieces. */
  tabSnapshot: {
    method: 'GET',
    path: '/tabs/{tab}/snapshot',
    pathParameters: ['tab'],
    queryParameters: ['browser', 'format', 'includeScreenshot', 'offset', 'userId'],
    hasBody: false,
    hasSession: false,
    onlyReads: true,
  },
  /** Fills a field, and presses Enter in it if wanted. */
  typeInTab: {
    method: 'POST',
    path: '/tabs/{tab}/type',
    pathParameters: ['tab'],
    queryParameters: [],
    hasBody: true,
    hasSession: false,
    onlyReads: false,
  },
  /** Answers when a condition holds, or with the fault `not_yet`. */
  wait: {
    method: 'POST',
    path: '/wait',
    pathParameters: [],
    queryParameters: [],
    hasBody: true,
    hasSession: true,
    onlyReads: true,
  },
} as const;

/** Every action of docs/acting.md. */
export const ACTIONS = {
  /** Presses and releases a mouse button on the element. */
  click: true,
  /** Moves the pointer onto the element. */
  hover: true,
  /** Focuses the element. */
  focus: true,
  /** Clicks as assistive technology does, even if the element is covered. */
  activate: true,
  /** Replaces the value of a field. */
  fill: true,
  /**
   * Enters a secret of the user's into a field of a password, a code or a card. Its value is in no
   * answer and no log.
   */
  fill_secret: true,
  /** Empties a field. */
  clear: true,
  /** Sets a date, time, color, range or number field. */
  set: true,
  /** Types a text key by key at the caret. */
  type: true,
  /** Presses keys one after another. */
  press: true,
  /** Selects exactly the given options of a list. */
  select: true,
  /** Checks a checkbox, a radio button or a switch. */
  check: true,
  /** Unchecks a checkbox or switch. */
  uncheck: true,
  /** Scrolls the element, its container or the page. */
  scroll: true,
  /** Submits the form that the element belongs to. */
  submit: true,
  /** Outlines the element for two seconds. */
  highlight: true,
  /** Drags the element. */
  drag: true,
  /** Selects a text of the element with the mouse, as for copying or formatting. */
  select_text: true,
  /** Sets the files of a file field, or drops files on the element. */
  upload: true,
  /**
   * Runs a script in the page's main world, in the document of the element or of the tab, if the
   * user enabled this. The script can read secrets.
   */
  execute_js: true,
  /** Calls a tool that the page offers to agents. */
  call_tool: true,
  /** Navigates the tab to a URL. */
  navigate: true,
  /** Goes back in the tab's history. */
  back: true,
  /** Goes forward in the tab's history. */
  forward: true,
  /** Reloads the page. */
  reload: true,
  /** Opens a tab in the background. */
  new_tab: true,
  /** Closes a tab that this agent opened. */
  close_tab: true,
  /** Makes the tab the active tab of its window. */
  activate_tab: true,
  /**
   * Prevents other agents from acting in the tab, until this agent releases it or has not acted
   * there for a minute.
   */
  claim_tab: true,
  /** Releases a claimed tab. */
  release_tab: true,
} as const;

/** Status and usual hint of each fault; 0 and empty if requests of agents never have it. */
export const FAULTS = {
  unauthorized: {
    status: 401,
    hint: 'Send `Authorization: Bearer <agent_token>`; the token is in endpoint.json in the state directory (`axlens status` prints its path).',
  },
  bad_request: {
    status: 400,
    hint: 'Correct the request as the message says. `GET /openapi.json` describes every endpoint and its parameters.',
  },
  forbidden: { status: 403, hint: 'Axlens answers only programs on this computer, not web pages.' },
  not_found: { status: 404, hint: '`GET /openapi.json` lists the endpoints.' },
  method_not_allowed: {
    status: 405,
    hint: '`GET /openapi.json` lists the method of each endpoint.',
  },
  body_too_large: {
    status: 413,
    hint: "Send a smaller request; agents' requests are at most 64 KiB.",
  },
  extension_disconnected: {
    status: 503,
    hint: 'Run `axlens doctor` to find the missing part. Chrome must be running with the Axlens extension.',
  },
  ambiguous_browser: {
    status: 409,
    hint: 'Name the browser (`browser`: its name or id; `--browser`), or one of its tabs (`tab`).',
  },
  browser_not_found: {
    status: 404,
    hint: 'List the browsers (`GET /browsers`, `axlens browsers`) and name one of them.',
  },
  browser_id_taken: { status: 0, hint: '' },
  reading_paused: {
    status: 503,
    hint: 'The user paused Axlens; ask them to resume it with the Axlens button in the toolbar.',
  },
  tab_not_found: {
    status: 404,
    hint: 'List the tabs (`GET /tabs`, `axlens tabs`) and name one of them.',
  },
  tab_discarded: { status: 409, hint: 'Ask the user to open the tab once; then try again.' },
  tab_crashed: { status: 409, hint: 'Ask the user to reload the tab; then try again.' },
  tab_not_visible: {
    status: 409,
    hint: 'Activate the tab or ask the user to, or continue without a screenshot.',
  },
  tab_claimed: {
    status: 409,
    hint: 'Use another tab (`new_tab` opens one), or wait: a claim ends when its agent releases it or has not acted for a minute. You can still read the tab.',
  },
  user_has_tab: {
    status: 409,
    hint: 'Wait: for the answer to `ask_user`, or until the user hands the tab back. You can still read it, and act in other tabs.',
  },
  page_blocked: {
    status: 409,
    hint: 'An alert, confirm or prompt is open, or the page hangs. Ask the user to close the dialog, or `reload` the page, which loses what was entered; then try again. Set `dialogs` to answer such dialogs.',
  },
  restricted_page: {
    status: 403,
    hint: 'The browser does not allow extensions to read this page; use another tab.',
  },
  site_access_withheld: {
    status: 403,
    hint: 'Ask the user to allow Axlens on this site (puzzle icon, Axlens, site access).',
  },
  permission_denied: {
    status: 403,
    hint: "Ask the user to allow it: the Axlens button in the toolbar has this site's policy, the options of Axlens have all sites and agents.",
  },
  scope_not_found: {
    status: 404,
    hint: 'Omit `scope` to see the whole page, then choose an existing element.',
  },
  stale_uid: { status: 404, hint: 'Take a new snapshot and use its uids.' },
  unknown_uid: {
    status: 404,
    hint: "Use a uid from this session's own snapshots, or take a new snapshot.",
  },
  changed_uid: {
    status: 409,
    hint: "Compare the current element with the one you want. Take a new snapshot, or repeat the request with this fault's `seen` to accept the element as the message describes it. The unchanged request fails again.",
  },
  ambiguous_id: {
    status: 400,
    hint: 'Write a more exact selector, or use the uid of an element of a snapshot.',
  },
  element_covered: {
    status: 409,
    hint: 'Close the element that covers it or scroll it away, then try again. A point (`at=X,Y`) acts on what is on top.',
  },
  element_not_visible: {
    status: 409,
    hint: "Open or show the element's container, then try again.",
  },
  page_moved: {
    status: 409,
    hint: 'Wait until the page is idle (`/wait` for `quiet`), or omit the marks; then try again. A page that moves a secret field all the time gives no screenshot.',
  },
  element_disabled: { status: 409, hint: 'Enable the element first.' },
  element_moving: {
    status: 409,
    hint: 'Wait until it stops, then try again; or use `activate`, which does not wait.',
  },
  option_not_found: { status: 409, hint: 'Choose an option that the message lists.' },
  not_applicable: {
    status: 409,
    hint: 'Choose another action for this element, or another element: the message names the reason.',
  },
  not_editable: {
    status: 409,
    hint: 'Choose an editable field. A slider that the page draws takes `press` with arrow keys and a `count`; a field that is read-only may open a calendar or a list if it is clicked.',
  },
  user_scripts_disabled: {
    status: 403,
    hint: "Use other actions. Only the user can allow scripts: in the options of Axlens, and with “Allow user scripts” in Chrome's details of the extension.",
  },
  downloads_disabled: {
    status: 403,
    hint: 'Ask the user to allow it: in the options of Axlens, under “What Chrome lets Axlens read”.',
  },
  download_interrupted: {
    status: 409,
    hint: 'Start the download again, if that is safe. If the user cancelled it, ask the user.',
  },
  queue_full: { status: 429, hint: 'Wait for earlier requests to finish, then try again.' },
  timeout: {
    status: 504,
    hint: 'Try again, with a larger `timeoutMs` if the page is very large or busy.',
  },
  not_yet: {
    status: 504,
    hint: 'Read the page (`/observe`, or its delta) before you wait again: it may show why.',
  },
  not_as_expected: {
    status: 409,
    hint: 'Read the page, and decide what to do: the steps before were executed, and none after.',
  },
  changed_tool: {
    status: 409,
    hint: 'List the page tools again (`/page-tools`, `axlens page-tools`), and compare.',
  },
  not_supported: {
    status: 409,
    hint: 'Use the elements of the page. Chrome has page tools with its feature WebMCPTesting (chrome://flags), or on sites of its origin trial.',
  },
  result_too_large: { status: 413, hint: 'Narrow the request with `scope`.' },
  version_mismatch: { status: 426, hint: 'Update the older side, then try again.' },
  internal: {
    status: 500,
    hint: 'Try again; if it happens again, run the server with AXLENS_LOG=debug and report its output.',
  },
} as const;
