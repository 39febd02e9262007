import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { answerKinds } from '../answers/answer-kind.ts';
import { isAnswered } from '../conditions/answered.ts';
import type { Answer } from '../model/answer.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { QuestionNode } from '../tree/question-tree.ts';
import type { Field, FileRow, Invalidity } from './contract.ts';
import { findInvalidity } from './find-invalidity.ts';

/** `said`: the field was left or sending was tried, so its error may be shown. */
export type Standing = 'fresh' | 'said' | 'refused';

const noRows: Signal<readonly FileRow[]> = signal([]);
const isFileQuestion = (question: Question) =>
  question.type === 'document' || question.type === 'multi_document';

/** A type we do not know, or a choice without options, is shown with a notice and never answered. */
export const isAnswerable = (question: Question): boolean =>
  question.type !== 'unknown' && !(question.type === 'multiple_choice' && question.options.length === 0);

/**
 * The state of one question: one signal each for what was entered and for whether it is visible.
 * Everything that only a drawn question needs is derived when it is first read, so that
 * thousands of questions that nobody looks at cost little.
 */
export class FieldState implements Field {
  readonly question: Question;
  readonly index: number;
  readonly depth: number;
  readonly parent: QuestionId | null;
  readonly children: readonly QuestionId[];
  readonly entry: Signal<Answer | null> = signal(null);
  readonly visible: Signal<boolean> = signal(false);
  readonly standing: Signal<Standing> = signal('fresh');
  readonly files: Signal<readonly FileRow[]>;
  /** The questions that may change; null: all. */
  readonly #allowed: ReadonlySignal<ReadonlySet<QuestionId> | null>;
  #answer: ReadonlySignal<Answer | null> | undefined;
  #invalidity: ReadonlySignal<Invalidity | null> | undefined;
  #error: ReadonlySignal<Invalidity | null> | undefined;
  #editable: ReadonlySignal<boolean> | undefined;

  constructor(node: QuestionNode, index: number, allowed: ReadonlySignal<ReadonlySet<QuestionId> | null>) {
    this.question = node.question;
    this.index = index;
    this.depth = node.depth;
    this.parent = node.parent;
    this.children = node.children;
    this.files = isFileQuestion(node.question) ? signal([]) : noRows;
    this.#allowed = allowed;
  }

  get answer(): ReadonlySignal<Answer | null> {
    this.#answer ??= computed(() => effective(this.question, this.visible.value, this.entry.value));
    return this.#answer;
  }

  get invalidity(): ReadonlySignal<Invalidity | null> {
    this.#invalidity ??= computed(() =>
      this.visible.value
        ? findInvalidity(this.question, this.entry.value, this.files.value, this.standing.value)
        : null,
    );
    return this.#invalidity;
  }

  get error(): ReadonlySignal<Invalidity | null> {
    this.#error ??= computed(() => (this.standing.value === 'fresh' ? null : this.invalidity.value));
    return this.#error;
  }

  get editable(): ReadonlySignal<boolean> {
    this.#editable ??= computed(() => this.#allowed.value?.has(this.question.id) ?? true);
    return this.#editable;
  }

  /** `answer`, read without deriving a signal for it. */
  answerNow(): Answer | null {
    return effective(this.question, this.visible.peek(), this.entry.peek());
  }

  invalidNow(): boolean {
    if (!this.visible.peek()) return false;
    const standing = this.standing.peek();
    return findInvalidity(this.question, this.entry.peek(), this.files.peek(), standing) !== null;
  }

  answeredNow(): boolean {
    return isAnswered(this.answerNow());
  }
}

function effective(question: Question, visible: boolean, entry: Answer | null): Answer | null {
  if (!visible || question.type === 'unknown') return null;
  return entry?.kind === answerKinds[question.type] ? entry : null;
}
