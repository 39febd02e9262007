/** From a draft to a form, whose questions may have changed meanwhile. */

import { fittingAnswer } from '../../form/adopt.ts';
import type { Entry, Form, FormChange, LostAnswer, WritableForm } from '../../form/contract.ts';
import { prefilled } from '../../form/prefilled.ts';
import type { Draft, KeptEntry } from './draft.ts';
import type { DraftModules } from './draft-modules.ts';
import { marksOf } from './write-draft.ts';

type Tools = Pick<DraftModules, 'fill'>;

/** Answers typed meanwhile are kept; what the host filled in gives way. @returns what became of the draft if the questions are no longer the same */
export function restoreDraft(form: WritableForm, draft: Draft, tools: Tools): FormChange {
  const entries = draft.entries.filter(({ question }) => {
    const entry = form.fields.get(question)?.entry.peek() ?? null;
    return entry === null || prefilled.has(entry);
  });
  const fitting = entries.flatMap((entry) => fitEntry(form, entry) ?? []);
  tools.fill(form, fitting);
  const marks = marksOf(form);
  const changed = form.order.map(({ question }) => question.id).filter((id) => marks[id] !== draft.marks[id]);
  return { questions: changed, lost: entries.flatMap((entry) => lostAnswer(form, entry) ?? []) };
}

/** Name, email and similar details are copied to forms that also ask for them; nothing else is, and no consent. */
export function bringDetails(form: WritableForm, previous: Form, { fill }: Tools): void {
  const entries = previous.order.flatMap(({ question, entry }) => {
    const answer = entry.peek();
    const now = form.fields.get(question.id);
    const isFree = now?.entry.peek() === null;
    return question.detail && !question.confidential && answer && answer.kind !== 'files' && isFree
      ? [{ question: question.id, answer }]
      : [];
  });
  fill(form, entries);
}

function fitEntry(form: Form, { question, asked, answer }: KeptEntry): Entry | null {
  const now = form.fields.get(question)?.question;
  const fitting = now && fittingAnswer(asked, now, answer);
  return fitting ? { question, answer: fitting } : null;
}

/** The answer of a hidden question would not have been sent, so it is no loss. */
function lostAnswer(form: Form, { question: id, asked, answer, isHidden }: KeptEntry): LostAnswer | null {
  const now = form.fields.get(id)?.entry.peek() ?? null;
  if (isHidden) return null;
  if (now === null) return { question: asked, answer };
  if (now.kind !== 'choice' || answer.kind !== 'choice') return null;
  const options = answer.options.filter((option) => !now.options.includes(option));
  return options.length > 0 ? { question: asked, answer: { kind: 'choice', options } } : null;
}
