/**
 * A form that shows what the employer holds of an application: each detail begins as that, and only what was changed is
 * sent, beside what was seen. A file of its own that shares no module with the one that loads it: what it needs is passed in.
 */
import type { list, member } from '../../core/jsonapi/stored-json.ts';
import type { Answer } from '../../core/model/answer.ts';
import type { detailId, GivenDetails, HeldTexts } from '../../core/model/details.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Outcome } from '../../core/model/outcome.ts';
import type { HeldDetail, Question } from '../../core/model/question.ts';
import type { Submission } from '../../core/model/submission.ts';
import { isChangedHere } from '../../form/changed-here.ts';
import type { Field, Form, WritableForm } from '../../form/contract.ts';
import type { signal } from '../../form/signals.ts';
import type { HeldKey } from '../../locale/catalogue.ts';
import { enHeld } from '../../locale/en-held.ts';
import type { LoadedForm } from '../api/from-document.ts';
import { sentencesOfChanges, sentencesOfNone } from './changes-say.ts';
import type { DetailsTools } from './contract.ts';
import { withAddress } from './held-address.ts';
import { tellUnchanged } from './tell-unchanged.ts';

export { drawHeld } from './draw-held.ts';
export { drawUnchanged } from './tell-unchanged.ts';

interface HeldTools extends DetailsTools {
  readonly signal: typeof signal;
  readonly list: typeof list;
  readonly member: typeof member;
  readonly detailId: typeof detailId;
}

interface Speech {
  readonly locale: string;
  text(key: HeldKey, value?: string): string;
}

export function hold(loaded: LoadedForm, tools: HeldTools): LoadedForm {
  const { meta, tree } = loaded;
  const { speech, messages, createMessages, member } = tools;
  const catalogue = speech.words ?? enHeld;
  const words = createMessages<HeldKey>(speech.locale, catalogue, messages);
  const told: Speech = {
    locale: speech.locale,
    text: (key, value = '') =>
      key === 'held.now' || key === 'held.before' ? words.text(key, { value }) : words.text(key),
  };
  const nodes = new Map(tree.nodes);
  const contested = tools.list(member(meta.stated, 'meanwhile'));
  for (const [id, seen] of seenIn(loaded, tools)) {
    const node = nodes.get(id);
    if (!node) continue;
    const isContested = contested.some((name) => tools.detailId(`${name}`) === id);
    nodes.set(id, { ...node, question: holding(node.question, { seen, isContested }, { ...tools, told }) });
  }
  const { notes = { privacy: null, nextUrl: null } } = tree;
  const text = (key: HeldKey) => told.text(key);
  const says = { says: sentencesOfChanges(text), saysUnchanged: sentencesOfNone(text) };
  const sent = member(meta.stated, 'sent');
  const isUnchanged = sent === 'nothing';
  const ofChanges = { ...notes, nextText: words.text('held.next'), isUnchanged, ...says };
  const isFollowed = isUnchanged || sent === 'changes';
  const isAlone = isFollowed || [...nodes.values()].every(({ question }) => question.detail);
  return {
    ...loaded,
    meta: {
      ...meta,
      // Who corrects an application needs no other way to apply.
      ...(isAlone && { fallback: null }),
      ...(member(meta.stated, 'held') === 'unread' && { notice: words.text('held.unread') }),
    },
    tree: { ...tree, nodes: withAddress(nodes), ...(isAlone && { notes: ofChanges }) },
  };
}

/** Each detail with its attributes: of a phone number two. */
function seenIn(
  { meta }: LoadedForm,
  { list, member, detailId }: HeldTools,
): readonly (readonly [QuestionId, Record<string, string>])[] {
  return list(member(meta.stated, 'details')).flatMap((detail) => {
    const value = member(detail, 'value');
    const names = Object.keys(value instanceof Object ? value : {});
    const textOf = (name: string) => String(member(value, name) ?? '');
    return names
      .filter((name) => name !== 'phone_iso2')
      .map((name) => {
        const country = name === 'phone' ? { phone_iso2: textOf('phone_iso2') } : {};
        return [detailId(name), { [name]: textOf(name), ...country }] as const;
      });
  });
}

interface HoldingTools extends Pick<HeldTools, 'signal'> {
  readonly told: Speech;
}

function holding(
  question: Question,
  { seen, isContested }: { readonly seen: HeldTexts; readonly isContested: boolean },
  { signal, told }: HoldingTools,
): Question {
  const [text = '', country = ''] = Object.values(seen);
  const open = offering(question, text);
  const answer = answerOf(open, text, country);
  const plain = plainText(open, answer);
  const shown = shownText(open, answer, told.locale) || text;
  const held: HeldDetail = {
    answer,
    seen,
    isContested,
    before: {
      text: text ? told.text('held.before', shown) : told.text('held.beforeNone'),
      take: told.text('held.undo'),
    },
    meanwhile: {
      text: text ? told.text('held.now', shown) : told.text('held.none'),
      take: told.text('held.use'),
    },
    is: (other) => plainText(open, other) === plain,
  };
  // What the service has not is not demanded of those who change something else.
  const required = open.required && text !== '';
  const says = (sentence: string) =>
    sentence === 'cleared' ? told.text('held.cleared') : question.says?.(sentence);
  return { ...open, required, says, held: signal(held) };
}

/** A country that is written otherwise than we do is shown as it is. */
function offering(question: Question, text: string): Question {
  if (question.type !== 'multiple_choice' || !text) return question;
  return question.options.some((option) => option.text === text)
    ? question
    : { ...question, options: [...question.options, { text, shown: text }] };
}

