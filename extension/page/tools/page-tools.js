//! The tools that a page registers for agents (WebMCP), and its forms that are tools. They are read
//! with `document.modelContext`, which this browser may not have.

import { getAttribute, querySelectorAll } from '../dom/dom.js';

/**
 * A tool of `document.modelContext`. `window`: of the document that has it; `source` in later
 * versions of the browser.
 * @typedef {{name: string, title?: string, description?: string, inputSchema?: unknown,
 *   annotations?: {readOnlyHint?: boolean, consequentialHint?: boolean,
 *   untrustedContentHint?: boolean}, window?: Window, source?: Window}} BrowserTool
 */
/**
 * @typedef {EventTarget & {getTools(): Promise<BrowserTool[]>,
 *   executeTool(tool: BrowserTool, args: object, options: {signal: AbortSignal}):
 *   Promise<string | null>}} ModelContext
 */
/**
 * A tool of this document. `listed`: what describes it, as JSON; `forms`: those whose name it has.
 * @typedef {{tool: BrowserTool, listed: string, forms: Element[]}} OwnTool
 */

/** The number of tools of a document that are listed. */
const MAX_TOOLS = 100;
const MAX_NAME = 200;
const MAX_DESCRIPTION = 2000;
/** A tool with a longer schema can't be called. */
const MAX_SCHEMA = 20_000;
/** The time in which tools are counted for a snapshot. */
const COUNT_MS = 100;

/** @returns {ModelContext | null} null if the browser has no page tools for this document */
export function modelContext() {
  // Of the prototype: an element of the page with this name would be found on the document.
  const property = Object.getOwnPropertyDescriptor(Document.prototype, 'modelContext');
  return property?.get?.call(document) ?? null;
}

/** @param {unknown} text @param {number} length */
const cut = (text, length) =>
  typeof text === 'string' ? text.slice(0, length).toWellFormed() : '';

/**
 * @param {Node[]} roots the shadow roots of the document
 * @returns {Element[]} the forms that have the name of a tool
 */
export const toolForms = (roots) => [
  ...querySelectorAll.document.call(document, 'form[toolname]'),
  ...roots.flatMap((root) => [
    ...querySelectorAll.root.call(/** @type {ShadowRoot} */ (root), 'form[toolname]'),
  ]),
];

/** @param {string} name @param {Element[]} forms */
export const formsNamed = (name, forms) =>
  forms.filter((form) => getAttribute.call(form, 'toolname')?.trim() === name);

/** @returns {Promise<BrowserTool[]>} those of this document, without those of its frames */
async function toolsHere() {
  try {
    const tools = (await modelContext()?.getTools()) ?? [];
    const isHere = (/** @type {BrowserTool} */ tool) => (tool.source ?? tool.window) === window;
    return tools.filter(isHere);
  } catch {
    // The document around a frame can deny it the tools.
    return [];
  }
}

/** @param {BrowserTool} tool @param {Element[]} all forms that have the name of a tool */
function ownTool(tool, all) {
  const forms = formsNamed(tool.name, all);
  const form = forms.find((each) => getAttribute.call(each, 'tooldescription'));
  const schema = JSON.stringify(tool.inputSchema ?? {}).toWellFormed();
  const { readOnlyHint, consequentialHint, untrustedContentHint } = tool.annotations ?? {};
  const submits = form && getAttribute.call(form, 'toolautosubmit') !== null;
  const listed = JSON.stringify({
    name: tool.name.toWellFormed(),
    title: cut(tool.title, MAX_NAME),
    description: cut(tool.description, MAX_DESCRIPTION),
    ...(schema.length > MAX_SCHEMA ? { tooLarge: true } : { schema }),
    ...(readOnlyHint ? { readOnly: true } : {}),
    ...(consequentialHint ? { consequential: true } : {}),
    ...(untrustedContentHint ? { untrusted: true } : {}),
    ...(form ? { form: true } : {}),
    ...(submits ? { submits: true } : {}),
  });
  return { tool, listed, forms };
}

/** @param {BrowserTool} tool */
const isListable = ({ name }) => name.length > 0 && name.length <= MAX_NAME;

/**
 * @param {Node[]} roots the shadow roots of the document
 * @returns {Promise<OwnTool[]>} the first tools of this document
 */
export async function ownTools(roots) {
  const tools = (await toolsHere()).filter(isListable).slice(0, MAX_TOOLS);
  const forms = tools.length ? toolForms(roots) : [];
  return tools.map((tool) => ownTool(tool, forms));
}

/**
 * @param {Node[]} roots the shadow roots of the document
 * @returns {Promise<{supported: boolean, tools: string[], more: number}>} the tools as they are
 *   listed; `more`: the number of those that are not
 */
export async function listTools(roots) {
  const tools = (await ownTools(roots)).map(({ listed }) => listed);
  const more = (await toolsHere()).length - tools.length;
  return { supported: modelContext() !== null, tools, more: Math.max(more, 0) };
}

/** @returns {Promise<number>} the number of tools of this document; 0 if it is not known in time */
export async function countTools() {
  if (modelContext() === null) return 0;
  const late = new Promise((resolve) => setTimeout(() => resolve([]), COUNT_MS));
  const tools = /** @type {BrowserTool[]} */ (await Promise.race([toolsHere(), late]));
  return tools.length;
}
