// SortableJS: a list with native drag and drop, and one with pointer events.

import Sortable from 'sortablejs';
import { expose, root } from '../expose.js';

const list = (id) =>
  `<ul id="${id}">${['Ada', 'Bob', 'Cyd'].map((name) => `<li tabindex="0" aria-label="${id} ${name}" style="height: 30px; width: 200px">${id} ${name}</li>`).join('')}</ul>`;
root().innerHTML = list('native') + list('own');
const [native, own] = root().children;
Sortable.create(native, { animation: 0 });
Sortable.create(own, { animation: 0, forceFallback: true });

const order = (ul) => [...ul.children].map((item) => item.textContent.split(' ')[1]);
expose(() => ({ native: order(native), own: order(own) }));
