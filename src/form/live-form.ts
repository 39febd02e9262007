import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { normaliseAnswer } from '../answers/normalise.ts';
import { outgoingAnswers } from '../answers/outgoing.ts';
import type { Answer, Answers, OutgoingAnswer } from '../model/answer.ts';
import type { FileId, QuestionId } from '../model/ids.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import { type Adoption, adoptEntries } from './adopt.ts';
import type { FileProgress, FileRow, Form, SubmissionPhase, VisibilityChange } from './contract.ts';
import { createFamilies, type Families } from './families.ts';
import { FieldState } from './field-state.ts';
import { answerRows, rowsAnswer, withoutRow, withProgress, withRow } from './file-rows.ts';
import { sameAnswer } from './same-answer.ts';
import { storedAnswer } from './stored-answer.ts';
import { createTally, type Tally } from './tally.ts';
import { createVisibility, type Visibility } from './visibility.ts';

export class LiveForm implements Form {
  readonly tree: QuestionTree;
  readonly fields: ReadonlyMap<QuestionId, FieldState>;
  readonly order: readonly FieldState[];
  readonly visible: ReadonlySignal<readonly QuestionId[]>;
  readonly outgoing: ReadonlySignal<readonly OutgoingAnswer[]>;
  readonly correcting: ReadonlySignal<boolean>;
  readonly submission: Signal<SubmissionPhase> = signal({ kind: 'editing' });
  readonly change: Signal<VisibilityChange | null> = signal(null);
  readonly attempts: Signal<number> = signal(0);
  readonly #allowed: Signal<ReadonlySet<QuestionId> | null> = signal(null);
  readonly #answers = new Map<QuestionId, Answer | null>();
  readonly #answersVersion = signal(0);
  readonly #visibleVersion = signal(0);
  readonly #tally: Tally = createTally();
  readonly #families: Families;
  readonly #visibility: Visibility;
  #disposed = false;

  constructor(tree: QuestionTree) {
    this.tree = tree;
    this.fields = createFields(tree, this.#allowed);
    this.order = [...this.fields.values()];
    this.#families = createFamilies(this.order);
    this.#visibility = createVisibility(tree, this.fields);
    this.correcting = computed(() => this.#allowed.value !== null);
    this.visible = computed(() => {
      this.#visibleVersion.value;
      return this.order.filter((field) => field.visible.peek()).map((field) => field.question.id);
    });
    this.outgoing = computed(() => {
      this.#answersVersion.value;
      return outgoingAnswers(tree, this.#answers);
    });
    this.#deriveAll();
  }

  get families(): Families['list'] {
    return this.#families.list;
  }
  get invalid(): ReadonlySignal<readonly QuestionId[]> {
    return this.#tally.invalid;
  }
  get progress(): Form['progress'] {
    return this.#tally.progress;
  }
  answers = (): Answers => this.#answers;
  evaluations = (): number => this.#visibility.evaluations();

  setAnswer(question: QuestionId, answer: Answer | null): void {
    const field = this.#changeable(question);
    if (!field) return;
    const stored = storedAnswer(field.question, answer);
    if (sameAnswer(stored, field.entry.peek())) return;
    batch(() => {
      if (answer?.kind === 'files' || field.files.peek().length > 0) field.files.value = answerRows(stored);
      this.#store(field, stored);
    });
  }

  leave(question: QuestionId): void {
    const field = this.#changeable(question);
    if (!field) return;
    batch(() => {
      this.#normalise(field);
      if (field.standing.peek() === 'fresh') field.standing.value = 'said';
    });
  }

  validate(): readonly QuestionId[] {
    batch(() => {
      for (const field of this.order) {
        if (!field.visible.peek()) continue;
        this.#normalise(field);
        if (field.standing.peek() === 'fresh') field.standing.value = 'said';
      }
      if (this.invalid.value.length > 0) this.attempts.value += 1;
    });
    return this.invalid.value;
  }

  refuse(questions: readonly QuestionId[]): void {
    const refused = questions.map((id) => this.fields.get(id)).filter((field) => field !== undefined);
    batch(() => {
      for (const field of refused) field.standing.value = 'refused';
      this.#tally.review(refused);
      if (refused.length > 0) this.attempts.value += 1;
    });
  }

  restrict(questions: readonly QuestionId[] | null): void {
    this.#allowed.value = questions && withDescendants(this.order, questions);
  }

  addFile(question: QuestionId, row: FileRow): void {
    this.#changeRows(question, (field) => withRow(field.question, field.files.peek(), row));
  }

  updateFile(question: QuestionId, file: FileId, progress: FileProgress): void {
    this.#changeRows(question, (field) => withProgress(field.files.peek(), file, progress));
  }

  removeFile(question: QuestionId, file: FileId): void {
    this.#changeRows(question, (field) => withoutRow(field.files.peek(), file));
  }

  adopt(previous: Form): Adoption {
    return batch(() => {
      const adoption = adoptEntries(previous, this.fields);
      for (const field of this.order) this.#answers.set(field.question.id, field.entry.peek());
      this.#deriveAll();
      return adoption;
    });
  }

  reset(): void {
    batch(() => {
      for (const field of this.order) {
        field.entry.value = null;
        field.standing.value = 'fresh';
        if (field.files.peek().length > 0) field.files.value = [];
      }
      this.#answers.clear();
      this.#allowed.value = null;
      this.attempts.value = 0;
      this.change.value = null;
      this.submission.value = { kind: 'editing' };
      this.#deriveAll();
    });
  }

  dispose(): void {
    this.#disposed = true;
    this.#answers.clear();
  }

  #changeable(question: QuestionId): FieldState | null {
    const field = this.fields.get(question);
    return field && !this.#disposed && (this.#allowed.peek()?.has(question) ?? true) ? field : null;
  }

  #changeRows(question: QuestionId, rows: (field: FieldState) => readonly FileRow[]): void {
    const field = this.#changeable(question);
    if (!field) return;
    batch(() => {
      field.files.value = rows(field);
      const entry = rowsAnswer(field.files.peek());
      if (sameAnswer(entry, field.entry.peek())) this.#tally.review([field]);
      else this.#store(field, entry);
    });
  }

  /** What the applicant sees when a field is left is what is sent: `https://` is written out. */
  #normalise(field: FieldState): void {
    const entry = field.entry.peek();
    const normal = normaliseAnswer(field.question, entry);
    if (!sameAnswer(normal, entry)) this.#store(field, normal);
  }

