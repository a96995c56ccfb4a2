//! Places the labels of marked boxes: next to their boxes, inside the image, without overlaps.

/** @typedef {import('./frame-geometry.js').Edges} Edges */

/** The maximum distance of a label from its box, in sizes of the label. */
const MAX_DISTANCE = 3;
/** The cost of hiding the label's own box, relative to another box. */
const OWN_BOX_COST = 0.25;

/**
 * @param {{box: Edges, width: number}[]} marks the boxes, and the widths of their labels
 * @param {number} height of every label
 * @param {[number, number]} size of the image
 * @returns {(Edges | null)[]} the box of each label; null if there is no room for it
 */
export function labelPlaces(marks, height, [right, bottom]) {
  /** @type {Edges[]} */
  const occupied = [];
  const boxes = marks.map(({ box }) => box);
  return marks.map(({ box, width }) => {
    const places = placesFor(box, width, height)
      .map((place) => movedInside(place, right, bottom))
      .filter((place) => !occupied.some((other) => intersects(place, other)));
    const place = cheapest(places, (each) => hiddenParts(each, boxes, box));
    if (place) occupied.push(place);
    return place;
  });
}

/**
 * @param {Edges} box
 * @param {number} width
 * @param {number} height
 * @returns {Edges[]} the preferred ones first
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
  for (let distance = 1; distance <= MAX_DISTANCE; distance++) {
    const [x, y] = [distance * width, distance * height];
    places.push([left + x, top - height], [left, top + y], [left, top - height - y]);
    places.push([right, top + y], [left - x, top], [left + x, top + y]);
  }
  return places.map(([x, y]) => [x, y, x + width, y + height]);
}

/**
 * @param {Edges} place
 * @param {number} right
 * @param {number} bottom
 * @returns {Edges} moved so that no part of it is outside the image
 */
function movedInside([left, top, farRight, farBottom], right, bottom) {
  const [width, height] = [farRight - left, farBottom - top];
  const x = Math.max(0, Math.min(left, right - width));
  const y = Math.max(0, Math.min(top, bottom - height));
  return [x, y, x + width, y + height];
}

/**
 * @param {Edges[]} places
 * @param {(place: Edges) => number} cost
 * @returns {Edges | null} the first one with the lowest cost
 */
function cheapest(places, cost) {
  let best = null;
  let lowestCost = Infinity;
  for (const place of places) {
    const itsCost = cost(place);
    if (itsCost < lowestCost) [best, lowestCost] = [place, itsCost];
  }
  return best;
}

/**
 * @param {Edges} place
 * @param {Edges[]} boxes
 * @param {Edges} ownBox
 * @returns {number} the weighted sum of the parts of the boxes that it hides, 1 for a whole box: a
 *   small element must not disappear under the label of a large one. Other boxes weigh more,
 *   because the label could be mistaken for theirs
 */
function hiddenParts(place, boxes, ownBox) {
  let sum = 0;
  for (const box of boxes) {
    const area = (box[2] - box[0]) * (box[3] - box[1]);
    const width = Math.min(place[2], box[2]) - Math.max(place[0], box[0]);
    const height = Math.min(place[3], box[3]) - Math.max(place[1], box[1]);
    if (width <= 0 || height <= 0) continue;
    sum += ((width * height) / area) * (box === ownBox ? OWN_BOX_COST : 1);
  }
  return sum;
}

/** @param {Edges} one @param {Edges} other */
const intersects = (one, other) =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
