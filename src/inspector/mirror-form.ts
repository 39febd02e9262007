/**
 * A form in an iframe, or of a script of its own, runs on another copy of the signals, which nothing here can track. Its
 * mirror has the same members, and each signal in it is followed by one of ours.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Form, View } from '../form/contract.ts';

export interface Mirror {
  view(foreign: ReadonlySignal<View>): ReadonlySignal<View>;
  /** Follows nothing any more. */
  end(): void;
}

export function createMirror(): Mirror {
  const endings: (() => void)[] = [];
  return {
    view(foreign) {
      const own = signal<View>({ kind: 'loading' });
      let shown: MirroredForm | null = null;
      const stop = foreign.subscribe((now) => {
        if (now.kind !== 'form' || shown?.original !== now.form) shown?.end();
        if (now.kind !== 'form') shown = null;
        else if (shown?.original !== now.form) shown = mirrorForm(now.form);
        own.value = now.kind === 'form' && shown !== null ? { ...now, form: shown.form } : now;
      });
      endings.push(stop, () => shown?.end());
      return own;
    },
    end() {
      for (const end of endings.splice(0)) end();
    },
  };
}

interface MirroredForm {
  readonly original: Form;
  readonly form: Form;
  /** Of this form alone: a page may show many, one after the other. */
  readonly end: () => void;
}

function mirrorForm(original: Form): MirroredForm {
  const mirrored = new Map<object, object>();
  const endings: (() => void)[] = [];

  function follow(foreign: ReadonlySignal<unknown>): object {
    const known = mirrored.get(foreign);
    if (known !== undefined) return known;
    const own = signal(foreign.peek());
    mirrored.set(foreign, own);
    endings.push(
      foreign.subscribe((value) => {
        own.value = value;
      }),
    );
    return own;
  }

  const mirror = (value: unknown): unknown => (isSignal(value) ? follow(value) : value);

  /** Members are read when they are asked for: of a field some are computed anew each time. */
  const mirrorMembers = <Whole extends object>(whole: Whole, own: Partial<Whole> = {}): Whole =>
    new Proxy(whole, {
      get: (target, name) => mirror(Reflect.get(Object.hasOwn(own, name) ? own : target, name)),
    });

  const order = original.order.map((field) => mirrorMembers(field));
  const fields = new Map(order.map((field) => [field.question.id, field]));
  return {
    original,
    form: mirrorMembers(original, { order, fields }),
    end() {
      for (const end of endings.splice(0)) end();
    },
  };
}

/** Of any copy, so not by its class. */
const isSignal = (value: unknown): value is ReadonlySignal<unknown> =>
  typeof value === 'object' && value !== null && 'peek' in value && 'subscribe' in value;
