// CodeMirror 6 with its basic setup.

import { basicSetup, EditorView } from 'codemirror';
import { expose, root } from '../expose.js';

const view = new EditorView({
  parent: root(),
  extensions: [basicSetup, EditorView.contentAttributes.of({ 'aria-label': 'Text' })],
});

expose(
  () => ({ text: view.state.doc.toString() }),
  (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
);
