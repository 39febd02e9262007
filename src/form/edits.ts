/** Publishes edits through one signal, which the host's events and the draft subscribe to. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { QuestionId } from '../core/model/ids.ts';

export interface Edit {
  readonly question: QuestionId;
  /** `answer`: the answer or its invalidity changed. `files`: only the progress of uploads changed. */
  readonly kind: 'answer' | 'files' | 'left';
  /** The previous edit of the same task, because a signal keeps only the last value of a batch. */
  readonly previous: Edit | null;
}

export type Publish = (question: QuestionId, kind: Edit['kind']) => void;

/** @returns a function that publishes an edit through the signal */
export function publishTo(edited: Signal<Edit | null>): Publish {
  let previous: Edit | null = null;
  return (question, kind) => {
    // A batch ends within its task, so later edits need not refer to it.
    if (!previous) queueMicrotask(() => (previous = null));
    edited.value = previous = { question, kind, previous };
  };
}

/** Calls `hear` once for each future edit, in order; the returned function unsubscribes. */
export function followEdits(edited: ReadonlySignal<Edit | null>, hear: (edit: Edit) => void): () => void {
  let heard = edited.peek();
  return edited.subscribe((last) => {
    const unheard: Edit[] = [];
    for (let edit = last; edit && edit !== heard; edit = edit.previous) unheard.unshift(edit);
    heard = last;
    unheard.forEach(hear);
  });
}
