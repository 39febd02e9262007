/**
 * Fills in answers of an earlier form or a draft, which do not count as edits; marks and corrects refused answers; collects
 * the details to send. Separate from the form itself, because it is not needed before the first answer.
 */

import { detailId, EQUALITY, type GivenDetails, nameOfDetail } from '../core/model/details.ts';
import type { QuestionId } from '../core/model/ids.ts';
import type { Answer, Question } from '../core/model/question.ts';
import type { DeliveredApplication, Submission } from '../core/model/submission.ts';
import type { Entry, Field, Form, LostAnswer, SubmissionPhase, WritableForm } from './contract.ts';
import { batch } from './signals.ts';

export function fill(form: WritableForm, entries: readonly Entry[]): void {
  batch(() => {
    for (const { question, answer, files } of entries) form.fields.get(question)?.enter(answer, files);
  });
}

/** Resets every question to its initial state. */
export function emptyForm(form: WritableForm): void {
  batch(() => {
    for (const field of form.order) {
      field.enter(null);
      field.touched.value = 'fresh';
    }
    form.allowed.value = null;
    form.attempts.value = 0;
    form.change.value = null;
    form.submission.value = { kind: 'editing' };
  });
}

export interface EarlierEntry extends Entry {
  /** The question as it was when answered; if it has since disappeared or changed, this is the only readable copy. */
  readonly asked: Question;
  readonly isHidden?: boolean;
}

export const entriesIn = ({ order }: Form): readonly EarlierEntry[] =>
  order.flatMap(({ question, shown, entry, files, visible }) => {
    const answer = entry.peek();
    if (answer === null) return [];
    // Includes the progress of each upload, not only what is attached.
    const rows = answer.kind === 'files' && { files: files.peek() };
    return [{ question: question.id, asked: shown, answer, isHidden: !visible.peek(), ...rows }];
  });

/**
 * Fills in the answers that still fit.
 *
 * @returns the answers that do not fit, without those of hidden questions, which would not have been sent
 */
export function adopt(form: WritableForm, earlier: readonly EarlierEntry[]): readonly LostAnswer[] {
  const fitting = earlier.flatMap(({ asked, ...entry }) => {
    const now = form.fields.get(entry.question)?.question;
    const answer = now ? fittingAnswer(asked, now, entry.answer) : null;
    return answer ? [{ ...entry, answer }] : [];
  });
  fill(form, fitting);
  return earlier.flatMap(({ question, asked, answer, isHidden }) => {
    const isLoss = !isHidden && !asked.confidential;
    const lost = isLoss ? lostPart(answer, form.fields.get(question)?.entry.peek() ?? null) : null;
    return lost ? [{ question: asked, answer: lost }] : [];
  });
}

/** The part of an answer that still fits a question which may have changed since it was given. */
function fittingAnswer(before: Question, now: Question, entry: Answer): Answer | null {
  if (before.type !== now.type) return null;
  if (entry.kind !== 'choice' || now.type !== 'multiple_choice') return entry;
  const options = entry.options.filter((text) => now.options.some((option) => option.text === text));
  return options.length > 0 ? { kind: 'choice', options } : null;
}

/** The part of an answer that no longer fits: chosen options that are still offered are left out. */
function lostPart(answer: Answer, now: Answer | null): Answer | null {
  if (now === null) return answer;
  if (answer.kind !== 'choice' || now.kind !== 'choice') return null;
  const options = answer.options.filter((option) => !now.options.includes(option));
  return options.length > 0 ? { kind: 'choice', options } : null;
}

/** Marks answers that the proxy or the service refused. */
export function refuse(form: WritableForm, questions: readonly QuestionId[]): void {
  const refused = questions.flatMap((id) => form.fields.get(id) ?? []);
  batch(() => {
    for (const { touched, entry } of refused) {
      const answer = entry.peek();
      // An empty field reports a missing answer by itself.
      touched.value = answer ? { refused: answer } : 'said';
    }
    if (refused.length > 0) form.attempts.value += 1;
  });
}

/** Allows changes only to these questions and their descendants (correction of refused answers); null allows all. */
export function restrict(form: WritableForm, questions: readonly QuestionId[] | null): void {
  form.allowed.value = questions && withDescendants(form, questions);
}

/** Display order lists parents first, so one pass finds all descendants. A block is corrected as a whole. */
export function withDescendants(
  { order, fields }: Form,
  questions: readonly QuestionId[],
): ReadonlySet<QuestionId> {
  const allowed = new Set(questions.filter((id) => fields.has(id)));
  const isBlock = order.some(({ question }) => question.block && allowed.has(question.id));
  for (const { parent, question } of order) {
    if ((parent !== null && allowed.has(parent)) || (isBlock && question.block)) allowed.add(question.id);
  }
  return allowed;
}

