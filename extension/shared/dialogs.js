//! Bounds of the dialogs of a page during an action.

/**
 * The largest number of dialogs that are answered and reported. A page may repeat a dialog until it
 * gets another answer; the next one opens.
 */
export const MAX_DIALOGS = 20;
