import { computed, type ReadonlySignal } from '@preact/signals';
import type { Subtree } from './contract.ts';
import type { FieldState } from './field-state.ts';

class SubtreeState implements Subtree {
  readonly root: FieldState;
  size = 1;
  readonly #order: readonly FieldState[];
  #members: ReadonlySignal<readonly FieldState[]> | undefined;

  constructor(root: FieldState, order: readonly FieldState[]) {
    this.root = root;
    this.#order = order;
  }

  /** Created on first read, because most subtrees of a large form are a single root. */
  get members(): ReadonlySignal<readonly FieldState[]> {
    this.#members ??= computed(() => this.#fields().filter((field) => field.visible.value));
    return this.#members;
  }

  #fields(): readonly FieldState[] {
    const start = this.root.index;
    return this.#order.slice(start, start + this.size);
  }
}

/** Display order is a preorder, so a root and its descendants are adjacent. */
export function createSubtrees(order: readonly FieldState[]): readonly Subtree[] {
  const subtrees: SubtreeState[] = [];
  for (const field of order) {
    const last = subtrees.at(-1);
    if (field.parent === null || !last) subtrees.push(new SubtreeState(field, order));
    else last.size += 1;
  }
  return subtrees;
}