type Ordered = Pick<Form, 'order'>;

/** The service refused answers or details that the applicant can change. */
export const needsCorrection = ({ state, answers, application }: Submission, form: Ordered): boolean =>
  (state === 'refused' && application !== null && isForTheForm(application, form)) ||
  (state === 'attention' && answers.some((answer) => answer.state === 'refused'));

const isForTheForm = (application: DeliveredApplication, form: Ordered): boolean =>
  mayHelp(application) && application.fields.every((name) => fieldsNamed(form, name).length > 0);

/** Other details do not help if the job is closed or unknown. */
export const mayHelp = ({ code }: DeliveredApplication): boolean => !/^(job|not)_/.test(code ?? '');

/** Whether the proxy's name means this question: equality monitoring has several, and a consent's name includes its id. */
export const isNamed = ({ detail, id }: Question, name: string): boolean =>
  detail === name || id === detailId(name);

export const fieldsNamed = ({ order }: Ordered, name: string): readonly Field[] =>
  order.filter(({ question }) => isNamed(question, name));

/** Details that the form does not ask for, or that are neither required nor filled in. */
export const lacking = <Name extends string>(form: Ordered, names: readonly Name[]): readonly Name[] =>
  names.filter((name) =>
    fieldsNamed(form, name).every(({ question, entry }) => !question.required && !entry.peek()),
  );

export type Accepted = Extract<SubmissionPhase, { kind: 'accepted' }>;

const accepted = new WeakMap<Form, Accepted>();

/** The last accepted submission, also during its correction; null before the first. */
export function lastAccepted(form: Form): Accepted | null {
  const phase = form.submission.value;
  if (phase.kind === 'accepted') accepted.set(form, phase);
  return accepted.get(form) ?? null;
}

interface DetailsToSend {
  /** null if no detail may change, because the application exists. */
  readonly details: GivenDetails | null;
  readonly consent: readonly AgreedSentence[];
}

interface AgreedSentence {
  readonly id: string;
  readonly version: string;
  /** Language in which it was shown (BCP 47). */
  readonly language?: string;
}

/** @param sent the earlier submission; once its application exists, only details that may still change are sent */
export function detailsToSend(
  { order }: Pick<Form, 'order'>,
  sent?: Pick<Submission, 'application'>,
): DetailsToSend {
  const isMade = sent?.application?.state === 'delivered';
  const consent: AgreedSentence[] = [];
  const texts: [string, string][] = [];
  const files: [string, string | readonly string[]][] = [];
  const equality: string[] = [];
  let isAsked = false;
  let isFixed = false;
  for (const { question, answer, editable, shown } of order) {
    const { detail, id, type } = question;
    const given = answer.value;
    if (!detail || (isMade && !editable.value)) continue;
    if (detail !== 'consent') {
      isAsked ||= editable.value;
      isFixed = !isAsked;
    }
    if (given?.kind === 'files') {
      const ids = given.files.map((file) => file.id);
      files.push([detail, type === 'document' ? `${ids[0]}` : ids]);
    } else if (given?.kind === 'choice') {
      if (detail === EQUALITY) equality.push(...given.options);
      else if (detail === 'consent') {
        const { language } = shown;
        consent.push({
          id: nameOfDetail(id).replace('consent:', ''),
          version: given.options.join(),
          ...(language && { language }),
        });
      } else texts.push([detail, given.options.join()]);
    } else if (given?.kind === 'date') texts.push([detail, given.day]);
    else if (given?.kind === 'text' || given?.kind === 'url') texts.push([detail, given.text]);
    if (given?.kind === 'text' && given.country) texts.push(['phone_iso2', given.country]);
  }
  const details = {
    ...Object.fromEntries(texts),
    ...Object.fromEntries(files),
    ...(equality.length > 0 && { [EQUALITY]: equality }),
  };
  // Consents stay with the application that was made with them.
  return { details: isAsked ? details : null, consent: isFixed || isMade ? [] : consent };
}

/** The details of a visitor; empty if there is an application. */
export const detailFields = ({ order }: Form): readonly Field[] =>
  order.filter(({ question }) => question.detail && !question.confidential);

export const detailIds = (form: Form): readonly QuestionId[] =>
  detailFields(form).map(({ question }) => question.id);
