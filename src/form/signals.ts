/** Signals for `embed`, which keeps the view in them; the library itself is met in `form`, `widget` and `inspector` alone. */
export { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
