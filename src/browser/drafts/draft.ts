/** What is kept of a form between two visits, as it lies in the browser's storage. */

import type { Answer } from '../../core/model/answer.ts';
import type { Question } from '../../core/model/question.ts';
import type { Entry } from '../../form/contract.ts';

export interface KeptEntry extends Entry {
  /** As it was when it was answered: where it has gone or changed, the answer can be read nowhere else. */
  readonly asked: Question;
  readonly isHidden?: boolean;
}

export interface Draft {
  /** Milliseconds since 1970 by this browser's clock: for nothing but forgetting. */
  readonly at: number;
  /** Of the question set that was answered. */
  readonly revision: string;
  /** Every question of that set, with a mark that another wording or other options change. */
  readonly marks: Readonly<Record<string, string>>;
  readonly entries: readonly KeptEntry[];
  /** Of the session in which a visitor without an application applies; null where the host has one. */
  readonly token: string | null;
  /** Of the receipt, once there is one. */
  readonly reference: string | null;
}

/** Milliseconds: seven days. */
const LIFE = 7 * 24 * 60 * 60 * 1000;

/** null: it is no draft, or one too old. What was written under a clock that was wrong is not thrown away for it. */
export function readDraft(text: string, now = Date.now()): Draft | null {
  try {
    const draft: Draft = JSON.parse(text);
    const isWhole = typeof draft.at === 'number' && typeof draft.revision === 'string';
    if (!isWhole || now - draft.at > LIFE) return null;
    return { ...draft, entries: draft.entries.filter(isEntry) };
  } catch {
    return null;
  }
}

/** The storage of a page is open to all of its scripts: what is odd there must not break the form. */
function isEntry({ question, asked, answer }: KeptEntry): boolean {
  return (
    typeof question === 'string' &&
    typeof asked.title === 'string' &&
    members[answer.kind].every((name) => hasText(Reflect.get(answer, name)))
  );
}

const members: Readonly<Record<Answer['kind'], readonly string[]>> = {
  boolean: ['value'],
  text: ['text'],
  url: ['text'],
  number: ['text'],
  date: ['day'],
  date_range: ['from', 'to'],
  choice: ['options'],
  files: ['files'],
  unreadable: ['typed'],
};

const hasText = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Array.isArray(value);
