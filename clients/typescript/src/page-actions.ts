// One method for each action of docs/acting.md. Each returns the result of the action, and throws
// the `Fault` of the server if it was not executed.

import { dragTarget, ElementBase, type DragTo, type Target } from './targets.js';
import type { ActionArguments, ActionName, ActionResult } from './types.js';
import type { OnElement, OnPage, OnTab } from './types.js';
import { uploadedFiles, type FileSource } from './upload.js';

/** The options of a list to select: one label, several labels, or the fields of `select`. */
export type Choice = string | readonly string[] | ActionArguments<'select'>;

/** The actions in a page. */
export abstract class PageActions {
  /**
   * Executes one action.
   *
   * @param fields - Its arguments and the options of the request.
   * @param target - Its element, if the fields do not name it.
   */
  protected abstract act(
    action: ActionName,
    fields: object,
    target?: Target,
  ): Promise<ActionResult>;

  /** Presses and releases a mouse button on the element. */
  click(target: Target, options: OnElement<'click'> = {}): Promise<ActionResult> {
    return this.act('click', options, target);
  }

  /** Moves the pointer onto the element. */
  hover(target: Target, options: OnElement<'hover'> = {}): Promise<ActionResult> {
    return this.act('hover', options, target);
  }

  /** Focuses the element. */
  focus(target: Target, options: OnElement<'focus'> = {}): Promise<ActionResult> {
    return this.act('focus', options, target);
  }

  /** Clicks as assistive technology does, even if the element is covered. */
  activate(target: Target, options: OnElement<'activate'> = {}): Promise<ActionResult> {
    return this.act('activate', options, target);
  }

  /** Empties a field. */
  clear(target: Target, options: OnElement<'clear'> = {}): Promise<ActionResult> {
    return this.act('clear', options, target);
  }

  /** Checks a checkbox, a radio button or a switch. */
  check(target: Target, options: OnElement<'check'> = {}): Promise<ActionResult> {
    return this.act('check', options, target);
  }

  /** Unchecks a checkbox or switch. */
  uncheck(target: Target, options: OnElement<'uncheck'> = {}): Promise<ActionResult> {
    return this.act('uncheck', options, target);
  }

  /** Submits the form that the element belongs to. */
  submit(target: Target, options: OnElement<'submit'> = {}): Promise<ActionResult> {
    return this.act('submit', options, target);
  }

  /** Outlines the element for two seconds. */
  highlight(target: Target, options: OnElement<'highlight'> = {}): Promise<ActionResult> {
    return this.act('highlight', options, target);
  }

  /** Enters a secret of the user's, by its name, into a field of a password, a code or a card. */
  fillSecret(
    target: Target,
    secret: string,
    options: OnElement<'fill_secret', 'secret'> = {},
  ): Promise<ActionResult> {
    return this.act('fill_secret', { ...options, secret }, target);
  }

  /** Replaces the value of a field of any kind. */
  fill(
    target: Target,
    value: string,
    options: OnElement<'fill', 'value'> = {},
  ): Promise<ActionResult> {
    return this.act('fill', { ...options, value }, target);
  }

  /** Sets a date, time, color, range or number field, in the syntax of its `value`. */
  set(
    target: Target,
    value: string,
    options: OnElement<'set', 'value'> = {},
  ): Promise<ActionResult> {
    return this.act('set', { ...options, value }, target);
  }

  /**
   * Selects exactly these options of a list.
   *
   * @param choice - Labels, or `{ labels }`, `{ values }` or `{ indexes }`.
   */
  select(
    target: Target,
    choice: Choice,
    options: OnElement<'select', keyof ActionArguments<'select'>> = {},
  ): Promise<ActionResult> {
    return this.act('select', { ...options, ...choiceOf(choice) }, target);
  }

  /** Drags the element onto another one, or by a distance: `{ by: [x, y] }`. */
  async drag(
    target: Target,
    to: DragTo,
    options: OnElement<'drag', 'to'> = {},
  ): Promise<ActionResult> {
    return this.act('drag', { ...options, to: dragTarget(to) }, target);
  }

