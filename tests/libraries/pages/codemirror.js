// CodeMirror 6 with its usual set-up.

import { basicSetup, EditorView } from 'codemirror';
import { root, show } from './show.js';

const view = new EditorView({
  parent: root(),
  extensions: [basicSetup, EditorView.contentAttributes.of({ 'aria-label': 'Text' })],
});

show(
  () => ({ text: view.state.doc.toString() }),
  (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
);
