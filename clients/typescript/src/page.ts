// A page in a tab: reads it, finds elements in it, and executes actions in it.

import type { Client } from './client.js';
import { Element } from './element.js';
import { Fault } from './fault.js';
import { isRecord, ownFault } from './faults.js';
import { PageActions } from './page-actions.js';
import type { Fields } from './request.js';
import { fieldsOf, type Target } from './targets.js';
import type { ActionName, ActionOptions, ActionResult, ElementId } from './types.js';
import type { DownloadsAnswer, DownloadsOptions } from './types.js';
import type { PageToolsAnswer, PageToolsOptions } from './types.js';
import type { AskUserAnswer, AskUserOptions, PinsAnswer } from './types.js';
import type {
  ErrorsAnswer,
  ErrorsOptions,
  ExplainAnswer,
  ExplainOptions,
  FindAnswer,
  FindOptions,
  FoundElement,
} from './types.js';
import type {
  GetAnswer,
  GetOptions,
  InteractAnswer,
  LocateAnswer,
  LocateOptions,
  NetworkAnswer,
  NetworkOptions,
} from './types.js';
import type { ObserveAnswer, ObserveOptions, Property, ScreenshotOptions, Step } from './types.js';
import type { WaitAnswer, WaitFor, WaitOptions } from './types.js';

/** The timeout of a wait without `timeoutMs`, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 15_000;
/** The minimum of `timeoutMs`. */
const MIN_TIMEOUT_MS = 100;
/** How many matches the fault of an ambiguous search lists. */
const MAX_LISTED = 5;

/** Facts about a page in an answer; missing if they are unchanged. */
interface PageFacts {
  readonly tab?: number | null;
  readonly url?: string | null;
  readonly pageTitle?: string | null;
}

/** A page in a tab. Every method throws the `Fault` of the server if it fails. */
export class Page extends PageActions {
  readonly #client: Client;
  /** Session of the uids. */
  readonly session: string;
  #tab: number | undefined;
  #text = '';
  #changes = '';
  #url: string | undefined;
  #title: string | undefined;

  /** `Browser.page` and `Browser.open` return pages. */
  constructor(client: Client, session: string, tab?: number) {
    super();
    this.#client = client;
    this.session = session;
    this.#tab = tab;
  }

  /** Number of the tab; `undefined` before the first answer of a page without a number. */
  get tab(): number | undefined {
    return this.#tab;
  }

  /** Lines of the last answer: a snapshot, matches with their rows, or changed lines. */
  get text(): string {
    return this.#text;
  }

  /** What the last action has changed: its outcome and the changed lines. */
  get changes(): string {
    return this.#changes;
  }

  /** URL of the page when it was last read; `undefined` before. */
  get url(): string | undefined {
    return this.#url;
  }

  /** Title of the page when it was last read; `undefined` before. */
  get title(): string | undefined {
    return this.#title;
  }

