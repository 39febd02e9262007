import { effect, type Signal, signal } from '@preact/signals';
import type { Form, VisibilityChange } from '../../form/contract.ts';

/** Older changes are no longer worth announcing when their sentences finally load. */
const MOST = 5;

/** Every change of the form until it is announced; two in one moment are both kept. */
export function collectChanges(form: Form): Signal<readonly VisibilityChange[]> {
  const pending: Signal<readonly VisibilityChange[]> = signal([]);
  const old = form.change.peek();
  // Without an end: it goes with its form.
  effect(() => {
    const change = form.change.value;
    pending.value = change && change !== old ? [...pending.peek(), change].slice(-MOST) : [];
  });
  return pending;
}
