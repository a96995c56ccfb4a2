//! Selects options of a list that the page draws itself, as a user does: opens the list and clicks
//! on the options. If an option is not visible, types its label where the widget accepts text.

import { getAttribute, isConnected, matches } from '../../dom/dom.js';
import { done } from '../action.js';
import { hasBox } from '../checks/boxes.js';
import { currentClickPoint, reach } from '../checks/reach.js';
import { differenceOf } from '../checks/read-back.js';
import { isInSameWidget, visualProxyOf } from '../checks/visual-proxy.js';
import { ownRole } from '../dom-methods.js';
import { selectAllOf } from '../editing/caret.js';
import { insertText, replaceSelection } from '../editing/editing.js';
import { isTextField, takesText, textOf } from '../editing/fields.js';
import { flatPath } from '../flat-tree.js';
import { focusElement, hasFocusWithin } from '../keyboard/focus.js';
import { pressChord } from '../keyboard/keyboard.js';
import { parseChord } from '../keyboard/keys.js';
import { LEFT_BUTTON, clickAt } from '../pointer/pointer.js';
import { waitFor } from '../watch/wait-for.js';
import { matchOptions, optionNotFound } from './match-options.js';
import { WIDGET_OPTIONS, isSelected, listOf, optionsOf, selectedWith } from './widget-options.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */
/** @typedef {import('../action.js').ActionResult} ActionResult */
/** @typedef {import('./match-options.js').OptionQuery} OptionQuery */
/**
 * An option, its label, and the labels that its list had selected before it was clicked.
 * @typedef {{option: Element, label: string, before: string}} SelectedOption
 */

/** Lists may be fetched, or appear with a transition. */
const OPTION_TIMEOUT_MS = 500;
const OPEN_TIMEOUT_MS = 100;
const DOWN = parseChord('ArrowDown');
const ESCAPE = parseChord('Escape');

/** Reasons why a field may be out of reach while what is drawn for it is not. */
const DRAWN = new Set(['no_box', 'no_pointer_events', 'covered']);
/** A key that closes a list would close or cancel these too. */
const ENDED_BY_ESCAPE =
  'dialog, :popover-open, [role=dialog], [role=alertdialog], [role=grid], [role=treegrid], input[type=search]';

/** One selection in one widget. */
class WidgetSelection {
  /** @type {string | null} what the widget had before a label was typed in it */
  #textBefore = null;

  /** @param {Element} widget @param {ActionHooks} hooks */
  constructor(widget, hooks) {
    this.widget = widget;
    this.hooks = hooks;
  }

  /** @returns {boolean} its options are in a list that is not visible yet */
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
    const now = currentClickPoint(reached.target);
    if ('refused' in now) return false;
    await clickAt(now.clickPoint, this.hooks, { ...LEFT_BUTTON, count: 1 });
    return true;
  }

  /** @returns {Promise<boolean>} false: it can be neither clicked nor focused */
  async open() {
    // The selected options may cover the widget; some widgets open only on a key, and others by a
    // click on what is drawn around a hidden field.
    const proxy = visualProxyOf(this.widget);
    const isClicked = (await this.click(this.widget)) || (proxy && (await this.click(proxy)));
    if (!isClicked && !focusElement(this.widget)) return false;
    const isOpen = await waitFor(() => !this.isClosed(), OPEN_TIMEOUT_MS, this.hooks);
    if (!isOpen && DOWN && hasFocusWithin(this.widget)) await pressChord(DOWN, this.hooks);
    return true;
  }

  /**
   * Waits until an option is visible.
   * @param {OptionQuery} query for one option
   * @returns {Promise<Element | null>}
   */
  async find(query) {
    /** @type {Element | undefined} */
    let option;
    const isVisible = () => {
      [option] = matchOptions(optionsOf(this.widget), query, WIDGET_OPTIONS);
      return option !== undefined;
    };
    await waitFor(isVisible, OPTION_TIMEOUT_MS, this.hooks);
    return option ?? null;
  }

  /** @param {string} label @returns {Promise<boolean>} whether it could be typed */
  async filter(label) {
    const { widget, hooks } = this;
    if (!isTextField(widget) || !takesText(widget) || !focusElement(widget)) return false;
    this.#textBefore ??= textOf(widget);
    selectAllOf(widget);
    await hooks.nextTask();
    insertText(label);
    await hooks.nextTask();
    return true;
  }

  /** Puts back what was there before a label was typed that no option has. */
  async undoFilter() {
    const { widget, hooks } = this;
    const before = this.#textBefore;
    if (before === null || !isConnected.call(widget) || textOf(widget) === before) return;
    if (!focusElement(widget)) return;
    selectAllOf(widget);
    await hooks.nextTask();
    replaceSelection(before);
    await hooks.nextTask();
  }

  /**
   * Selects one option.
   * @param {OptionQuery} query
   * @returns {Promise<SelectedOption | null>} null if it does not exist or can't be clicked
   */
  async select(query) {
    if (this.isClosed() && !(await this.open())) return null;
    const label = query.labels?.[0];
    let option = await this.find(query);
    if (!option && label !== undefined && (await this.filter(label)))
      option = await this.find(query);
    if (!option) return null;
    const selected = { option, label: WIDGET_OPTIONS.labelOf(option), before: labelsWith(option) };
    if (isSelected(option)) return selected;
    return (await this.clickWhenStable(option)) ? selected : null;
  }

  /**
   * Options move while their list unfolds.
   * @param {Element} option
   * @returns {Promise<boolean>} whether it could be clicked
   */
  async clickWhenStable(option) {
    return await waitFor(() => this.click(option), OPTION_TIMEOUT_MS, this.hooks);
  }

  /**
   * Closes a list that stays open, and would cover what is acted on next. It stays where the key
   * could end something else.
   * @param {SelectedOption[]} selected
   * @returns {Promise<import('../action.js').ReadBack | null>} what it says of these, if it has
   *   stayed open; a list that the page closes may not have marked them yet
   */
  async close(selected) {
    const { widget, hooks } = this;
    if (await waitFor(() => this.isClosed(), OPEN_TIMEOUT_MS, hooks)) return null;
    const read = difference(widget, selected);
    if (flatPath(widget).some((around) => matches.call(around, ENDED_BY_ESCAPE))) return read;
    if (!focusElement(widget) || this.isClosed() || !ESCAPE) return read;
    await pressChord(ESCAPE, hooks);
    return read;
  }

  /**
   * Deselects the others in the list with multiple selection of the selected options.
   * @param {Element[]} selected
   * @param {OptionQuery} query for all of them
   */
  async deselectOthers(selected, query) {
    const list = [this.widget, ...selected.map(listOf)].find(
      (each) =>
        each &&
        isConnected.call(each) &&
        getAttribute.call(each, 'aria-multiselectable') === 'true',
    );
    if (!list) return;
    // The page may make its options again after each click.
    for (let left = optionsOf(list).filter(isSelected).length; left > 0; left--) {
      const requested = matchOptions(optionsOf(list), query, WIDGET_OPTIONS);
      if (requested.includes(undefined)) return;
      const other = optionsOf(list).find((each) => isSelected(each) && !requested.includes(each));
      if (!other || !(await this.clickWhenStable(other))) return;
    }
  }
}

