// An element of a page, with the methods of the page for it.

import type { Choice, PageActions } from './page-actions.js';
import { ElementBase, fieldsOf, type DragTo, type Target } from './targets.js';
import type { ActionResult, ElementProperty, ExplainAnswer, ExplainOptions } from './types.js';
import type { GetAnswer, GetOptions, LocateAnswer, LocateOptions, OnElement } from './types.js';
import type { ScreenshotOptions, WaitAnswer, WaitFor, WaitOptions } from './types.js';
import type { FileSource } from './upload.js';

/** What an element needs of its page. */
export interface ElementPage extends PageActions {
  get(what: ElementProperty, options?: GetOptions): Promise<GetAnswer>;
  wait(condition: WaitFor, options?: WaitOptions): Promise<WaitAnswer>;
  locate(target: Target, options?: LocateOptions): Promise<LocateAnswer>;
  explain(target: Target, options?: ExplainOptions): Promise<ExplainAnswer>;
  screenshot(options?: ScreenshotOptions): Promise<Uint8Array>;
}

/** A condition that an element named by its uid can have. */
export type ElementCondition = 'appears' | 'vanishes' | 'enabled';

/** An element of a page. Every method throws the `Fault` of the server if it fails. */
export class Element extends ElementBase {
  readonly #page: ElementPage;

  constructor(page: ElementPage, uid: string | null, role?: string, name?: string) {
    super(uid, role, name);
    this.#page = page;
  }

  /** One of its properties: `value`, `state`, `text` … */
  async get(what: ElementProperty, options: GetOptions = {}): Promise<GetAnswer> {
    return this.#page.get(what, { ...options, ...fieldsOf(this) });
  }

  /** Waits until it appears, vanishes or is enabled; the fault is `not_yet` if it does not. */
  async wait(condition: ElementCondition, options: WaitOptions = {}): Promise<WaitAnswer> {
    return this.#page.wait(condition, { ...options, ...fieldsOf(this) });
  }

  /** Its box and its selector. */
  locate(options: LocateOptions = {}): Promise<LocateAnswer> {
    return this.#page.locate(this, options);
  }

  /** Why it has its role, name and states. */
  explain(options: ExplainOptions = {}): Promise<ExplainAnswer> {
    return this.#page.explain(this, options);
  }

  /** The bytes of an image of it. */
  async screenshot(options: ScreenshotOptions = {}): Promise<Uint8Array> {
    return this.#page.screenshot({ ...options, ...fieldsOf(this) });
  }

  /** Presses and releases a mouse button on it. */
  click(options: OnElement<'click'> = {}): Promise<ActionResult> {
    return this.#page.click(this, options);
  }

  /** Moves the pointer onto it. */
  hover(options: OnElement<'hover'> = {}): Promise<ActionResult> {
    return this.#page.hover(this, options);
  }

  /** Focuses it. */
  focus(options: OnElement<'focus'> = {}): Promise<ActionResult> {
    return this.#page.focus(this, options);
  }

  /** Clicks as assistive technology does, even if it is covered. */
  activate(options: OnElement<'activate'> = {}): Promise<ActionResult> {
    return this.#page.activate(this, options);
  }

  /** Empties a field. */
  clear(options: OnElement<'clear'> = {}): Promise<ActionResult> {
    return this.#page.clear(this, options);
  }

  /** Checks a checkbox, a radio button or a switch. */
  check(options: OnElement<'check'> = {}): Promise<ActionResult> {
    return this.#page.check(this, options);
  }

  /** Unchecks a checkbox or switch. */
  uncheck(options: OnElement<'uncheck'> = {}): Promise<ActionResult> {
    return this.#page.uncheck(this, options);
  }

  /** Submits the form that it belongs to. */
  submit(options: OnElement<'submit'> = {}): Promise<ActionResult> {
    return this.#page.submit(this, options);
  }

  /** Outlines it for two seconds. */
  highlight(options: OnElement<'highlight'> = {}): Promise<ActionResult> {
    return this.#page.highlight(this, options);
  }

  /** Enters a secret of the user's, by its name, into a field of a password, a code or a card. */
  fillSecret(
    secret: string,
    options: OnElement<'fill_secret', 'secret'> = {},
  ): Promise<ActionResult> {
    return this.#page.fillSecret(this, secret, options);
  }

  /** Replaces its value. */
  fill(value: string, options: OnElement<'fill', 'value'> = {}): Promise<ActionResult> {
    return this.#page.fill(this, value, options);
  }

  /** Sets its value, in the syntax of a date, time, color, range or number field. */
  set(value: string, options: OnElement<'set', 'value'> = {}): Promise<ActionResult> {
    return this.#page.set(this, value, options);
  }

  /** Selects exactly these of its options. */
  select(
    choice: Choice,
    options: OnElement<'select', 'labels' | 'values' | 'indexes'> = {},
  ): Promise<ActionResult> {
    return this.#page.select(this, choice, options);
  }

  /** Drags it onto another element, or by a distance: `{ by: [x, y] }`. */
  drag(to: DragTo, options: OnElement<'drag', 'to'> = {}): Promise<ActionResult> {
    return this.#page.drag(this, to, options);
  }

  /** Selects a text of it with the mouse; by default all of it. */
  selectText(text?: string, options: OnElement<'select_text', 'text'> = {}): Promise<ActionResult> {
    return this.#page.selectText(this, text, options);
  }

  /** Sets its files, or drops files on it: paths, or `{ name, type, base64 }`. */
  upload(
    files: FileSource | readonly FileSource[],
    options: OnElement<'upload', 'files'> = {},
  ): Promise<ActionResult> {
    return this.#page.upload(this, files, options);
  }

  /** Types a text key by key in it. */
  async type(text: string, options: OnElement<'type', 'text'> = {}): Promise<ActionResult> {
    return this.#page.type(text, { ...options, ...fieldsOf(this) });
  }

  /** Presses keys in it, such as `Enter` or `Control+A`. */
  async press(
    keys: string | string[],
    options: OnElement<'press', 'keys'> = {},
  ): Promise<ActionResult> {
    return this.#page.press(keys, { ...options, ...fieldsOf(this) });
  }

  /** Scrolls it; by default into view. */
  scroll(options: OnElement<'scroll'> = {}): Promise<ActionResult> {
    return this.#page.scroll(this, options);
  }

  /** Runs a script in its document, if the user has enabled this. */
  async executeJs(
    script: string,
    options: OnElement<'execute_js', 'script'> = {},
  ): Promise<ActionResult> {
    return this.#page.executeJs(script, { ...options, ...fieldsOf(this) });
  }

  /** Calls a tool that its page offers to agents, by its handle or its name. */
  async callTool(
    tool: string,
    args: Record<string, unknown> = {},
    options: OnElement<'call_tool', 'tool' | 'arguments'> = {},
  ): Promise<ActionResult> {
    return this.#page.callTool(tool, args, { ...options, ...fieldsOf(this) });
  }
}
