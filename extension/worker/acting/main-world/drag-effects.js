//! The effects of a native drag as scripts of the page see them: Chrome ignores what they assign to
//! `effectAllowed` and `dropEffect` of a `DataTransfer` that a script has created. During a drag,
//! these are properties of its own object, with the values and the rules of real input.

/** The events before which the actor sends a signal, see page/act/pointer/drag-effects.js. */
const TYPES = ['dragstart', 'drag', 'dragenter', 'dragleave', 'dragover', 'drop', 'dragend'];

/**
 * Runs in the world of the page's scripts, without the other declarations of this module. The page
 * can change what it does and send its signals. It thereby decides about its own drop only.
 * @param {string} name the signals are events of the document: `name-dragstart` with the
 *   `DataTransfer` of the drag, one before each of its other events, `name-permit`, whose default
 *   is prevented if the page has chosen an operation that its source does not allow, and `name-end`
 * @param {string[]} types of the events before which there is a signal
 */
function emulateInPage(name, types) {
  const allEffects = ['none', 'copy', 'copyLink', 'copyMove', 'link', 'linkMove', 'move'];
  const operations = ['move', 'copy', 'link'];
  let allowed = 'uninitialized';
  // What the source has chosen, and what the target has chosen for the current event.
  let ofSource = 'none';
  let ofTarget = /** @type {string | null} */ (null);
  let operation = 'none';
  let phase = '';
  // The event before: `dragleave` after `drag` is that of a release.
  let before = '';
  const isEveryAllowed = () => allowed === 'uninitialized' || allowed === 'all';
  const isAllowed = (/** @type {string} */ wanted) =>
    wanted !== 'none' && (isEveryAllowed() || allowed.toLowerCase().includes(wanted));
  const byDefault = () => (isEveryAllowed() ? 'copy' : (operations.find(isAllowed) ?? 'none'));
  const isOfSource = () => phase === 'dragstart' || phase === 'drag' || phase === 'dragend';
  const define = (/** @type {DataTransfer} */ transfer) => {
    Object.defineProperty(transfer, 'effectAllowed', {
      configurable: true,
      enumerable: true,
      get: () => {
        const isReleased = phase === 'drop' || (phase === 'dragleave' && before === 'drag');
        return isEveryAllowed() && !isOfSource() && !isReleased ? 'all' : allowed;
      },
      set: (value) => {
        const isKnown = allEffects.includes(value) || value === 'all' || value === 'uninitialized';
        if (phase === 'dragstart' && isKnown) allowed = value;
      },
    });
    Object.defineProperty(transfer, 'dropEffect', {
      configurable: true,
      enumerable: true,
      get: () => {
        if (isOfSource()) return ofSource;
        return ofTarget ?? (phase === 'dragleave' ? 'none' : byDefault());
      },
      set: (value) => {
        if (value !== 'none' && !operations.includes(value)) return;
        if (isOfSource()) ofSource = value;
        else ofTarget = value;
      },
    });
  };
  const onSignal = (/** @type {Event} */ event) => {
    before = phase;
    phase = event.type.slice(name.length + 1);
    const { dataTransfer } = /** @type {DragEvent} */ (event);
    if (phase === 'dragstart' && dataTransfer) define(dataTransfer);
    ofTarget = null;
    if (phase === 'dragover') operation = 'none';
    if (phase === 'dragend') ofSource = operation;
  };
  const onPermit = (/** @type {Event} */ event) => {
    const wanted = ofTarget ?? byDefault();
    operation = isAllowed(wanted) ? wanted : 'none';
    if (operation === 'none') event.preventDefault();
  };
  const signals = types.map((type) => `${name}-${type}`);
  for (const signal of signals) document.addEventListener(signal, onSignal);
  document.addEventListener(`${name}-permit`, onPermit);
  const onEnd = () => {
    for (const signal of signals) document.removeEventListener(signal, onSignal);
    document.removeEventListener(`${name}-permit`, onPermit);
  };
  document.addEventListener(`${name}-end`, onEnd, { once: true });
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
