// TinyMCE, which edits text in an iframe.

import tinymce from 'tinymce';
import 'tinymce/icons/default';
import 'tinymce/themes/silver';
import 'tinymce/models/dom';
import 'tinymce/skins/ui/oxide/skin.js';
import 'tinymce/skins/content/default/content.js';
import { expose, root } from '../expose.js';

root().innerHTML = '<textarea id="text"></textarea>';
const [editor] = await tinymce.init({
  selector: '#text',
  license_key: 'gpl',
  skin: 'oxide',
  content_css: 'default',
  iframe_aria_text: 'Text',
  toolbar: 'undo redo bold italic',
  menubar: false,
});

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const lineOf = (node) => (node.nodeName === 'BR' ? '\n' : node.textContent);
const textOf = () =>
  [...editor.getBody().children]
    .map((block) => [...block.childNodes].map(lineOf).join(''))
    .join('\n')
    .replace(/^\n$/, '');

expose(
  () => ({ text: textOf(), html: editor.getContent() }),
  (text) =>
    editor.setContent(
      text
        .split('\n')
        .map((line) => `<p>${escaped(line)}</p>`)
        .join(''),
    ),
);
