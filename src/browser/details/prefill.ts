/** Puts in what the host knows of the applicant already, where nothing was typed. */
import type { Answer } from '../../core/model/answer.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Entry, Field, WritableForm } from '../../form/contract.ts';
import type { Edit } from '../../form/edits.ts';
import { fill } from '../../form/fill.ts';
import { prefilled } from '../../form/prefilled.ts';
import { effect } from '../../form/signals.ts';
import type { SessionTools } from '../proxy/session.ts';
import { type Known, knownValues, readValue } from './read-value.ts';

type PrefillTools = Pick<SessionTools, 'host' | 'view' | 'page' | 'signal'>;

/** Texts of what was known when an applicant cleared their answers: the next one may be another person. */
const cleared = new Set<string>();

export class Prefill {
  readonly #tools: PrefillTools;
  /** Taken out by the applicant: they stay empty, also in another form of the same job. */
  readonly #emptied = new Set<QuestionId>();
  #form: WritableForm | null = null;
  #endEdits = () => {};
  /** What was put in last, as text. */
  #last = '';

  constructor(tools: PrefillTools) {
    this.#tools = tools;
    const end = effect(() => {
      const { value } = tools.view;
      if (value.kind !== 'form') return;
      // Set again when the form is emptied.
      value.form.submission.value;
      this.#see(value.form);
    });
    tools.signal.addEventListener('abort', () => {
      end();
      this.#endEdits();
    });
  }

  /** Where nothing was typed since. */
  fill(): void {
    const form = this.#form;
    const { host, page } = this.#tools;
    if (!form) return;
    const known = knownValues(page()?.meta.prefill, host.settings().prefill);
    const text = JSON.stringify(known);
    const { kind } = form.submission.peek();
    const isOpen = (kind === 'editing' || kind === 'failed') && !form.correcting.peek();
    // What was sent before is shown as it went, also before its receipt is.
    if (text === this.#last || cleared.has(text) || !isOpen || page()?.meta.submission) return;
    this.#last = text;
    const read = known.map((one) => ({ ...one, ...readKnown(form, one, known) }));
    const entries = read.flatMap((one): readonly Entry[] =>
      'field' in one && one.answer && this.#mayFill(one.field)
        ? [{ question: one.field.question.id, answer: one.answer }]
        : [],
    );
    for (const { answer } of entries) prefilled.add(answer);
    fill(form, entries);
    const fields = entries.flatMap(({ question }) => form.fields.get(question) ?? []);
    form.prefilled.value = [...new Set([...form.prefilled.peek(), ...fields])];
    const misfits = read.flatMap((one) => ('misfit' in one ? [`${one.name} ${one.misfit}`] : []));
    if (misfits.length > 0) host.warn(`leaves out of prefill: ${misfits.join('; ')}.`);
  }

  #see(form: WritableForm): void {
    if (form !== this.#form) {
      this.#endEdits();
      this.#form = form;
      this.#last = '';
      this.#endEdits = form.edited.subscribe((last) => {
        for (let edit = last; edit; edit = edit.previous) this.#hear(form, edit);
      });
      // A draft that is found later takes its place.
      this.fill();
    } else if (form.prefilled.peek().length > 0 && form.order.every(({ entry }) => entry.peek() === null)) {
      cleared.add(this.#last);
      form.prefilled.value = [];
      this.#emptied.clear();
    }
  }

  #hear({ fields }: WritableForm, { question, kind }: Edit): void {
    const isEmpty = fields.get(question)?.entry.peek() === null;
    if (kind === 'answer' && isEmpty) this.#emptied.add(question);
  }

  /** What was typed, or stored on an earlier visit, is the applicant's. */
  #mayFill({ question, entry }: Field): boolean {
    const now = entry.peek();
    return now === null ? !this.#emptied.has(question.id) : prefilled.has(now);
  }
}

type ReadKnown =
  | { readonly field: Field; readonly answer: Answer | null }
  | { readonly misfit: string }
  /** It says how the phone number is written. */
  | { readonly isBeside: true };

const COUNTRY = 'phone_iso2';

function readKnown({ order }: WritableForm, one: Known, all: readonly Known[]): ReadKnown {
  const { name, isDetail, value } = one;
  if (isDetail && name === COUNTRY) return { isBeside: true };
  const field = order.find(({ question: { detail, id } }) =>
    detail ? isDetail && detail === name : !isDetail && id === name,
  );
  if (!field) return { misfit: 'is not asked in this form' };
  if (field.question.confidential) return { misfit: 'is for the applicant alone to say' };
  const read = readValue(field, value);
  if (!('answer' in read)) return read;
  const { answer } = read;
  const isPhone = isDetail && name === 'phone' && answer?.kind === 'text';
  const country = isPhone && all.find((other) => other.isDetail && other.name === COUNTRY)?.value;
  if (!isPhone) return { field, answer };
  if (typeof country === 'string' && /^[A-Z]{2}$/.test(country))
    return { field, answer: { ...answer, country } };
  return /^\s*(\+|00)/.test(answer.text)
    ? { field, answer }
    : { misfit: 'needs its country code, such as +44, or phone_iso2 beside it' };
}
