import { computed, signal } from '@preact/signals';
import type { Family } from './contract.ts';
import type { FieldState } from './field-state.ts';

export interface Families {
  readonly list: readonly Family[];
  /** After these fields came or went. */
  touch(changed: readonly FieldState[]): void;
}

/** Display order is a preorder, so a root and all below it stand next to each other. */
export function createFamilies(order: readonly FieldState[]): Families {
  const list: Family[] = [];
  const touchFamily: (() => void)[] = [];
  const placeOf = new Map<FieldState, number>();

  for (const [root, ...rest] of splitAtRoots(order)) {
    const version = signal(0);
    const fields = [root, ...rest];
    for (const field of fields) placeOf.set(field, list.length);
    touchFamily.push(() => {
      version.value += 1;
    });
    const members = computed(() => {
      version.value;
      return fields.filter((field) => field.visible.peek());
    });
    list.push({ root, size: fields.length, members });
  }

  function touch(changed: readonly FieldState[]): void {
    const places = new Set(changed.map((field) => placeOf.get(field) ?? 0));
    for (const place of places) touchFamily[place]?.();
  }
  return { list, touch };
}

function splitAtRoots(order: readonly FieldState[]): [FieldState, ...FieldState[]][] {
  const groups: [FieldState, ...FieldState[]][] = [];
  for (const field of order) {
    const group = groups.at(-1);
    if (field.parent === null || !group) groups.push([field]);
    else group.push(field);
  }
  return groups;
}
