//! When input counts: only a real input event, and only if the question has been visible at one
//! place for half a second, so that users can't be tricked into clicking on a window that suddenly
//! appears, moves or changes. While a window that is always on top covers a part of this one, only
//! a denial counts.

import * as browserApi from '../../shared/browser-api.js';
import { overlap } from '../../shared/window-areas.js';

/** How long answers are ignored after the window became visible, got the focus, or has moved. */
const UNARMED_MS = 500;
/** There is no event for a window that moves. */
const PLACE_INTERVAL_MS = 100;

/** @returns {import('../../shared/window-areas.js').Area} of this window on the screen */
const ownArea = () => ({
  left: window.screenX,
  top: window.screenY,
  width: window.outerWidth,
  height: window.outerHeight,
});

/** @returns {Promise<boolean>} whether a window lies over this one; also if that is unknown */
async function isCoveredNow() {
  const own = ownArea();
  const areas = await browserApi.listAreasOnTop().catch(() => [own]);
  return areas.some((area) => overlap(area, own));
}

/** Determines which input counts. */
export class Arming {
  #isReady = false;
  /** The time from which input counts. */
  #armedAt = Infinity;
  /** The current click began before that time. */
  #isEarly = true;
  /** A pointer or a key is down. */
  #isPressed = false;
  #isCovered = true;
  #place = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {(state: {isArmed: boolean, isCovered: boolean}) => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    for (const event of ['focus', 'pageshow', 'resize'])
      window.addEventListener(event, () => this.restart());
    window.addEventListener('blur', () => this.#disarm());
    document.addEventListener('visibilitychange', () => this.restart());
    for (const event of ['pointerup', 'pointercancel', 'keyup'])
      document.addEventListener(event, () => (this.#isPressed = false), true);
    browserApi.onWindowsChanged(() => void this.lookForCover());
    setInterval(() => this.#watchPlace(), PLACE_INTERVAL_MS);
  }

  /** The question is visible. */
  start() {
    this.#isReady = true;
    // Again after the first paint.
    requestAnimationFrame(() => this.restart());
    this.restart();
  }

  /** Makes input count in half a second. */
  restart() {
    this.#disarm();
    if (!this.#isReady || document.visibilityState !== 'visible') return;
    this.#timer = setTimeout(() => void this.#arm(), UNARMED_MS);
  }

  #disarm() {
    clearTimeout(this.#timer);
    this.#armedAt = Infinity;
    this.#isEarly = true;
    this.#report();
  }

  async #arm() {
    const timer = this.#timer;
    await this.lookForCover();
    // The window may have moved in the meantime.
    if (timer !== this.#timer) return;
    this.#armedAt = performance.now();
    this.#isEarly = this.#isPressed;
    this.#report();
  }

  #report() {
    this.onChange({ isArmed: this.#armedAt < Infinity, isCovered: this.#isCovered });
  }

  /** @returns {Promise<boolean>} whether a part of this window is covered */
  async lookForCover() {
    const isCovered = await isCoveredNow();
    if (this.#isCovered && !isCovered && this.#armedAt < Infinity) this.restart();
    this.#isCovered = isCovered;
    this.#report();
    return isCovered;
  }

  #watchPlace() {
    const place = Object.values(ownArea()).join();
    if (this.#place !== '' && place !== this.#place) this.restart();
    this.#place = place;
  }

  /** @param {PointerEvent | KeyboardEvent} event @returns {boolean} whether it counts */
  press(event) {
    this.#isPressed = true;
    const repeats = event instanceof KeyboardEvent && event.repeat;
    this.#isEarly = repeats || !this.#isIntended(event);
    return !this.#isEarly;
  }

  /** @param {MouseEvent} event @returns {boolean} whether it counts */
  click(event) {
    return !this.#isEarly && this.#isIntended(event);
  }

  /** @param {Event} event */
  #isIntended({ isTrusted, timeStamp }) {
    return isTrusted && timeStamp >= this.#armedAt;
  }
}
