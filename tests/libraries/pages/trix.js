// Trix.

import 'trix';
import 'trix/dist/trix.css';
import { root, show } from './show.js';

root().innerHTML = '<trix-editor aria-label="Text"></trix-editor>';
const element = root().firstElementChild;
await new Promise((resolve) =>
  element.addEventListener('trix-initialize', resolve, { once: true }),
);

show(
  () => ({ text: element.editor.getDocument().toString().replace(/\n$/, '') }),
  (text) => {
    element.editor.setSelectedRange([0, element.editor.getDocument().toString().length - 1]);
    element.editor.insertString(text);
  },
);
