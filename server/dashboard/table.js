//! Tables that are only redrawn when they have changed, so that focus and selection are kept. Texts
//! are inserted as text, never as markup.

/** `look`: a class of the cell.
 * @typedef {{text: string, look?: string} | {button: string, name: string, key: string,
 *   press: () => void}} Cell */
/** `number`: its cells are numbers. @typedef {{head: string, number?: boolean}} Column */

/** @type {Map<string, string>} the content of each section, by its id */
const drawn = new Map();

/** @param {string} id @returns {any} the element; the page has it */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no element '${id}'`);
  return node;
}

/**
 * @param {string} id of the section
 * @param {Column[]} columns
 * @param {Cell[][]} rows
 * @param {string} empty with `code` between backquotes: the text if there are no rows
 */
export function showTable(id, columns, rows, empty) {
  const now = JSON.stringify([rows, empty]);
  if (drawn.get(id) === now) return;
  drawn.set(id, now);
  const place = byId(id).querySelector('.rows');
  const focused = place.contains(document.activeElement) && document.activeElement?.id;
  place.replaceChildren(rows.length ? table(id, columns, rows) : line(empty));
  if (focused) document.getElementById(focused)?.focus();
}

/** Removes the contents of all tables. */
export function clearTables() {
  for (const id of drawn.keys()) byId(id).querySelector('.rows').replaceChildren();
  drawn.clear();
}

/** @param {string} id @param {Column[]} columns @param {Cell[][]} rows */
function table(id, columns, rows) {
  const whole = document.createElement('table');
  whole.setAttribute('aria-labelledby', `${id}-heading`);
  const head = whole.createTHead().insertRow();
  for (const { head: text, number } of columns) {
    const cell = document.createElement(text ? 'th' : 'td');
    cell.textContent = text;
    if (text) cell.scope = 'col';
    if (number) cell.className = 'number';
    head.append(cell);
  }
  const body = whole.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    row.forEach((content, index) => {
      const cell = line.insertCell();
      if ('button' in content) cell.append(button(content));
      else cell.textContent = content.text;
      if ('look' in content && content.look) cell.className = content.look;
      if (columns[index]?.number) cell.className = 'number';
    });
  }
  const around = document.createElement('div');
  around.className = 'table';
  // So that a wide table can be scrolled with the keyboard.
  around.tabIndex = 0;
  around.id = `${id}-table`;
  around.setAttribute('role', 'region');
  around.setAttribute('aria-labelledby', `${id}-heading`);
  around.append(whole);
  return around;
}

/** @param {{button: string, name: string, key: string, press: () => void}} content */
function button({ button: words, name, key, press }) {
  const made = document.createElement('button');
  made.type = 'button';
  made.id = key;
  made.textContent = words;
  made.setAttribute('aria-label', name);
  made.addEventListener('click', press);
  return made;
}

/** @param {string} words with `code` between backquotes */
function line(words) {
  const whole = document.createElement('p');
  whole.className = 'soft';
  whole.append(...withCode(words));
  return whole;
}

/** @param {string} words with `code` between backquotes @returns {Node[]} */
export function withCode(words) {
  return words.split('`').map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const code = document.createElement('code');
    code.textContent = part;
    return code;
  });
}
