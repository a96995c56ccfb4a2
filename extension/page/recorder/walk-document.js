//! Walks the document in slices, again where it changes meanwhile.

import { ChangeWatch } from './mutations.js';
import { secretsGeneration } from '../secrets/secret-fields.js';
import { Traversal } from './traversal.js';
import { counting } from './walk.js';

/** The attempt that goes on though the page changes. */
const LAST_ATTEMPT = 3;

/**
 * @typedef {import('./walk.js').Walk} Walk
 * @typedef {import('./slices.js').Slices} Slices
 */

/**
 * Whether fields that the walk passed before it knew turned out to be secret.
 * @param {Walk} walk
 */
const foundSecrets = (walk) => walk.secretsGeneration !== secretsGeneration();

/**
 * Walks the document, again when it changes meanwhile or turns out to have had secrets where it was
 * read already, at most twice. If the third walk loses its
 * way, because the page took out the very place where it paused, a fourth does without pauses.
 * @template Result
 * @param {Slices} slices
 * @param {import('./previous-walk.js').PreviousWalk | null} previous what need not be walked again
 * @param {(walk: Walk, torn: boolean, still: boolean) => Result} finish called in the task that
 *   ends the walk; `still`: nothing at all changed meanwhile
 * @returns {Promise<Result>}
 */
export async function walkDocument(slices, previous, finish) {
  for (let attempt = 1; ; attempt++, previous = null) {
    const traversal = new Traversal(previous);
    const { walk } = traversal;
    const watch = new ChangeWatch();
    walk.onRoot = (root) => watch.add(root);
    try {
      let whole = traversal.advance(attempt > LAST_ATTEMPT ? Infinity : slices.until);
      while (!whole) {
        watch.begin([document, ...walk.roots]);
        await slices.pause();
        if ((attempt < LAST_ATTEMPT && watch.changed) || !traversal.canGoOn()) break;
        whole = traversal.advance(slices.until);
      }
      if (walk.wantsCounters && !counting.isOn) {
        counting.isOn = true;
        attempt--;
      } else if (whole && (attempt >= LAST_ATTEMPT || !foundSecrets(walk))) {
        const torn = attempt > LAST_ATTEMPT || watch.changed;
        return finish(walk, torn, !torn && !watch.any && !foundSecrets(walk));
      }
    } finally {
      watch.end();
    }
    await slices.pause();
  }
}
