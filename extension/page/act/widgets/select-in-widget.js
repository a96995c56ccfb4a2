//! Chooses options of a list that a page draws itself, as a person does: opens it, and clicks on
//! them. What is not in sight is looked for by typing its label, where the list takes that.

import { getAttribute, isConnected } from '../../dom/dom.js';
import { comesTrue } from '../watch/wait-for.js';
import { insertText } from '../editing/editing.js';
import { isTextField, takesText } from '../editing/fields.js';
import { ownRole } from '../dom-methods.js';
import { focusElement, hasFocusWithin } from '../keyboard/focus.js';
import { pressChord } from '../keyboard/keyboard.js';
import { parseChord } from '../keyboard/keys.js';
import { hasBox } from '../checks/checks.js';
import { clickAt } from '../pointer/pointer.js';
import { reach, whereNow } from '../checks/reach.js';
import { done, refuse } from '../results.js';
import { selectAllOf } from '../editing/caret.js';
import { isBeside } from '../checks/visual-proxy.js';
import {
  isDisabledOption,
  isSelected,
  labelOfOption,
  optionsOf,
  valueOfOption,
} from './widget-options.js';

/** @typedef {import('../events.js').Hooks} Hooks */
/** @typedef {import('../results.js').Select} Select */
/** @typedef {import('../results.js').Result} Result */

/** Lists that are fetched, or that come with a transition. */
const TIMEOUT_MS = 500;
const TO_OPEN_MS = 100;
const DOWN = parseChord('ArrowDown');
/** More options than these are not listed. */
const MAX_LISTED = 100;
const LEFT = { button: /** @type {const} */ ('left'), count: 1, modifiers: [] };

/** @param {string} text */
const words = (text) => text.replace(/\s+/g, ' ').trim();

/**
 * @param {Element[]} options
 * @param {Select} act
 * @returns {(Element | undefined)[]} those asked for; undefined where there is none
 */
function optionsFor(options, { values = [], labels = [], indexes = [] }) {
  const open = options.filter((option) => !isDisabledOption(option));
  return [
    ...values.map((value) => open.find((option) => valueOfOption(option) === value)),
    ...labels.map((label) => open.find((option) => labelOfOption(option) === words(label))),
    ...indexes.map((index) => open.find((option) => options.indexOf(option) === index)),
  ];
}

/** One choice, from the closed list to the last click. */
class Choice {
  /** @param {Element} widget @param {Hooks} hooks */
  constructor(widget, hooks) {
    this.widget = widget;
    this.hooks = hooks;
  }

  /** @returns {boolean} its options are somewhere else, and can't be seen yet */
  isClosed() {
    const { widget } = this;
    if (ownRole(widget) === 'listbox') return false;
    return getAttribute.call(widget, 'aria-expanded') !== 'true';
  }

  /**
   * @param {Element} element
   * @returns {Promise<boolean>} whether it could be clicked
   */
  async click(element) {
    const reached = await reach(element, this.hooks);
    if ('refused' in reached) return false;
    const now = whereNow(reached.target);
    if ('refused' in now) return false;
    await clickAt(now.spot, this.hooks, LEFT);
    return true;
  }

  /** @returns {Promise<boolean>} false: it takes neither a click nor a key */
  async open() {
    // What was chosen may be drawn over it; some open of a key alone.
    if (!(await this.click(this.widget)) && !focusElement(this.widget)) return false;
    const isOpen = await comesTrue(() => !this.isClosed(), TO_OPEN_MS, this.hooks);
    if (!isOpen && DOWN && hasFocusWithin(this.widget)) await pressChord(DOWN, this.hooks);
    return true;
  }

  /**
   * @param {Select} part of what is asked for
   * @returns {Promise<Element | null>} the option, once it can be seen
   */
  async seek(part) {
    /** @type {Element | undefined} */
    let option;
    const isThere = () => {
      [option] = optionsFor(optionsOf(this.widget), part);
      return option !== undefined;
    };
    await comesTrue(isThere, TIMEOUT_MS, this.hooks);
    return option ?? null;
  }

