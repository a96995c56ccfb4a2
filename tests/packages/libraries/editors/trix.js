// Trix, as a custom element.

import 'trix';
import 'trix/dist/trix.css';
import { expose, root } from '../expose.js';

root().innerHTML = '<trix-editor aria-label="Text"></trix-editor>';
const element = root().firstElementChild;
await new Promise((resolve) =>
  element.addEventListener('trix-initialize', resolve, { once: true }),
);

expose(
  () => ({ text: element.editor.getDocument().toString().replace(/\n$/, '') }),
  (text) => {
    element.editor.setSelectedRange([0, element.editor.getDocument().toString().length - 1]);
    element.editor.insertString(text);
  },
);
