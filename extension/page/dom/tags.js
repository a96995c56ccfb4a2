//! What the recorder reads depending on an element's local name, `type` and the like. It is
//! independent of the elements themselves.

/** What the recorder reads depending on an element's local name, as bits. */
export const TAG = {
  skip: 1,
  childless: 2,
  noPseudo: 4,
  control: 8,
  option: 16,
  frame: 32,
  link: 64,
  openable: 128,
  slot: 256,
  host: 512,
  noscript: 1024,
  media: 2048,
  summary: 4096,
  shape: 8192,
  quote: 16384,
  label: 32768,
};

/** @type {[number, string][]} */
const NAMES = [
  [TAG.skip, 'head script style'],
  [TAG.childless, 'template textarea iframe frame audio video meter progress'],
  [
    TAG.noPseudo,
    'img input textarea select option optgroup br wbr hr video audio canvas iframe frame object ' +
      'embed meter progress area source track param col svg math datalist',
  ],
  [TAG.control, 'input select textarea button'],
  [TAG.option, 'option optgroup'],
  [TAG.frame, 'iframe frame object'],
  [TAG.link, 'a area'],
  [TAG.openable, 'details dialog'],
  [TAG.slot, 'slot'],
  [
    TAG.host,
    'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span',
  ],
  [TAG.noscript, 'noscript'],
  [TAG.media, 'audio video'],
  [TAG.summary, 'summary'],
  [
    TAG.shape,
    'path circle ellipse line polygon polyline rect stop defs clipPath mask linearGradient ' +
      'radialGradient filter pattern use',
  ],
  [TAG.quote, 'q'],
  [TAG.label, 'label'],
];

/** @type {Map<string, number>} local name → bits of TAG */
export const TAGS = new Map();
for (const [bits, names] of NAMES) {
  for (const name of names.split(' ')) TAGS.set(name, (TAGS.get(name) ?? 0) | bits);
}

/** Types of fields whose `value` property equals the attribute. */
export const BUTTONS = new Set(['submit', 'button', 'reset', 'image']);
/** Types of fields whose `value` has no meaning to a reader. */
export const TOGGLES = new Set(['checkbox', 'radio']);

/** Attributes that make the validity of a field relevant. */
export const CONSTRAINTS = ['required', 'pattern', 'min', 'max', 'step', 'minlength', 'maxlength'];
