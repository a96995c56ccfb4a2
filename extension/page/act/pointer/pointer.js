//! The pointer: the events of moves, presses, releases and clicks, with the default actions of a
//! press (focus and caret). The point is found by reach.js.

import { isConnected } from '../../dom/dom.js';
import { ownRole } from '../dom-methods.js';
import { caretByMouse } from '../editing/caret.js';
import { isSelectedAt, watchSelection } from '../editing/selection-events.js';
import { deviceFields, modifierFields, plainFields, send } from '../events.js';
import { commonAncestor, flatPath } from '../flat-tree.js';
import { focusByMouse } from '../keyboard/focus.js';
import { elementAt } from './hit-test.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */
/** @typedef {import('./hit-test.js').ClickPoint} ClickPoint */
/** @typedef {'left' | 'middle' | 'right'} Button */
/**
 * `holdMs`: how long the button is down before the pointer moves or the button is released.
 * @typedef {{button: Button, modifiers: import('../action.js').Modifiers, holdMs: number}}
 *   ButtonPress
 */

/** @type {ButtonPress} a press of the left button without anything more */
export const LEFT_BUTTON = { button: 'left', modifiers: [], holdMs: 0 };

/** The `button` number of each button, and its bit in `buttons`. */
const BUTTONS = { left: [0, 1], middle: [1, 4], right: [2, 2] };

/** @typedef {import('./hit-test.js').Point} Point */

/** @type {{over: Element | null, at: Point | null}} where the pointer is */
const state = { over: null, at: null };

/** @param {Point} point The window's frame and toolbars are assumed to be above the page. */
export function screenOf({ x, y }) {
  const isTop = window === window.top;
  const above = isTop ? window.outerHeight - window.innerHeight : 0;
  return { screenX: window.screenX + x, screenY: window.screenY + above + y };
}

/** @param {Point} point @returns {object} the distance from the last point */
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
 * @param {import('../action.js').Modifiers} modifiers
 */
const fieldsAt = (point, modifiers) => ({
  ...modifierFields(modifiers),
  ...screenOf(point),
  clientX: point.x,
  clientY: point.y,
});

/** The pointer id of the mouse. */
export const POINTER_ID = 1;
const POINTER = { pointerId: POINTER_ID, pointerType: 'mouse', isPrimary: true };
/** Events that do not leave their target. */
const OWN = { bubbles: false, cancelable: false, composed: false };
/** The `button` of a move. */
const NO_BUTTON = -1;

/** @param {string} type @param {object} fields */
const pointerEvent = (type, fields) =>
  new PointerEvent(type, { ...plainFields(), ...POINTER, ...fields });
/** @param {string} type @param {object} fields */
const mouseEvent = (type, fields) => new MouseEvent(type, { ...deviceFields(), ...fields });
/** @param {string} type @param {object} fields Clicks have the fields of their device too. */
const clickEvent = (type, fields) =>
  new PointerEvent(type, { ...deviceFields(), ...POINTER, ...fields, isPrimary: false });

/**
 * Sends the events of leaving the previous element and entering the current one.
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
 * Moves the pointer over another element.
 * @param {Element} to
 * @param {object} fields
 * @param {object} [mouseFields] the fields of the mouse events if they differ
 */
function crossTo(to, fields, mouseFields = fields) {
  const from = state.over !== null && isConnected.call(state.over) ? state.over : null;
  state.over = to;
  cross(pointerEvent, 'pointer', from, to, fields);
  cross(mouseEvent, 'mouse', from, to, mouseFields);
}

/**
 * Moves the pointer to a point.
 * @param {ClickPoint} clickPoint
 * @param {ActionHooks} hooks
 * @param {import('../action.js').Modifiers} modifiers
 */
export async function movePointer(clickPoint, { nextTask }, modifiers) {
  const at = { ...fieldsAt(clickPoint, modifiers), button: NO_BUTTON };
  const moved = { ...at, ...movementTo(clickPoint) };
  const to = clickPoint.hit;
  state.at = { x: clickPoint.x, y: clickPoint.y };
  if (window.isSecureContext) {
    send(to, pointerEvent('pointerrawupdate', { ...moved, cancelable: false }));
    await nextTask();
  }
  if (to !== state.over) {
    crossTo(to, at);
    await nextTask();
  }
  send(to, pointerEvent('pointermove', moved));
  await nextTask();
  send(to, mouseEvent('mousemove', moved));
  await nextTask();
}

