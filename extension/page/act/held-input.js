//! What the events of an action hold: the button of the pointer, keys, and what is dragged. If the
//! action ends between two events, the page must not take it for held from then on.

/** @typedef {{target: EventTarget, event: Event}} Sent */

/** @type {Map<string, Sent>} the events that began to hold something, by what they hold */
const held = new Map();

/**
 * Remembers what an event begins or ends to hold.
 * @param {EventTarget} target
 * @param {Event} event that is sent now
 */
export function noteHeld(target, event) {
  const key = event instanceof KeyboardEvent ? `key ${event.code} ${event.key}` : '';
  if (event.type === 'pointerdown') held.set('button', { target, event });
  if (event.type === 'dragstart') held.set('drag', { target, event });
  if (event.type === 'keydown') held.set(key, { target, event });
  if (event.type === 'pointerup' || event.type === 'pointercancel') held.delete('button');
  if (event.type === 'dragend') held.delete('drag');
  if (event.type === 'keyup') held.delete(key);
}

/**
 * @returns {Sent[]} events that release what is held, the last one first. None of them completes
 *   anything: the pointer is cancelled, and nothing is dropped.
 */
export function releases() {
  const begun = [...held.values()].reverse();
  held.clear();
  return begun.flatMap(({ target, event }) => {
    const release = releaseOf(event);
    return release ? [{ target, event: release }] : [];
  });
}

/** @param {Event} event @returns {Event | null} */
function releaseOf(event) {
  const fields = { bubbles: true, composed: true, view: window };
  if (event instanceof DragEvent)
    return new DragEvent('dragend', { ...fields, dataTransfer: event.dataTransfer });
  if (event instanceof PointerEvent) {
    const { pointerId, pointerType, isPrimary } = event;
    return new PointerEvent('pointercancel', { ...fields, pointerId, pointerType, isPrimary });
  }
  if (!(event instanceof KeyboardEvent)) return null;
  const { key, code, location, keyCode, which } = event;
  return new KeyboardEvent('keyup', { ...fields, key, code, location, keyCode, which });
}
