/** What is kept of a form between two visits, in the format stored by the browser. */

import type { Answer } from '../../core/model/answer.ts';
import type { Question } from '../../core/model/question.ts';
import type { Entry } from '../../form/contract.ts';

export interface KeptEntry extends Entry {
  /** The question as it was when answered; if it has since disappeared or changed, this is the only readable copy. */
  readonly asked: Question;
  readonly isHidden?: boolean;
  /** Given since the service asked for a correction, and not sent yet: it has not been refused. */
  readonly isCorrected?: boolean;
}

export interface Draft {
  /** Milliseconds since 1970 by this browser's clock, used only to expire the draft. */
  readonly at: number;
  /** Of the question set that was answered. */
  readonly revision: string;
  /** Every question of that set, with a hash that changes with its wording or options. */
  readonly marks: Readonly<Record<string, string>>;
  readonly entries: readonly KeptEntry[];
  /** Of the receipt, once there is one. */
  readonly reference: string | null;
}

/** Milliseconds: seven days. */
const LIFE = 7 * 24 * 60 * 60 * 1000;

/**
 * null: not a draft, or too old. A draft with a date in the future is kept, since a wrong clock may have written it.
 */
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

/** Every script of the page can write to its storage, so malformed entries must not break the form. */
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
