import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type ReadableAnswer, readableAnswer, validate } from '../core/answers/answers.ts';
import type { Judgement } from '../core/conditions/judgement.ts';
import { isAnswered } from '../core/conditions/read-answer.ts';
import type { QuestionId } from '../core/model/ids.ts';
import { type Answer, isAnswerable, type Question, takesFiles } from '../core/model/question.ts';
import type { QuestionNode, QuestionTree } from '../core/tree/question-tree.ts';
import type { Field, FileRow, Invalidity, Progress, Touched, WritableField } from './contract.ts';

/** State that the questions of one form share. */
export interface FormContext {
  /** The visibility of every root. One signal per form, not per module, because a signal keeps references to its subscribers. */
  readonly always: ReadonlySignal<boolean>;
  /** The questions that may change; null means all. */
  readonly allowed: ReadonlySignal<ReadonlySet<QuestionId> | null>;
  /** The tree whose texts are displayed. */
  readonly wording: ReadonlySignal<QuestionTree>;
  holds(judgement: Judgement, answer: Answer | null): boolean;
  answerTo(question: QuestionId): Answer | null;
}

interface FieldPlace {
  readonly node: QuestionNode;
  readonly index: number;
  readonly parent: FieldState | undefined;
}

/**
 * The state of one question: one signal for what was entered, everything else computed from it and from the parent.
 * Signals that only a displayed question needs are created on first read, so undisplayed questions cost little.
 */
export class FieldState implements WritableField {
  readonly question: Question;
  readonly index: number;
  readonly depth: number;
  readonly parent: QuestionId | null;
  readonly takesFiles: boolean;
  readonly isParent: boolean;
  readonly visible: ReadonlySignal<boolean>;
  readonly #context: FormContext;
  #touched: Signal<Touched> | undefined;
  #entered: Signal<Answer | null> | undefined;
  #attached: ReadonlySignal<Answer | null> | undefined;
  #filled: ReadonlySignal<boolean> | undefined;
  #files: Signal<readonly FileRow[]> | undefined;
  #answer: ReadonlySignal<ReadableAnswer | null> | undefined;
  #invalidity: ReadonlySignal<Invalidity | null> | undefined;
  #error: ReadonlySignal<Invalidity | null> | undefined;
  #editable: ReadonlySignal<boolean> | undefined;
  #required: ReadonlySignal<boolean> | undefined;

  constructor({ node, index, parent }: FieldPlace, context: FormContext) {
    this.question = node.question;
    this.index = index;
    this.depth = node.depth;
    this.parent = node.parent;
    this.takesFiles = takesFiles(node.question);
    this.isParent = node.children.length > 0;
    this.#context = context;
    this.visible = visibility(node, parent, context);
  }

  get entry(): ReadonlySignal<Answer | null> {
    if (!this.takesFiles) return this.#typed;
    this.#attached ??= stableComputed(() => rowsAnswer(this.files.value), sameData);
    return this.#attached;
  }

  get filled(): ReadonlySignal<boolean> {
    this.#filled ??= computed(() => this.entry.value !== null);
    return this.#filled;
  }

  get touched(): Signal<Touched> {
    this.#touched ??= signal('fresh');
    return this.#touched;
  }

  get #typed(): Signal<Answer | null> {
    this.#entered ??= signal(null);
    return this.#entered;
  }

  get shown(): Question {
    return this.#context.wording.value.nodes.get(this.question.id)?.question ?? this.question;
  }

  get files(): Signal<readonly FileRow[]> {
    this.#files ??= signal([]);
    return this.#files;
  }

  get answer(): ReadonlySignal<ReadableAnswer | null> {
    this.#answer ??= computed(() => this.read());
    return this.#answer;
  }

  get invalidity(): ReadonlySignal<Invalidity | null> {
    this.#invalidity ??= stableComputed(() => (this.isAsked() ? this.findInvalidity() : null), sameData);
    return this.#invalidity;
  }

  get error(): ReadonlySignal<Invalidity | null> {
    this.#error ??= computed(() => (this.touched.value === 'fresh' ? null : this.invalidity.value));
    return this.#error;
  }

  get editable(): ReadonlySignal<boolean> {
    this.#editable ??= computed(() => this.#context.allowed.value?.has(this.question.id) ?? true);
    return this.#editable;
  }

  get required(): boolean {
    const { required, requiredBy } = this.question;
    if (!requiredBy) return required;
    this.#required ??= computed(() => requiredBy(this.#context.answerTo));
    return this.#required.value;
  }

  /** While answers are corrected, the details of the application that exists stay as they are. */
  isAsked(): boolean {
    return this.visible.value && (!this.question.detail || this.editable.value);
  }

  /** Reads `answer` without creating a signal, for lists. */
  read(): ReadableAnswer | null {
    return this.visible.value ? readableAnswer(this.question, this.entry.value) : null;
  }

  enter(answer: Answer | null, files = answerRows(answer)): void {
    if (this.takesFiles) this.files.value = files;
    else this.#typed.value = answer;
  }

  /** Computes `invalidity` without creating a signal, for counting. */
  findInvalidity(): Invalidity | null {
    if (isRefused(this.touched.value, this.entry.value)) return { code: 'refused' };
    const rows = this.takesFiles ? this.files.value.map((row) => row.progress.kind) : [];
    if (rows.includes('failed')) return { code: 'file_failed' };
    if (rows.includes('rejected')) return { code: 'file_rejected' };
    return validate(this.question, this.entry.value, this.required);
  }
}