/**
 * Turns the wheel at a point.
 * @param {ClickPoint} clickPoint
 * @param {[number, number]} delta in CSS pixels to the right and down
 * @returns {boolean} the page did not prevent that something scrolls
 */
export const turnWheel = ({ hit, ...point }, [deltaX, deltaY]) =>
  send(hit, new WheelEvent('wheel', { ...deviceFields(), ...fieldsAt(point, []), deltaX, deltaY }));

/**
 * Presses a button. The default action moves focus and caret.
 * @param {ClickPoint} clickPoint
 * @param {ActionHooks} hooks
 * @param {ButtonPress} press
 * @param {number} presses
 * @returns {Promise<{sendsMouse: boolean, runsDefault: boolean}>} whether the page did not prevent
 *   the mouse events, and the default action
 */
export async function pressDown(clickPoint, { nextTask }, press, presses) {
  const { button, modifiers } = press;
  const [number, bit] = BUTTONS[button];
  const fields = { ...fieldsAt(clickPoint, modifiers), button: number, buttons: bit };
  const sendsMouse = send(
    clickPoint.hit,
    pointerEvent('pointerdown', { ...fields, pressure: 0.5 }),
  );
  await nextTask();
  const runsDefault =
    sendsMouse && send(clickPoint.hit, mouseEvent('mousedown', { ...fields, detail: presses }));
  if (runsDefault && isConnected.call(clickPoint.hit)) {
    const hasSelected = watchSelection(clickPoint.hit);
    focusByMouse(clickPoint.hit);
    // The selection that a section of a date makes on focus stays.
    const isSection = flatPath(clickPoint.hit).some((node) => ownRole(node) === 'spinbutton');
    const isKept = isSection && hasSelected() && isSelectedAt(clickPoint.hit, clickPoint);
    if (button !== 'middle' && !isKept) caretByMouse(clickPoint.hit, clickPoint, presses);
  }
  await nextTask();
  return { sendsMouse, runsDefault };
}

/**
 * Moves the pointer while a button is down.
 * @param {ClickPoint} clickPoint
 * @param {ActionHooks} hooks
 * @param {ButtonPress} pressed
 * @param {boolean} sendsMouse whether to send mouse events
 */
export async function movePressed(clickPoint, { nextTask }, { button, modifiers }, sendsMouse) {
  const [number, bit] = BUTTONS[button];
  const at = { ...fieldsAt(clickPoint, modifiers), button: NO_BUTTON, buttons: bit, pressure: 0.5 };
  const moved = { ...at, ...movementTo(clickPoint) };
  // Only mouse events name the pressed button.
  const mouseFields = { button: number };
  state.at = { x: clickPoint.x, y: clickPoint.y };
  if (window.isSecureContext) {
    send(clickPoint.hit, pointerEvent('pointerrawupdate', { ...moved, cancelable: false }));
    await nextTask();
  }
  if (clickPoint.hit !== state.over) crossTo(clickPoint.hit, at, { ...at, ...mouseFields });
  send(clickPoint.hit, pointerEvent('pointermove', moved));
  await nextTask();
  if (!sendsMouse) return;
  send(clickPoint.hit, mouseEvent('mousemove', { ...moved, ...mouseFields }));
  await nextTask();
}

/**
 * Cancels the pointer, as the browser does when a native drag starts: it sends no more pointer
 * events.
 * @param {Element} source
 * @param {ActionHooks} hooks
 */
export async function cancelPointer(source, { nextTask }) {
  const fields = { button: 0, buttons: 0, view: null };
  send(source, pointerEvent('pointercancel', { ...fields, cancelable: false }));
  send(source, pointerEvent('pointerout', fields));
  for (const node of flatPath(source))
    send(node, pointerEvent('pointerleave', { ...fields, ...OWN }));
  state.over = null;
  await nextTask();
}

