//! The pointer: the events of moving it, of pressing and releasing a button, and the clicks that
//! come of it, with what a press does by itself (focus and caret). It is told where; whether a
//! pointer meets anything there is reach.js's business.

import { isConnected } from '../../dom/dom.js';
import { caretByMouse } from '../editing/caret.js';
import { deviceFields, modifierFields, plainFields, send } from '../events.js';
import { commonAncestor, flatPath } from '../flat-tree.js';
import { focusByMouse } from '../keyboard/focus.js';
import { elementAt } from './hit-test.js';

/** @typedef {import('../events.js').Hooks} Hooks */
/** @typedef {import('./hit-test.js').Spot} Spot */
/** @typedef {'left' | 'middle' | 'right'} Button */
/** @typedef {{button: Button, modifiers: import('../events.js').Modifiers}} Press */

/** Of each button its number, and its bit among those that are down. */
const BUTTONS = { left: [0, 1], middle: [1, 4], right: [2, 2] };

/** @typedef {import('./hit-test.js').Point} Point */

/** @type {{over: Element | null, at: Point | null}} where the pointer was left */
const state = { over: null, at: null };

/** @param {Point} point the window's frame and toolbars are assumed to be above the page */
export function screenOf({ x, y }) {
  const isTop = window === window.top;
  const above = isTop ? window.outerHeight - window.innerHeight : 0;
  return { screenX: window.screenX + x, screenY: window.screenY + above + y };
}

/** @param {Point} point @returns {object} how far it is from where the pointer was */
function movementTo({ x, y }) {
  const { at } = state;
  if (at === null) return {};
  return {
    movementX: Math.trunc(x) - Math.trunc(at.x),
    movementY: Math.trunc(y) - Math.trunc(at.y),
  };
}

/**
 * @param {Point} point
 * @param {import('../events.js').Modifiers} modifiers
 */
const fieldsAt = (point, modifiers) => ({
  ...modifierFields(modifiers),
  ...screenOf(point),
  clientX: point.x,
  clientY: point.y,
});

/** The mouse's. */
export const POINTER_ID = 1;
const POINTER = { pointerId: POINTER_ID, pointerType: 'mouse', isPrimary: true };
/** Events that are of one element alone. */
const OWN = { bubbles: false, cancelable: false, composed: false };
/** Of a mouse that moves, no button says anything. */
const NO_BUTTON = -1;

/** @param {string} type @param {object} fields */
const pointerEvent = (type, fields) =>
  new PointerEvent(type, { ...plainFields(), ...POINTER, ...fields });
/** @param {string} type @param {object} fields */
const mouseEvent = (type, fields) => new MouseEvent(type, { ...deviceFields(), ...fields });
/** @param {string} type @param {object} fields a click says of which device, too */
const clickEvent = (type, fields) =>
  new PointerEvent(type, { ...deviceFields(), ...POINTER, ...fields, isPrimary: false });

/**
 * Out of what the pointer was over, and into what it is over now.
 * @param {typeof pointerEvent | typeof mouseEvent} make
 * @param {'pointer' | 'mouse'} kind
 * @param {Element | null} from
 * @param {Element} to
 * @param {object} fields
 */
function cross(make, kind, from, to, fields) {
  const [left, entered] = [flatPath(from), flatPath(to)];
  const own = { ...fields, ...OWN };
  if (from !== null) {
    send(from, make(`${kind}out`, { ...fields, relatedTarget: to }));
    for (const node of left.filter((node) => !entered.includes(node)))
      send(node, make(`${kind}leave`, { ...own, relatedTarget: to }));
  }
  send(to, make(`${kind}over`, { ...fields, relatedTarget: from }));
  for (const node of entered.filter((node) => !left.includes(node)).reverse())
    send(node, make(`${kind}enter`, { ...own, relatedTarget: from }));
}

/**
 * The pointer is over another element now.
 * @param {Element} to
 * @param {object} fields
 * @param {object} [ofMouse] what the events of the mouse say instead
 */
function crossTo(to, fields, ofMouse = fields) {
  const from = state.over !== null && isConnected.call(state.over) ? state.over : null;
  state.over = to;
  cross(pointerEvent, 'pointer', from, to, fields);
  cross(mouseEvent, 'mouse', from, to, ofMouse);
}

/**
 * Moves the pointer to a point.
 * @param {Spot} spot
 * @param {Hooks} hooks
 * @param {import('../events.js').Modifiers} modifiers
 */
export async function movePointer(spot, { task }, modifiers) {
  const at = { ...fieldsAt(spot, modifiers), button: NO_BUTTON };
  const moved = { ...at, ...movementTo(spot) };
  const to = spot.hit;
  state.at = { x: spot.x, y: spot.y };
  if (window.isSecureContext) {
    send(to, pointerEvent('pointerrawupdate', { ...moved, cancelable: false }));
    await task();
  }
  if (to !== state.over) {
    crossTo(to, at);
    await task();
  }
  send(to, pointerEvent('pointermove', moved));
  await task();
  send(to, mouseEvent('mousemove', moved));
  await task();
}

/**
 * Presses a button, which moves focus and caret.
 * @param {Spot} spot
 * @param {Hooks} hooks
 * @param {Press} press
 * @param {number} presses
 * @returns {Promise<{wanted: boolean, goesOn: boolean}>} whether the events of the mouse are
 *   wanted, and whether what a press does by itself is
 */
export async function pressDown(spot, { task }, { button, modifiers }, presses) {
  const [number, bit] = BUTTONS[button];
  const fields = { ...fieldsAt(spot, modifiers), button: number, buttons: bit };
  const wanted = send(spot.hit, pointerEvent('pointerdown', { ...fields, pressure: 0.5 }));
  await task();
  const goesOn = wanted && send(spot.hit, mouseEvent('mousedown', { ...fields, detail: presses }));
  if (goesOn && isConnected.call(spot.hit)) {
    focusByMouse(spot.hit);
    if (button !== 'middle') caretByMouse(spot.hit, spot, presses);
  }
  await task();
  return { wanted, goesOn };
}

