import { effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Field, Invalidity } from '../../form/contract.ts';
import type { Screen } from '../screen.ts';
import { say } from './say.ts';

/** Those of a try to send are not said one by one: the summary lists them, and takes focus. */
const tries = new WeakSet<Screen>();

export function useTries(screen: Screen): void {
  useLayoutEffect(
    () =>
      effect(() => {
        screen.form.attempts.value;
        tries.add(screen);
        // Until all of them are drawn.
        const timer = setTimeout(() => tries.delete(screen));
        return () => clearTimeout(timer);
      }),
    [screen],
  );
}

interface ToldError {
  readonly field: Field;
  readonly error: Invalidity;
  readonly text: string;
}

/** An error that comes while the form is filled in, usually when its question was just left. */
export function useToldError(screen: Screen, { field, error, text }: ToldError): void {
  useLayoutEffect(() => {
    if (!tries.has(screen)) say(screen, text);
  }, [field, error.code]);
}
