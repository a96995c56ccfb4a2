// Composes the HTTP request of an endpoint from its arguments.

import { OPERATIONS } from './tables.js';
import type { OperationId } from './types.js';

/** A request of an endpoint. */
export interface EndpointRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** Fields of a request; one that is `undefined` is omitted. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The request of an endpoint.
 *
 * @param fields - Its path, its query and its body together.
 * @throws `TypeError` if a part of the path is missing, or the endpoint has no such argument.
 */
export function requestOf(operation: OperationId, fields: Fields): EndpointRequest {
  const { method, path, pathParameters, queryParameters, hasBody } = OPERATIONS[operation];
  const rest = new Map(Object.entries(fields).filter(([, value]) => value !== undefined));
  const take = (name: string): string | undefined => {
    const value = rest.get(name) ?? undefined;
    rest.delete(name);
    if (value === undefined) return undefined;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return String(value);
    }
    throw new TypeError(`${operation}: \`${name}\` must be a text or a number`);
  };
  let filled: string = path;
  for (const name of pathParameters) {
    const value = take(name);
    if (value === undefined || value === '')
      throw new TypeError(`${operation}: \`${name}\` is missing`);
    filled = filled.replace(`{${name}}`, encodeURIComponent(value));
  }
  const query = new URLSearchParams();
  for (const name of queryParameters) {
    const value = take(name);
    if (value !== undefined) query.set(name, value);
  }
  if (query.size > 0) filled += `?${query.toString()}`;
  if (hasBody) return { method, path: filled, body: JSON.stringify(Object.fromEntries(rest)) };
  const [unknown] = rest.keys();
  if (unknown !== undefined) throw new TypeError(`${operation} has no argument \`${unknown}\``);
  return { method, path: filled };
}

/** Whether a request only reads, so that it can be repeated. */
export function onlyReads(operation: OperationId, fields: Fields): boolean {
  // A screenshot of the whole page scrolls it, which requires the permission of an action.
  return OPERATIONS[operation].onlyReads && fields['full'] !== true;
}
