/** From a form to its draft. */

import type { Answer } from '../../core/model/answer.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Option, Question } from '../../core/model/question.ts';
import type { Field, Form } from '../../form/contract.ts';
import { prefilled } from '../../form/prefilled.ts';
import { isRefused } from '../../form/refused.ts';
import type { KeptEntry } from './draft.ts';

/**
 * Includes answers of hidden questions, which return when these are shown again. What the host's page filled in and
 * nothing has changed comes again from there, unless it was sent.
 */
export const entriesOf = (
  { order, correcting, submission }: Form,
  corrected: ReadonlySet<QuestionId> = new Set(),
): readonly KeptEntry[] =>
  order.flatMap((field) => {
    const answer = field.entry.peek();
    if (answer && submission.peek().kind === 'editing' && prefilled.has(answer)) return [];
    const isOpen = correcting.peek() && field.editable.peek();
    return entryOf(field, isOpen || corrected.has(field.question.id)) ?? [];
  });

function entryOf(field: Field, isOpen: boolean): KeptEntry | null {
  const { question, shown, entry, visible, touched } = field;
  const answer = entry.peek();
  if (question.confidential || answer === null) return null;
  const kept = {
    question: question.id,
    asked: withoutRest(shown, answer),
    ...(visible.peek() ? {} : { isHidden: true }),
  };
  const isCorrected = isOpen && !isRefused(touched.peek(), answer);
  if (answer.kind !== 'files') return { ...kept, ...(isCorrected && { isCorrected }), answer };
  // Only files that the proxy has: an unfinished upload is lost with the page.
  const staged = field.files.peek().filter(({ progress }) => progress.kind === 'staged');
  const files = staged.map(({ id, name, size, type }) => ({ id, name, size, type }));
  const isWhole = files.length === answer.files.length;
  return files.length > 0
    ? { ...kept, ...(isCorrected && isWhole && { isCorrected }), answer: { kind: 'files', files } }
    : null;
}

/** Only the parts of the question needed to read its answer: a country is one of 249. */
function withoutRest({ section: _section, ...question }: Question, answer: Answer): Question {
  if (question.type !== 'multiple_choice') return { ...question, help: [] };
  const isChosen = ({ text }: Option) => answer.kind === 'choice' && answer.options.includes(text);
  return { ...question, help: [], options: question.options.filter(isChosen) };
}

const marks = new WeakMap<Form, Readonly<Record<string, string>>>();

/** Computed once per form, because its questions do not change. */
export function marksOf(form: Form): Readonly<Record<string, string>> {
  const known =
    marks.get(form) ??
    Object.fromEntries(
      form.order.flatMap(({ question }) => (question.confidential ? [] : [[question.id, markOf(question)]])),
    );
  marks.set(form, known);
  return known;
}

/** The same in every language. */
function markOf(question: Question): string {
  const { type, canonicalTitle, required } = question;
  const options = question.type === 'multiple_choice' ? question.options.map(({ text }) => text) : [];
  return hash(JSON.stringify([type, canonicalTitle, required, options]));
}

/** FNV-1a, 32 bits: distinguishes wordings; not meant to be secret. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1)
    sum = Math.imul(sum ^ text.charCodeAt(place), 0x01000193) >>> 0;
  return sum.toString(36);
}
