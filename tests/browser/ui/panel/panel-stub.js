// Simulates DevTools and the extension's worker for a panel that is opened in a tab. It runs in the
// document before the panel's script.
(() => {
  const stub = {
    /** The messages of the panel, in order. */
    messages: [],
    /** The expressions that it has evaluated in the inspected page. */
    evaluated: [],
    /** The texts that it has copied. */
    copied: [],
    /** The answer to each kind of query. A query without an entry gets no answer. */
    answers: {
      status: () => ({ paused: false, connected: true, level: 'read', site: '127.0.0.1' }),
      read: () =>
        stub.page([
          ['button', 'Save'],
          ['link', 'Orders'],
        ]),
      follow: () => ({}),
      unfollow: () => ({}),
      highlight: () => ({ highlighted: true }),
      unhighlight: () => ({}),
      tokens: () => ({ tokens: 42 }),
      explain: () => stub.explanation(),
    },
    port: null,
    theme: null,
    canInspect: true,
  };

  /** The answer to `read`, for a page with these controls. */
  stub.page = (lines, { world = 7, title = 'A page' } = {}) => {
    const nodes = lines.map(([role, name], at) => ({
      d: 1,
      n: 10 + at,
      u: 1 + at,
      r: role,
      t: name,
      g: 'a',
      p: { selector: `#e${at}`, hosts: ['x-host'] },
    }));
    const tree = {
      url: 'https://example.test/',
      title,
      ready: 'complete',
      world,
      viewport: [800, 600],
      scroll: [0, 0, 800, 600],
      elements: lines.length,
      query_dom_bytes: 100,
      index: 0,
      nodes: [{ d: 0, r: 'document', t: title }, ...nodes],
    };
    const main = { document: 'D1', frame: 0, parent: -1, url: tree.url, windowIndex: -1, tree };
    return JSON.stringify({
      tab: { id: 7, url: tree.url, title },
      frames: [main],
      engine: 'worker',
      timings: { total: 12.5 },
    });
  };

  const answered = (fields) =>
    JSON.stringify({
      tab: { id: 7, url: 'https://example.test/', title: 'A page' },
      unrecorded: 0,
      ...fields,
    });

  /** The entry of each list. `stub.entries` replaces them. */
  const ENTRIES = {
    errors: {
      kind: 'csp',
      message: 'blocked by img-src',
      time: 2000,
      last: 2000,
      times: 1,
      url: 'https://ads.example/x.png',
    },
    network: {
      url: 'https://example.test/api',
      kind: 'fetch',
      status: 422,
      start: 2000,
      duration: 5,
    },
    downloads: {
      name: 'report.csv',
      url: 'https://example.test/report',
      state: 'complete',
      boundBy: 'page',
      bytes: 5,
      start: 2000,
    },
  };

  /** The answer to `list`, for a page that is recorded. */
  stub.list = (what) => {
    const entries = stub.entries ?? [ENTRIES[what]];
    if (what === 'downloads') return answered({ since: 1000, downloads: entries });
    const field = what === 'errors' ? 'errors' : 'requests';
    return answered({ frames: [{ frame: 0, since: 1000, [field]: entries }] });
  };

  /** The answer to `list`, for a page of which no document is recorded. */
  stub.unrecorded = (documents) =>
    answered({ frames: [{ frame: 0, since: 0 }], unrecorded: documents });

  stub.explanation = () =>
    JSON.stringify({
      tab: { id: 7, url: 'https://example.test/', title: 'A page' },
      document: 'D1',
      world: 7,
      explanation: {
        role: { value: 'button', from: '<button>' },
        name: { value: 'Save', from: [{ node: '#e0', step: '2F', text: 'Save' }] },
        description: { value: '', from: [] },
        why: 'It can be acted on.',
        inTree: true,
        selector: '#e0',
        states: { disabled: true },
        tag: 'button',
        uid: 1,
      },
    });

  const event = () => {
    const listeners = [];
    return { addListener: (listener) => listeners.push(listener), listeners };
  };

  const connect = (_, { name }) => {
    const onMessage = event();
    const onDisconnect = event();
    const port = { name, onMessage, onDisconnect };
    port.push = (message) => onMessage.listeners.forEach((listener) => listener(message));
    port.end = () => onDisconnect.listeners.forEach((listener) => listener());
    port.postMessage = (message) => {
      stub.messages.push(message);
      const answer = stub.answers[message.do];
      if (!answer) return;
      queueMicrotask(() => {
        try {
          port.push({ ask: message.ask, answer: answer(message) });
        } catch (fault) {
          port.push({ ask: message.ask, fault });
        }
      });
    };
    stub.port = port;
    return port;
  };

  globalThis.stub = stub;
  document.addEventListener('copy', () => {
    stub.copied.push(document.activeElement?.value ?? null);
  });
  chrome.runtime.connect = connect;
  chrome.devtools = {
    inspectedWindow: {
      tabId: 7,
      eval: (expression, options, done) => {
        stub.evaluated.push({ expression, options });
        done(stub.canInspect, stub.canInspect ? undefined : { isException: true });
      },
    },
    panels: {
      themeName: '',
      setThemeChangeHandler: (handler) => {
        stub.theme = handler;
      },
    },
  };
})();
