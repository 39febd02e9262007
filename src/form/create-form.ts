/*
 * The live form: answers, visibility, validity and the state of sending, as signals. It does not depend on the screen or the
 * network. Only what was entered is stored; what is visible, valid and sendable is computed from it, so nothing
 * can become inconsistent. A hidden answer is remembered, reads as null and is never sent.
 */

import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { normaliseAnswer, outgoingParts } from '../core/answers/answers.ts';
import { evaluate } from '../core/conditions/explain.ts';
import type { QuestionId } from '../core/model/ids.ts';
import type { Answer, Question } from '../core/model/question.ts';
import type { QuestionTree } from '../core/tree/question-tree.ts';
import type {
  DraftStatus,
  Field,
  FileRow,
  Form,
  Progress,
  SubmissionPhase,
  VisibilityChange,
  WritableForm,
} from './contract.ts';
import { type Edit, publishTo } from './edits.ts';
import {
  createFields,
  type FieldState,
  inParts,
  isRefused,
  progressOf,
  sameData,
  sameItems,
  stableComputed,
  sumOf,
} from './field-state.ts';

export const createForm = (tree: QuestionTree): WritableForm => new LiveForm(tree);

/** Parts of one list of fields, in display order. */
type Parts = readonly ReadonlySignal<readonly FieldState[]>[];

class LiveForm implements WritableForm {
  readonly tree: QuestionTree;
  readonly fields: ReadonlyMap<QuestionId, FieldState>;
  readonly order: readonly FieldState[];
  readonly parts: Parts;
  readonly edited: Signal<Edit | null> = signal(null);
  readonly submission: Signal<SubmissionPhase> = signal({ kind: 'editing' });
  readonly draft: Signal<DraftStatus | null> = signal(null);
  readonly change: Signal<VisibilityChange | null> = signal(null);
  readonly attempts: Signal<number> = signal(0);
  readonly prefilled: Signal<readonly Field[]> = signal([]);
  readonly allowed: Signal<ReadonlySet<QuestionId> | null> = signal(null);
  readonly wording: Signal<QuestionTree>;
  readonly visible: Form['visible'] = computed(() => idsOf(this.parts.flatMap((part) => part.value)));
  readonly invalid: Form['invalid'] = computed(() => idsOf(this.#invalid.flatMap((part) => part.value)));
  readonly progress: Form['progress'] = stableComputed(
    () => sumOf(this.#progress.map((part) => part.value)),
    sameData,
  );
  /** The same rule as the proxy's check: hidden questions read as unanswered. */
  readonly outgoing: Form['outgoing'] = computed(() =>
    this.order.flatMap((field) =>
      field.question.detail ? [] : outgoingParts(field.question.id, field.read()),
    ),
  );
  readonly correcting: ReadonlySignal<boolean> = computed(() => this.allowed.value !== null);
  readonly controls = { read() {} };
  readonly #publish = publishTo(this.edited);
  readonly #invalid: Parts;
  readonly #progress: readonly ReadonlySignal<Progress>[];
  #evaluations = 0;
  #disposed = false;

  constructor(tree: QuestionTree) {
    this.tree = tree;
    this.wording = signal(tree);
    this.fields = createFields(tree, {
      always: signal(true),
      allowed: this.allowed,
      wording: this.wording,
      holds: (judgement, answer) => {
        this.#evaluations += 1;
        return evaluate(judgement, answer) === true;
      },
      answerTo: (question) => this.fields.get(question)?.answer.value ?? null,
    });
    this.order = [...this.fields.values()];
    this.parts = inParts(
      this.order,
      ({ question }) => question.section,
      (part) => part.filter((field) => field.visible.value),
      sameItems,
    );
    // Only visible questions are validated: a hidden one is not asked.
    this.#invalid = this.parts.map((part) => stableComputed(() => part.value.filter(isInvalid), sameItems));
    this.#progress = this.parts.map((part) => stableComputed(() => progressOf(part.value), sameData));
    // A computed without a subscriber polls everything it read; one with a subscriber is notified of changes.
    // The form subscribes to its own signals, so no dispose is needed: the whole cycle is garbage collected with it.
    effect(() => this.parts.forEach((part) => void part.value));
  }

  evaluations = (): number => this.#evaluations;

  setAnswer(question: QuestionId, answer: Answer | null): void {
    const field = this.#changeable(question);
    if (field) this.#enter(field, storedAnswer(field.question, answer));
  }

  leave(question: QuestionId): void {
    const field = this.#changeable(question);
    if (!field) return;
    batch(() => {
      this.#normalise(field);
      announce(field);
      this.#publish(question, 'left');
    });
  }

  validate(): readonly QuestionId[] {
    this.controls.read();
    // One at a time, because each may show or hide questions, and each change is published.
    for (const field of this.order) if (field.visible.peek()) this.#normalise(field);
    batch(() => {
      for (const field of this.order) if (field.visible.peek()) announce(field);
      if (this.invalid.peek().length > 0) this.attempts.value += 1;
    });
    return this.invalid.peek();
  }

  changeFiles(question: QuestionId, change: (rows: readonly FileRow[]) => readonly FileRow[]): void {
    const field = this.#changeable(question);
    if (!field?.takesFiles) return;
    const { entry, invalidity } = field;
    const before = [entry.peek(), invalidity.peek()];
    this.#apply(field, () => {
      field.files.value = change(field.files.peek());
    });
    const isChanged = !sameItems(before, [entry.peek(), invalidity.peek()]);
    this.#publish(question, isChanged ? 'answer' : 'files');
  }

  reword(tree: QuestionTree): void {
    this.wording.value = tree;
  }

  dispose(): void {
    this.#disposed = true;
  }

  #changeable(question: QuestionId): FieldState | undefined {
    const mayChange = !this.#disposed && (this.allowed.peek()?.has(question) ?? true);
    return mayChange ? this.fields.get(question) : undefined;
  }

