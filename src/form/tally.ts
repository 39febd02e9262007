import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { QuestionId } from '../model/ids.ts';
import { type FieldState, isAnswerable } from './field-state.ts';

export interface Progress {
  readonly answered: number;
  readonly total: number;
}

/** Keeps count of what is visible, answered and invalid by looking only at the fields that changed. */
export interface Tally {
  readonly invalid: ReadonlySignal<readonly QuestionId[]>;
  readonly progress: ReadonlySignal<Progress>;
  review(fields: Iterable<FieldState>): void;
}

export function createTally(): Tally {
  const counted = new Set<FieldState>();
  const answered = new Set<FieldState>();
  const wrong = new Set<FieldState>();
  const wrongVersion = signal(0);
  const progress = signal<Progress>({ answered: 0, total: 0 });

  const invalid = computed(() => {
    wrongVersion.value;
    return [...wrong].sort((one, other) => one.index - other.index).map((field) => field.question.id);
  });

  function review(fields: Iterable<FieldState>): void {
    let changed = false;
    for (const field of fields) {
      put(counted, field, field.visible.peek() && isAnswerable(field.question));
      put(answered, field, field.answeredNow());
      changed = put(wrong, field, field.invalidNow()) || changed;
    }
    if (changed) wrongVersion.value += 1;
    const { answered: before, total } = progress.peek();
    if (before !== answered.size || total !== counted.size)
      progress.value = { answered: answered.size, total: counted.size };
  }

  return { invalid, progress, review };
}

/** Returns whether the set changed. */
function put(set: Set<FieldState>, field: FieldState, belongs: boolean): boolean {
  if (set.has(field) === belongs) return false;
  if (belongs) set.add(field);
  else set.delete(field);
  return true;
}
