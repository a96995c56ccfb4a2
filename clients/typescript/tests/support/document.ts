// docs/openapi.json, for the tables of tests.

import { readFileSync } from 'node:fs';

/** The folder of the package. */
export const PACKAGE = new URL('../../../', import.meta.url);
/** The documents of the repository. */
export const DOCS = new URL('../../docs/', PACKAGE);

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly in: 'path' | 'query';
    readonly name: string;
    readonly example?: unknown;
  }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly example: object } };
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: {
      readonly Code: { readonly oneOf: readonly { readonly const: string }[] };
      readonly TargetedAction: {
        readonly oneOf: readonly {
          readonly properties: { readonly action: { readonly const: string } };
        }[];
      };
    };
  };
}

const text = readFileSync(new URL('openapi.json', DOCS), 'utf8');
export const DOCUMENT = JSON.parse(text) as Document;

/** Every code of a fault. */
export const CODES = DOCUMENT.components.schemas.Code.oneOf.map((code) => code.const);

/** Every action. */
export const ACTIONS = DOCUMENT.components.schemas.TargetedAction.oneOf.map(
  (form) => form.properties.action.const,
);

/** Every endpoint. */
export const OPERATIONS = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    ...operation,
  })),
);

/** `select_text` → `selectText` */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `stale_uid` → `StaleUid` */
export function pascalCase(name: string): string {
  return camelCase(`_${name}`);
}
