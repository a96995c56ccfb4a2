// CKEditor 5, classic, with a toolbar.

import { Bold, ClassicEditor, Essentials, Italic, Paragraph } from 'ckeditor5';
import 'ckeditor5/ckeditor5.css';
import { expose, root } from '../expose.js';

root().innerHTML = '<div></div>';
const editor = await ClassicEditor.create(root().firstElementChild, {
  licenseKey: 'GPL',
  label: 'Text',
  plugins: [Essentials, Paragraph, Bold, Italic],
  toolbar: ['undo', 'redo', 'bold', 'italic'],
});

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const textOf = () => {
  const model = editor.model.document.getRoot();
  return [...model.getChildren()]
    .map((block) => [...block.getChildren()].map((node) => node.data ?? '\n').join(''))
    .join('\n');
};

expose(
  () => ({ text: textOf(), html: editor.getData() }),
  (text) =>
    editor.setData(
      text
        .split('\n')
        .map((line) => `<p>${escaped(line)}</p>`)
        .join(''),
    ),
);
