//! The steps of a request in the consent window: each action with its consequences, arguments and
//! elements.

import { text } from '../common/i18n.js';
import { argumentView, consequenceView } from './arguments.js';
import { cutBoxes } from '../common/visible-text.js';

/** @typedef {import('../../worker/policy/prompted-steps.js').PromptedStep} PromptedStep */

/** The number of steps that are shown at first. One more is not folded. */
const MAX_STEPS = 8;

/** @param {PromptedStep[]} steps @returns {HTMLElement[]} the last of many can be unfolded */
export function stepViews(steps) {
  const views = steps.map((step) => stepView(step, steps.length > 1));
  if (views.length <= MAX_STEPS + 1) return views;
  const others = steps.slice(MAX_STEPS).reduce((count, { times }) => count + times, 0);
  return [...views.slice(0, MAX_STEPS), otherSteps(views.slice(MAX_STEPS), others)];
}

/** @param {HTMLElement[]} views @param {number} count of actions @returns {HTMLElement} */
function otherSteps(views, count) {
  const [details, summary] = [document.createElement('details'), document.createElement('summary')];
  summary.textContent = text('consent_more_steps', count.toLocaleString());
  const list = document.createElement('ol');
  list.start = MAX_STEPS + 1;
  list.append(...views);
  details.append(summary, list);
  const item = element('li', 'more-steps');
  item.append(details);
  return item;
}

/**
 * @param {PromptedStep} step
 * @param {boolean} isListed whether it is one of several
 * @returns {HTMLElement}
 */
function stepView(step, isListed) {
  const view = element('li', 'step');
  const action = element('dd', 'action');
  action.textContent = text(`consent_${step.action}`);
  view.append(
    row(text('consent_wants'), action, isListed),
    ...repetition(step),
    ...effects(step.consequences),
    ...parts('subject', [
      ...parts('arguments', step.arguments.map(argumentView)),
      ...elementRow('element', 'line', step.line, isListed),
      ...elementRow('onto', 'onto-line', step.ontoLine, isListed),
    ]),
  );
  return view;
}

/** @param {PromptedStep} step @returns {HTMLElement[]} how often it is executed, unless once */
function repetition({ times, perhaps }) {
  if (times === 1 && !perhaps) return [];
  const note = element('div', 'repetition');
  note.textContent =
    times > 1 ? text('consent_up_to_times', times.toLocaleString()) : text('consent_perhaps');
  return [note];
}

/**
 * @param {string} name of the element
 * @param {string} className
 * @returns {HTMLElement}
 */
function element(name, className) {
  const created = document.createElement(name);
  created.className = className;
  return created;
}

/**
 * @param {string} label
 * @param {HTMLElement} value
 * @param {boolean} isHidden whether only screen readers get the label
 */
function row(label, value, isHidden) {
  const list = document.createElement('dl');
  const term = element('dt', isHidden ? 'spoken' : '');
  term.textContent = label;
  list.append(term, value);
  return list;
}

/** @param {import('./arguments.js').Consequence[]} consequences @returns {HTMLElement[]} */
function effects(consequences) {
  if (consequences.length === 0) return [];
  const view = element('div', 'effects');
  const heading = document.createElement('h2');
  heading.textContent = text('consent_effects');
  const list = element('ul', 'consequences');
  list.append(...consequences.map(consequenceView));
  view.append(heading, list);
  return [view];
}

/** @param {string} className @param {HTMLElement[]} children @returns {HTMLElement[]} */
function parts(className, children) {
  if (children.length === 0) return [];
  const view = element('div', className);
  view.append(...children);
  return [view];
}

/**
 * @param {'element' | 'onto'} name
 * @param {string} className of the line
 * @param {string} line of the element; empty without one
 * @param {boolean} isListed
 * @returns {HTMLElement[]}
 */
function elementRow(name, className, line, isListed) {
  if (line === '') return [];
  const label = text(`consent_${name}`);
  const value = document.createElement('dd');
  value.append(...parts(className, cutBoxes(line, { label })));
  return [row(label, value, isListed && name === 'element')];
}
