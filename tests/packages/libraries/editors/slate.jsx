// Slate with its history, in React.

import { createRoot } from 'react-dom/client';
import { createEditor, Editor, Node, Transforms } from 'slate';
import { withHistory } from 'slate-history';
import { Editable, Slate, withReact } from 'slate-react';
import { expose, root } from '../expose.js';

const paragraph = (text) => ({ type: 'paragraph', children: [{ text }] });
const editor = withHistory(withReact(createEditor()));

createRoot(root()).render(
  <Slate editor={editor} initialValue={[paragraph('')]}>
    <Editable aria-label="Text" />
  </Slate>,
);

function write(text) {
  Editor.withoutNormalizing(editor, () => {
    for (let count = editor.children.length; count > 0; count--)
      Transforms.removeNodes(editor, { at: [0] });
    Transforms.insertNodes(editor, text.split('\n').map(paragraph), { at: [0] });
  });
}

expose(() => ({ text: editor.children.map((node) => Node.string(node)).join('\n') }), write);
