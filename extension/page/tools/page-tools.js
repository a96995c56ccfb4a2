//! The tools that a page registers for agents (WebMCP), and its forms that are tools. They are read
//! with `document.modelContext`, which this browser may not have.

import { getAttribute, hasAttribute, querySelectorAll } from '../dom/dom.js';

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
 * A tool of this document. `listed`: what describes it, as JSON; `form`: whose submission it is.
 * @typedef {{tool: BrowserTool, listed: string, form: Element | null}} OwnTool
 */

/** The number of tools of a document that are listed. */
const MAX_TOOLS = 100;
const MAX_NAME = 200;
const MAX_DESCRIPTION = 2000;
/** A tool with a longer schema can't be called. */
const MAX_SCHEMA = 20_000;

/**
 * Of the prototype: an element of the page with this name would be found on the document.
 * @type {((this: Document) => ModelContext) | undefined}
 */
const contextOf = Object.getOwnPropertyDescriptor(Document.prototype, 'modelContext')?.get;

/** @returns {ModelContext | null} null if the browser has no page tools */
export const modelContext = () => contextOf?.call(document) ?? null;

/** @param {unknown} text @param {number} length */
const cut = (text, length) => (typeof text === 'string' ? text.slice(0, length) : '');

/** @param {string} name @returns {Element | null} */
const formOfTool = (name) =>
  [...querySelectorAll.document.call(document, 'form[toolname]')].find(
    (form) => getAttribute.call(form, 'toolname') === name,
  ) ?? null;

/** @param {BrowserTool} tool @returns {OwnTool} */
function ownTool(tool) {
  const form = formOfTool(tool.name);
  const schema = JSON.stringify(tool.inputSchema ?? {});
  const { readOnlyHint, consequentialHint, untrustedContentHint } = tool.annotations ?? {};
  const listed = JSON.stringify({
    name: tool.name,
    title: cut(tool.title, MAX_NAME),
    description: cut(tool.description, MAX_DESCRIPTION),
    ...(schema.length > MAX_SCHEMA ? { tooLarge: true } : { schema }),
    ...(readOnlyHint ? { readOnly: true } : {}),
    ...(consequentialHint ? { consequential: true } : {}),
    ...(untrustedContentHint ? { untrusted: true } : {}),
    ...(form ? { form: true } : {}),
    ...(form && hasAttribute.call(form, 'toolautosubmit') ? { submits: true } : {}),
  });
  return { tool, listed, form };
}

/** @returns {Promise<OwnTool[]>} the tools of this document, without those of its frames */
export async function ownTools() {
  const context = modelContext();
  // The document around a frame can deny it the tools.
  const tools = await context?.getTools().catch(() => []);
  return (tools ?? [])
    .filter(({ name, window: here, source }) => (source ?? here) === window && name.length > 0)
    .filter(({ name }) => name.length <= MAX_NAME)
    .slice(0, MAX_TOOLS)
    .map(ownTool);
}

/** @returns {Promise<{supported: boolean, tools: string[]}>} the tools as they are listed */
export const listTools = async () => ({
  supported: modelContext() !== null,
  tools: (await ownTools()).map(({ listed }) => listed),
});

/** @returns {Promise<number>} the number of tools of this document */
export const countTools = async () => (await ownTools()).length;
