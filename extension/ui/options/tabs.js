//! The tabs of the options page: one part is visible. The fragment of the address names it.

/** @returns {HTMLElement[]} */
const tabs = () => [...document.querySelectorAll('#tabs [role=tab]')].filter(isElement);

/** @param {Element} node @returns {node is HTMLElement} */
const isElement = (node) => node instanceof HTMLElement;

/** @param {HTMLElement} tab @returns {string} the id of its part */
const partOf = (tab) => tab.getAttribute('aria-controls') ?? '';

/** Shows the part that the address names, or the first one. */
export function startTabs() {
  for (const tab of tabs()) tab.addEventListener('click', () => select(tab));
  document.getElementById('tabs')?.addEventListener('keydown', onKey);
  addEventListener('hashchange', selectByAddress);
  selectByAddress();
}

function selectByAddress() {
  const named = tabs().find((tab) => partOf(tab) === location.hash.slice(1));
  const chosen = named ?? tabs().find((tab) => tab.ariaSelected === 'true') ?? tabs()[0];
  if (chosen) show(chosen);
}

/** @param {HTMLElement} tab */
function select(tab) {
  show(tab);
  history.replaceState(null, '', `#${partOf(tab)}`);
}

/** @param {HTMLElement} chosen */
function show(chosen) {
  for (const tab of tabs()) {
    const isChosen = tab === chosen;
    tab.ariaSelected = String(isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    const part = document.getElementById(partOf(tab));
    if (part) part.hidden = !isChosen;
  }
}

/** @param {KeyboardEvent} event an arrow leads to the next tab, as in any list of tabs */
function onKey(event) {
  const all = tabs();
  const at = all.findIndex((tab) => tab === document.activeElement);
  const steps = new Map([
    ['ArrowRight', at + 1],
    ['ArrowLeft', at - 1 + all.length],
    ['Home', 0],
    ['End', all.length - 1],
  ]);
  const next = steps.get(event.key);
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  const tab = all[next % all.length];
  select(tab);
  tab.focus();
}
