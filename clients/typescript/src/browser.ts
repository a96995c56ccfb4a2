// The server with all connected browsers.

import type { Client } from './client.js';
import { Page } from './page.js';
import { OPERATIONS } from './tables.js';
import type { ActionOptions, BrowserStatus, CallAnswer, CallArguments } from './types.js';
import type {
  HealthAnswer,
  OperationId,
  PingAnswer,
  PingRequest,
  StatusAnswer,
  Tab,
} from './types.js';

/**
 * The server with all connected browsers, as `connect` returns it. Every method throws the `Fault`
 * of the server if it fails. `await using` closes it at the end of a block.
 */
export class Browser implements AsyncDisposable {
  readonly #client: Client;
  /** Session of the uids. */
  readonly session: string;

  /** `connect` returns browsers. */
  constructor(client: Client, session: string) {
    this.#client = client;
    this.session = session;
  }

  /** Whether the server runs, and its version. */
  health(): Promise<HealthAnswer> {
    return this.#client.call('health', {});
  }

  /** The connections, the queue and the memory of the server. */
  status(): Promise<StatusAnswer> {
    return this.#client.call('status', {});
  }

  /** The browsers that are or were connected. */
  async browsers(): Promise<BrowserStatus[]> {
    return (await this.#client.call('browsers', {})).browsers;
  }

  /**
   * The tabs of all browsers.
   *
   * @param browser - Only those of this browser: its id or name.
   */
  async tabs(browser?: string): Promise<Tab[]> {
    return (await this.#client.call('tabs', browser === undefined ? {} : { browser })).tabs;
  }

  /** An empty round trip to a page, or with `page: false` to the extension. */
  ping(request: PingRequest = {}): Promise<PingAnswer> {
    return this.#client.call('ping', request);
  }

  /** The page of a tab; without a number that of the tab in front when it is first read. */
  page(tab?: number): Page {
    return new Page(this.#client, this.session, tab);
  }

  /** Opens a tab in the background; an empty one without a URL. */
  async open(url?: string, options: ActionOptions = {}): Promise<Page> {
    const page = this.page();
    await page.openItself(url, options);
    return page;
  }

  /**
   * Sends a request of any endpoint.
   *
   * @param operation - Its `operationId` in openapi.json.
   * @param args - Its path, its query and its body together: `{ tab: 1, userId: 'ada' }`. Without
   *   `session`, it is that of the connection.
   * @returns The answer, parsed.
   */
  call<O extends OperationId>(
    operation: O,
    args: CallArguments<O> & object,
  ): Promise<CallAnswer<O>> {
    const { hasSession } = OPERATIONS[operation];
    const fields = hasSession ? { session: this.session, ...args } : args;
    return this.#client.call(operation, fields);
  }

  /** Closes the connections. Requests that run end with a fault. */
  close(): Promise<void> {
    this.#client.close();
    return Promise.resolve();
  }

  /** The same as {@link close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
