//! One function for each kind of query: from its parameters to the JSON text of its answer. Trees
//! and explanations are inserted into the answer as text, without parsing.

import { textDiff } from '../shared/text-diff.js';
import { auditNote, noteRead } from './browser/activity.js';
import { pinsOfTab } from './browser/pins.js';
import { changesSince } from './reading/changes.js';
import { pause } from './deadline.js';
import { PageDocument } from './reading/documents.js';
import * as engine from './reading/engine.js';
import * as browserApi from '../shared/browser-api.js';
import { badRequest, frameTooLarge, scopeNotFound, staleUid } from './faults.js';
import { answerName, treeName } from './reading/record-cache.js';
import { allowedFrames } from './browser/frames.js';
import { inspect as inspectElement } from './reading/inspect.js';
import { interact, interactFields, outcome } from './acting/interact.js';
import { elementAt as findElementAt } from './screenshot/element-at.js';
import { framePosition } from './screenshot/frame-position.js';
import { takeScreenshot } from './screenshot/screenshot.js';
import { downloadsOf, waitForDownload } from './downloads/downloads.js';
import { errorsOf } from './reading/errors.js';
import { networkOf } from './reading/network.js';
import { pageToolsOf } from './reading/page-tools.js';
import { pdfOf } from './reading/pdf.js';
import { mayHide } from './policy/policy.js';
import { askUser } from './policy/questions.js';
import { inDocument, takeTurn } from './reading/read-document.js';
import { startEarlyRead, Blank, readTab } from './reading/read-tab.js';
import {
  chooseTab,
  chooseTabToRead,
  describeTab,
  listTabs,
  whenOpened,
  refusalFrom,
} from './browser/tabs.js';
import { checkTime, readInTurn, recordAndNumber } from './reading/understand.js';

/** @typedef {import('./deadline.js').Deadline} Deadline */
/** @typedef {import('../types/protocol').Query} Query */
/** @typedef {import('../types/protocol').ObserveParams} ObserveParams */
/** @typedef {import('./reading/read-document.js').ReadRequest} ReadRequest */
/** @typedef {import('./reading/frame-places.js').FrameRead} FrameRead */
/** @typedef {import('./reading/frame-places.js').FrameFailed} FrameFailed */
/** @typedef {import('./browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('./policy/permission.js').QueryContext} QueryContext */
/**
 * @template {Query['kind']} K
 * @typedef {(query: Extract<Query, {kind: K}>, deadline: Deadline, context: QueryContext) =>
 *   Promise<string>} QueryHandler
 */

/** Characters of all child frames in an answer. */
const MAX_CHILDREN_LEN = 16_000_000;
/** Time in which an injected recorder must answer a ping. */
const PING_TIMEOUT_MS = 250;
const MAX_CHILD_EXPLAIN_MS = 2500;

/** @type {{[K in Query['kind']]: QueryHandler<K>}} */
const HANDLERS = {
  tabs,
  ping,
  observe,
  changes,
  explain,
  inspect,
  network,
  errors,
  downloads,
  pageTools,
  pdf,
  elementAt,
  screenshot,
  interact: interactQuery,
  interactFields: interactFieldsQuery,
  askUser,
  pins: pinsOfTab,
  outcome: outcomeQuery,
};

/**
 * @param {Query} query
 * @param {Deadline} deadline
 * @param {QueryContext} context
 * @returns {Promise<string>} JSON text of the answer; rejects with a fault
 */
export async function answer(query, deadline, context) {
  if (!Object.hasOwn(HANDLERS, query.kind))
    throw badRequest(
      `This version of the extension does not know queries of kind '${query.kind}'.`,
    );
  const handler = /** @type {QueryHandler<Query['kind']>} */ (HANDLERS[query.kind]);
  return await handler(query, deadline, context);
}

/**
 * @param {Query} query @returns {boolean} whether it changes nothing, so that it can be repeated
 */
export const onlyReads = ({ kind }) => !['interact', 'interactFields', 'askUser'].includes(kind);

/** @param {Query} query @returns {boolean} whether the answer needs no tab */
export const staysInWorker = (query) => query.kind === 'ping' && query.params?.page === false;

/** @type {QueryHandler<'tabs'>} */
async function tabs(query) {
  return JSON.stringify({ tabs: await listTabs(query.agent) });
}

/** @type {QueryHandler<'ping'>} */
async function ping(query, _deadline, context) {
  const start = performance.now();
  const isUnrestricted = !mayHide(query.agent);
  if (!staysInWorker(query) && !(isUnrestricted && (await recorderAnswers(query.tab))))
    await pingPage(query, context);
  return JSON.stringify({ ms: performance.now() - start });
}