  /** @param {string} label @returns {Promise<boolean>} whether it could be typed */
  async narrow(label) {
    const { widget, hooks } = this;
    if (!isTextField(widget) || !takesText(widget) || !focusElement(widget)) return false;
    selectAllOf(widget);
    await hooks.task();
    insertText(label);
    await hooks.task();
    return true;
  }

  /**
   * @param {Select} part of what is asked for
   * @returns {Promise<Element | null>} the option, after it was clicked
   */
  async choose(part) {
    if (this.isClosed() && !(await this.open())) return null;
    const label = part.labels?.[0];
    let option = await this.seek(part);
    if (!option && label !== undefined && (await this.narrow(label)))
      option = await this.seek(part);
    if (!option || isSelected(option)) return option;
    return (await this.clickAtRest(option)) ? option : null;
  }

  /**
   * Lists unfold: what is in them moves at first.
   * @param {Element} option
   * @returns {Promise<boolean>} whether it could be clicked
   */
  async clickAtRest(option) {
    return await comesTrue(() => this.click(option), TIMEOUT_MS, this.hooks);
  }

  /** @param {Element[]} wanted others are taken back, where a list takes several */
  async leaveOnly(wanted) {
    if (getAttribute.call(this.widget, 'aria-multiselectable') !== 'true') return;
    for (const option of optionsOf(this.widget))
      if (isSelected(option) && !wanted.includes(option)) await this.clickAtRest(option);
  }
}

/** @param {Select} act @returns {Select[]} one for each option that is asked for */
const partsOf = ({ values = [], labels = [], indexes = [] }) => [
  ...values.map((value) => /** @type {Select} */ ({ do: 'select', values: [value] })),
  ...labels.map((label) => /** @type {Select} */ ({ do: 'select', labels: [label] })),
  ...indexes.map((index) => /** @type {Select} */ ({ do: 'select', indexes: [index] })),
];

/**
 * Of options that are still in sight, whether they say that they are chosen.
 * @param {Element[]} chosen
 * @returns {import('../results.js').Difference | null}
 */
function difference(chosen) {
  const lost = chosen.find(
    (option) =>
      isConnected.call(option) &&
      hasBox(option) &&
      getAttribute.call(option, 'aria-selected') === 'false',
  );
  return lost ? { outcome: 'reverted', now: labelOfOption(lost) } : null;
}

/**
 * @param {Element} widget
 * @param {Select} act
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
export async function selectInWidget(widget, act, hooks) {
  const choice = new Choice(widget, hooks);
  const parts = partsOf(act);
  if (!choice.isClosed()) {
    const options = optionsOf(widget);
    const found = optionsFor(options, act);
    // Of a list that is open it is known before anything is sent.
    if (ownRole(widget) === 'listbox' && found.includes(undefined))
      return refuse('option_not_found', {
        options: options.slice(0, MAX_LISTED).map(labelOfOption),
      });
    const isSame = found.every((option) => option && isSelected(option));
    const others = options.filter((option) => isSelected(option) && !found.includes(option));
    if (isSame && others.length === 0) return done('pointer', { already: true });
  }
  const first = choice.isClosed() ? await reach(widget, hooks) : null;
  const cover = first && 'refused' in first ? first.refused.by : undefined;
  if (first && 'refused' in first && !(cover && isBeside(cover, widget))) return first;
  await hooks.begin();
  /** @type {Element[]} */
  const chosen = [];
  for (const part of parts) {
    const option = await choice.choose(part);
    if (!option) return done('pointer', { hint: 'option_not_found' });
    chosen.push(option);
  }
  await choice.leaveOnly(chosen);
  return done('pointer', { verify: () => difference(chosen) });
}
