//! The effects of a native drag as scripts of the page see them: Chrome ignores what they assign to
//! `effectAllowed` and `dropEffect` of a `DataTransfer` that a script has created. During a drag,
//! these are properties of its own object, with the values and the rules of real input.

/** The events before which the actor sends a signal, see page/act/pointer/drag-effects.js. */
const TYPES = ['dragstart', 'drag', 'dragenter', 'dragleave', 'dragover', 'drop', 'dragend'];

/**
 * Runs in the world of the page's scripts, without the other declarations of this module. The page
 * can replace the methods of events and `Object.defineProperty`, and send the signals of this
 * script. It thereby decides about its own drop only. No other function that a page can replace is
 * called: no method of an array or a string, and no iterator.
 * @param {string} name the signals are events of the document: `name-dragstart` with the
 *   `DataTransfer` of the drag, one before each of its other events, `name-permit`, whose default
 *   is prevented if the page has chosen an operation that its source does not allow, and `name-end`
 * @param {string[]} types of the events before which there is a signal
 */
function emulateInPage(name, types) {
  let allowed = 'uninitialized';
  // What the source has chosen, and what the target has chosen for the current event.
  let ofSource = 'none';
  let ofTarget = /** @type {string | null} */ (null);
  let operation = 'none';
  let phase = '';
  // The event before: `dragleave` after `drag` is that of a release.
  let before = '';
  const isEveryAllowed = () => allowed === 'uninitialized' || allowed === 'all';
  const isOperation = (/** @type {unknown} */ value) =>
    value === 'move' || value === 'copy' || value === 'link';
  const isEffect = (/** @type {unknown} */ value) =>
    isOperation(value) ||
    value === 'none' ||
    value === 'copyLink' ||
    value === 'copyMove' ||
    value === 'linkMove' ||
    value === 'all' ||
    value === 'uninitialized';
  const isAllowed = (/** @type {string} */ wanted) =>
    isOperation(wanted) &&
    (isEveryAllowed() ||
      allowed === wanted ||
      (allowed === 'copyLink' && wanted !== 'move') ||
      (allowed === 'copyMove' && wanted !== 'link') ||
      (allowed === 'linkMove' && wanted !== 'copy'));
  const byDefault = () => {
    if (isEveryAllowed()) return 'copy';
    if (isAllowed('move')) return 'move';
    return isAllowed('copy') ? 'copy' : isAllowed('link') ? 'link' : 'none';
  };
  const isOfSource = () => phase === 'dragstart' || phase === 'drag' || phase === 'dragend';
  // Without a prototype, on which the page could define other attributes.
  const accessor = (/** @type {() => string} */ get, /** @type {(value: string) => void} */ set) =>
    /** @type {PropertyDescriptor} */ (
      /** @type {unknown} */ ({ __proto__: null, configurable: true, enumerable: true, get, set })
    );
  const effectAllowed = accessor(
    () => {
      const isReleased = phase === 'drop' || (phase === 'dragleave' && before === 'drag');
      return isEveryAllowed() && !isOfSource() && !isReleased ? 'all' : allowed;
    },
    (value) => {
      if (phase === 'dragstart' && isEffect(value)) allowed = value;
    },
  );
  const dropEffect = accessor(
    () => {
      if (isOfSource()) return ofSource;
      return ofTarget ?? (phase === 'dragleave' ? 'none' : byDefault());
    },
    (value) => {
      if (value !== 'none' && !isOperation(value)) return;
      if (isOfSource()) ofSource = value;
      else ofTarget = value;
    },
  );
  const onSignal = (/** @type {string} */ type) => (/** @type {Event} */ event) => {
    before = phase;
    phase = type;
    if (phase === 'dragstart') {
      const { dataTransfer } = /** @type {DragEvent} */ (event);
      if (dataTransfer) {
        Object.defineProperty(dataTransfer, 'effectAllowed', effectAllowed);
        Object.defineProperty(dataTransfer, 'dropEffect', dropEffect);
      }
    }
    ofTarget = null;
    if (phase === 'dragover') operation = 'none';
    if (phase === 'dragend') ofSource = operation;
  };
  const onPermit = (/** @type {Event} */ event) => {
    const wanted = ofTarget ?? byDefault();
    operation = isAllowed(wanted) ? wanted : 'none';
    if (operation === 'none') event.preventDefault();
  };
  // Without a prototype, on which the page could define setters.
  const listeners = /** @type {Record<number, (event: Event) => void>} */ (
    /** @type {unknown} */ ({ __proto__: null })
  );
  for (let index = 0; index < types.length; index++) {
    listeners[index] = onSignal(types[index]);
    document.addEventListener(`${name}-${types[index]}`, listeners[index]);
  }
  document.addEventListener(`${name}-permit`, onPermit);
  const onEnd = () => {
    for (let index = 0; index < types.length; index++)
      document.removeEventListener(`${name}-${types[index]}`, listeners[index]);
    document.removeEventListener(`${name}-permit`, onPermit);
    document.removeEventListener(`${name}-end`, onEnd);
  };
  document.addEventListener(`${name}-end`, onEnd);
}

/**
 * @param {import('../../reading/documents.js').PageDocument} page in which something is dragged
 * @returns {Promise<string>} the name of the signals; empty if no script of this extension may run
 *   in the page's own world
 */
export async function emulateDragEffects(page) {
  const name = crypto.randomUUID();
  try {
    await page.runInPage(emulateInPage, [name, TYPES]);
    return name;
  } catch {
    return '';
  }
}
