//! Generated from protocol/src/model/action_table.rs by its tests; change it there. The names of
//! the actions, by their properties.

/** Actions on an element, or on the focused element.
 * @type {ReadonlySet<string>} */
export const ELEMENT_ACTIONS = new Set([
  'click',
  'fill',
  'fill_secret',
  'select',
  'check',
  'uncheck',
  'press',
  'type',
  'set',
  'clear',
  'hover',
  'focus',
  'scroll',
  'submit',
  'activate',
  'drag',
  'select_text',
  'upload',
  'highlight',
  'execute_js',
  'call_tool',
]);

/** Actions on a tab.
 * @type {ReadonlySet<string>} */
export const TAB_ACTIONS = new Set([
  'navigate',
  'back',
  'forward',
  'reload',
  'new_tab',
  'close_tab',
  'activate_tab',
  'claim_tab',
  'release_tab',
]);

/** Actions that do not need an element: they use the focused element, or the page.
 * @type {ReadonlySet<string>} */
export const ACTIONS_WITHOUT_ELEMENT = new Set([
  'press',
  'type',
  'scroll',
  'execute_js',
  'call_tool',
]);

/** Actions that submit a form or leave the page, depending on the element.
 * @type {ReadonlySet<string>} */
export const ACTIONS_THAT_MAY_COMMIT = new Set([
  'click',
  'select',
  'check',
  'uncheck',
  'press',
  'type',
  'submit',
  'activate',
  'drag',
  'select_text',
  'call_tool',
]);

/** Actions that count as submitting a form.
 * @type {ReadonlySet<string>} */
export const ACTIONS_THAT_SUBMIT = new Set(['execute_js']);

/** Actions that send files to the page.
 * @type {ReadonlySet<string>} */
export const ACTIONS_THAT_UPLOAD = new Set(['upload']);

/** Actions that load another page in the tab.
 * @type {ReadonlySet<string>} */
export const ACTIONS_THAT_LEAVE = new Set(['navigate', 'back', 'forward']);

/** Actions after which the page is watched longer: their handlers often send a request first.
 * @type {ReadonlySet<string>} */
export const ACTIONS_WITH_LONG_WATCH = new Set([
  'click',
  'hover',
  'submit',
  'activate',
  'drag',
  'upload',
  'execute_js',
  'call_tool',
]);
