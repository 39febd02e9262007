/**
 * How a visitor's form was filled in, in counts alone: it raises what a script has to solve, and refuses none
 * (`src/server/http/README.md#challenges`).
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Form } from '../../form/contract.ts';

interface Filling {
  /** Whole seconds from the form being ready. */
  readonly seconds: number;
  readonly events: number;
  readonly hidden: number;
}

const fillings = new WeakMap<Form, () => Filling>();

/** undefined: it was not asked. */
export const fillingOf = (form: Form): Filling | undefined => fillings.get(form)?.();

/** Keys, presses, and input by voice, autofill and whatever else the browser vouches for. */
const kinds = ['keydown', 'click', 'input'];

interface HoneypotProps {
  readonly form: Form;
}

/** A field that no person sees, hears or reaches, and whose name no autofill knows: what stands in it, a script wrote. */
export function Honeypot({ form }: HoneypotProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const ready = performance.now();
    const life = new AbortController();
    let events = 0;
    const see = ({ isTrusted }: Event) => {
      if (!isTrusted) return;
      events = 1;
      life.abort();
    };
    for (const kind of kinds) addEventListener(kind, see, { capture: true, signal: life.signal });
    fillings.set(form, () => ({
      seconds: Math.floor((performance.now() - ready) / 1000),
      events,
      hidden: field.current?.value.length ?? 0,
    }));
    return () => life.abort();
  }, [form]);
  return (
    <div class="af-hidden" aria-hidden="true">
      <input ref={field} name="af-topic" autocomplete="off" tabindex={-1} />
    </div>
  );
}