/** Roots are always visible; below them, the condition decides, and only while the question above is visible. */
function visibility(
  { judgement }: QuestionNode,
  parent: FieldState | undefined,
  { always, holds }: FormContext,
): ReadonlySignal<boolean> {
  if (judgement === null) return always;
  return computed(() => parent?.visible.value === true && holds(judgement, parent.answer.value));
}

/** Display order lists a parent before its children. */
export function createFields(
  { order, nodes }: QuestionTree,
  context: FormContext,
): ReadonlyMap<QuestionId, FieldState> {
  const fields = new Map<QuestionId, FieldState>();
  for (const id of order) {
    const node = nodes.get(id);
    if (!node) continue;
    const parent = node.parent === null ? undefined : fields.get(node.parent);
    fields.set(id, new FieldState({ node, index: fields.size, parent }, context));
  }
  return fields;
}

/** True until the refused answer changes. */
export const isRefused = (touched: Touched, entry: Answer | null): boolean =>
  typeof touched === 'object' && touched.refused === entry;

/** Answers that a host prefilled, for all forms of the page: until changed, they are not the applicant's. */
export const prefilled = new WeakSet<Answer>();

export function isPrefilled({ entry }: Pick<Field, 'entry'>): boolean {
  const answer = entry.value;
  return answer !== null && prefilled.has(answer);
}

type Rows = readonly FileRow[];

/** Whether our checks accepted the file. */
export const isAttached = ({ progress }: FileRow): boolean => progress.kind !== 'rejected';

/** Whether it blocks sending until it is retried or removed. */
export const isFaulty = ({ progress }: FileRow): boolean =>
  progress.kind === 'rejected' || progress.kind === 'failed';

/** "A file is attached" means chosen and not refused by our checks, uploaded or not (`src/core/conditions/README.md#in-the-form`). */
function rowsAnswer(rows: Rows): Answer | null {
  const files = rows.filter(isAttached).map(({ id, name, size, type }) => ({ id, name, size, type }));
  return files.length > 0 ? { kind: 'files', files } : null;
}

/** Makes the rows of a stored answer, such as a restored draft, whose files the proxy has. */
function answerRows(answer: Answer | null): Rows {
  if (answer?.kind !== 'files') return [];
  return answer.files.map((file) => ({ ...file, progress: { kind: 'staged' } }));
}

/** True if a row of the question shows the fault. */
export const isOfFile = ({ code }: Invalidity): boolean => code === 'file_failed' || code === 'file_rejected';

/** @param visible the visible questions of a part of the form; only those that can be answered now are counted */
export function progressOf(visible: readonly FieldState[]): Progress {
  const progress = { ...noProgress };
  for (const field of visible) {
    if (!field.isAsked() || !isAnswerable(field.question)) continue;
    const code = field.findInvalidity()?.code;
    if (isAnswered(readableAnswer(field.question, field.entry.value))) progress.answered += 1;
    if (code === 'required') progress.missing += 1;
    else if (code) progress.wrong += 1;
    if (code || field.required) progress.total += 1;
  }
  return progress;
}

const noProgress: Progress = { answered: 0, missing: 0, wrong: 0, total: 0 };

export const sumOf = (parts: readonly Progress[]): Progress =>
  parts.reduce(
    (sum, part) => ({
      answered: sum.answered + part.answered,
      missing: sum.missing + part.missing,
      wrong: sum.wrong + part.wrong,
      total: sum.total + part.total,
    }),
    noProgress,
  );

/**
 * A computed that keeps its earlier value while the new one is equal, because a new but equal object
 * would needlessly notify its subscribers.
 */
export function stableComputed<Value>(
  make: () => Value,
  isSame: (first: Value, second: Value) => boolean,
): ReadonlySignal<Value> {
  let last: Value | undefined;
  return computed(() => {
    const made = make();
    if (last === undefined || !isSame(last, made)) last = made;
    return last;
  });
}

/**
 * The most parts of a form without sections. The browser lays out or skips a part as a whole, and checks in each frame
 * whether it is in sight. With 10 parts instead of 40, showing one more question took about 1.3 times as long in a form
 * of 1,000 questions and 1.6 times in one of 5,000, because more is laid out around it; 20 lay in between.
 */
const MOST_PARTS = 40;
/** The fewest fields of a full part, about two screens: in smaller parts a new question would push others out of sight, which costs one more layout. */
const FEWEST_FIELDS = 20;

/**
 * Computes a value for many items in parts: after a change only one part is computed again,
 * and a reader of all of them checks the list of parts, not every item.
 *
 * @param begins whether an item always begins a new part
 */
export function inParts<Item, Value>(
  items: readonly Item[],
  begins: (item: Item) => unknown,
  make: (part: readonly Item[]) => Value,
  isSame: (first: Value, second: Value) => boolean,
): readonly ReadonlySignal<Value>[] {
  const size = Math.max(FEWEST_FIELDS, Math.ceil(items.length / MOST_PARTS));
  const parts: Item[][] = [];
  for (const item of items) {
    const part = parts.at(-1);
    if (part && part.length < size && !begins(item)) part.push(item);
    else parts.push([item]);
  }
  return parts.map((part) => stableComputed(() => make(part), isSame));
}

export const sameItems = <Item>(first: readonly Item[], second: readonly Item[]): boolean =>
  first.length === second.length && first.every((item, index) => item === second[index]);

/** Compares small plain data whose members always have the same order, such as answers. */
export const sameData = <Data>(first: Data, second: Data): boolean =>
  first === second || JSON.stringify(first) === JSON.stringify(second);
