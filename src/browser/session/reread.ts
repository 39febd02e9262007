/**
 * Whoever chooses another language, or meets a form that has changed, has it read once more: few do, and without
 * network they could not. A file of its own that shares no module with the later one: what it needs is handed over.
 */
import type { fill } from '../../form/fill.ts';
import type { batch } from '../../form/signals.ts';

export interface Handed {
  readonly fill: typeof fill;
  readonly batch: typeof batch;
}

export type RereadFile = typeof import('./reread.ts');

export { loadChangedForm } from './load-changed-form.ts';
export { createTranslation } from './translation.ts';
