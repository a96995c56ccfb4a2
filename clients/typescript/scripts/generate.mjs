// Generates, from docs/openapi.json, the types of requests and answers (src/api.ts), the tables of
// endpoints and actions (src/tables.ts) and a class for each fault (src/fault-classes.ts). The wire
// version is that of docs/http.md.
//
//     node scripts/generate.mjs          writes the files
//     node scripts/generate.mjs --check  fails if a file is not current

import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import * as prettier from 'prettier';

const PACKAGE = new URL('../', import.meta.url);
const DOCS = new URL('../../docs/', PACKAGE);
const WIDTH = 100;
const HEAD = '// Generated from docs/openapi.json by scripts/generate.mjs. Do not edit it.\n\n';

/** PascalCase of a name with underscores. */
const pascal = (name) => name.replace(/(?:^|_)([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/**
 * The schema in a form that openapi-typescript understands: it ignores the fields next to a
 * `$ref`, and reads `properties` and `anyOf` as alternatives. Such schemas become an `allOf`.
 */
function normalized(schema) {
  if (Array.isArray(schema)) return schema.map(normalized);
  if (schema === null || typeof schema !== 'object') return schema;
  const fields = Object.entries(schema).map(([name, value]) => [name, normalized(value)]);
  const copy = Object.fromEntries(fields);
  if (typeof copy.format === 'string') delete copy.format;
  if (typeof copy.description === 'string') copy.description = oneLine(copy.description);
  if (!('properties' in copy) || !('$ref' in copy || 'anyOf' in copy)) return copy;
  const { $ref, anyOf, description, ...own } = copy;
  const other = $ref === undefined ? { anyOf } : { $ref };
  return { ...(description ? { description } : {}), allOf: [other, own] };
}

async function types(document) {
  const { openapi, info, components } = document;
  const schemas = { ...components.schemas, Operations: operationsSchema(document) };
  const tree = await openapiTS(normalized({ openapi, info, paths: {}, components: { schemas } }));
  const declarations = astToString(tree.filter((node) => node.name?.text === 'components'));
  return HEAD + declarations.replaceAll('@description ', '');
}

/** The arguments and the answer of each endpoint, as one schema. */
function operationsSchema({ paths }) {
  const rows = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((operation) => {
      const properties = { arguments: argumentsOf(operation), answer: answerOf(operation) };
      const required = ['arguments', 'answer'];
      return [operation.operationId, { type: 'object', properties, required }];
    }),
  );
  const description = 'What each endpoint takes and answers.';
  const required = rows.map(([name]) => name);
  return { type: 'object', description, properties: Object.fromEntries(rows), required };
}

/** Everything that a request has: the parameters of its path and its query, and its body. */
function argumentsOf({ parameters = [], requestBody }) {
  const properties = Object.fromEntries(
    parameters.map(({ name, description, schema }) => [name, { description, ...schema }]),
  );
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const own = parameters.length > 0 ? [{ type: 'object', properties, required }] : [];
  const body = requestBody ? [contentOf(requestBody)] : [];
  const [only, ...others] = [...body, ...own];
  if (only === undefined) return { type: 'object', additionalProperties: false };
  return others.length === 0 ? only : { allOf: [only, ...others] };
}

const answerOf = ({ responses }) => contentOf(responses['200']);

const contentOf = ({ content }) => content['application/json'].schema;

function operations(document) {
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      row(path, method, operation, document.components.schemas),
    ),
  );
  return `/** Every endpoint of the server by its \`operationId\`. */
export const OPERATIONS = {${rows.join('')}} as const;\n\n`;
}

function row(path, method, operation, schemas) {
  const names = (place) =>
    (operation.parameters ?? []).filter((one) => one.in === place).map((one) => one.name);
  const faults = Object.values(operation.responses).map((response) => response.$ref ?? '');
  const fields = {
    method: method.toUpperCase(),
    path,
    pathParameters: names('path'),
    queryParameters: names('query'),
    hasBody: 'requestBody' in operation,
    hasSession: 'session' in (bodyOf(operation, schemas)?.properties ?? {}),
    // Only an endpoint that executes actions has the faults of actions.
    onlyReads: !faults.some((fault) => fault.includes('/ActionFault')),
  };
  return `/** ${operation.summary} */\n${operation.operationId}: ${JSON.stringify(fields)},\n`;
}

function bodyOf({ requestBody }, schemas) {
  const reference = requestBody && contentOf(requestBody).$ref;
  return reference === undefined ? undefined : schemas[reference.split('/').at(-1)];
}

