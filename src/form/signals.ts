/** Signals for `src/browser`, which keeps the view in them; only `form`, `ui` and `inspector` import the library itself. */
export { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
