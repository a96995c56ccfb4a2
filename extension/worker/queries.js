//! One function for each kind of query: from its parameters to the text of its answer. Trees and
//! explanations are put into the answer as the text they are.

import { textDiff } from '../shared/text-diff.js';
import { auditNote, noteRead } from './browser/activity.js';
import { changesSince } from './reading/changes.js';
import { pause } from './deadline.js';
import { PageDocument } from './reading/documents.js';
import * as engine from './reading/engine.js';
import * as browserApi from '../shared/browser-api.js';
import { badRequest, frameTooLarge, scopeNotFound, staleUid } from './faults.js';
import { answerName, treeName } from './reading/record-cache.js';
import { allowedFrames } from './browser/frames.js';
import { inspect as inspectElement } from './reading/inspect.js';
import { interact, outcome } from './acting/interact.js';
import { takePicture } from './screenshot/screenshot.js';
import { mayHide } from './policy/policy.js';
import { inDocument, takeTurn } from './reading/read-document.js';
import { beginEarly, Blank, readTab } from './reading/read-tab.js';
import { chooseTab, describeTab, listTabs, whenOpened, refusalFrom } from './browser/tabs.js';
import { inTime, readInTurn, recordAndNumber } from './reading/understand.js';

/** @typedef {import('./deadline.js').Deadline} Deadline */
/** @typedef {import('./connection/connection.js').Query} Query */
/** @typedef {import('./reading/read-document.js').ReadRequest} ReadRequest */
/** @typedef {import('./reading/frame-places.js').FrameRead} FrameRead */
/** @typedef {import('./reading/frame-places.js').FrameFailed} FrameFailed */
/** @typedef {import('./browser/tabs.js').ChosenTab} ChosenTab */
/**
 * What nearly only acting needs: see `Wish` in permission.js.
 * @typedef {Pick<import('./policy/permission.js').Wish, 'unattended' | 'waiting' | 'signal' |
 *   'note'>} Asking
 */
/** @typedef {(query: Query, deadline: Deadline, asking: Asking) => Promise<string>} Answerer */

/** Characters of all child frames in an answer. */
const MAX_OF_CHILDREN = 16_000_000;
/** For how long the shortest way of a ping is tried. */
const AT_ONCE = 250;

/** @type {Record<string, Answerer>} */
const ANSWERERS = {
  tabs,
  ping,
  observe,
  changes,
  explain,
  inspect,
  screenshot,
  interact: act,
  outcome: ended,
};

/**
 * @param {Query} query
 * @param {Deadline} deadline
 * @param {Asking} asking
 * @returns {Promise<string>} JSON text of the answer; rejects with a fault
 */
export async function answer(query, deadline, asking) {
  const answerer = Object.hasOwn(ANSWERERS, query.kind) ? ANSWERERS[query.kind] : null;
  if (!answerer)
    throw badRequest(
      `This version of the extension does not know queries of kind '${query.kind}'.`,
    );
  return await answerer(query, deadline, asking);
}

/**
 * @param {Query} query @returns {boolean} whether it changes nothing, so that it may be done twice
 */
export const onlyReads = (query) => query.kind !== 'interact';

/** @param {Query} query @returns {boolean} whether answering looks at no tab at all */
export const staysInWorker = (query) => query.kind === 'ping' && query.params?.page === false;

/** @type {Answerer} */
async function tabs(query) {
  return JSON.stringify({ tabs: await listTabs(query.agent) });
}

/** @type {Answerer} */
async function ping(query, _deadline, asking) {
  const start = performance.now();
  const open = !mayHide(query.agent);
  if (!staysInWorker(query) && !(open && (await answersAtOnce(query.tab))))
    await pingPage(query, asking);
  return JSON.stringify({ ms: performance.now() - start });
}

/**
 * The shortest way to a recorder that is there already.
 * @param {number | null | undefined} tab
 */
async function answersAtOnce(tab) {
  if (typeof tab !== 'number') return false;
  const there = browserApi.sendToMainFrame(tab, { axlens: 'ping' }).catch(() => undefined);
  return (await Promise.race([there, pause(AT_ONCE)])) !== undefined;
}

/** @param {Query} query @param {Asking} asking */
async function pingPage(query, asking) {
  const chosen = await whenOpened(await chooseTab(query.tab, query.agent));
  asking.note(auditNote(chosen.tab));
  const [main] = await allowedFrames(chosen);
  const page = new PageDocument(chosen.id, main.document);
  await page.guard(page.send({ axlens: 'ping' })).catch(async (error) => {
    throw await refusalFrom(chosen.id, main.url, error);
  });
}

