// Monaco, without workers, which plain text does not need.

import * as monaco from 'monaco-editor/editor/editor.main.js';
import { expose, root } from '../expose.js';

root().style.height = '200px';
const editor = monaco.editor.create(root(), { language: 'plaintext', ariaLabel: 'Text' });
const model = editor.getModel();
model.setEOL(monaco.editor.EndOfLineSequence.LF);

expose(
  () => ({ text: model.getValue() }),
  (text) => model.setValue(text),
);