/** @param {OptionQuery} query @returns {OptionQuery[]} one for each option */
const splitQuery = ({ values, labels, indexes }) => [
  ...(values ?? []).map((value) => ({ values: [value] })),
  ...(labels ?? []).map((label) => ({ labels: [label] })),
  ...(indexes ?? []).map((index) => ({ indexes: [index] })),
];

/** @param {Element} option @returns {string} the labels that its list has selected */
const labelsWith = (option) => selectedWith(option).map(WIDGET_OPTIONS.labelOf).join(', ');

/**
 * Reads back an option that is still visible. Some lists mark only those that are selected: then it
 * counts as lost if the same ones are selected as before.
 * @param {SelectedOption} selected
 */
function isLost({ option, label, before }) {
  if (!isConnected.call(option) || !hasBox(option) || isSelected(option)) return false;
  // The page may show another option in the same element.
  if (WIDGET_OPTIONS.labelOf(option) !== label) return false;
  const isMarked = getAttribute.call(option, 'aria-selected') === 'false';
  return isMarked || (before !== '' && labelsWith(option) === before);
}

/**
 * @param {Element} widget
 * @param {SelectedOption[]} selected
 * @returns {import('../action.js').ReadBack | null}
 */
function difference(widget, selected) {
  const lost = selected.find(isLost);
  return lost ? differenceOf(widget, 'reverted', labelsWith(lost.option)) : null;
}

/** @param {Element} widget @returns {boolean} it says that its list is closed */
const hasClosed = (widget) => getAttribute.call(widget, 'aria-expanded') === 'false';

/**
 * @param {Element} widget whose list is open
 * @param {OptionQuery} query
 * @returns {ActionResult | null} a result that is known before any event is sent
 */
function resultOfOpenList(widget, query) {
  const options = optionsOf(widget);
  const requested = matchOptions(options, query, WIDGET_OPTIONS);
  if (ownRole(widget) === 'listbox' && requested.includes(undefined))
    return optionNotFound(options, query, WIDGET_OPTIONS);
  const areSelected = requested.every((option) => option && isSelected(option));
  const others = options.filter((option) => isSelected(option) && !requested.includes(option));
  return areSelected && others.length === 0 ? done('pointer', { already: true }) : null;
}

/**
 * @param {Element} widget
 * @param {OptionQuery} query
 * @param {ActionHooks} hooks
 * @returns {Promise<ActionResult>}
 */
export async function selectInWidget(widget, query, hooks) {
  const selection = new WidgetSelection(widget, hooks);
  const wasClosed = selection.isClosed();
  const known = wasClosed ? null : resultOfOpenList(widget, query);
  if (known !== null) return known;
  const reached = wasClosed ? await reach(widget, hooks) : null;
  const cover = reached && 'refused' in reached ? reached.refused.by : undefined;
  if (reached && 'refused' in reached && !(cover && isInSameWidget(cover, widget))) {
    const proxy = DRAWN.has(reached.refused.why) ? visualProxyOf(widget) : null;
    if (proxy === null || 'refused' in (await reach(proxy, hooks))) return reached;
  }
  await hooks.begin();
  /** @type {SelectedOption[]} */
  const selected = [];
  for (const part of splitQuery(query)) {
    const option = await selection.select(part);
    if (!option) {
      await selection.undoFilter();
      if (wasClosed) await selection.close(selected);
      return done('pointer', { hint: 'option_not_found' });
    }
    selected.push(option);
  }
  await selection.deselectOthers(
    selected.map(({ option }) => option),
    query,
  );
  const early = wasClosed ? await selection.close(selected) : null;
  // The options of a closed list may still fade out, as they were.
  const read = () => (hasClosed(widget) ? null : difference(widget, selected));
  return done('pointer', { verify: () => early ?? read() });
}
