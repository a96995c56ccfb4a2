//! What a web page tries, as scripts: each a function whose value begins with `refused`, or says
//! what was got. They know `url`, `token`, `port` and `id` (the extension's), and [`PRELUDE`].

/// Functions that all scripts use.
pub const PRELUDE: &str = "
const read = async (promise) => {
  try {
    const answer = await promise;
    if (answer.type === 'opaque') return 'refused: the answer is opaque';
    return 'GOT ' + answer.status + ' ' + (await answer.text()).slice(0, 200);
  } catch (error) { return 'refused: ' + error.message; }
};
const bearer = {authorization: 'Bearer ' + token};
const ended = (element, attributes, parent = document.body) => new Promise((done) => {
  element.onload = () => done('GOT a load');
  element.onerror = () => done('refused: an error event');
  Object.assign(element, attributes);
  parent.append(element);
});
const framed = (script, sandbox) => new Promise((done) => {
  addEventListener('message', (event) => done(event.data), {once: true});
  const frame = document.createElement('iframe');
  if (sandbox) frame.sandbox = 'allow-scripts';
  frame.srcdoc = '<script>' + script + '</scr' + 'ipt>';
  document.body.append(frame);
});
";

/// Name, description of the attack, script.
pub const SCRIPTS: &[(&str, &str, &str)] = &[
    (
        "plain_fetch",
        "fetch of /status",
        "() => read(fetch(url + '/status'))",
    ),
    (
        "fetch_health",
        "fetch of /health, to learn that Axlens runs",
        "() => read(fetch(url + '/health'))",
    ),
    (
        "fetch_with_a_stolen_token",
        "fetch of /tabs with the token",
        "() => read(fetch(url + '/tabs', {headers: bearer}))",
    ),
    (
        "observe_with_a_stolen_token",
        "a snapshot with the token",
        "() => read(fetch(url + '/observe', {method: 'POST', headers: {...bearer, 'content-type': 'application/json'}, body: '{\"what\":\"a11y_tree\"}'}))",
    ),
    (
        "fetch_with_cookies",
        "fetch with credentials",
        "() => read(fetch(url + '/status', {credentials: 'include'}))",
    ),
    (
        "no_cors_get",
        "fetch without CORS",
        "() => read(fetch(url + '/pending-queries', {mode: 'no-cors'}))",
    ),
    (
        "no_cors_post",
        "POST without CORS",
        "() => read(fetch(url + '/observe', {mode: 'no-cors', method: 'POST', body: '{}'}))",
    ),
    (
        "no_cors_stop",
        "POST to /stop without CORS",
        "() => read(fetch(url + '/stop', {mode: 'no-cors', method: 'POST'}))",
    ),
    (
        "proof_from_a_page",
        "an exchange of proofs begun by a page",
        "() => read(fetch(url + '/proof', {method: 'POST', headers: {'x-axlens-wire': '2'}, body: JSON.stringify({nonce: '0'.repeat(64)})}))",
    ),
    (
        "beacon",
        "a beacon to /stop",
        "() => { navigator.sendBeacon(url + '/stop', '{}'); return 'refused: a beacon has no answer'; }",
    ),
    (
        "image",
        "an endpoint as an image",
        "() => ended(new Image(), {src: url + '/status?token=' + token})",
    ),
    (
        "script",
        "an endpoint as a script",
        "() => ended(document.createElement('script'), {src: url + '/status'})",
    ),
    (
        "style_sheet",
        "an endpoint as a style sheet",
        "() => ended(document.createElement('link'), {rel: 'stylesheet', href: url + '/status'}, document.head)",
    ),
    (
        "module",
        "an endpoint as a module",
        "() => import(url + '/status').then(() => 'GOT a module', (error) => 'refused: ' + error.message)",
    ),
    (
        "frame",
        "an endpoint in a frame",
        "async () => { const frame = document.createElement('iframe'); await ended(frame, {src: url + '/status'}); return frame.contentDocument === null ? 'refused: the frame is another origin' : 'GOT ' + frame.contentDocument.body.innerText; }",
    ),
    (
        "window",
        "an endpoint in a window",
        "async () => { const opened = window.open(url + '/status'); await new Promise((done) => setTimeout(done, 300)); try { return 'GOT ' + opened.document.body.innerText; } catch (error) { return 'refused: ' + error.name; } finally { opened.close(); } }",
    ),
    (
        "event_source",
        "an endpoint as events",
        "() => new Promise((done) => { const source = new EventSource(url + '/pending-queries?wait=25'); source.onopen = () => done('GOT a stream'); source.onerror = () => { source.close(); done('refused: an error event'); }; })",
    ),
    (
        "web_socket",
        "a WebSocket",
        "() => new Promise((done) => { const socket = new WebSocket('ws://127.0.0.1:' + port + '/websocket'); socket.onopen = () => done('GOT a WebSocket'); socket.onerror = () => done('refused: an error event'); })",
    ),
    (
        "web_socket_with_protocols",
        "a WebSocket with all that a worker sends",
        "() => new Promise((done) => { const zeros = '0'.repeat(64); const socket = new WebSocket('ws://127.0.0.1:' + port + '/websocket', ['axlens.1', 'instance.page', 'browser.page', 'exchange.' + zeros, 'proof.' + zeros, 'nonce.' + zeros]); socket.onopen = () => done('GOT a WebSocket'); socket.onerror = () => done('refused: an error event'); })",
    ),
    (
        "localhost",
        "the name localhost",
        "() => read(fetch('http://localhost:' + port + '/tabs', {headers: bearer}))",
    ),
    (
        "name_that_leads_here",
        "another name that leads to this machine",
        "() => read(fetch('http://evil.localhost:' + port + '/tabs', {headers: bearer}))",
    ),
    (
        "decimal_address",
        "the address as one number",
        "() => read(fetch('http://2130706433:' + port + '/tabs', {headers: bearer}))",
    ),
    (
        "any_address",
        "the address 0.0.0.0",
        "() => read(fetch('http://0.0.0.0:' + port + '/tabs', {headers: bearer}))",
    ),
    (
        "sandboxed_frame",
        "a sandboxed frame, whose origin is null",
        "() => framed(`fetch('${url}/tabs', {headers: {authorization: 'Bearer ${token}'}}).then((answer) => parent.postMessage('GOT ' + answer.status, '*'), (error) => parent.postMessage('refused: ' + error.message, '*'))`, true)",
    ),
    (
        "web_worker",
        "a worker of the page",
        "() => new Promise((done) => { const worker = new Worker(URL.createObjectURL(new Blob([`fetch('${url}/tabs', {headers: {authorization: 'Bearer ${token}'}}).then((answer) => postMessage('GOT ' + answer.status), (error) => postMessage('refused: ' + error.message))`]))); worker.onmessage = (event) => done(event.data); })",
    ),
    (
        "extension_as_an_image",
        "a file of the extension as an image",
        "() => ended(new Image(), {src: 'chrome-extension://' + id + '/icons/connected-16.png'})",
    ),
    (
        "extension_options_in_a_frame",
        "the extension's options in a frame",
        "async () => { const frame = document.createElement('iframe'); await ended(frame, {src: 'chrome-extension://' + id + '/ui/options/options.html'}); try { return 'GOT ' + frame.contentWindow.document.body.innerHTML; } catch (error) { return 'refused: ' + error.name; } }",
    ),
    (
        "extension_message",
        "a message to the extension",
        "async () => typeof globalThis.chrome?.runtime?.sendMessage === 'function' ? new Promise((done) => chrome.runtime.sendMessage(id, {kind: 'observe'}, (answer) => done(answer === undefined ? 'refused: ' + chrome.runtime.lastError?.message : 'GOT ' + JSON.stringify(answer)))) : 'refused: pages have no chrome.runtime'",
    ),
    (
        "extension_port",
        "a port to the extension",
        "async () => typeof globalThis.chrome?.runtime?.connect === 'function' ? new Promise((done) => { const port = chrome.runtime.connect(id); port.onMessage.addListener((answer) => done('GOT ' + answer)); port.onDisconnect.addListener(() => done('refused: disconnected')); }) : 'refused: pages have no chrome.runtime'",
    ),
];
