//! What a click and the submission of a form do beyond the document, as far as the document shows
//! it. A click runs the default action of every element on its path, until one of them ends that:
//! Chromium follows a link around a button that submits nothing. So the effects of all of them
//! count.

import { HARMLESS, together } from '../../../shared/effects.js';
import {
  baseAddress,
  getAttribute,
  getter,
  labelControl,
  localName,
  parentElementOf,
} from '../../dom/dom.js';
import { formOf, isHtml, isSvg } from '../dom-methods.js';
import { flatParent } from '../flat-tree.js';
import { defaultButton, isSubmitButton } from './form-controls.js';
import { targetsNamed } from './target-name.js';

/** @typedef {import('../../../shared/effects.js').Effect} Effect */

const svgHref = getter(SVGAElement.prototype, 'href');
const svgTarget = getter(SVGAElement.prototype, 'target');
const animatedValue = getter(SVGAnimatedString.prototype, 'animVal');

/** Attributes with addresses to which the browser sends a request when a link is followed. */
const REPORTS = ['ping', 'attributionsrc'];

/**
 * @param {Element} element that receives the click
 * @returns {Effect}
 */
export const effectOfClick = (element) =>
  together([...clickPath(element, new Set())].map(effectOfActivation));

/**
 * Events also pass the host of a shadow root from a child that has no slot.
 * @param {Element} element
 * @returns {Element | null}
 */
const eventParent = (element) => flatParent(element) ?? parentElementOf(element);

/**
 * @param {Element} element
 * @param {Set<Element>} path to which the elements are added that the click reaches, and those that
 *   the click reaches which a label then sends to its control
 * @returns {Set<Element>}
 */
function clickPath(element, path) {
  for (
    let node = /** @type {Element | null} */ (element);
    node !== null;
    node = eventParent(node)
  ) {
    if (path.has(node)) break;
    path.add(node);
    const control = isHtml(node) && localName.call(node) === 'label' && labelControl.call(node);
    if (control) clickPath(control, path);
  }
  return path;
}

/** @param {Element} element @returns {Effect} of a click whose path contains the element */
function effectOfActivation(element) {
  const tag = localName.call(element);
  if (isSvg(element)) return tag === 'a' ? effectOfSvgLink(element) : HARMLESS;
  if (!isHtml(element)) return HARMLESS;
  if (tag === 'a' || tag === 'area') return effectOfHtmlLink(element);
  return isSubmitButton(element) ? effectOfForm(formOf(element), element) : HARMLESS;
}

/** @param {Element} element an SVG link, whose address and target can be animated */
function effectOfSvgLink(element) {
  const link = /** @type {SVGAElement} */ (element);
  const [href, target] = [svgHref.call(link), svgTarget.call(link)];
  const address = href ? animatedValue.call(href) : null;
  return effectOfLink(address, target ? animatedValue.call(target) : null, []);
}

/** @param {Element} link */
function effectOfHtmlLink(link) {
  const reports = REPORTS.flatMap((name) => (getAttribute.call(link, name) ?? '').split(/\s+/));
  return effectOfLink(
    getAttribute.call(link, 'href'),
    getAttribute.call(link, 'target'),
    reports.filter((address) => address !== ''),
  );
}

/**
 * @param {string | null} address
 * @param {string | null} target
 * @param {string[]} reports further addresses that get a request
 * @returns {Effect}
 */
function effectOfLink(address, target, reports) {
  const url = address === null ? null : resolve(address);
  if (url === null) return HARMLESS;
  const targets = targetsNamed(target);
  if (url.protocol === 'javascript:') return { ...HARMLESS, targets };
  const kind = url.origin === location.origin ? 'harmless' : 'leave';
  return { kind, destinations: [url, ...reports.map(resolve)].flatMap(loads), targets };
}

/**
 * @param {Element | null} form that is submitted
 * @param {Element | null} [button] that submits it; default: its default button
 * @returns {Effect}
 */
export function effectOfForm(form, button) {
  if (form === null) return HARMLESS;
  const submitter = button ?? defaultButton(/** @type {HTMLFormElement} */ (form));
  const own = (/** @type {string} */ name) =>
    (submitter && getAttribute.call(submitter, `form${name}`)) ?? getAttribute.call(form, name);
  // Unlike in addresses, spaces around this keyword make it invalid.
  if (own('method')?.toLowerCase() === 'dialog') return { ...HARMLESS, kind: 'submit' };
  // A form without an address is sent to the document's own.
  const url = resolve(own('action') || location.href);
  return { kind: 'submit', destinations: loads(url), targets: targetsNamed(own('target')) };
}

/** @param {string} address @returns {URL | null} */
const resolve = (address) =>
  URL.canParse(address, baseAddress()) ? new URL(address, baseAddress()) : null;

/** @param {URL | null} url @returns {string[]} empty if the browser loads no page of a site */
const loads = (url) =>
  url !== null && /^(?:https?|file|blob|filesystem):$/.test(url.protocol) ? [url.href] : [];
