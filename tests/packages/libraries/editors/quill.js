// Quill with its toolbar.

import Quill from 'quill';
import 'quill/dist/quill.snow.css';
import { expose, root } from '../expose.js';

root().innerHTML = '<div></div>';
const quill = new Quill(root().firstElementChild, {
  theme: 'snow',
  modules: { toolbar: [['bold', 'italic']] },
});
quill.root.setAttribute('aria-label', 'Text');
quill.root.setAttribute('role', 'textbox');

expose(
  () => ({ text: quill.getText().replace(/\n$/, ''), html: quill.getSemanticHTML() }),
  (text) => {
    quill.setText(text);
    quill.history.cutoff();
  },
);
