/** What was edited, told by one signal: the host's events and the draft follow it. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { QuestionId } from '../core/model/ids.ts';

export interface Edit {
  readonly question: QuestionId;
  /** `answer`: another answer, or another thing wrong with it. `files`: only how far they have come. */
  readonly kind: 'answer' | 'files' | 'left';
  /** The one before it in the same task: a signal keeps only the last value of a batch. */
  readonly previous: Edit | null;
}

export type Publish = (question: QuestionId, kind: Edit['kind']) => void;

/** @returns what tells an edit through the signal */
export function publishTo(edited: Signal<Edit | null>): Publish {
  let previous: Edit | null = null;
  return (question, kind) => {
    // A batch ends within its task, so later edits need no memory of it.
    if (!previous) queueMicrotask(() => (previous = null));
    edited.value = previous = { question, kind, previous };
  };
}

/** Calls `hear` once for each edit from now on, in their order; the returned function ends it. */
export function followEdits(edited: ReadonlySignal<Edit | null>, hear: (edit: Edit) => void): () => void {
  let heard = edited.peek();
  return edited.subscribe((last) => {
    const unheard: Edit[] = [];
    for (let edit = last; edit && edit !== heard; edit = edit.previous) unheard.unshift(edit);
    heard = last;
    unheard.forEach(hear);
  });
}
