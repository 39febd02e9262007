/** Fills in what the host already knows of the applicant, where nothing was typed. */
import { normaliseAnswer } from '../../core/answers/answers.ts';
import { isObject, member } from '../../core/jsonapi/json.ts';
import { detailId } from '../../core/model/details.ts';
import { type QuestionId, questionId } from '../../core/model/ids.ts';
import type { Answer, ChoiceQuestion, Question } from '../../core/model/question.ts';
import type { Entry, Field, WritableForm } from '../../form/contract.ts';
import { prefilled } from '../../form/field-state.ts';
import { fill } from '../../form/fill.ts';
import { effect } from '../../form/signals.ts';
import type { SessionTools } from '../proxy/access.ts';

type PrefillTools = Pick<SessionTools, 'host' | 'view' | 'page' | 'signal'>;

/** Prefills that an applicant cleared: the next applicant may be another person. */
const cleared = new Set<string>();

export class Prefill {
  readonly #tools: PrefillTools;
  /** Questions that the applicant emptied: they stay empty, even in another form of the same job. */
  readonly #emptied = new Set<QuestionId>();
  #form: WritableForm | null = null;
  #endEdits = () => {};
  /** The last prefill, as text. */
  #last = '';

  constructor(tools: PrefillTools) {
    this.#tools = tools;
    const end = effect(() => {
      const { value } = tools.view;
      if (value.kind !== 'form') return;
      // Fills in again when the form is emptied.
      value.form.submission.value;
      this.#follow(value.form);
    });
    tools.signal.addEventListener('abort', () => {
      end();
      this.#endEdits();
    });
  }

  /** Fills in questions that the applicant has not answered. */
  fill(): void {
    const form = this.#form;
    const { host, page } = this.#tools;
    if (!form) return;
    const known = knownValues(page()?.meta.prefill, host.settings().prefill);
    const text = JSON.stringify([...known]);
    const { kind } = form.submission.peek();
    const isOpen = (kind === 'editing' || kind === 'failed') && !form.correcting.peek();
    // A form that was sent earlier shows its answers as sent.
    if (text === this.#last || cleared.has(text) || !isOpen || page()?.meta.submission) return;
    this.#last = text;
    const misfits: string[] = [];
    const entries: Entry[] = [];
    for (const [question, value] of known) {
      if (question === COUNTRY) continue;
      const field = form.fields.get(question);
      const answer = field && readKnown(field, value, known);
      const reason = field ? 'does not take this value' : 'is not asked in this form';
      if (answer === undefined) misfits.push(`${question.replace(/^detail:/, '')} ${reason}`);
      else if (answer && field && this.#mayFill(field)) entries.push({ question, answer });
    }
    for (const { answer } of entries) prefilled.add(answer);
    fill(form, entries);
    const fields = entries.flatMap(({ question }) => form.fields.get(question) ?? []);
    form.prefilled.value = [...new Set([...form.prefilled.peek(), ...fields])];
    if (misfits.length > 0) host.warn(`leaves out of prefill: ${misfits.join('; ')}.`);
  }

  #follow(form: WritableForm): void {
    if (form !== this.#form) {
      this.#endEdits();
      this.#form = form;
      this.#last = '';
      this.#endEdits = form.edited.subscribe((last) => {
        for (let edit = last; edit; edit = edit.previous) {
          const isEmpty = form.fields.get(edit.question)?.entry.peek() === null;
          if (edit.kind === 'answer' && isEmpty) this.#emptied.add(edit.question);
        }
      });
      // A draft that is found later replaces the prefill.
      this.fill();
    } else if (form.prefilled.peek().length > 0 && form.order.every(({ entry }) => entry.peek() === null)) {
      cleared.add(this.#last);
      form.prefilled.value = [];
      this.#emptied.clear();
    }
  }

  /** Entries typed now or stored on an earlier visit are the applicant's own. */
  #mayFill({ question, entry }: Field): boolean {
    const now = entry.peek();
    return now === null ? !this.#emptied.has(question.id) : prefilled.has(now);
  }
}

/** The known value of each question, merged from several sources. */
type Known = ReadonlyMap<QuestionId, unknown>;

/** @param given each an object of `details` and `answers`, or of details alone; a later one wins */
export function knownValues(...given: readonly unknown[]): Known {
  const known = new Map<QuestionId, unknown>();
  const add = (values: unknown, idOf: (name: string) => QuestionId) => {
    for (const [name, value] of isObject(values) ? Object.entries(values) : [])
      if (value !== null && value !== undefined) known.set(idOf(name), value);
  };
  for (const source of given) {
    const [details, answers] = [member(source, 'details'), member(source, 'answers')];
    add(details === undefined && answers === undefined ? source : details, detailId);
    add(answers, questionId);
  }
  return known;
}

/** Country in whose format the phone number is written. */
const COUNTRY = detailId('phone_iso2');

/** Reads a known value as if it had been typed. null if there is none; undefined if the question does not accept it. */
export function readKnown(
  { question, shown }: Pick<Field, 'question' | 'shown'>,
  value: unknown,
  known: Known,
): Answer | null | undefined {
  const read = question.confidential ? undefined : readKind(question, shown, value);
  const answer = read && normaliseAnswer(question, read);
  if (question.detail !== 'phone' || answer?.kind !== 'text') return answer;
  const country = known.get(COUNTRY);
  if (typeof country === 'string' && /^[A-Z]{2}$/.test(country)) return { ...answer, country };
  return /^\s*(\+|00)/.test(answer.text) ? answer : undefined;
}

function readKind(question: Question, shown: Question, value: unknown): Answer | undefined {
  switch (question.type) {
    case 'short_text':
    case 'long_text':
      return typeof value === 'string' ? { kind: 'text', text: value } : undefined;
    case 'url':
      return typeof value === 'string' ? { kind: 'url', text: value } : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? { kind: 'boolean', value } : undefined;
    case 'number': {
      const text = typeof value === 'number' || typeof value === 'string' ? `${value}`.trim() : '';
      return /^-?\d+(\.\d+)?$/.test(text) ? { kind: 'number', text } : undefined;
    }
    case 'date':
      return isDay(value) ? { kind: 'date', day: value } : undefined;
    case 'date_range':
      return readRange(value);
    case 'multiple_choice':
      return readChoice(question, shown, value);
    default:
      return undefined;
  }
}

/** An ISO day that the calendar has. */
function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(value);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

function readRange(value: unknown): Answer | undefined {
  const { from = '', to = '' }: { from?: unknown; to?: unknown } = Object.assign({}, value);
  const isEnd = (end: unknown): end is string => end === '' || isDay(end);
  return isEnd(from) && isEnd(to) ? { kind: 'date_range', from, to } : undefined;
}

function readChoice(question: ChoiceQuestion, shown: Question, value: unknown): Answer | undefined {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const options = given.flatMap((text) => findOption(question, shown, text) ?? []);
  const fitsMaximum = question.maximum !== 1 || options.length < 2;
  return options.length === given.length && fitsMaximum ? { kind: 'choice', options } : undefined;
}

/** Accepts the canonical text, or the displayed text if no other option has the same. */
function findOption({ options }: ChoiceQuestion, shown: Question, text: unknown): string | null {
  if (options.some((option) => option.text === text)) return `${text}`;
  const displayed = shown.type === 'multiple_choice' ? shown.options : options;
  const matching = displayed.filter((option) => option.shown === text);
  return (matching.length === 1 && matching[0]?.text) || null;
}
