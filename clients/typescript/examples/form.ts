// Fills a form and reads what the page says, with one request. The server and the browser must run
// (`axlens status`), and the page of the form must be open in the tab in front:
//
//     npm run examples && node .examples/form.js

import { connect, Fault } from 'axlens';

await using browser = await connect({ session: 'form' });
const page = browser.page();

await page.observe({ interactive_only: true });
console.log(`${page.title ?? ''}\n${page.text}`);

try {
  const name = await page.find({ label: 'Name', timeoutMs: 2_000 });
  const save = await page.find({ role: 'button', name: 'Save', timeoutMs: 2_000 });
  await page.do([
    { action: 'fill', uid: name.uid, value: 'Ada Lovelace' },
    { action: 'click', uid: save.uid },
    { wait: { for: 'text', value: 'Saved', new: true } },
  ]);
  console.log(page.changes);
} catch (error) {
  // A fault has the next step.
  if (!(error instanceof Fault)) throw error;
  console.error(`${error.code}: ${error.message}\n${error.hint}`);
  process.exitCode = 1;
}
