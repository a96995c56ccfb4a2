//! Attributes changes of the page to an action: whether the code that runs now was started by an
//! event of an action, in an event handler of the page or in its microtasks. Timers and network
//! responses can't be attributed.

/** The maximum number of microtasks of an event handler that are waited for. */
const MAX_MICROTASKS = 20;

const state = { running: 0 };

/** @returns {boolean} whether changes since the last task were caused by an action */
export const isCausedByAction = () => state.running > 0;

/** Resolves before the next task, when the handlers of the action's events have finished. */
export async function attributionEnded() {
  while (isCausedByAction()) await null;
}

/** Waits for microtasks only: no other task runs in between. */
async function endAfterMicrotasks() {
  for (let turn = 0; turn < MAX_MICROTASKS; turn++) await null;
  state.running -= 1;
}

/**
 * @template This
 * @template {unknown[]} Arguments
 * @template Value
 * @param {(this: This, ...args: Arguments) => Value} method of a prototype, which runs event
 *   handlers of the page
 * @returns {{call(self: This, ...args: Arguments): Value}}
 */
export const attributed = (method) => ({
  call(self, ...args) {
    state.running += 1;
    try {
      return method.apply(self, args);
    } finally {
      void endAfterMicrotasks();
    }
  },
});
