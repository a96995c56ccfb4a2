// TipTap, based on ProseMirror, with its starter kit.

import { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import StarterKit from '@tiptap/starter-kit';
import { expose, root } from '../expose.js';

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

expose(
  () => ({ text: editor.getText({ blockSeparator: '\n' }), html: editor.getHTML() }),
  (text) => {
    editor.commands.setContent(paragraphs(text));
    editor.view.dispatch(closeHistory(editor.state.tr));
  },
);
