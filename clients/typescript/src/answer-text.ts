// What actions have changed, as text, as all libraries print it: `clients/changes.json`. A line for
// each result, then the changed lines of the page.

import { isRecord } from './faults.js';
import type { ActionResult, InteractAnswer } from './types.js';

type Evidence = NonNullable<ActionResult['evidence']>;
type FailedRequest = NonNullable<Evidence['failedRequests']>[number];
type StartedDownload = NonNullable<Evidence['download']>;
type OpenedDialog = NonNullable<Evidence['dialogs']>[number];

/** Maximum length of a printed URL or message, in characters. */
const MAX_LENGTH = 300;
/** Maximum length of a printed file name, in characters. */
const MAX_NAME_LENGTH = 32;
/** A file name that is not quoted. */
const PLAIN_NAME = /^[A-Za-z0-9._-]{1,32}$/;
/** What started a request, if it is not quoted. */
const KIND = /^[a-z-]+$/;
/** A URL that is not quoted. */
const PLAIN_URL = /^[!#-&(-;=?-Z^_a-~]+$/;
const ANSWERED = { accept: 'accepted', dismiss: 'dismissed' } as const;

/** The outcomes of an answer, and the changed lines. */
export function changesOf(answer: InteractAnswer): string {
  const outcomes = answer.results.map((result) =>
    isAction(result) ? outcomeOf(result) : `read: ${Object.keys(result).join(', ')}`,
  );
  const lines =
    outcomes.length === 1 ? outcomes : outcomes.map((outcome, index) => `${index + 1} ${outcome}`);
  return lines.map((line) => `${line}\n`).join('') + pageOf(answer);
}

/** What the answer says after the results: the page. */
function pageOf({ newTabs, settled, tree, since, outside }: InteractAnswer): string {
  const tabs = (newTabs ?? []).map((tab) => `...(tab ${tab} was opened)\n`).join('');
  const unchanged = typeof since === 'number' ? `...(unchanged since snapshot ${since})\n` : '';
  const others = outside?.length ? `...(outside of this view: ${outside.join(', ')})\n` : '';
  return tabs + settledText(settled) + (tree ?? unchanged) + others;
}

function settledText(settled: InteractAnswer['settled']): string {
  if (settled === 'loading') return '...(the page is still loading)\n';
  return settled === 'cap' ? '...(the page goes on changing)\n' : '';
}

/** Whether a result is that of an action, not of a read. */
export function isAction(result: unknown): result is ActionResult {
  return isRecord(result) && typeof result['outcome'] === 'string';
}

/** `changed: click button "Save", 3 lines differ` */
function outcomeOf(result: ActionResult): string {
  const { action, outcome, evidence, hint, threw, value, valueLength } = result;
  const details = [
    ...(evidence === undefined ? [] : evidenceOf(evidence)),
    result.before === true ? 'done before, under the same key' : undefined,
    hint,
    isText(threw) ? `threw ${quoted(threw)}` : undefined,
    'value' in result ? `value ${quoted(JSON.stringify(value))}` : undefined,
    typeof valueLength === 'number' ? `of ${valueLength} characters` : undefined,
    ...(evidence?.dialogs ?? []).map(dialogOf),
  ];
  return [`${outcome}: ${action}${elementOf(result)}`, ...details.filter(isText)].join(', ');
}

function elementOf({ role, name, uid }: ActionResult): string {
  if (!isText(role) || !isText(name)) return '';
  // The uid distinguishes elements without a name.
  return name === '' && isText(uid) ? ` ${uid} ${role}` : ` ${role} ${quoted(name)}`;
}

function evidenceOf(evidence: Evidence): (string | undefined)[] {
  const { lines, url, status, readBack, now, watchedMs, hiddenChanges } = evidence;
  const value = isText(now) ? `: it is now ${quoted(now)}` : '';
  const watched = typeof watchedMs === 'number' ? `watched for ${watchedMs} ms` : undefined;
  return [
    typeof lines === 'number' ? differing(lines) : undefined,
    evidence.needsConsent === true ? "after the user's consent" : undefined,
    isText(url) ? `to ${address(shortened(url))}` : undefined,
    evidence.urlWithheld === true ? 'to a page that this agent may not read' : undefined,
    evidence.blocked === true
      ? 'blocked: it led to a site where this agent may not act'
      : undefined,
    typeof status === 'number' ? `status ${status}` : undefined,
    failedOf(evidence),
    exceptionsOf(evidence),
    evidence.download ? downloadOf(evidence.download) : undefined,
    isText(readBack) ? readBack + value : undefined,
    typeof hiddenChanges === 'number' ? 'but the page changed what snapshots do not show' : watched,
  ];
}

function failedOf({ failedRequests, moreFailedRequests }: Evidence): string | undefined {
  if (failedRequests === undefined || failedRequests.length === 0) return undefined;
  const more = moreFailedRequests ?? 0;
  const count = failedRequests.length + more;
  const head = count === 1 ? '1 request failed' : `${count} requests failed`;
  const parts = failedRequests.map(failedRequestOf);
  return `${head}: ${[...parts, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`;
}

function exceptionsOf({ exceptions, moreExceptions }: Evidence): string | undefined {
  if (exceptions === undefined || exceptions.length === 0) return undefined;
  const more = moreExceptions ?? 0;
  const count = exceptions.length + more;
  const head = count === 1 ? '1 exception' : `${count} exceptions`;
  const parts = [...exceptions.map(quoted), ...(more > 0 ? [`${more} more`] : [])];
  return `${head}: ${parts.join(', ')}`;
}

function failedRequestOf({ status, kind, url }: FailedRequest): string {
  const printed = url === '' ? '(hidden)' : address(shortened(url));
  return `${status} ${KIND.test(kind) ? kind : quoted(kind)} ${printed}`;
}

function downloadOf({ name, boundBy, more }: StartedDownload): string {
  const perhaps = boundBy === 'shared_page' ? 'perhaps ' : '';
  const others = (more ?? 0) > 0 ? ` and ${more} more` : '';
  return `${perhaps}download: ${fileName(name)}${others}`;
}

function fileName(name: string | null | undefined): string {
  if (!isText(name)) return '(not named yet)';
  if (name === '') return '(hidden)';
  return PLAIN_NAME.test(name) ? name : quoted(shortened(name, MAX_NAME_LENGTH));
}

function dialogOf({ kind, message, answer }: OpenedDialog): string {
  const answered = isText(answer) ? ANSWERED[answer] : 'open, and waits for the user';
  // Any script of the page can report a dialog.
  return `the page reports ${kind} ${quoted(shortened(message))}: ${answered}`;
}

function differing(lines: number): string {
  return lines === 1 ? '1 line differs' : `${lines} lines differ`;
}

function shortened(text: string, limit = MAX_LENGTH): string {
  const characters = Array.from(text);
  if (characters.length <= limit) return text;
  const start = characters.slice(0, limit - 1).join('');
  return `${start.trimEnd()}…`;
}

function address(url: string): string {
  return PLAIN_URL.test(url) ? url : quoted(url);
}

function quoted(text: string): string {
  // The server has escaped invisible characters: they are not escaped again.
  return JSON.stringify(text).replaceAll(/\\\\u\{([0-9a-f]+)\}/g, '\\u{$1}');
}

function isText<T extends string>(value: T | null | undefined): value is T {
  return typeof value === 'string';
}
