// Quill with its toolbar.

import Quill from 'quill';
import 'quill/dist/quill.snow.css';
import { root, show } from './show.js';

root().innerHTML = '<div></div>';
const quill = new Quill(root().firstElementChild, {
  theme: 'snow',
  modules: { toolbar: [['bold', 'italic']] },
});
quill.root.setAttribute('aria-label', 'Text');
quill.root.setAttribute('role', 'textbox');

show(
  () => ({ text: quill.getText().replace(/\n$/, ''), html: quill.getSemanticHTML() }),
  (text) => {
    quill.setText(text);
    quill.history.cutoff();
  },
);