/**
 * Releases the button. The element under the pointer may have changed since the press.
 * @param {ClickPoint} clickPoint
 * @param {ActionHooks} hooks
 * @param {ButtonPress} press
 * @param {{presses: number, sendsMouse: boolean}} pressed
 * @returns {Promise<Element | null>} the click target: the common ancestor of press and release
 */
async function releaseButton(
  clickPoint,
  { nextTask },
  { button, modifiers },
  { presses, sendsMouse },
) {
  const fields = { ...fieldsAt(clickPoint, modifiers), button: BUTTONS[button][0], buttons: 0 };
  const over = elementAt(clickPoint) ?? clickPoint.hit;
  if (over !== state.over) {
    crossTo(over, fields);
    await nextTask();
  }
  send(over, pointerEvent('pointerup', fields));
  await nextTask();
  if (sendsMouse) {
    send(over, mouseEvent('mouseup', { ...fields, detail: presses }));
    await nextTask();
  }
  return isConnected.call(clickPoint.hit) ? commonAncestor(clickPoint.hit, over) : null;
}

/** Windows opens the context menu on release, other systems on press. */
const opensMenuOnRelease = () => navigator.platform.startsWith('Win');

/** @param {ClickPoint} clickPoint @param {ButtonPress} press */
function sendContextMenu(clickPoint, { button, modifiers }) {
  const [number, bit] = BUTTONS[button];
  const buttons = opensMenuOnRelease() ? 0 : bit;
  const fields = { ...fieldsAt(clickPoint, modifiers), button: number, buttons, detail: 0 };
  send(elementAt(clickPoint) ?? clickPoint.hit, clickEvent('contextmenu', fields));
}

/**
 * Releases the button and clicks.
 * @param {ClickPoint} clickPoint
 * @param {ActionHooks} hooks
 * @param {ButtonPress} press
 * @param {{presses: number, sendsMouse: boolean, dragged?: true}} pressed
 * @returns {Promise<Element | null>} the clicked element
 */
export async function release(clickPoint, hooks, press, pressed) {
  const target = await releaseButton(clickPoint, hooks, press, pressed);
  if (pressed.presses === 1 && !pressed.dragged) hooks.ensureSameRow(true);
  if (target === null) return null;
  const type = press.button === 'left' ? 'click' : 'auxclick';
  const at = fieldsAt(clickPoint, press.modifiers);
  const fields = { ...at, button: BUTTONS[press.button][0], detail: pressed.presses };
  send(target, clickEvent(type, fields));
  return target;
}

/**
 * One press and release of a button.
 * @param {ClickPoint} clickPoint
 * @param {ActionHooks} hooks
 * @param {ButtonPress} press
 * @param {number} presses the number of this click in a multiple click, from 1
 */
async function clickOnce(clickPoint, hooks, press, presses) {
  const isRight = press.button === 'right';
  const { sendsMouse } = await pressDown(clickPoint, hooks, press, presses);
  if (isRight && !opensMenuOnRelease()) {
    sendContextMenu(clickPoint, press);
    await hooks.nextTask();
  }
  await hooks.hold(press.holdMs);
  const target = await release(clickPoint, hooks, press, { presses, sendsMouse });
  if (target === null) return;
  if (isRight && opensMenuOnRelease()) sendContextMenu(clickPoint, press);
  if (press.button !== 'left' || presses !== 2) return;
  await hooks.nextTask();
  const fields = {
    ...fieldsAt(clickPoint, press.modifiers),
    button: BUTTONS.left[0],
    detail: presses,
  };
  if (isConnected.call(target)) send(target, mouseEvent('dblclick', fields));
}

/**
 * Moves the pointer to a point and clicks there.
 * @param {ClickPoint} clickPoint
 * @param {ActionHooks} hooks
 * @param {ButtonPress & {count: number}} press
 */
export async function clickAt(clickPoint, hooks, press) {
  await movePointer(clickPoint, hooks, press.modifiers);
  hooks.ensureSameRow();
  for (let presses = 1; presses <= press.count; presses++) {
    const hit = elementAt(clickPoint) ?? clickPoint.hit;
    if (presses > 1) await hooks.nextTask();
    await clickOnce(
      { ...clickPoint, hit: presses === 1 ? clickPoint.hit : hit },
      hooks,
      press,
      presses,
    );
  }
}
