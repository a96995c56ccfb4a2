//! The keys of a US keyboard: the event fields of each, by its name, by the character that it
//! types, or by its code (`KeyA`, `Digit5`, `NumpadEnter`).

import { nearestNames } from './nearest-names.js';

/**
 * @typedef {{key: string, code: string, keyCode: number, location?: number, text?: string}} Key
 *   `text`: what it types
 */

/** @type {[string, string, number, string?][]} key, code, key code, text */
const NAMED = [
  ['Enter', 'Enter', 13, '\r'],
  ['Tab', 'Tab', 9],
  ['Escape', 'Escape', 27],
  ['Backspace', 'Backspace', 8],
  ['Delete', 'Delete', 46],
  ['Insert', 'Insert', 45],
  ['Home', 'Home', 36],
  ['End', 'End', 35],
  ['PageUp', 'PageUp', 33],
  ['PageDown', 'PageDown', 34],
  ['ArrowLeft', 'ArrowLeft', 37],
  ['ArrowUp', 'ArrowUp', 38],
  ['ArrowRight', 'ArrowRight', 39],
  ['ArrowDown', 'ArrowDown', 40],
  ['CapsLock', 'CapsLock', 20],
  ['ContextMenu', 'ContextMenu', 93],
  ['Pause', 'Pause', 19],
  ['NumLock', 'NumLock', 144],
  ['ScrollLock', 'ScrollLock', 145],
  ['PrintScreen', 'PrintScreen', 44],
  ['AudioVolumeMute', 'AudioVolumeMute', 173],
  ['AudioVolumeDown', 'AudioVolumeDown', 174],
  ['AudioVolumeUp', 'AudioVolumeUp', 175],
  ['MediaTrackNext', 'MediaTrackNext', 176],
  ['MediaTrackPrevious', 'MediaTrackPrevious', 177],
  ['MediaStop', 'MediaStop', 178],
  ['MediaPlayPause', 'MediaPlayPause', 179],
  ...Array.from({ length: 24 }, (_, index) => {
    const name = `F${index + 1}`;
    return /** @type {[string, string, number]} */ ([name, name, 112 + index]);
  }),
];

const { DOM_KEY_LOCATION_LEFT, DOM_KEY_LOCATION_RIGHT, DOM_KEY_LOCATION_NUMPAD } = KeyboardEvent;

/** @type {Record<string, Key>} */
export const MODIFIERS = {
  Shift: { key: 'Shift', code: 'ShiftLeft', keyCode: 16, location: DOM_KEY_LOCATION_LEFT },
  Control: { key: 'Control', code: 'ControlLeft', keyCode: 17, location: DOM_KEY_LOCATION_LEFT },
  Alt: { key: 'Alt', code: 'AltLeft', keyCode: 18, location: DOM_KEY_LOCATION_LEFT },
  Meta: { key: 'Meta', code: 'MetaLeft', keyCode: 91, location: DOM_KEY_LOCATION_LEFT },
};

/** Key, code, key code. */
const NUMPAD_OPERATORS = /** @type {[string, string, number][]} */ ([
  ['*', 'NumpadMultiply', 106],
  ['+', 'NumpadAdd', 107],
  ['-', 'NumpadSubtract', 109],
  ['.', 'NumpadDecimal', 110],
  ['/', 'NumpadDivide', 111],
]);

/** Key without Shift, with Shift, code, key code. */
const PUNCTUATION = [
  ['`', '~', 'Backquote', 192],
  ['-', '_', 'Minus', 189],
  ['=', '+', 'Equal', 187],
  ['[', '{', 'BracketLeft', 219],
  [']', '}', 'BracketRight', 221],
  ['\\', '|', 'Backslash', 220],
  [';', ':', 'Semicolon', 186],
  ["'", '"', 'Quote', 222],
  [',', '<', 'Comma', 188],
  ['.', '>', 'Period', 190],
  ['/', '?', 'Slash', 191],
  [' ', ' ', 'Space', 32],
];

/** @type {Record<string, string>} other names of keys */
const ALIASES = {
  Esc: 'Escape',
  Return: 'Enter',
  Space: ' ',
  Spacebar: ' ',
  Del: 'Delete',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
  Ctrl: 'Control',
  Cmd: 'Meta',
  Command: 'Meta',
  Option: 'Alt',
  Plus: '+',
  ControlOrMeta: navigator.platform.startsWith('Mac') ? 'Meta' : 'Control',
};

/** @type {Map<string, Key>} by name, by character or by code */
const KEYS = new Map();

