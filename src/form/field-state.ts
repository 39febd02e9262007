import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type ReadableAnswer, readableAnswer } from '../core/answers/answer-kind.ts';
import { validate } from '../core/answers/validate.ts';
import type { Judgement } from '../core/conditions/judgement.ts';
import type { Answer } from '../core/model/answer.ts';
import type { QuestionId } from '../core/model/ids.ts';
import { type Question, takesFiles } from '../core/model/question.ts';
import type { QuestionNode, QuestionTree } from '../core/tree/question-tree.ts';
import type { FileRow, Invalidity, Touched, WritableField } from './contract.ts';
import { answerRows, rowsAnswer } from './file-rows.ts';
import { isRefused } from './refused.ts';
import { sameData, stableComputed } from './stable-computed.ts';

/** What the questions of one form share. */
export interface Surroundings {
  /** The visibility of every root. One signal per form, not per module, because a signal keeps references to its subscribers. */
  readonly always: ReadonlySignal<boolean>;
  /** The questions that may change; null means all. */
  readonly allowed: ReadonlySignal<ReadonlySet<QuestionId> | null>;
  /** The tree whose texts are displayed. */
  readonly wording: ReadonlySignal<QuestionTree>;
  holds(judgement: Judgement, answer: Answer | null): boolean;
  answerTo(question: QuestionId): Answer | null;
}

interface MountTarget {
  readonly node: QuestionNode;
  readonly index: number;
  readonly parent: FieldState | undefined;
}

/**
 * The state of one question: one signal for what was entered, everything else computed from it and from the parent.
 * What only a displayed question needs is created on first read, so that thousands of undisplayed questions cost little.
 */
export class FieldState implements WritableField {
  readonly question: Question;
  readonly index: number;
  readonly depth: number;
  readonly parent: QuestionId | null;
  readonly takesFiles: boolean;
  readonly isParent: boolean;
  readonly visible: ReadonlySignal<boolean>;
  readonly #surroundings: Surroundings;
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

  constructor({ node, index, parent }: MountTarget, surroundings: Surroundings) {
    this.question = node.question;
    this.index = index;
    this.depth = node.depth;
    this.parent = node.parent;
    this.takesFiles = takesFiles(node.question);
    this.isParent = node.children.length > 0;
    this.#surroundings = surroundings;
    this.visible = visibility(node, parent, surroundings);
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
    return this.#surroundings.wording.value.nodes.get(this.question.id)?.question ?? this.question;
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
    this.#editable ??= computed(() => this.#surroundings.allowed.value?.has(this.question.id) ?? true);
    return this.#editable;
  }

  get required(): boolean {
    const { required, requiredBy } = this.question;
    if (!requiredBy) return required;
    this.#required ??= computed(() => requiredBy(this.#surroundings.answerTo));
    return this.#required.value;
  }

  /** Details of an application that is made stay as they were while its answers are corrected, whatever is asked by now. */
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
  { always, holds }: Surroundings,
): ReadonlySignal<boolean> {
  if (judgement === null) return always;
  return computed(() => parent?.visible.value === true && holds(judgement, parent.answer.value));
}

/** In display order, which lists a parent before its children. */
export function createFields(
  { order, nodes }: QuestionTree,
  surroundings: Surroundings,
): ReadonlyMap<QuestionId, FieldState> {
  const fields = new Map<QuestionId, FieldState>();
  for (const id of order) {
    const node = nodes.get(id);
    if (!node) continue;
    const parent = node.parent === null ? undefined : fields.get(node.parent);
    fields.set(id, new FieldState({ node, index: fields.size, parent }, surroundings));
  }
  return fields;
}
