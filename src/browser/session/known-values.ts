/** What an element can be told, beside free texts: for whoever says that something else was written. */
import type { AttributeName } from '../element/settings.ts';

/** The first one is read where another was written (`settings.ts`). */
export const choices: readonly (readonly [AttributeName, readonly string[]])[] = [
  ['theme', ['auto', 'light', 'dark']],
  ['isolation', ['shadow', 'light']],
  ['draft', ['on', 'off']],
  ['mode', ['live', 'preview']],
  ['heading-level', ['2', '1', '3', '4', '5', '6']],
];

/** What only a property can carry (`src/README.md#html`). */
export const properties: readonly string[] = ['document', 'semantics', 'messages', 'renewToken'];