function answerOf({ type }: Question, text: string, country: string): Answer | null {
  if (!text.trim()) return null;
  switch (type) {
    case 'multiple_choice':
      return { kind: 'choice', options: [text] };
    case 'date':
      return /^\d{4}-\d\d-\d\d/.test(text) ? { kind: 'date', day: text.slice(0, 10) } : null;
    case 'url':
      return { kind: 'url', text: text.trim() };
    default:
      return { kind: 'text', text: text.trim(), ...(country && { country }) };
  }
}

/** In one writing: a field writes some of it anew once it is left. */
function plainText({ type, detail }: Question, answer: Answer | null): string {
  const text = textOf(answer);
  if (detail === 'phone') return text.replace(/\D/g, '');
  return type === 'url' ? text.replace(/^https?:\/\/|\/$/g, '') : text.trim();
}

function textOf(answer: Answer | null): string {
  switch (answer?.kind) {
    case 'text':
    case 'url':
      return answer.text;
    case 'date':
      return answer.day;
    case 'choice':
      return answer.options.join();
    case 'unreadable':
      return `unreadable ${answer.typed}`;
    default:
      return '';
  }
}

function shownText(question: Question, answer: Answer | null, locale: string): string {
  const text = textOf(answer);
  if (question.type === 'multiple_choice')
    return question.options.find((option) => option.text === text)?.shown ?? text;
  return answer?.kind === 'date'
    ? new Date(answer.day).toLocaleDateString(locale, {
        dateStyle: 'long',
        timeZone: 'UTC',
        calendar: 'gregory',
      })
    : text;
}

/** null: the form shows nothing that is held. `details` null: nothing was changed. */
export function changedDetails(
  form: Form,
): { readonly details: GivenDetails | null; readonly seen?: HeldTexts } | null {
  const fields = form.order.filter(({ question }) => question.held);
  if (fields.length === 0) return null;
  const own = fields.filter(isChangedHere);
  const changed = own[0] ? own : fields.filter((field) => isAsked(form, field));
  if (changed.length === 0) return { details: null };
  const isAddress = ({ question }: Field) => question.block === 'address';
  const beside = changed.some(isAddress) ? fields.filter(isAddress) : [];
  const seen = [...changed, ...beside].map(({ question }) => question.held?.value.seen);
  return {
    details: Object.fromEntries(changed.flatMap(attributesOf)),
    seen: Object.assign({}, ...seen),
  };
}

export function tellsUnchanged(
  form: WritableForm,
  isKnown: boolean,
  tools: Pick<HeldTools, 'signal'>,
): boolean {
  const isAlone = form.order.every(({ question }) => question.detail);
  const isSo = isKnown || (isAlone && changedDetails(form)?.details === null);
  if (isSo) tellUnchanged(form, tools);
  return isSo;
}

/** What is asked about is answered, also with what is there already, lest it waits for the operator. */
const isAsked = (form: Form, { question: { held }, visible, editable }: Field): boolean =>
  visible.peek() &&
  (held?.value.isNew === true ||
    held?.value.isContested === true ||
    (form.correcting.peek() && editable.peek()));

interface Attempt {
  /** The last receipt before it. */
  readonly after: Submission | undefined;
  readonly changesNothing: boolean;
}

const attempts = new WeakMap<Form, Attempt>();

/** A change that went before and has no receipt may have arrived all the same. */
export function given(form: Form, after?: Submission): ReturnType<typeof changedDetails> {
  const before = attempts.get(form);
  const isFirst = before?.after !== after || before?.changesNothing !== false;
  attempts.set(form, { after, changesNothing: isFirst && !form.order.some(isChangedHere) });
  return changedDetails(form);
}

/** What a form says otherwise; of a receipt also, what became of what was asked about. */
export function replacedWords(form: Form): Readonly<Record<string, string>> | undefined {
  const { says, saysUnchanged } = form.wording.value.notes ?? {};
  const changesNothing = attempts.get(form)?.changesNothing ?? form.tree.notes?.isUnchanged;
  const isNone = form.submission.value.kind === 'accepted' && changesNothing;
  return says && { ...says, ...(isNone && saysUnchanged) };
}

/** What was not changed goes as it was seen: the form may write it otherwise, or not be able to read it. */
function attributesOf(field: Field): readonly (readonly [string, string])[] {
  const { question, answer } = field;
  if (question.held && !isChangedHere(field)) return Object.entries(question.held.value.seen);
  const given = answer.peek();
  const country = given?.kind === 'text' && given.country;
  const name = `${question.detail}`;
  return [[name, textOf(given)], ...(country ? [['phone_iso2', country] as const] : [])];
}

/** What was not changed here becomes what is there now; where that cannot be read, all stays as it is. */
export function showHeld(form: WritableForm, read: Outcome<LoadedForm, Failure>): WritableForm {
  if (!read.ok) return form;
  for (const field of form.order) {
    const { held } = field.question;
    const now = read.value.tree.nodes.get(field.question.id)?.question.held?.value;
    if (!held || !now) continue;
    const before = held.value;
    const entry = field.entry.peek();
    if (before.is(entry) && !now.is(entry)) field.enter(now.answer);
    held.value = { ...now, isNew: before.isNew || !now.is(before.answer) };
    // In another language than the form began with.
    if (field.shown.held) field.shown.held.value = held.value;
  }
  return form;
}
