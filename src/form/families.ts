import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Family } from './contract.ts';
import type { FieldState } from './field-state.ts';

/** Display order is a preorder, so a root and all below it stand next to each other. */
class FamilyState implements Family {
  readonly root: FieldState;
  readonly fields: FieldState[];
  #version: Signal<number> | undefined;
  #members: ReadonlySignal<readonly FieldState[]> | undefined;

  constructor(root: FieldState) {
    this.root = root;
    this.fields = [root];
  }

  get size(): number {
    return this.fields.length;
  }

  /** Made when it is first read: most families of a large form are a root alone. */
  get members(): ReadonlySignal<readonly FieldState[]> {
    if (this.#members) return this.#members;
    const version = signal(0);
    this.#version = version;
    this.#members = computed(() => {
      version.value;
      return this.fields.filter((field) => field.visible.peek());
    });
    return this.#members;
  }

  touch(): void {
    if (this.#version) this.#version.value += 1;
  }
}

export interface Families {
  readonly list: readonly Family[];
  /** After these fields came or went. */
  touch(changed: readonly FieldState[]): void;
}

export function createFamilies(order: readonly FieldState[]): Families {
  const list: FamilyState[] = [];
  /** By the fields' index. */
  const places = new Uint32Array(order.length);
  for (const field of order) {
    const last = list.at(-1);
    if (field.parent === null || !last) list.push(new FamilyState(field));
    else last.fields.push(field);
    places[field.index] = list.length - 1;
  }

  function touch(changed: readonly FieldState[]): void {
    for (const place of new Set(changed.map((field) => places[field.index] ?? 0))) list[place]?.touch();
  }
  return { list, touch };
}
