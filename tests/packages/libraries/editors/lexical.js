// Lexical with rich text and history.

import { createEmptyHistoryState, registerHistory } from '@lexical/history';
import { registerRichText } from '@lexical/rich-text';
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from 'lexical';
import { expose, root } from '../expose.js';

root().innerHTML =
  '<div contenteditable="true" role="textbox" aria-label="Text" aria-multiline="true"></div>';
const editor = createEditor({
  namespace: 'test',
  onError: (error) => {
    throw error;
  },
});
editor.setRootElement(root().firstElementChild);
registerRichText(editor);
registerHistory(editor, createEmptyHistoryState(), 0);

const textOf = () =>
  editor.getEditorState().read(() =>
    $getRoot()
      .getChildren()
      .map((node) => node.getTextContent())
      .join('\n'),
  );

function write(text) {
  editor.update(
    () => {
      const paragraphs = text
        .split('\n')
        .map((line) =>
          line === ''
            ? $createParagraphNode()
            : $createParagraphNode().append($createTextNode(line)),
        );
      $getRoot()
        .clear()
        .append(...paragraphs);
    },
    { discrete: true },
  );
}

expose(() => ({ text: textOf(), html: root().innerHTML }), write);
