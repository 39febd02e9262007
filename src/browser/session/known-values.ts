/** The values that attributes accept, apart from free text: for reporting that something else was written. */
import type { AttributeName } from '../element/settings.ts';

/** The first one is used when an unknown value was written (`settings.ts`). */
export const choices: readonly (readonly [AttributeName, readonly string[]])[] = [
  ['theme', ['auto', 'light', 'dark']],
  ['isolation', ['shadow', 'light']],
  ['layout', ['page', 'steps']],
  ['draft', ['on', 'session', 'off']],
  ['mode', ['live', 'preview']],
  ['heading-level', ['2', '1', '3', '4', '5', '6']],
];

/** What only a property can carry (`src/README.md#html`). */
export const properties: readonly string[] = [
  'document',
  'semantics',
  'messages',
  'renewToken',
  'challenge',
  'prefill',
];
