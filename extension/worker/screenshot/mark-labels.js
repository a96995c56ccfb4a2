//! Where the labels of marked boxes go: beside their boxes, in the picture, and none over another.
//! Pure geometry: it draws nothing.

/** @typedef {import('./frame-geometry.js').Edges} Edges */

/** How far a label may be moved from its box, in labels' heights. */
const RINGS = 3;
/** What it counts to hide a part of the box itself, beside one of another box. */
const OWN = 0.25;

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
    const place = cheapest(places, (each) => hidden(each, boxes, box));
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
    [right - width, top],
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

/**
 * @param {Edges[]} places @param {(place: Edges) => number} cost
 * @returns {Edges | null} the first of those that cost least
 */
function cheapest(places, cost) {
  let best = null;
  let least = Infinity;
  for (const place of places) {
    const its = cost(place);
    if (its < least) [best, least] = [place, its];
  }
  return best;
}

/**
 * @param {Edges} place @param {Edges[]} boxes @param {Edges} own
 * @returns {number} how much it hides of what is marked: of another, where it would be taken for
 *   that one's label, counts for more
 */
function hidden(place, boxes, own) {
  let sum = 0;
  for (const box of boxes) {
    const across = Math.min(place[2], box[2]) - Math.max(place[0], box[0]);
    const down = Math.min(place[3], box[3]) - Math.max(place[1], box[1]);
    if (across > 0 && down > 0) sum += across * down * (box === own ? OWN : 1);
  }
  return sum;
}

/** @param {Edges} one @param {Edges} other */
const meet = (one, other) =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
