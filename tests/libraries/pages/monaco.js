// Monaco, without workers: plain text needs none.

import * as monaco from 'monaco-editor/editor/editor.main.js';
import { root, show } from './show.js';

root().style.height = '200px';
const editor = monaco.editor.create(root(), { language: 'plaintext', ariaLabel: 'Text' });
const model = editor.getModel();
model.setEOL(monaco.editor.EndOfLineSequence.LF);

show(
  () => ({ text: model.getValue() }),
  (text) => model.setValue(text),
);