/** @type {Answerer} */
async function observe(query, deadline, asking) {
  const start = performance.now();
  const request = readRequestOf(query.params ?? {});
  const { agent } = query;
  const early =
    typeof query.tab === 'number' ? beginEarly(query.tab, agent, request, deadline) : null;
  const first = await chooseTab(query.tab, agent);
  const chosen = await whenOpened(first);
  asking.note(auditNote(chosen.tab));
  try {
    const frames = request.only
      ? [
          await inDocument(chosen, request.only, deadline, async (page, at) => ({
            ...(await readInTurn(page, at.url, request.find(at.document), request, deadline)),
            at,
          })),
        ]
      : await readTab(
          chosen,
          request,
          deadline,
          chosen === first && first.id === query.tab ? early : null,
        );
    checkScope(query.params ?? {}, frames);
    noteRead(chosen.tab, agent);
    return observed(chosen, frames, request, start);
  } catch (error) {
    if (error instanceof Blank) return observed(chosen, [], request, start);
    throw error;
  }
}

/**
 * The frames as they are; of an unchanged page that the server has, only its name.
 * @param {Pick<ChosenTab, 'tab' | 'id' | 'focusedWindow'>} chosen
 * @param {(FrameRead | FrameFailed)[]} frames none: the tab holds nothing, and no script may look
 * @param {ReadRequest} request
 * @param {number} start
 */
export function observed(chosen, frames, request, start) {
  const main = frames.at(0);
  const engine = main && 'recorded' in main ? main.engine : 'worker';
  const name = main && !request.only ? answerName(chosen.id, frames.map(frameParts).flat()) : '';
  const same = request.have.includes(name);
  const answer = {
    tab: describeTab(chosen.tab, chosen.focusedWindow),
    engine,
    ...(name ? { name, same } : {}),
    ...(main ? {} : { blank: true }),
  };
  const texts = same
    ? frames.map((frame) => JSON.stringify(timesOf(frame)))
    : frameTexts(frames, request.haveTrees);
  const total = performance.now() - start;
  return `${JSON.stringify(answer).slice(0, -1)},"frames":[${texts.join(',')}],"timings":{"total":${total}}}`;
}

/** @param {any} params @returns {ReadRequest} */
export function readRequestOf(params) {
  const { scope, scopeNode, only, places, frames, engine, have, haveTrees } = params;
  const plain = params.selectors === false;
  const find = (/** @type {string} */ document) => {
    if (scopeNode)
      return scopeNode.document === document ? { node: scopeNode.node, plain } : { plain };
    return typeof scope === 'string' ? { selector: scope, plain } : { plain };
  };
  return {
    find,
    places: places ?? 'none',
    inPage: engine === 'page',
    children: frames !== false,
    only: only ?? null,
    have: have ?? [],
    haveTrees: haveTrees ?? [],
  };
}

/**
 * A scope that names nothing in any frame, or an element that is gone, is a fault; a recorder that
 * does not say leaves it to the server.
 * @param {any} params
 * @param {(FrameRead | FrameFailed)[]} frames
 */
function checkScope({ scope, scopeNode }, frames) {
  if (scopeNode) {
    const there = frames.find((frame) => frame.at.document === scopeNode.document);
    const same =
      there &&
      'recorded' in there &&
      there.recorded.world === scopeNode.world &&
      there.recorded.target !== '';
    if (!same) throw staleUid();
  }
  if (typeof scope !== 'string') return;
  const targets = frames.map((frame) => ('recorded' in frame ? frame.recorded.target : ''));
  if (targets.every((target) => target === '')) throw scopeNotFound(scope);
}

/**
 * The texts of all frames. Child frames that are too large take no other with them: the answer as a
 * whole has to be one that the server takes.
 * @param {(FrameRead | FrameFailed)[]} frames the main frame first
 * @param {string[]} haveTrees
 */
function frameTexts(frames, haveTrees) {
  let left = MAX_OF_CHILDREN;
  return frames.map((frame, position) => {
    const text = frameText(frame, haveTrees);
    if (position === 0) return text;
    if (text.length > left) return frameText({ at: frame.at, fault: frameTooLarge() }, haveTrees);
    left -= text.length;
    return text;
  });
}

/**
 * @param {FrameRead | FrameFailed} frame @param {string[]} haveTrees names of trees that the server
 * has @returns {string}
 */
function frameText(frame, haveTrees) {
  if (!('recorded' in frame)) return JSON.stringify({ ...placeOf(frame), ...timesOf(frame) });
  const { tree, places } = frame;
  const treeChange = changeSince(frame, haveTrees);
  const isOurs = frame.engine === 'worker';
  const head = JSON.stringify({
    ...placeOf(frame),
    ...timesOf(frame),
    ...treeNamed(frame),
    ...(treeChange ? { treeChange } : {}),
    // What a page's process wrote stays a text: it can't end where it is put.
    ...(isOurs ? {} : { pageTree: tree }),
    ...(places ? { places } : {}),
  });
  return treeChange || !isOurs ? head : `${head.slice(0, -1)},"tree":${tree}}`;
}

/**
 * @param {FrameRead} frame what the engine in the page makes is not cached here, so no
 * difference from it will be sent
 */
const treeNamed = ({ engine, made }) => (engine === 'worker' ? { treeName: treeName(made) } : {});

