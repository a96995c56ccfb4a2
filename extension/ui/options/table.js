//! Tables of the options page.

import { text } from '../common/i18n.js';

/** @typedef {string | Node} Cell */

/**
 * @param {string[]} heads keys of the texts above the columns; an empty one above buttons
 * @param {Cell[][]} rows
 * @param {number} named the column whose cells name their rows
 * @returns {HTMLElement}
 */
export function table(heads, rows, named = 0) {
  const whole = document.createElement('table');
  const head = whole.createTHead().insertRow();
  for (const key of heads) {
    const cell = document.createElement(key ? 'th' : 'td');
    if (key) cell.textContent = text(key);
    head.append(cell);
  }
  const body = whole.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    row.forEach((content, index) => {
      const cell = line.insertCell();
      cell.append(content);
      if (index === named) cell.className = 'site';
    });
  }
  const around = document.createElement('div');
  around.className = 'table';
  around.append(whole);
  return around;
}

/** @param {string} key @returns {HTMLElement} a line in the place of an empty table */
export function emptyLine(key) {
  const line = document.createElement('p');
  line.className = 'soft';
  line.textContent = text(key);
  return line;
}

/**
 * @param {string} words on it @param {string} name for those who don't see the row it is in
 * @param {() => void} press
 */
export function button(words, name, press) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = words;
  made.setAttribute('aria-label', name);
  made.addEventListener('click', press);
  return made;
}
