// Creates faults: from answers of the server, and those that the client itself detects.

import { Fault, type Code } from './fault.js';
import { FAULT_CLASSES } from './fault-classes.js';
import { FAULTS } from './tables.js';
import type { InteractAnswer } from './types.js';

/** Fields of a fault that the client itself detects; the others are the usual ones of its code. */
interface OwnFault {
  readonly retryable?: boolean;
  readonly hint?: string;
}

/** A fault that the client itself detects. */
export function ownFault(code: Code, message: string, own: OwnFault = {}): Fault {
  const { hint = FAULTS[code].hint, retryable = false } = own;
  return new FAULT_CLASSES[code]({ code, message, hint, retryable, status: FAULTS[code].status });
}

/**
 * The fault in an answer.
 *
 * @param body - The answer in JSON; `undefined` if it is no JSON.
 */
export function faultOf(status: number, body: unknown): Fault {
  if (!isRecord(body) || typeof body['error'] !== 'string' || typeof body['message'] !== 'string') {
    return ownFault('internal', `The answer with the status ${status} is not a fault of Axlens.`);
  }
  const { error: code, message, hint, retryable, seen, done } = body;
  const FaultClass = isCode(code) ? FAULT_CLASSES[code] : Fault;
  return new FaultClass({
    code,
    message,
    hint: typeof hint === 'string' ? hint : '',
    retryable: retryable === true,
    status,
    seen: typeof seen === 'string' ? seen : undefined,
    // The server's own answer; its form is that of openapi.json.
    done: isRecord(done) ? (done as InteractAnswer) : undefined,
  });
}

function isCode(code: string): code is Code {
  return Object.hasOwn(FAULT_CLASSES, code);
}

/** Whether a value is an object with named fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
