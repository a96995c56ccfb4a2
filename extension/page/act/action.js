//! Types of the actions and their results, derived from the generated protocol types, and the two
//! functions that create results.

/** @typedef {import('../../types/protocol').Action} WireAction */
/** @typedef {import('../../types/protocol').Modifier[]} Modifiers */

/** @typedef {import('../../types/protocol').PageActionName} PageActionName */

/**
 * An action as the worker sends it to the page.
 * @typedef {Extract<WireAction, {action: PageActionName}> &
 *   {arriving?: import('./keyboard/tab-move.js').TabDirection}} WirePageAction
 */
/**
 * The destination of a drag: the protocol's `DragTo` with its uid resolved.
 * @typedef {{element: Element, position?: [number, number] | null} |
 *   {by: [number, number]}} DragDestination
 */
/**
 * `keys`: in order; `arriving`: the first key is a Tab that was pressed in another document and
 * continues in this one.
 * @typedef {{action: 'press', keys: string[],
 *   arriving?: import('./keyboard/tab-move.js').TabDirection}} Press
 */
/**
 * @typedef {{action: 'drag', to: DragDestination, position?: [number, number] | null,
 *   modifiers?: Modifiers, hold?: number}} Drag
 */
/**
 * The actions by their names: as the wire has them, except that elements are resolved.
 * @typedef {{[Name in Exclude<PageActionName, 'press' | 'drag'>]:
 *   Extract<WireAction, {action: Name}>} & {press: Press, drag: Drag}} PageActions
 */
/**
 * The arguments of an action.
 * @template {PageActionName} [Name=PageActionName]
 * @typedef {PageActions[Name]} PageAction
 */

/**
 * What the runner of an action provides. `begin` is awaited once, right before the first event is
 * sent; if it rejects, nothing is sent. `nextTask` resolves in a new task. `ensureSameRow` is
 * called right before the decisive event and throws if the element's row has become another one
 * since `begin`; `pressed`: an event that may have had an effect was already sent. `lastChange`:
 * the time of the last change or scroll of the document; `roots`: its shadow roots; `dragSignals`:
 * the name of the signals of a drag, see pointer/drag-effects.js; `listed`: the tool that is
 * called, as it was listed; `secret`: what `fill_secret` enters; `hold` resolves after some time.
 * @typedef {{begin(): Promise<void>, nextTask(): Promise<void>, hold(ms: number): Promise<void>,
 *   ensureSameRow(pressed?: boolean): void, lastChange(): number, roots(): Node[],
 *   dragSignals: string, listed: string,
 *   secret: import('../../types/protocol').SecretValue | null}} ActionHooks
 */

/**
 * Why nothing was sent. `by`: the element that covers the target. `options`: the options of a list
 * in which no option matches.
 * @typedef {{why: import('../../types/protocol').RefusalReason, by?: Element, options?: string[],
 *   detail?: string}} PageRefusal
 */
/** @typedef {{refused: PageRefusal}} RefusedResult */

/**
 * Where Tab left the document, and the keys from that Tab on.
 * @typedef {import('./keyboard/tab-move.js').FrameExit & {keys: string[]}} RemainingKeys
 */

/** @typedef {import('../../types/protocol').ActionHint} ActionHint */
/** @typedef {import('../../types/protocol').ReadBack} ReadBack */
/**
 * How the action was executed. `already`: the state was already as requested, nothing was sent.
 * `reactsLate`: the page may react a second time, later than the events.
 * `value`: of a tool, as JSON; `length`: of the whole one, if it was cut; `threw`: why there is
 * none.
 * `verify`: reads back after the page has become idle; null: as requested.
 * @typedef {{via: import('../../types/protocol').Via, already?: true, hint?: ActionHint,
 *   left?: RemainingKeys, value?: string, length?: number, threw?: string,
 *   reactsLate?: boolean, verify?: () => ReadBack | null}} Execution
 */

/** @typedef {RefusedResult | {done: Execution}} ActionResult */

/**
 * @param {PageRefusal['why']} why
 * @param {Omit<PageRefusal, 'why'>} [more]
 * @returns {RefusedResult}
 */
export const refuse = (why, more = {}) => ({ refused: { why, ...more } });

/**
 * @param {Execution['via']} via
 * @param {Omit<Execution, 'via'>} [more]
 * @returns {{done: Execution}}
 */
export const done = (via, more = {}) => ({ done: { via, ...more } });