function actions(document) {
  const forms = document.components.schemas.TargetedAction.oneOf;
  const rows = forms.map(
    (form) => `/** ${oneLine(form.description)} */\n${form.properties.action.const}: true,\n`,
  );
  return `/** Every action of docs/acting.md. */\nexport const ACTIONS = {${rows.join('')}} as const;\n\n`;
}

const oneLine = (text) => text.replaceAll('\n', ' ');

async function wireVersion() {
  const text = await readFile(new URL('http.md', DOCS), 'utf8');
  const match = /`X-Axlens-Wire: (\d+)`/.exec(text);
  if (match === null) throw new Error('docs/http.md has no wire version');
  return `/** The version of the protocol that this client is made for. */
export const WIRE_VERSION = ${match[1]};\n\n`;
}

/** The hint of each code, from the descriptions of the responses. */
function hints(document) {
  const lines = Object.values(document.components.responses)
    .flatMap((response) => response.description.split('\n'))
    .map((line) => /^- `(\w+)`: (.+)$/.exec(line))
    .filter((match) => match !== null);
  return new Map(lines.map(([, code, hint]) => [code, hint]));
}

/** The HTTP status of each code, from the names of the responses. */
function statusesOf(document) {
  const rows = Object.entries(document.components.responses).flatMap(([name, response]) =>
    response.content['application/json'].schema.properties.error.enum.map((code) => [
      code,
      Number(/\d+$/.exec(name)[0]),
    ]),
  );
  return new Map(rows);
}

function faultClasses(document) {
  const known = hints(document);
  const codes = document.components.schemas.Code.oneOf;
  const classes = codes.map(({ const: code, description }) => {
    const hint = known.get(code) ?? '';
    return `/** ${oneLine(description)}${hint === '' ? '' : ` ${hint.replaceAll('*/', '*')}`} */
export class ${pascal(code)} extends Fault {
  /** Its code. */
  static readonly code = '${code}';
}\n\n`;
  });
  const rows = codes.map(({ const: code }) => `${code}: ${pascal(code)},\n`);
  return `import { Fault } from './fault.js';

${classes.join('')}/** The class of each code. */
export const FAULT_CLASSES = {${rows.join('')}} as const;\n`;
}

function faults(document) {
  const known = hints(document);
  const statuses = statusesOf(document);
  const rows = document.components.schemas.Code.oneOf.map(({ const: code }) => {
    const row = { status: statuses.get(code) ?? 0, hint: known.get(code) ?? '' };
    return `${code}: ${JSON.stringify(row)},\n`;
  });
  return `/** Status and usual hint of each fault; 0 and empty if requests of agents never have it. */
export const FAULTS = {${rows.join('')}} as const;\n`;
}

/** Breaks the lines of comments that are longer than 100 columns. */
function wrapped(text) {
  const lines = text.split('\n').flatMap((line) => {
    const single = /^( *)\/\*\* (.*) \*\/$/.exec(line);
    if (line.length <= WIDTH || !/^ *\/?\*/.test(line)) return [line];
    if (single === null) return broken(line, `${/^ */.exec(line)[0]}* `);
    const [, indent, words] = single;
    return [`${indent}/**`, ...broken(`${indent} * ${words}`, `${indent} * `), `${indent} */`];
  });
  return lines.join('\n');
}

function broken(line, start) {
  const at = line.lastIndexOf(' ', WIDTH);
  if (line.length <= WIDTH || at <= start.length) return [line];
  return [line.slice(0, at), ...broken(start + line.slice(at + 1), start)];
}

async function formatted(text, name) {
  const file = new URL(`src/${name}`, PACKAGE).pathname;
  const options = await prettier.resolveConfig(file);
  return wrapped(await prettier.format(text, { ...options, filepath: file }));
}

const document = JSON.parse(await readFile(new URL('openapi.json', DOCS), 'utf8'));
const files = {
  'api.ts': await types(document),
  'tables.ts':
    HEAD + (await wireVersion()) + operations(document) + actions(document) + faults(document),
  'fault-classes.ts': HEAD + faultClasses(document),
};
let isCurrent = true;
for (const [name, text] of Object.entries(files)) {
  const file = new URL(`src/${name}`, PACKAGE);
  const wanted = await formatted(text, name);
  if (!process.argv.includes('--check')) {
    await writeFile(file, wanted);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== wanted) {
    isCurrent = false;
    console.error(`src/${name} is not current: run \`npm run generate\``);
  }
}
process.exitCode = isCurrent ? 0 : 1;