  /** Selects a text of the element with the mouse; by default all of it. */
  selectText(
    target: Target,
    text?: string,
    options: OnElement<'select_text', 'text'> = {},
  ): Promise<ActionResult> {
    return this.act('select_text', { ...options, text }, target);
  }

  /**
   * Sets the files of a file field, or drops files on the element.
   *
   * @param files - Paths of files on this computer, or `{ name, type, base64 }`.
   * @throws The error of the file system, if a file can't be read.
   */
  async upload(
    target: Target,
    files: FileSource | readonly FileSource[],
    options: OnElement<'upload', 'files'> = {},
  ): Promise<ActionResult> {
    const read = await uploadedFiles(files);
    return this.act('upload', { ...options, files: read }, target);
  }

  /** Types a text key by key, in the focused element or in that of the options. */
  type(text: string, options: OnPage<'type', 'text'> = {}): Promise<ActionResult> {
    return this.act('type', { ...options, text });
  }

  /** Presses keys, such as `Control+A`, in the focused element or in that of the options. */
  press(keys: string | string[], options: OnPage<'press', 'keys'> = {}): Promise<ActionResult> {
    return this.act('press', { ...options, keys });
  }

  /**
   * Scrolls an element (`scroll(50, { to: 'bottom' })`) or the page (`scroll({ to: 'bottom' })`).
   */
  scroll(
    target: Target | OnPage<'scroll'>,
    options: OnElement<'scroll'> = {},
  ): Promise<ActionResult> {
    const isElement = typeof target !== 'object' || target instanceof ElementBase;
    if (isElement) return this.act('scroll', options, target);
    return this.act('scroll', { ...options, ...target });
  }

  /** Runs a script in the page's main world, if the user has enabled this. */
  executeJs(script: string, options: OnPage<'execute_js', 'script'> = {}): Promise<ActionResult> {
    return this.act('execute_js', { ...options, script });
  }

  /** Calls a tool that the page offers to agents, by its handle or its name. */
  callTool(
    tool: string,
    args: Record<string, unknown> = {},
    options: OnPage<'call_tool', 'tool' | 'arguments'> = {},
  ): Promise<ActionResult> {
    return this.act('call_tool', { ...options, tool, arguments: args });
  }

  /** Navigates the tab to an `http` or `https` URL. */
  navigate(url: string, options: OnTab = {}): Promise<ActionResult> {
    return this.act('navigate', { ...options, url });
  }

  /** Opens another tab in the background. `Browser.open` returns its page. */
  newTab(url?: string, options: OnTab = {}): Promise<ActionResult> {
    return this.act('new_tab', { ...options, url });
  }

  /** Goes back in the history of the tab. */
  back(options: OnTab = {}): Promise<ActionResult> {
    return this.act('back', options);
  }

  /** Goes forward in the history of the tab. */
  forward(options: OnTab = {}): Promise<ActionResult> {
    return this.act('forward', options);
  }

  /** Reloads the page. */
  reload(options: OnTab = {}): Promise<ActionResult> {
    return this.act('reload', options);
  }

  /** Closes the tab, if this agent opened it. */
  closeTab(options: OnTab = {}): Promise<ActionResult> {
    return this.act('close_tab', options);
  }

  /** Makes the tab the active tab of its window. */
  activateTab(options: OnTab = {}): Promise<ActionResult> {
    return this.act('activate_tab', options);
  }

  /** Prevents other agents from acting in the tab, until it is released or for a minute. */
  claimTab(options: OnTab = {}): Promise<ActionResult> {
    return this.act('claim_tab', options);
  }

  /** Releases a claimed tab. */
  releaseTab(options: OnTab = {}): Promise<ActionResult> {
    return this.act('release_tab', options);
  }
}

function choiceOf(choice: Choice): object {
  if (typeof choice === 'string') return { labels: [choice] };
  return Array.isArray(choice) ? { labels: choice } : choice;
}
