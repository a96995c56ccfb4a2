//! Tables of the options page.

import { text } from '../common/i18n.js';

/** @typedef {string | Node} Cell */

/**
 * @param {string[]} heads keys of the column titles; empty above buttons
 * @param {Cell[][]} rows
 * @param {number} siteColumn the column in the style of sites
 * @returns {HTMLElement}
 */
export function table(heads, rows, siteColumn = 0) {
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const key of heads) {
    const cell = document.createElement(key ? 'th' : 'td');
    if (key) cell.textContent = text(key);
    head.append(cell);
  }
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    row.forEach((content, index) => {
      const cell = line.insertCell();
      cell.append(content);
      if (index === siteColumn) cell.className = 'site';
    });
  }
  const container = document.createElement('div');
  container.className = 'table';
  container.append(table);
  return container;
}

/** @param {string} key @returns {HTMLElement} a line instead of an empty table */
export function emptyLine(key) {
  const line = document.createElement('p');
  line.className = 'soft';
  line.textContent = text(key);
  return line;
}
