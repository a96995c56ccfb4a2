// The pages of the tests, and a server for them.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const FORM = `<form>
  <label>Name <input name="name"></label>
  <label>Email <input name="email" type="email"></label>
  <label>Phone <input name="phone" type="tel"></label>
  <label>Guests <input name="guests" type="number"></label>
  <label>Arrival <input name="arrival" type="date"></label>
  <label>Color <input name="color" type="color"></label>
  <label>Notes <textarea name="notes"></textarea></label>
  <label>Room <select name="room"><option>Single</option><option>Double</option></select></label>
  <label><input name="breakfast" type="checkbox" value="yes"> Breakfast</label>
  <label><input name="floor" type="radio" value="high"> High floor</label>
  <button>Book</button>
</form>
<pre id="result"></pre>
<script>
  document.forms[0].addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.target));
    document.getElementById('result').textContent = JSON.stringify(fields);
  });
</script>`;

const LATE = `<p id="place">Loading</p>
<script>
  setTimeout(() => {
    document.getElementById('place').outerHTML = '<button>Late</button>';
  }, 700);
</script>`;

const BUTTONS = `<button id="remove">Remove</button> <button id="victim">Victim</button>
<button>Edit</button> <button>Edit</button>
<button id="count">Count</button> <p role="status" id="number">0 clicks</p>
<button disabled>Never</button>
<script>
  const by = (id) => document.getElementById(id);
  by('remove').addEventListener('click', () => by('victim').remove());
  let clicks = 0;
  by('count').addEventListener('click', () => (by('number').textContent = ++clicks + ' clicks'));
</script>`;

const FIELDS = `<label>Text <input id="text"></label>
<label>File <input id="file" type="file"></label> <p role="status" id="names">no file</p>
<script>
  const file = document.getElementById('file');
  file.addEventListener('change', async () => {
    const [first] = file.files;
    document.getElementById('names').textContent = first.name + ': ' + (await first.text());
  });
</script>`;

const PAGES: Readonly<Record<string, readonly [title: string, body: string]>> = {
  '/form': ['Booking', FORM],
  '/late': ['Late', LATE],
  '/buttons': ['Buttons', BUTTONS],
  '/fields': ['Fields', FIELDS],
  '/first': ['First', '<h1>First</h1><a href="/second">Second page</a>'],
  '/second': ['Second', '<h1>Second</h1>'],
  '/long': ['Long', '<p>Top</p><div style="height: 4000px"></div><button>Bottom</button>'],
};

/** A server of the pages of the tests. */
export interface Site {
  /** Its address. */
  readonly url: string;
  /** Ends it. */
  readonly stop: () => void;
}

/** Serves the pages of the tests on a free port. */
export async function serve(): Promise<Site> {
  const server = createServer((request, response) => {
    const [title, body] = PAGES[request.url ?? ''] ?? ['Not found', ''];
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><title>${title}</title><main>${body}</main></html>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
