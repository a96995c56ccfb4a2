// What actions have changed, as text: a line for each result, then the changed lines of the page.

import { isRecord } from './faults.js';
import type { ActionResult, InteractAnswer } from './types.js';

type Evidence = NonNullable<ActionResult['evidence']>;

/** The outcomes of an answer, and the changed lines. */
export function changesOf(answer: InteractAnswer): string {
  const outcomes = answer.results.map((result) =>
    isAction(result) ? outcomeOf(result) : `read: ${Object.keys(result).join(', ')}`,
  );
  const numbered =
    outcomes.length === 1 ? outcomes : outcomes.map((outcome, index) => `${index + 1} ${outcome}`);
  return [...numbered, answer.tree ?? ''].filter((part) => part !== '').join('\n');
}

/** Whether a result is that of an action, not of a read. */
export function isAction(result: unknown): result is ActionResult {
  return isRecord(result) && typeof result['outcome'] === 'string';
}

/** `changed: click button "Save", 3 lines differ` */
function outcomeOf(result: ActionResult): string {
  const { action, outcome, role, name, evidence, hint, threw } = result;
  const element = isText(role) && isText(name) ? ` ${role} ${JSON.stringify(name)}` : '';
  const details = [
    ...(evidence === undefined ? [] : evidenceOf(evidence)),
    hint,
    isText(threw) ? `threw ${JSON.stringify(threw)}` : undefined,
  ];
  return [`${outcome}: ${action}${element}`, ...details.filter(isText)].join(', ');
}

function evidenceOf({ lines, url, readBack, now }: Evidence): (string | undefined)[] {
  const value = isText(now) ? `: it is now ${JSON.stringify(now)}` : '';
  return [
    typeof lines === 'number' ? differing(lines) : undefined,
    isText(url) ? `to ${url}` : undefined,
    isText(readBack) ? readBack + value : undefined,
  ];
}

function differing(lines: number): string {
  return lines === 1 ? '1 line differs' : `${lines} lines differ`;
}

function isText<T extends string>(value: T | null | undefined): value is T {
  return typeof value === 'string';
}