/** @param {Key} key the first key with a code is the one without Shift */
function addByCode(key) {
  if (!KEYS.has(key.code)) KEYS.set(key.code, key);
}

for (const [key, code, keyCode, text] of NAMED) KEYS.set(key, { key, code, keyCode, text });
for (const [name, key] of Object.entries(MODIFIERS)) KEYS.set(name, key);
for (const [plain, shifted, code, keyCode] of PUNCTUATION) {
  for (const key of [String(shifted), String(plain)]) {
    KEYS.set(key, { key, code: String(code), keyCode: Number(keyCode), text: key });
  }
}
for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
  const upper = letter.toUpperCase();
  const [code, keyCode] = [`Key${upper}`, upper.charCodeAt(0)];
  for (const key of [letter, upper]) KEYS.set(key, { key, code, keyCode, text: key });
}
for (const [index, shifted] of [...')!@#$%^&*('].entries()) {
  const [code, keyCode] = [`Digit${index}`, 48 + index];
  for (const key of [String(index), shifted]) KEYS.set(key, { key, code, keyCode, text: key });
}
for (const name of [
  ...'abcdefghijklmnopqrstuvwxyz0123456789',
  ...PUNCTUATION.map(([key]) => key),
]) {
  const key = KEYS.get(String(name));
  if (key) addByCode(key);
}
for (const modifier of Object.values(MODIFIERS)) {
  addByCode(modifier);
  const code = modifier.code.replace('Left', 'Right');
  addByCode({ ...modifier, code, location: DOM_KEY_LOCATION_RIGHT });
}
for (const digit of '0123456789') {
  const [code, keyCode] = [`Numpad${digit}`, 96 + Number(digit)];
  addByCode({ key: digit, code, keyCode, location: DOM_KEY_LOCATION_NUMPAD, text: digit });
}
for (const [key, code, keyCode] of NUMPAD_OPERATORS)
  addByCode({ key, code, keyCode, location: DOM_KEY_LOCATION_NUMPAD, text: key });
addByCode({
  key: 'Enter',
  code: 'NumpadEnter',
  keyCode: 13,
  location: DOM_KEY_LOCATION_NUMPAD,
  text: '\r',
});

/** @param {string} name @returns {Key | undefined} */
const keyNamed = (name) => KEYS.get(ALIASES[name] ?? name);

/** @param {string} character @returns {Key | undefined} undefined: no key types it */
export const keyOf = (character) => KEYS.get(character === '\n' ? 'Enter' : character);

/** @param {string} key @returns {string} the key together with Shift */
function shifted(key) {
  if (key.length === 1 && key !== key.toUpperCase()) return key.toUpperCase();
  const digit = '0123456789'.indexOf(key);
  if (digit >= 0 && key.length === 1) return ')!@#$%^&*('[digit];
  return String(PUNCTUATION.find(([plain]) => plain === key)?.[1] ?? key);
}

/** @param {string} name @returns {string} the character of a key that is named by its code */
function characterOf(name) {
  const named = KEYS.get(name);
  return named?.code === name && named.key.length === 1 && !named.location ? named.key : name;
}

/**
 * @param {string} chord that is unknown
 * @returns {string} what is wrong with it, with the names that are most similar
 */
export function describeUnknown(chord) {
  const known = [...KEYS.keys(), ...Object.keys(ALIASES)];
  const unknown = chord.split(/\+(?=.)/).find((name) => !known.includes(name)) ?? chord;
  const nearest = nearestNames(unknown, known);
  return `no such key: ${unknown}${nearest.length > 0 ? `. Similar: ${nearest.join(', ')}` : ''}`;
}

/**
 * @param {string} chord `Control+A`, `Enter`, `Shift+ArrowDown`, `+`
 * @returns {{key: Key, modifiers: import('../action.js').Modifiers} | null} null: no such key
 */
export function parseChord(chord) {
  const parts = chord.length > 1 ? chord.split(/\+(?=.)/) : [chord];
  const names = parts.map((part) => ALIASES[part] ?? part);
  const last = characterOf(names.pop() ?? '');
  if (names.some((name) => !Object.hasOwn(MODIFIERS, name))) return null;
  const modifiers = /** @type {import('../action.js').Modifiers} */ (names);
  // Control+A is written with a capital letter and pressed without Shift.
  const isCommand = modifiers.some((name) => name !== 'Shift');
  const plain = isCommand && /^[A-Z]$/.test(last) ? last.toLowerCase() : last;
  const key = keyNamed(modifiers.includes('Shift') ? shifted(plain) : plain);
  return key ? { key, modifiers } : null;
}