/**
 * Whether a recorder that is already injected answers. This is the fastest ping.
 * @param {number | null | undefined} tab
 */
async function recorderAnswers(tab) {
  if (typeof tab !== 'number') return false;
  const answered = browserApi.sendToMainFrame(tab, { axlens: 'ping' }).catch(() => undefined);
  return (await Promise.race([answered, pause(PING_TIMEOUT_MS)])) !== undefined;
}

/** @param {Query} query @param {QueryContext} context */
async function pingPage(query, context) {
  const chosen = await whenOpened(await chooseTab(query.tab, query.agent));
  context.note(auditNote(chosen.tab));
  const [main] = await allowedFrames(chosen);
  const page = new PageDocument(chosen.id, main.document);
  await page.guard(page.send({ axlens: 'ping' })).catch(async (error) => {
    throw await refusalFrom(chosen.id, main.url, error);
  });
}

/** @type {QueryHandler<'observe'>} */
async function observe(query, deadline, context) {
  const start = performance.now();
  const request = readRequestOf(query.params ?? {});
  const { agent } = query;
  const early =
    typeof query.tab === 'number' ? startEarlyRead(query.tab, agent, request, deadline) : null;
  const first = await chooseTabToRead(query.tab, agent);
  const chosen = await whenOpened(first);
  context.note(auditNote(chosen.tab));
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
 * The answer to `observe`: the frames, or only the name of an unchanged page that the server has.
 * @param {Pick<ChosenTab, 'tab' | 'id' | 'focusedWindow'>} chosen
 * @param {(FrameRead | FrameFailed)[]} frames empty if the tab is blank and not readable
 * @param {ReadRequest} request
 * @param {number} start
 */
export function observed(chosen, frames, request, start) {
  const main = frames.at(0);
  const engine = main && 'recorded' in main ? main.engine : 'worker';
  const name = main && !request.only ? answerName(chosen.id, frames.map(frameParts).flat()) : '';
  const same = request.have.includes(name);
  const lastChanges = lastChangesOf(frames);
  const pageTools = frames.reduce((sum, frame) => sum + toolsOf(frame), 0);
  const answer = {
    tab: describeTab(chosen.tab, chosen.focusedWindow),
    engine,
    ...(Object.keys(lastChanges).length ? { lastChanges } : {}),
    ...(pageTools ? { pageTools } : {}),
    ...(name ? { name, same } : {}),
    ...(main ? {} : { blank: true }),
  };
  const texts = same
    ? frames.map((frame) => JSON.stringify(timesOf(frame)))
    : frameTexts(frames, request.haveTrees);
  const total = performance.now() - start;
  return `${JSON.stringify(answer).slice(0, -1)},"frames":[${texts.join(',')}],"timings":{"total":${total}}}`;
}

/** @param {FrameRead | FrameFailed} frame @returns {number} of tools that it has for agents */
const toolsOf = (frame) => ('recorded' in frame && frame.recorded.tools) || 0;

/** @param {(FrameRead | FrameFailed)[]} frames @returns {Record<string, number[]>} by document */
function lastChangesOf(frames) {
  const changed = frames.flatMap((frame) => {
    const numbers = ('recorded' in frame && frame.recorded.lastChanges) || [];
    return numbers.length ? [[frame.at.document, numbers]] : [];
  });
  return Object.fromEntries(changed);
}

/** @param {ObserveParams} params @returns {ReadRequest} */
export function readRequestOf(params) {
  const { scope, scopeNode, only, places, frames, engine, have, haveTrees, targets } = params;
  const all = { plain: params.selectors === false, ...(targets ? { targets } : {}) };
  const find = (/** @type {string} */ document) => {
    if (scopeNode) return scopeNode.document === document ? { node: scopeNode.node, ...all } : all;
    return typeof scope === 'string' ? { selector: scope, ...all } : all;
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
 * Throws a fault if no frame contains the scope. If a recorder does not report it, the server
 * checks.
 * @param {ObserveParams} params
 * @param {(FrameRead | FrameFailed)[]} frames
 */
function checkScope({ scope, scopeNode }, frames) {
  if (scopeNode) {
    const frame = frames.find((each) => each.at.document === scopeNode.document);
    const isFound =
      frame &&
      'recorded' in frame &&
      frame.recorded.world === scopeNode.world &&
      frame.recorded.target !== '';
    if (!isFound) throw staleUid();
  }
  if (typeof scope !== 'string') return;
  const targets = frames.map((frame) => ('recorded' in frame ? frame.recorded.target : ''));
  if (targets.every((target) => target === '')) throw scopeNotFound(scope);
}

/**
 * The texts of all frames. A child frame that is too large is replaced by a fault, so that the
 * server accepts the answer with the other frames.
 * @param {(FrameRead | FrameFailed)[]} frames the main frame first
 * @param {string[]} haveTrees
 */
function frameTexts(frames, haveTrees) {
  let left = MAX_CHILDREN_LEN;
  return frames.map((frame, position) => {
    const text = frameText(frame, haveTrees);
    if (position === 0) return text;
    if (text.length > left) return frameText({ at: frame.at, fault: frameTooLarge() }, haveTrees);
    left -= text.length;
    return text;
  });
}

/**
 * @param {FrameRead | FrameFailed} frame
 * @param {string[]} haveTrees names of trees that the server has
 * @returns {string}
 */
function frameText(frame, haveTrees) {
  if (!('recorded' in frame)) return JSON.stringify({ ...placeOf(frame), ...timesOf(frame) });
  const { tree, places } = frame;
  const treeChange = changeSince(frame, haveTrees);
  const isTrusted = frame.engine === 'worker';
  const head = JSON.stringify({
    ...placeOf(frame),
    ...timesOf(frame),
    ...treeNamed(frame),
    ...(treeChange ? { treeChange } : {}),
    // The output of a page's process stays a JSON string, so that it can't break out of its place.
    ...(isTrusted ? {} : { pageTree: tree }),
    ...(places ? { places } : {}),
  });
  return treeChange || !isTrusted ? head : `${head.slice(0, -1)},"tree":${tree}}`;
}

/**
 * @param {FrameRead} frame trees of the engine in the page are not cached, so that no differences
 *   from them are sent
 */
const treeNamed = ({ engine, treeNumber }) =>
  engine === 'worker' ? { treeName: treeName(treeNumber) } : {};

/**
 * @param {FrameRead} frame @param {string[]} haveTrees @returns
 * {import('../types/protocol').TreeChange | null} null if the server does not have the previous
 * tree
 */
function changeSince({ before, tree }, haveTrees) {
  const from = before ? treeName(before.treeNumber) : '';
  if (!before || !haveTrees.includes(from)) return null;
  const change = textDiff(before.tree, tree);
  return change.middle.length < tree.length / 2 ? { from, ...change } : null;
}

/**
 * @param {FrameRead | FrameFailed} frame
 * @returns {string[]} the parts of its answer except the timings; the tree by its number
 */
const frameParts = (frame) => [
  JSON.stringify(placeOf(frame)),
  ...('recorded' in frame ? [String(frame.treeNumber), frame.places] : []),
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

/** @type {QueryHandler<'changes'>} */
async function changes({ agent, params, tab }, _deadline, { note, signal }) {
  const chosen = await whenOpened(await chooseTabToRead(tab, agent));
  note(auditNote(chosen.tab));
  const state = await changesSince(chosen, params, signal);
  return JSON.stringify({ tab: describeTab(chosen.tab, chosen.focusedWindow), ...state });
}

/** @type {QueryHandler<'explain'>} */
async function explain(query, deadline, context) {
  const chosen = await whenOpened(await chooseTabToRead(query.tab, query.agent));
  context.note(auditNote(chosen.tab));
  const text = await explained(chosen, query.params, deadline);
  noteRead(chosen.tab, query.agent);
  return text;
}

/**
 * @param {ChosenTab} chosen
 * @param {import('../types/protocol').ExplainParams} params
 * @param {Deadline} deadline
 * @returns {Promise<string>} JSON text
 */
export async function explained(chosen, params, deadline) {
  const tab = describeTab(chosen.tab, chosen.focusedWindow);
  const found =
    'selector' in params
      ? await explainSelector(chosen, params.selector, deadline)
      : await inDocument(chosen, params, deadline, (page) =>
          explainIn(page, { node: params.node }, params.node, deadline),
        );
  if (!found) throw 'selector' in params ? scopeNotFound(params.selector) : staleUid();
  const head = JSON.stringify({ tab, document: found.document, world: found.world });
  return `${head.slice(0, -1)},"explanation":${found.explanation}}`;
}

/**
 * Explains the first element that matches the selector, the main frame first.
 * @param {ChosenTab} chosen
 * @param {string} selector
 * @param {Deadline} deadline
 */
async function explainSelector(chosen, selector, deadline) {
  for (const at of await allowedFrames(chosen)) {
    // A recorder from an earlier read may be there and would answer.
    if (at.refused) continue;
    const page = new PageDocument(chosen.id, at.document);
    const isMain = at.frame === 0;
    const limit = isMain ? deadline : deadline.atMost(MAX_CHILD_EXPLAIN_MS);
    try {
      const found = await takeTurn(page, limit, () => explainIn(page, { selector }, 0, limit));
      if (found) return found;
    } catch (error) {
      // Child frames that can't be read are skipped; the main frame must be read.
      if (isMain) throw await refusalFrom(chosen.id, at.url, error);
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
  const explanation = await engine.explain(text, node, () => checkTime(deadline));
  return explanation === 'null' ? null : { document: page.id, world: recorded.world, explanation };
}

/** @type {QueryHandler<'inspect'>} */
async function inspect({ agent, params, tab }, deadline, { note }) {
  const chosen = await whenOpened(await chooseTabToRead(tab, agent));
  note(auditNote(chosen.tab));
  const found = await inspectElement(chosen, params, deadline);
  const { document } = params.target;
  const position = found.visual ? await framePosition(chosen, document, deadline) : null;
  noteRead(chosen.tab, agent);
  return JSON.stringify({
    ...found,
    position,
    tab: describeTab(chosen.tab, chosen.focusedWindow),
  });
}

/** @type {QueryHandler<'network'>} */
async function network({ agent, tab }, deadline, { note }) {
  const chosen = await whenOpened(await chooseTabToRead(tab, agent));
  note(auditNote(chosen.tab));
  const { frames } = await networkOf(chosen, deadline);
  noteRead(chosen.tab, agent);
  return JSON.stringify({ tab: describeTab(chosen.tab, chosen.focusedWindow), frames });
}

/** @type {QueryHandler<'errors'>} */
async function errors({ agent, tab }, deadline, { note }) {
  const chosen = await whenOpened(await chooseTabToRead(tab, agent));
  note(auditNote(chosen.tab));
  const { frames } = await errorsOf(chosen, deadline);
  noteRead(chosen.tab, agent);
  return JSON.stringify({ tab: describeTab(chosen.tab, chosen.focusedWindow), frames });
}

/** @type {QueryHandler<'pageTools'>} */
async function pageTools({ agent, tab }, deadline, { note }) {
  const chosen = await whenOpened(await chooseTabToRead(tab, agent));
  note(auditNote(chosen.tab));
  const frames = await pageToolsOf(chosen, deadline);
  noteRead(chosen.tab, agent);
  return JSON.stringify({ tab: describeTab(chosen.tab, chosen.focusedWindow), frames });
}

/** @type {QueryHandler<'downloads'>} */
async function downloads({ agent, params, tab }, _deadline, { note, signal }) {
  const chosen = await whenOpened(await chooseTabToRead(tab, agent));
  note(auditNote(chosen.tab));
  const { wait } = params;
  const found = wait ? await waitForDownload(chosen, wait, signal) : await downloadsOf(chosen);
  noteRead(chosen.tab, agent);
  return JSON.stringify({ tab: describeTab(chosen.tab, chosen.focusedWindow), ...found });
}

/** @type {QueryHandler<'pdf'>} */
async function pdf({ agent, tab }, deadline, { note }) {
  const chosen = await whenOpened(await chooseTabToRead(tab, agent));
  note(auditNote(chosen.tab));
  const data = await pdfOf(chosen, deadline);
  noteRead(chosen.tab, agent);
  return JSON.stringify({ tab: describeTab(chosen.tab, chosen.focusedWindow), data });
}

/** @type {QueryHandler<'elementAt'>} */
async function elementAt({ agent, params, tab }, deadline, { note }) {
  const chosen = await whenOpened(await chooseTab(tab, agent));
  note(auditNote(chosen.tab));
  const hit = await findElementAt(chosen, params, deadline);
  return JSON.stringify({ tab: describeTab(chosen.tab, chosen.focusedWindow), hit });
}

/** @type {QueryHandler<'screenshot'>} */
async function screenshot(query, deadline, context) {
  return await takeScreenshot(query, deadline, context);
}

/** @type {QueryHandler<'interact'>} */
async function interactQuery({ agent, params, tab }, deadline, context) {
  return await interact({ agent, params, tab, deadline, ...context });
}

/** @type {QueryHandler<'interactFields'>} */
async function interactFieldsQuery({ agent, params, tab }, deadline, context) {
  return await interactFields({ agent, params, tab, deadline, ...context });
}

/** @type {QueryHandler<'outcome'>} */
async function outcomeQuery({ params }) {
  return await outcome(params.id);
}
