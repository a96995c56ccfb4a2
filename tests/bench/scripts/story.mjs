// Why does a form fail? The server answers 422 with the reason, then a script throws, and the page
// says nothing of either. Each tool is used as its documentation tells agents, until status, reason
// and exception are known.

/** What an agent has to find: the status, the server's reason, the exception and its file. */
const FOUND = [/422/, /postcode/, /Cannot read properties/, /checkout\.js|checkout-js/];

/** @param {string[]} answers of a tool */
export function checkStory(answers) {
  const all = answers.join('\n');
  const missing = FOUND.filter((pattern) => !pattern.test(all));
  if (missing.length > 0) throw new Error(`not found: ${missing.join(', ')} in ${all}`);
}

function number(text, pattern) {
  const found = text.match(pattern);
  if (!found) throw new Error(`no ${pattern} in ${text.slice(0, 2000)}`);
  return found[1];
}

export const STORIES = {
  async axlens(call) {
    const page = await call('observe', { interactive: true });
    const uid = Number(number(page, /(\d+) button "Place order"/));
    await call('interact', { actions: [{ action: 'click', uid }] });
    return call('observe', { what: 'errors' });
  },

  async 'playwright-mcp'(call) {
    const page = await call('browser_snapshot', {});
    const target = number(page, /button "Place order" \[ref=(\w+)\]/);
    await call('browser_click', { element: 'Place order', target });
    await call('browser_console_messages', { level: 'error' });
    const requests = await call('browser_network_requests', { static: false });
    // It also lists those of the page before.
    const index = Number(number(requests, /.*\n(\d+)\. \[?POST/s));
    return call('browser_network_request', { index, part: 'response-body' });
  },

  async 'chrome-devtools-mcp'(call, pageId) {
    const page = await call('take_snapshot', { pageId });
    await call('click', { pageId, uid: number(page, /uid=(\S+) button "Place order"/) });
    const messages = await call('list_console_messages', { pageId });
    const msgid = Number(number(messages, /msgid=(\d+) \[error\] Uncaught/));
    await call('get_console_message', { pageId, msgid });
    const requests = await call('list_network_requests', { pageId });
    const reqid = Number(number(requests, /reqid=(\d+) POST/));
    return call('get_network_request', { pageId, reqid });
  },
};
