//! Whether what runs now runs because of an action: the page's handlers of an event that it sent,
//! and what those left to microtasks. Timers and answers from a network are not told apart from
//! what the page does by itself.

/** How many promises in a row a handler may wait for that are already kept. */
const MAX_TURNS = 20;

const state = { under: 0 };

/** @returns {boolean} what has changed since the last task, an action has changed */
export const isOwnDoing = () => state.under > 0;

/** Resolves before the next task, when what our events have set off has been done. */
export async function ownDoingDone() {
  while (isOwnDoing()) await null;
}

/** Microtasks alone are waited for: no other task comes between. */
async function endWithTask() {
  for (let turn = 0; turn < MAX_TURNS; turn++) await null;
  state.under -= 1;
}

/**
 * @template {(this: any, ...given: any[]) => any} Method
 * @param {Method} method of a prototype, in which handlers of the page run
 * @returns {{call(self: ThisParameterType<Method>, ...given: Parameters<Method>):
 *   ReturnType<Method>}}
 */
export const asOwnDoing = (method) => ({
  call(self, ...given) {
    state.under += 1;
    try {
      return method.apply(self, given);
    } finally {
      void endWithTask();
    }
  },
});
