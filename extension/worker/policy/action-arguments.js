//! The arguments of an action, for the consent window. A text for a secret field is not among them,
//! nor its length.

/** @typedef {import('../../types/protocol').Action} Action */
/** @typedef {import('../../types/protocol').Dialogs} Dialogs */
/**
 * One value of an argument. `text`: of the agent, to be quoted; `bytes`: the size of the file of
 * that name; `word`: one of the extension's own words.
 * @typedef {{text: string, bytes?: number} | {word: 'accept' | 'dismiss' | 'left' | 'right' |
 *   'middle'}} ArgumentItem
 */
/**
 * `items`: null for a text that is secret.
 * @typedef {{name: 'text' | 'value' | 'options' | 'positions' | 'keys' | 'times' | 'modifiers' |
 *   'button' | 'point' | 'target_point' | 'distance' | 'hold' | 'files' | 'script' | 'tool' |
 *   'tool_arguments' | 'secret' | 'url' | 'confirm' | 'prompt',
 *   items: ArgumentItem[] | null}} ActionArgument
 */

/** Keys that enter no text. Others are secret in a secret field. */
const KEY_WITHOUT_TEXT =
  /^(?:(?:Shift|Control|Alt|Meta)\+)*(?:Tab|Enter|Return|Escape|Backspace|Delete|Home|End|Page(?:Up|Down)|Arrow(?:Up|Down|Left|Right)|F\d{1,2})$/;

/** Actions whose text is secret if the field is. */
const TEXT_ACTIONS = new Set(['fill', 'set', 'type', 'press', 'select', 'select_text']);

/** @param {Action} act @returns {boolean} whether its arguments depend on the field being secret */
export const mayEnterSecret = (act) => TEXT_ACTIONS.has(act.action);

/**
 * @param {Action} act
 * @param {Dialogs | null | undefined} dialogs the answers to dialogs of the page
 * @param {boolean} isSecret whether the field is secret, or this is unknown
 * @returns {ActionArgument[]}
 */
export const argumentsOf = (act, dialogs, isSecret) => [
  ...actionArguments(act, isSecret),
  ...dialogAnswers(dialogs),
];

/** @param {Action} act @param {boolean} isSecret @returns {ActionArgument[]} */
function actionArguments(act, isSecret) {
  switch (act.action) {
    case 'fill':
    case 'set':
      return [fieldText('value', [act.value], isSecret)];
    case 'fill_secret':
      return texts('secret', [act.secret]);
    case 'type':
      return [fieldText('text', [act.text], isSecret)];
    case 'select_text':
      return typeof act.text === 'string' ? [fieldText('text', [act.text], isSecret)] : [];
    case 'select':
      return [selected(act, isSecret)];
    case 'press':
      return pressed([act.keys].flat(), isSecret);
    case 'click':
      return [...buttonAndCount(act), ...whileHeld(act), ...point(act)];
    case 'hover':
      return [...texts('modifiers', act.modifiers), ...point(act)];
    case 'drag':
      return [...point(act), ...releasedAt(act.to), ...whileHeld(act)];
    case 'scroll':
      return act.by ? texts('distance', [act.by.join(', ')]) : [];
    case 'upload':
      return [{ name: 'files', items: act.files.map(file) }];
    case 'execute_js':
      return texts('script', [act.script]);
    case 'call_tool':
      return [...texts('tool', [act.tool]), ...texts('tool_arguments', toolArguments(act))];
    case 'navigate':
    case 'new_tab':
      return act.url ? texts('url', [normalUrl(act.url)]) : [];
    case 'activate':
    case 'activate_tab':
    case 'back':
    case 'check':
    case 'claim_tab':
    case 'clear':
    case 'close_tab':
    case 'focus':
    case 'forward':
    case 'highlight':
    case 'release_tab':
    case 'reload':
    case 'submit':
    case 'uncheck':
      return [];
  }
}