  #enter(field: FieldState, answer: Answer | null): void {
    if (sameData(answer, field.entry.peek())) return;
    this.#apply(field, () => field.enter(answer));
    this.#publish(field.question.id, 'answer');
  }

  /** The applicant sees what will be sent once a field is left, for example the added `https://`. */
  #normalise(field: FieldState): void {
    this.#enter(field, normaliseAnswer(field.question, field.entry.peek()));
  }

  #apply(cause: FieldState, act: () => void): void {
    batch(() => {
      // Without children no question can appear or disappear.
      const before = cause.isParent ? this.#visibleNow() : null;
      act();
      if (before) this.#report(cause, before, this.#visibleNow());
    });
  }

  #visibleNow(): readonly (readonly FieldState[])[] {
    return this.parts.map((part) => part.peek());
  }

  #report(cause: FieldState, before: readonly (readonly FieldState[])[], after: typeof before): void {
    const shown = after.flatMap((fields, part) => without(fields, before[part]));
    const hidden = before.flatMap((fields, part) => without(fields, after[part]));
    if (shown.length + hidden.length === 0) return;
    for (const field of shown) {
      // A required question that has just appeared shows no error before it is left.
      if (!isRefused(field.touched.peek(), field.entry.peek())) field.touched.value = 'fresh';
    }
    this.change.value = { shown: idsOf(shown), hidden: idsOf(hidden), cause: cause.question.id };
  }
}

/** Shows the field's error from now on. */
function announce({ touched }: FieldState): void {
  if (touched.peek() === 'fresh') touched.value = 'said';
}

const isInvalid = (field: FieldState): boolean => field.invalidity.value !== null;

const idsOf = (fields: readonly FieldState[]): readonly QuestionId[] =>
  fields.map((field) => field.question.id);

const without = (fields: readonly FieldState[], others: readonly FieldState[] = []): readonly FieldState[] =>
  fields === others ? [] : fields.filter((field) => !others.includes(field));

/** The entry while the applicant types. A URL gets its `https://` only when the field is left (`src/core/conditions/README.md#in-the-form`). */
const storedAnswer = (question: Question, answer: Answer | null): Answer | null =>
  normaliseAnswer(question, answer, String);
