// A fault: what went wrong, for programs (`code`) and for people (`message`, `hint`).

import type { components } from './api.js';

/** The code of a fault. */
export type Code = components['schemas']['Code'];

/** The fields of a fault. */
export interface FaultFields {
  /** Its code. A newer server may have codes that this client does not know. */
  readonly code: string;
  /** One sentence that describes the error and names its cause. */
  readonly message: string;
  /** What to do next. */
  readonly hint: string;
  /** Whether the same request may succeed later, unchanged. */
  readonly retryable: boolean;
  /** HTTP status of the answer; that of the code if the client itself detected the fault. */
  readonly status: number;
  /** With `changed_uid`: accepts the element as the message describes it. */
  readonly seen?: string | undefined;
  /** Of a list of actions: the results of those before the one that failed. */
  readonly done?: components['schemas']['InteractAnswer'] | undefined;
}

/** A failure, as the server describes it. Each code has a class of its own, such as `StaleUid`. */
export class Fault extends Error implements FaultFields {
  /** Its code. A newer server may have codes that this client does not know. */
  readonly code: Code | (string & {});
  /** What to do next. */
  readonly hint: string;
  /** Whether the same request may succeed later, unchanged. */
  readonly retryable: boolean;
  /** HTTP status of the answer; that of the code if the client itself detected the fault. */
  readonly status: number;
  /** With `changed_uid`: accepts the element as the message describes it. */
  readonly seen: string | undefined;
  /** Of a list of actions: the results of those before the one that failed. */
  readonly done: components['schemas']['InteractAnswer'] | undefined;

  constructor(fields: FaultFields) {
    super(fields.message);
    this.name = new.target.name;
    this.code = fields.code;
    this.hint = fields.hint;
    this.retryable = fields.retryable;
    this.status = fields.status;
    this.seen = fields.seen;
    this.done = fields.done;
  }
}

/**
 * The server, or its state directory, can't be trusted: it has not proven its identity, or another
 * user could have changed the directory. Nothing was sent to it.
 */
export class UntrustedServer extends Error {
  override readonly name = 'UntrustedServer';
}
