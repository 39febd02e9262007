import { effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Field, Invalidity } from '../../form/contract.ts';
import type { Screen } from '../screen.ts';
import { blockOfField } from './focus.ts';
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
    if (tries.has(screen)) return;
    const box = blockOfField(screen, field)?.querySelector('.box:focus');
    if (!box) return say(screen, text);
    // While somebody types in it errors come and go with each key: what counts is the one that is left there.
    let isOver = false;
    const tell = () => setTimeout(() => isOver || say(screen, text));
    box.addEventListener('blur', tell);
    return () => {
      isOver = true;
      box.removeEventListener('blur', tell);
    };
  }, [field, error.code]);
}
