//! The effect that the current action may have. Every click and every submission of a form is
//! checked against it right before it is sent (events.js), whichever action sends it.

import { HARMLESS, isWithin } from '../../../shared/effects.js';

/** @typedef {import('../../../shared/effects.js').Effect} Effect */

/** An event was not sent, because the policy has not ruled on its effect. */
export class OtherEffect extends Error {
  constructor() {
    super('the next event would have another effect than the policy has allowed');
  }
}

/** @type {{by: object | null, effect: Effect}} the action, and the effect that it may have */
const permitted = { by: null, effect: HARMLESS };

/** @param {object} action @param {Effect} effect */
export function permitEffect(action, effect) {
  permitted.by = action;
  permitted.effect = effect;
}

/** @param {object} action that has ended: what it still sends must not have an effect */
export function endPermit(action) {
  if (permitted.by === action) permitEffect(action, HARMLESS);
}

/** @param {Effect} effect of the next event */
export function ensurePermitted(effect) {
  if (!isWithin(permitted.effect, effect, location.origin)) throw new OtherEffect();
}