  #store(field: FieldState, entry: Answer | null): void {
    const { id } = field.question;
    const before = field.answerNow();
    field.entry.value = entry;
    this.#answers.set(id, entry);
    if (field.standing.peek() === 'refused') field.standing.value = 'said';
    const changed = field.answerNow() === before ? [] : this.#visibility.deriveBelow(field);
    this.#answersVersion.value += 1;
    this.#tally.review([field, ...changed]);
    if (changed.length > 0) this.#report(id, changed);
  }

  #report(cause: QuestionId, changed: readonly FieldState[]): void {
    const sorted = [...changed].sort((one, other) => one.index - other.index);
    const ids = (visible: boolean) =>
      sorted.filter((field) => field.visible.peek() === visible).map((field) => field.question.id);
    for (const field of changed) {
      // A required question that has just appeared is not in error before it is left.
      if (field.standing.peek() === 'said') field.standing.value = 'fresh';
    }
    this.#families.touch(changed);
    this.#visibleVersion.value += 1;
    this.change.value = { shown: ids(true), hidden: ids(false), cause };
  }

  #deriveAll(): void {
    this.#visibility.deriveAll();
    this.#tally.review(this.order);
    this.#families.touch(this.order);
    this.#answersVersion.value += 1;
    this.#visibleVersion.value += 1;
  }
}

function createFields(
  tree: QuestionTree,
  allowed: ReadonlySignal<ReadonlySet<QuestionId> | null>,
): ReadonlyMap<QuestionId, FieldState> {
  const fields = new Map<QuestionId, FieldState>();
  for (const id of tree.order) {
    const node = tree.nodes.get(id);
    if (node) fields.set(id, new FieldState(node, fields.size, allowed));
  }
  return fields;
}

/** Display order names parents first, so one pass finds all that stands below. */
function withDescendants(order: readonly FieldState[], questions: readonly QuestionId[]): Set<QuestionId> {
  const allowed = new Set(questions);
  for (const field of order) {
    if (field.parent !== null && allowed.has(field.parent)) allowed.add(field.question.id);
  }
  return allowed;
}