  /** A snapshot of the page, by default in the format `lean`. */
  async observe(options: ObserveOptions = {}): Promise<ObserveAnswer> {
    const fields = { format: 'lean', ...options, ...this.#place(), what: 'a11y_tree' } as const;
    const answer = await this.#client.call('observe', fields);
    this.#remember(answer);
    this.#text = answer.tree;
    return answer;
  }

  /**
   * The only element that matches all criteria. Waits until one does, for at most `timeoutMs`.
   *
   * @throws {@link NotYet} if no element matches in time, {@link AmbiguousId} if several do.
   */
  async find(criteria: Omit<FindOptions, 'limit'>): Promise<Element> {
    const until = performance.now() + (criteria.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    for (;;) {
      const answer = await this.#search({ ...criteria, limit: MAX_LISTED });
      if (answer.count > 0) return this.#only(answer);
      const timeoutMs = Math.max(MIN_TIMEOUT_MS, Math.round(until - performance.now()));
      // A match that vanishes before it is searched for is waited for again.
      if (performance.now() > until) {
        throw ownFault('not_yet', 'No element matched long enough.', { retryable: true });
      }
      await this.wait('appears', { ...criteria, timeoutMs });
    }
  }

  /** The elements that match all criteria now, in the order of the page. */
  async findAll(criteria: FindOptions): Promise<Element[]> {
    const { matches } = await this.#search(criteria);
    return matches.map((match) => this.#found(match));
  }

  /** The element with a uid of this session. Nothing is requested. */
  element(uid: ElementId): Element {
    return new Element(this, String(uid));
  }

  /**
   * One property of the page, or of the element that `uid` or `selector` names.
   */
  async get(what: Property, options: GetOptions = {}): Promise<GetAnswer> {
    const answer = await this.#client.call('get', { ...options, ...this.#place(), what });
    this.#remember({ tab: answer.tab });
    return answer;
  }

  /**
   * Waits until a condition holds.
   *
   * @throws {@link NotYet} if it does not within `timeoutMs`.
   */
  async wait(condition: WaitFor, options: WaitOptions = {}): Promise<WaitAnswer> {
    const answer = await this.#client.call('wait', {
      ...options,
      ...this.#place(),
      for: condition,
    });
    this.#remember(answer);
    return answer;
  }

  /** Box and selector of an element. */
  async locate(target: Target, options: LocateOptions = {}): Promise<LocateAnswer> {
    const fields = { ...options, ...fieldsOf(target), ...this.#place() };
    const answer = await this.#client.call('locate', fields);
    this.#remember({ tab: answer.tab });
    return answer;
  }

  /** Why an element has its role, name and states. */
  async explain(target: Target, options: ExplainOptions = {}): Promise<ExplainAnswer> {
    const fields = { ...options, ...fieldsOf(target), ...this.#place() };
    const answer = await this.#client.call('explain', fields);
    this.#remember({ tab: answer.tab });
    return answer;
  }

  /** The requests of the page and its frames. */
  async network(options: NetworkOptions = {}): Promise<NetworkAnswer> {
    const answer = await this.#client.call('network', { ...options, ...this.#place() });
    this.#remember({ tab: answer.tab });
    return answer;
  }

  /** What the browser reports of the page and its frames, and their failed resources. */
  async errors(options: ErrorsOptions = {}): Promise<ErrorsAnswer> {
    const answer = await this.#client.call('errors', { ...options, ...this.#place() });
    this.#remember({ tab: answer.tab });
    return answer;
  }

  /** The downloads that the tab has started, if the user lets Axlens see downloads. */
  async downloads(options: DownloadsOptions = {}): Promise<DownloadsAnswer> {
    const answer = await this.#client.call('downloads', { ...options, ...this.#place() });
    this.#remember({ tab: answer.tab });
    return answer;
  }

  /** The tools that the page offers to agents. */
  async pageTools(options: PageToolsOptions = {}): Promise<PageToolsAnswer> {
    const answer = await this.#client.call('pageTools', { ...options, ...this.#place() });
    this.#remember({ tab: answer.tab });
    return answer;
  }

  /** The elements that the user has pinned for agents, with their notes. */
  async pins(): Promise<PinsAnswer> {
    const answer = await this.#client.call('pins', this.#place());
    this.#remember({ tab: answer.tab });
    return answer;
  }

  /** Asks the user a question about this page, or to do something on it. */
  async askUser(question: string, options: AskUserOptions = {}): Promise<AskUserAnswer> {
    const answer = await this.#client.call('askUser', { question, ...options, ...this.#place() });
    this.#remember({ tab: answer.tab });
    return answer;
  }

  /** The bytes of an image of the tab, or of the element that `uid` names. */
  async screenshot(options: ScreenshotOptions = {}): Promise<Uint8Array> {
    const answer = await this.#client.call('screenshot', { ...options, ...this.#place() });
    this.#remember({ tab: answer.tab });
    if (typeof answer.data !== 'string') throw ownFault('internal', 'The answer has no image.');
    return new Uint8Array(Buffer.from(answer.data, 'base64'));
  }

  /**
   * Executes a list of actions and reads, up to the first fault, in one request.
   *
   * @throws {@link Fault} with `done`, the results of the steps before the one that failed.
   */
  do(steps: readonly Step[], options: ActionOptions = {}): Promise<InteractAnswer> {
    return this.#interact({ ...options, actions: steps });
  }

  protected override async act(
    action: ActionName,
    fields: object,
    target: Target = {},
  ): Promise<ActionResult> {
    const { results } = await this.#interact({ ...fields, ...fieldsOf(target), action });
    const [result] = results;
    if (!isAction(result)) throw ownFault('internal', 'The answer has no result of the action.');
    return result;
  }

  /**
   * Opens a tab, and becomes its page.
   *
   * @internal
   */
  async openItself(url: string | undefined, options: ActionOptions): Promise<void> {
    await this.#interact({ ...options, action: 'new_tab', url }, true);
  }

  async #interact(fields: Fields, adoptsTab = !opensTab(fields)): Promise<InteractAnswer> {
    try {
      // The methods of actions have checked types; their union is too large for the compiler.
      const request = { ...fields, ...this.#place(), withText: true } as never;
      const answer = await this.#client.call('interact', request);
      this.#hasChanged(answer, adoptsTab);
      return answer;
    } catch (error) {
      if (error instanceof Fault && error.done !== undefined)
        this.#hasChanged(error.done, adoptsTab);
      throw error;
    }
  }

  async #search(criteria: FindOptions): Promise<FindAnswer> {
    const answer = await this.#client.call('find', { ...criteria, ...this.#place() });
    this.#remember(answer);
    this.#text = answer.tree;
    return answer;
  }

  #only({ count, matches, tree }: FindAnswer): Element {
    const [match] = matches;
    if (count > 1) {
      throw ownFault('ambiguous_id', `${count} elements match:\n${tree}`, {
        hint: 'Add a criterion, or `within`, the uid of an element around it.',
      });
    }
    if (match === undefined) {
      throw ownFault('not_applicable', 'The match has no line in snapshots.', {
        hint: 'Use the selector itself as the target of the action.',
      });
    }
    return this.#found(match);
  }

  #found({ uid, role, name }: FoundElement): Element {
    return new Element(this, uid, role, name);
  }

  #place(): { session: string; tab?: number } {
    return { session: this.session, ...(this.#tab === undefined ? {} : { tab: this.#tab }) };
  }

  #remember({ tab, url, pageTitle }: PageFacts): void {
    this.#tab ??= tab ?? undefined;
    this.#url = url ?? this.#url;
    this.#title = pageTitle ?? this.#title;
  }

  #hasChanged(answer: InteractAnswer, adoptsTab: boolean): void {
    // The address of an answer about a new tab is not that of this page.
    if (adoptsTab) this.#remember(answer);
    this.#changes = answer.text ?? '';
    this.#text = answer.tree ?? '';
  }
}

/** Whether a result is that of an action, not of a read. */
function isAction(result: unknown): result is ActionResult {
  return isRecord(result) && typeof result['outcome'] === 'string';
}

/** Whether a request opens a tab. */
function opensTab({ action, actions }: Fields): boolean {
  const steps: unknown[] = Array.isArray(actions) ? actions : [{ action }];
  return steps.some((step) => isRecord(step) && step['action'] === 'new_tab');
}
