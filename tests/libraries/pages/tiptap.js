// TipTap, which is ProseMirror, with its starter kit.

import { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import StarterKit from '@tiptap/starter-kit';
import { root, show } from './show.js';

const editor = new Editor({
  element: root(),
  extensions: [StarterKit],
  editorProps: { attributes: { 'aria-label': 'Text' } },
});

const paragraphs = (text) => ({
  type: 'doc',
  content: text.split('\n').map((line) => ({
    type: 'paragraph',
    ...(line === '' ? {} : { content: [{ type: 'text', text: line }] }),
  })),
});

show(
  () => ({ text: editor.getText({ blockSeparator: '\n' }), html: editor.getHTML() }),
  (text) => {
    editor.commands.setContent(paragraphs(text));
    editor.view.dispatch(closeHistory(editor.state.tr));
  },
);
