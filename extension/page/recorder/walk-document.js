//! Walks the document in slices, and again if it changes meanwhile.

import { hasMuchSkippedContent } from './assumed-style.js';
import { ChangeWatch } from './mutations.js';
import { secretsGeneration } from '../secrets/secret-fields.js';
import { Traversal } from './traversal.js';
import { counting } from './walk.js';

/** The attempt that continues even if the page changes. */
const LAST_ATTEMPT = 3;

/**
 * @typedef {import('./walk.js').Walk} Walk
 * @typedef {import('./slices.js').Slices} Slices
 */

/**
 * Returns whether fields that the walk had already visited turned out to be secret.
 * @param {Walk} walk
 */
const foundSecrets = (walk) => walk.secretsGeneration !== secretsGeneration();

/**
 * Walks the document, and at most twice again if it changes meanwhile or if fields already read
 * turn out to be secret. If the page removes the node where the third walk paused, a fourth walk
 * runs without pauses.
 * @template Result
 * @param {Slices} slices
 * @param {import('./previous-walk.js').PreviousWalk | null} previous results to reuse
 * @param {(walk: Walk, moved: boolean, unchanged: boolean) => Result} finish called in the task
 *   that ends the walk; `unchanged`: no mutation occurred meanwhile
 * @returns {Promise<Result>}
 */
export async function walkDocument(slices, previous, finish) {
  const assumesStyle = await hasMuchSkippedContent(slices);
  for (let attempt = 1; ; attempt++, previous = null) {
    const traversal = new Traversal(previous, assumesStyle);
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
        const pageMoved = attempt > LAST_ATTEMPT || watch.changed;
        return finish(walk, pageMoved, !pageMoved && !watch.any && !foundSecrets(walk));
      }
    } finally {
      watch.end();
    }
    await slices.pause();
  }
}
