//! Where the labels of marked boxes go: beside their boxes, in the picture, and none over another.
//! Pure geometry: it draws nothing.

/** @typedef {import('./frame-geometry.js').Edges} Edges */

/** How far a label may be moved from its box, in labels' heights. */
const RINGS = 3;

/**
 * @param {{box: Edges, width: number}[]} marks the boxes, and how wide their labels are
 * @param {number} height of every label
 * @param {[number, number]} size of the picture
 * @returns {(Edges | null)[]} null: there is no room for it
 */
export function labelPlaces(marks, height, [right, bottom]) {
  /** @type {Edges[]} */
  const taken = [];
  const boxes = marks.map(({ box }) => box);
  return marks.map(({ box, width }) => {
    const places = placesFor(box, width, height)
      .map((place) => inside(place, right, bottom))
      .filter((place) => !taken.some((other) => meet(place, other)));
    const clear = places.find((place) => !boxes.some((other) => meet(place, other)));
    const place = clear ?? places.at(0) ?? null;
    if (place) taken.push(place);
    return place;
  });
}

/**
 * @param {Edges} box @param {number} width @param {number} height
 * @returns {Edges[]} the best first
 */
function placesFor([left, top, right, bottom], width, height) {
  const places = [
    [left, top - height],
    [right - width, top - height],
    [left, bottom],
    [right - width, bottom],
    [right, top],
    [left - width, top],
    [left, top],
    [right - width, bottom - height],
  ];
  for (let ring = 1; ring <= RINGS; ring++) {
    const [across, down] = [ring * width, ring * height];
    places.push([left + across, top - height], [left, top + down], [left, top - height - down]);
    places.push([right, top + down], [left - across, top], [left + across, top + down]);
  }
  return places.map(([x, y]) => [x, y, x + width, y + height]);
}

/**
 * @param {Edges} place @param {number} right @param {number} bottom
 * @returns {Edges} moved so that it is not cut off
 */
function inside([left, top, farRight, farBottom], right, bottom) {
  const [width, height] = [farRight - left, farBottom - top];
  const x = Math.max(0, Math.min(left, right - width));
  const y = Math.max(0, Math.min(top, bottom - height));
  return [x, y, x + width, y + height];
}

/** @param {Edges} one @param {Edges} other */
const meet = (one, other) =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