/**
 * Moves the pointer while a button is down.
 * @param {Spot} spot
 * @param {Hooks} hooks
 * @param {Press} pressed
 * @param {boolean} wanted the events of the mouse are wanted
 */
export async function movePressed(spot, { task }, { button, modifiers }, wanted) {
  const [number, bit] = BUTTONS[button];
  const at = { ...fieldsAt(spot, modifiers), button: NO_BUTTON, buttons: bit, pressure: 0.5 };
  const moved = { ...at, ...movementTo(spot) };
  // Only these say which button is down.
  const ofMouse = { button: number };
  state.at = { x: spot.x, y: spot.y };
  if (window.isSecureContext) {
    send(spot.hit, pointerEvent('pointerrawupdate', { ...moved, cancelable: false }));
    await task();
  }
  if (spot.hit !== state.over) crossTo(spot.hit, at, { ...at, ...ofMouse });
  send(spot.hit, pointerEvent('pointermove', moved));
  await task();
  if (!wanted) return;
  send(spot.hit, mouseEvent('mousemove', { ...moved, ...ofMouse }));
  await task();
}

/**
 * The browser drags from here on: the pointer is told of no more.
 * @param {Element} source
 * @param {Hooks} hooks
 */
export async function cancelPointer(source, { task }) {
  const fields = { button: 0, buttons: 0, view: null };
  send(source, pointerEvent('pointercancel', { ...fields, cancelable: false }));
  send(source, pointerEvent('pointerout', fields));
  for (const node of flatPath(source))
    send(node, pointerEvent('pointerleave', { ...fields, ...OWN }));
  state.over = null;
  await task();
}

/**
 * Releases it, where what is under the pointer may have changed meanwhile.
 * @param {Spot} spot
 * @param {Hooks} hooks
 * @param {Press} press
 * @param {{presses: number, wanted: boolean}} pressed
 * @returns {Promise<Element | null>} what is clicked: what holds both
 */
async function releaseButton(spot, { task }, { button, modifiers }, { presses, wanted }) {
  const fields = { ...fieldsAt(spot, modifiers), button: BUTTONS[button][0], buttons: 0 };
  const over = elementAt(spot) ?? spot.hit;
  if (over !== state.over) {
    crossTo(over, fields);
    await task();
  }
  send(over, pointerEvent('pointerup', fields));
  await task();
  if (wanted) {
    send(over, mouseEvent('mouseup', { ...fields, detail: presses }));
    await task();
  }
  return isConnected.call(spot.hit) ? commonAncestor(spot.hit, over) : null;
}

/** Windows opens the menu when the button is released, all others when it is pressed. */
const opensMenuOnRelease = () => navigator.platform.startsWith('Win');

/** @param {Spot} spot @param {Press} press */
function sendContextMenu(spot, { button, modifiers }) {
  const [number, bit] = BUTTONS[button];
  const buttons = opensMenuOnRelease() ? 0 : bit;
  const fields = { ...fieldsAt(spot, modifiers), button: number, buttons, detail: 0 };
  send(elementAt(spot) ?? spot.hit, clickEvent('contextmenu', fields));
}

/**
 * Releases the button, and clicks on what holds what was pressed and what is under the pointer.
 * @param {Spot} spot
 * @param {Hooks} hooks
 * @param {Press} how
 * @param {{presses: number, wanted: boolean, dragged?: true}} pressed
 * @returns {Promise<Element | null>} what was clicked
 */
export async function release(spot, hooks, how, pressed) {
  const target = await releaseButton(spot, hooks, how, pressed);
  if (pressed.presses === 1 && !pressed.dragged) hooks.ensureSame(true);
  if (target === null) return null;
  const type = how.button === 'left' ? 'click' : 'auxclick';
  const at = fieldsAt(spot, how.modifiers);
  const fields = { ...at, button: BUTTONS[how.button][0], detail: pressed.presses };
  send(target, clickEvent(type, fields));
  return target;
}

/**
 * One press and release of a button.
 * @param {Spot} spot
 * @param {Hooks} hooks
 * @param {Press} how
 * @param {number} presses the how-manieth of a multiple click
 */
async function clickOnce(spot, hooks, how, presses) {
  const isRight = how.button === 'right';
  const { wanted } = await pressDown(spot, hooks, how, presses);
  if (isRight && !opensMenuOnRelease()) {
    sendContextMenu(spot, how);
    await hooks.task();
  }
  const target = await release(spot, hooks, how, { presses, wanted });
  if (target === null) return;
  if (isRight && opensMenuOnRelease()) sendContextMenu(spot, how);
  if (how.button !== 'left' || presses !== 2) return;
  await hooks.task();
  const fields = { ...fieldsAt(spot, how.modifiers), button: BUTTONS.left[0], detail: presses };
  if (isConnected.call(target)) send(target, mouseEvent('dblclick', fields));
}

/**
 * Moves the pointer to a point and clicks there.
 * @param {Spot} spot
 * @param {Hooks} hooks
 * @param {Press & {count: number}} press
 */
export async function clickAt(spot, hooks, press) {
  await movePointer(spot, hooks, press.modifiers);
  hooks.ensureSame();
  for (let presses = 1; presses <= press.count; presses++) {
    const hit = elementAt(spot) ?? spot.hit;
    if (presses > 1) await hooks.task();
    await clickOnce({ ...spot, hit: presses === 1 ? spot.hit : hit }, hooks, press, presses);
  }
}
