import { effect, type Signal, signal } from '@preact/signals';
import type { Form, VisibilityChange } from '../../form/contract.ts';

/** More than a few are old news when the words for them come at last. */
const MOST = 5;

/** Every change of the form from now on, until it is told; two of one moment are both kept. */
export function collectChanges(form: Form): Signal<readonly VisibilityChange[]> {
  const untold: Signal<readonly VisibilityChange[]> = signal([]);
  const old = form.change.peek();
  // Without an end: it goes with its form.
  effect(() => {
    const change = form.change.value;
    untold.value = change && change !== old ? [...untold.peek(), change].slice(-MOST) : [];
  });
  return untold;
}
