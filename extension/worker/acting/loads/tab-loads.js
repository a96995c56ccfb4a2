//! What is known of the loads in a tab during an action.

/** @typedef {import('./led-tabs.js').LedTab} LedTab */
/** @typedef {import('./way-back.js').WayBack} WayBack */

/** The loads in one tab. */
export class TabLoads {
  /** A page is loading. */
  isLoading = false;
  /** A load has ended. */
  hasLoaded = false;
  /** A load was blocked. */
  isBlocked = false;
  /** The forbidden load was ended when it began. */
  isStopped = false;
  /** The page before is loading again, or has been loaded. */
  isReturning = false;
  /** @type {LedTab | null} if it was open before, with another page than that of the action */
  led = null;
  /** @type {WayBack | null} if the agent must not act in this tab */
  wayBack = null;
  /** The page before could not be loaded again. */
  isLost = false;
}