/**
 * @param {FrameRead} frame @param {string[]} haveTrees @returns
 * {import('../types/protocol').TreeChange | null} where the server has the tree before
 */
function changeSince({ before, tree }, haveTrees) {
  const from = before ? treeName(before.made) : '';
  if (!before || !haveTrees.includes(from)) return null;
  const change = textDiff(before.tree, tree);
  return change.middle.length < tree.length / 2 ? { from, ...change } : null;
}

/**
 * @param {FrameRead | FrameFailed} frame @returns {string[]} all that is in its answer but the
 * times; the tree by its number
 */
const frameParts = (frame) => [
  JSON.stringify(placeOf(frame)),
  ...('recorded' in frame ? [String(frame.made), frame.places] : []),
];

/** @param {FrameRead | FrameFailed} frame */
function placeOf(frame) {
  const { at } = frame;
  const place = { document: at.document, frame: at.frame, parent: at.parent, url: at.url };
  if (!('recorded' in frame))
    return { ...place, windowIndex: frame.index ?? -1, element: 0, fault: frame.fault.data() };
  return {
    ...place,
    windowIndex: frame.recorded.index ?? -1,
    element: frame.recorded.element ?? 0,
  };
}

/** @param {FrameRead | FrameFailed} frame */
const timesOf = (frame) => ('recorded' in frame ? { timings: frame.timings } : {});

/** @type {Answerer} */
async function changes({ agent, params, tab }, _deadline, { note, signal }) {
  const chosen = await whenOpened(await chooseTab(tab, agent));
  note(auditNote(chosen.tab));
  const said = await changesSince(chosen, params, signal);
  return JSON.stringify({ tab: describeTab(chosen.tab, chosen.focusedWindow), ...said });
}

/** @type {Answerer} */
async function explain(query, deadline, asking) {
  const chosen = await whenOpened(await chooseTab(query.tab, query.agent));
  asking.note(auditNote(chosen.tab));
  const text = await explained(chosen, query.params ?? {}, deadline);
  noteRead(chosen.tab, query.agent);
  return text;
}

/**
 * @param {ChosenTab} chosen
 * @param {any} params `selector`, or `document`, `world` and `node`
 * @param {Deadline} deadline
 * @returns {Promise<string>} JSON text
 */
export async function explained(chosen, { selector, document, world, node }, deadline) {
  const tab = describeTab(chosen.tab, chosen.focusedWindow);
  const found =
    typeof selector === 'string'
      ? await explainSelector(chosen, selector, deadline)
      : await inDocument(chosen, { document, world }, deadline, (page) =>
          explainIn(page, { node }, node, deadline),
        );
  if (!found) throw typeof selector === 'string' ? scopeNotFound(selector) : staleUid();
  const head = JSON.stringify({ tab, document: found.document, world: found.world });
  return `${head.slice(0, -1)},"explanation":${found.explanation}}`;
}

/**
 * The first element that the selector names, the main frame first.
 * @param {ChosenTab} chosen
 * @param {string} selector
 * @param {Deadline} deadline
 */
async function explainSelector(chosen, selector, deadline) {
  for (const at of await allowedFrames(chosen)) {
    // A recorder may be there from before, and would answer.
    if (at.refused) continue;
    const page = new PageDocument(chosen.id, at.document);
    const main = at.frame === 0;
    const mine = main ? deadline : deadline.atMost(2500);
    try {
      const found = await takeTurn(page, mine, () => explainIn(page, { selector }, 0, mine));
      if (found) return found;
    } catch (error) {
      // What a child frame that can't be read may hold is not looked for; the main frame must be
      // read.
      if (main) throw await refusalFrom(chosen.id, at.url, error);
    }
  }
  return null;
}

/**
 * @param {PageDocument} page
 * @param {import('./reading/understand.js').Find} find
 * @param {number} node
 * @param {Deadline} deadline
 */
async function explainIn(page, find, node, deadline) {
  const { text, recorded } = await recordAndNumber(page, find, deadline);
  if (recorded.target === '') return null;
  const explanation = await engine.explain(text, node, () => inTime(deadline));
  return explanation === 'null' ? null : { document: page.id, world: recorded.world, explanation };
}

/** @type {Answerer} */
async function inspect({ agent, params, tab }, deadline, { note }) {
  const chosen = await whenOpened(await chooseTab(tab, agent));
  note(auditNote(chosen.tab));
  const found = await inspectElement(chosen, params, deadline);
  noteRead(chosen.tab, agent);
  return JSON.stringify({ tab: describeTab(chosen.tab, chosen.focusedWindow), ...found });
}

/** @type {Answerer} */
async function screenshot(query, deadline, asking) {
  return await takePicture(query, deadline, asking);
}

/** @type {Answerer} */
async function act({ agent, params, tab }, deadline, asking) {
  return await interact({ agent, params, tab, deadline, ...asking });
}

/** @type {Answerer} */
async function ended({ params }) {
  return await outcome(params.id);
}