/**
 * @param {ActionArgument['name']} name
 * @param {string[] | undefined} values
 * @returns {ActionArgument[]} none without values
 */
const texts = (name, values = []) =>
  values.length ? [{ name, items: values.map((text) => ({ text })) }] : [];

/**
 * @param {ActionArgument['name']} name
 * @param {string[]} values
 * @param {boolean} isSecret
 * @returns {ActionArgument}
 */
const fieldText = (name, values, isSecret) => ({
  name,
  items: isSecret ? null : values.map((text) => ({ text })),
});

/** @param {import('../../types/protocol').Select} select @param {boolean} isSecret */
function selected({ values, labels, indexes }, isSecret) {
  const positions = indexes?.map((index) => String(index + 1));
  return positions
    ? fieldText('positions', positions, isSecret)
    : fieldText('options', labels ?? values ?? [], isSecret);
}

/** @param {string[]} keys repeated as often as requested @param {boolean} isSecret */
function pressed(keys, isSecret) {
  const areSecret = isSecret && !keys.every((key) => KEY_WITHOUT_TEXT.test(key));
  if (areSecret) return [fieldText('keys', [], true)];
  const once = keys.slice(0, period(keys));
  const times = keys.length / once.length;
  return [...texts('keys', once), ...(times > 1 ? texts('times', [String(times)]) : [])];
}

/** @param {string[]} keys @returns {number} the length of the sequence that is repeated */
function period(keys) {
  const repeats = (/** @type {number} */ length) =>
    keys.length % length === 0 && keys.every((key, index) => key === keys[index % length]);
  return keys.findIndex((_, index) => repeats(index + 1)) + 1;
}

/** @param {import('../../types/protocol').Click} click @returns {ActionArgument[]} */
function buttonAndCount({ button = 'left', count = 1 }) {
  /** @type {ActionArgument[]} */
  const named = button === 'left' ? [] : [{ name: 'button', items: [{ word: button }] }];
  return [...named, ...(count > 1 ? texts('times', [String(count)]) : [])];
}

/** @param {{position?: [number, number] | null}} act where in the element */
const point = ({ position }) => (position ? texts('point', [position.join(', ')]) : []);

/** @param {{modifiers?: string[], hold?: number}} act `hold`: milliseconds */
const whileHeld = ({ modifiers, hold }) => [
  ...texts('modifiers', modifiers),
  ...(hold ? texts('hold', [String(hold)]) : []),
];

/** @param {import('../../types/protocol').DragTo} to */
const releasedAt = (to) =>
  'by' in to
    ? texts('distance', [to.by.join(', ')])
    : texts('target_point', to.position ? [to.position.join(', ')] : []);

/** @param {import('../../types/protocol').UploadedFile} file @returns {ArgumentItem} */
const file = ({ name, base64 }) => ({
  text: name,
  bytes: (base64.length / 4) * 3 - padding(base64),
});

/** @param {string} base64 */
const padding = (base64) => Number(base64.endsWith('=')) + Number(base64.endsWith('=='));

/** @param {{arguments?: object}} act @returns {string[]} `name: value` */
const toolArguments = (act) =>
  Object.entries(act.arguments ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);

/** @param {string} url @returns {string} as it is loaded, with the host in ASCII */
const normalUrl = (url) => (URL.canParse(url) ? new URL(url).href : url);

/** @param {Dialogs | null | undefined} dialogs @returns {ActionArgument[]} */
function dialogAnswers(dialogs) {
  /** @type {ActionArgument[]} */
  const answers = [];
  if (dialogs?.confirm) answers.push({ name: 'confirm', items: [{ word: dialogs.confirm }] });
  const prompt = dialogs?.prompt;
  // Null dismisses the dialog.
  if (prompt !== undefined)
    answers.push({
      name: 'prompt',
      items: [prompt === null ? { word: 'dismiss' } : { text: prompt }],
    });
  return answers;
}
