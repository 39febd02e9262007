/**
 * Puts in what the host knows of the applicant already, where nothing was typed, and says so. Loaded with the first form
 * for which something is known.
 */
import type { Answer } from '../../core/model/answer.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Entry, Field, View, WritableForm } from '../../form/contract.ts';
import type { Edit } from '../../form/edits.ts';
import type { Signal } from '../../form/signals.ts';
import type { PrefillTools } from './contract.ts';
import { dressWithMarks, type Marks } from './draw-marks.ts';
import { type Known, knownValues } from './known-values.ts';
import { readValue } from './read-value.ts';

const filling = new WeakMap<Signal<View<WritableForm>>, Filling>();

/** Texts of what was known when an applicant cleared their answers: the next one may be another person. */
const cleared = new Set<string>();

export function fillIn(tools: PrefillTools): void {
  const known = filling.get(tools.view);
  if (known) known.again();
  else {
    const made = new Filling(tools);
    filling.set(tools.view, made);
    made.begin();
  }
}

class Filling {
  readonly #tools: PrefillTools;
  readonly #marks: Marks;
  /** Filled in the form that is shown, whatever became of them. */
  readonly #filled: Signal<readonly QuestionId[]>;
  /** Taken out by the applicant: they stay empty, also when the form is made anew. */
  readonly #emptied = new Set<QuestionId>();
  #form: WritableForm | null = null;
  #endEdits = () => {};
  /** What was put in last, as text. */
  #last = '';
  constructor(tools: PrefillTools) {
    this.#tools = tools;
    this.#filled = tools.createSignal<readonly QuestionId[]>([]);
    this.#marks = { filled: this.#filled, isLate: false };
  }

  begin(): void {
    const { effect, signal, view } = this.#tools;
    const end = effect(() => {
      const shown = view.value;
      if (shown.kind !== 'form') return;
      // Set anew when the form is emptied.
      shown.form.submission.value;
      this.#see(shown.form);
    });
    signal.addEventListener('abort', () => {
      end();
      this.#endEdits();
    });
  }

  /** The host has given something else, or the same once more. */
  again(): void {
    const before = this.#last;
    if (this.#form) this.#put(this.#form);
    if (this.#last !== before) this.#marks.isLate = true;
  }

  #see(form: WritableForm): void {
    if (form !== this.#form) {
      this.#dress();
      this.#endEdits();
      this.#form = form;
      this.#filled.value = [];
      this.#last = '';
      this.#endEdits = form.edited.subscribe((last) => {
        for (let edit = last; edit; edit = edit.previous) this.#hear(form, edit);
      });
      this.#put(form);
    } else if (this.#filled.peek().length > 0 && form.order.every(({ entry }) => entry.peek() === null)) {
      cleared.add(this.#last);
      this.#filled.value = [];
      this.#emptied.clear();
    }
  }

  /** Once there is a form, what else draws around it has come. */
  #dress(): void {
    const { dress } = this.#tools;
    if (this.#form === null) dress.value = dressWithMarks(this.#tools, this.#marks, dress.peek());
  }

  #hear({ fields }: WritableForm, { question, kind }: Edit): void {
    const isEmpty = fields.get(question)?.entry.peek() === null;
    if (kind === 'answer' && isEmpty) this.#emptied.add(question);
  }

  #put(form: WritableForm): void {
    const { fill, host, page, prefilled } = this.#tools;
    const known = knownValues(page()?.meta.prefill, host.settings().prefill);
    const text = JSON.stringify(known);
    const isOpen = /^(editing|failed)$/.test(form.submission.peek().kind) && !form.correcting.peek();
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
    this.#filled.value = [...new Set([...this.#filled.peek(), ...entries.map(({ question }) => question)])];
    const misfits = read.flatMap((one) => ('misfit' in one ? [`${one.name} ${one.misfit}`] : []));
    if (misfits.length > 0) host.warn(`leaves out of prefill: ${misfits.join('; ')}.`);
  }

  /** What was typed, or kept from an earlier visit, is the applicant's. */
  #mayFill({ question, entry }: Field): boolean {
    const now = entry.peek();
    return now === null ? !this.#emptied.has(question.id) : this.#tools.prefilled.has(now);
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
