//! What filters and shadows do with the place of a box.

/** Left, top, right, bottom, in CSS pixels of the viewport.
 * @typedef {[number, number, number, number]} Edges */
/**
 * A filter, shadow or reflection: returns where the copies of a box are.
 * @typedef {(box: Edges) => Edges[]} Effect
 */

/** Filters that keep every pixel in its place, apart from a blur. */
const IN_PLACE =
  /^(?:blur|brightness|contrast|grayscale|hue-rotate|invert|opacity|saturate|sepia)$/;
const LENGTHS = /-?[\d.]+(?:e-?\d+)?px/g;

/** @returns {Edges} */
export const everywhere = () => [0, 0, window.innerWidth, window.innerHeight];

/** @param {Edges} box @param {number} x @param {number} y @param {number} blur @returns {Edges} */
const shifted = ([left, top, right, bottom], x, y, blur) => [
  left + x - blur,
  top + y - blur,
  right + x + blur,
  bottom + y + blur,
];

/**
 * @param {string} value computed `text-shadow`, or the arguments of `drop-shadow`
 * @param {number} zoom
 * @returns {Effect[]} one for each shadow
 */
export const shadows = (value, zoom) =>
  // The commas in a color are followed by no length.
  value.split(/,(?![^(]*\))/).flatMap((shadow) => {
    const lengths = (shadow.match(LENGTHS) ?? []).map((length) => parseFloat(length) * zoom);
    const [x, y, blur = 0] = lengths;
    return lengths.length < 2 ? [] : [(/** @type {Edges} */ box) => [shifted(box, x, y, 2 * blur)]];
  });

/** @param {string} value computed `filter` @param {number} zoom @returns {Effect[]} */
export function filters(value, zoom) {
  if (value === 'none' || value === '') return [];
  const parts = value.match(/[\w-]+\((?:[^()]|\([^()]*\))*\)/g) ?? ['url()'];
  return parts.flatMap((part) => {
    const name = part.slice(0, part.indexOf('('));
    if (name === 'drop-shadow') return shadows(part.slice(name.length + 1, -1), zoom);
    if (!IN_PLACE.test(name)) return [() => [everywhere()]];
    const [blur = '0'] = name === 'blur' ? (part.match(LENGTHS) ?? []) : [];
    const radius = 3 * parseFloat(blur) * zoom;
    return radius > 0 ? [(/** @type {Edges} */ box) => [shifted(box, 0, 0, radius)]] : [];
  });
}
