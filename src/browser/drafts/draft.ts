/** What is stored of a form between two visits: from a form to its draft, and back into a form that may have changed. */

import { type QuestionId, questionId } from '../../core/model/ids.ts';
import type { Answer, Option, Question } from '../../core/model/question.ts';

import type { Field, Form, FormChange, WritableForm } from '../../form/contract.ts';
import { isRefused, prefilled } from '../../form/field-state.ts';
import { adopt, type EarlierEntry, fill } from '../../form/fill.ts';

export interface DraftEntry extends EarlierEntry {
  /** Given since the service asked for a correction, and not sent yet: it has not been refused. */
  readonly isCorrected?: boolean;
}

export interface Draft {
  /** Milliseconds since 1970 by this browser's clock, used only to expire the draft and to find the newest. */
  readonly at: number;
  /** Every question of the form, with a hash that changes with its wording or options. */
  readonly marks: Readonly<Record<string, number>>;
  readonly entries: readonly DraftEntry[];
  /** Of the receipt, once there is one. */
  readonly reference: string | null;
}

/** Milliseconds: seven days. */
const LIFE = 7 * 24 * 60 * 60 * 1000;

/** null: too old, or of another format. One with a date in the future stays, since a wrong clock may have written it. */
export function readDraft(text: string): Draft | null {
  const draft: Draft = JSON.parse(text);
  return draft.entries && Date.now() - draft.at <= LIFE ? draft : null;
}

/**
 * Includes answers of hidden questions, which return when these are shown again. What the host's page filled in and
 * nothing has changed comes again from there, unless it was sent.
 *
 * @param corrected on an earlier visit: the form does not know it before it shows what became of it
 */
export const entriesOf = (
  { order, correcting, submission }: Form,
  corrected: ReadonlySet<QuestionId>,
): readonly DraftEntry[] =>
  order.flatMap((field) => {
    const answer = field.entry.peek();
    if (answer && submission.peek().kind === 'editing' && prefilled.has(answer)) return [];
    const isOpen = correcting.peek() && field.editable.peek();
    return entryOf(field, isOpen || corrected.has(field.question.id)) ?? [];
  });

function entryOf(field: Field, isOpen: boolean): DraftEntry | null {
  const { question, shown, entry, visible, touched } = field;
  const answer = entry.peek();
  if (question.confidential || answer === null) return null;
  // Only files that the proxy has: an unfinished upload is lost with the page.
  const staged = field.files.peek().filter(({ progress }) => progress.kind === 'staged');
  const files = staged.map(({ id, name, size, type }) => ({ id, name, size, type }));
  if (answer.kind === 'files' && files.length === 0) return null;
  const isWhole = answer.kind !== 'files' || files.length === answer.files.length;
  return {
    question: question.id,
    asked: asked(shown, answer),
    answer: answer.kind === 'files' ? { kind: 'files', files } : answer,
    ...(visible.peek() ? {} : { isHidden: true }),
    ...(isOpen && isWhole && !isRefused(touched.peek(), answer) && { isCorrected: true }),
  };
}

/** Only the parts of the question needed to read its answer: a country is one of 249. */
function asked({ section: _section, ...question }: Question, answer: Answer): Question {
  if (question.type !== 'multiple_choice') return { ...question, help: [] };
  const isChosen = ({ text }: Option) => answer.kind === 'choice' && answer.options.includes(text);
  return { ...question, help: [], options: question.options.filter(isChosen) };
}

/** Questions that are confidential are not named. */
export const marksOf = ({ order }: Form): Draft['marks'] =>
  Object.fromEntries(
    order.flatMap(({ question }) => (question.confidential ? [] : [[question.id, markOf(question)]])),
  );

/** The same in every language. FNV-1a, 32 bits: distinguishes wordings; not meant to be secret. */
function markOf(question: Question): number {
  const { type, canonicalTitle, required } = question;
  const options = question.type === 'multiple_choice' ? question.options.map(({ text }) => text) : [];
  let sum = 0x811c9dc5;
  for (const letter of JSON.stringify([type, canonicalTitle, required, options]))
    sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return sum;
}

/**
 * Answers typed meanwhile stay; what the host filled in gives way.
 *
 * @returns what became of the draft; null: the questions are the same
 */
export function fillFromDraft(form: WritableForm, { entries, marks: before }: Draft): FormChange | null {
  const missing = entries.filter(({ question }) => {
    const entry = form.fields.get(question)?.entry.peek() ?? null;
    return entry === null || prefilled.has(entry);
  });
  const lost = adopt(form, missing);
  const questions = Object.entries(marksOf(form)).flatMap(([id, mark]) =>
    mark === before[id] ? [] : questionId(id),
  );
  return questions.length + lost.length > 0 ? { questions, lost } : null;
}

/** Name, email and similar details are copied to forms that also ask for them; nothing else is, and no consent. */
export function bringDetails(form: WritableForm, previous: Form): void {
  const entries = previous.order.flatMap(({ question, entry }) => {
    const answer = entry.peek();
    const isFree = form.fields.get(question.id)?.entry.peek() === null;
    return question.detail && !question.confidential && answer && answer.kind !== 'files' && isFree
      ? [{ question: question.id, answer }]
      : [];
  });
  fill(form, entries);
}
