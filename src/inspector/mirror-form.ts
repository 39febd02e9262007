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
  const mirrored = new WeakMap<object, object>();
  const endings: (() => void)[] = [];

  function once<Made extends object>(original: object, make: () => Made): object {
    const known = mirrored.get(original);
    if (known !== undefined) return known;
    const made = make();
    mirrored.set(original, made);
    return made;
  }

  const follow = (foreign: ReadonlySignal<unknown>) =>
    once(foreign, () => {
      const own = signal(foreign.peek());
      endings.push(
        foreign.subscribe((value) => {
          own.value = value;
        }),
      );
      return own;
    });

  const mirror = (value: unknown): unknown => (isSignal(value) ? follow(value) : value);

  /** Members are read when they are asked for: of a field some are computed anew each time. */
  const mirrorMembers = <Whole extends object>(whole: Whole, own: Partial<Whole> = {}): Whole =>
    new Proxy(whole, {
      get: (target, name) => mirror(Reflect.get(Object.hasOwn(own, name) ? own : target, name)),
    });

  function mirrorForm(form: Form): Form {
    const order = form.order.map((field) => mirrorMembers(field));
    const fields = new Map(order.map((field) => [field.question.id, field]));
    return mirrorMembers(form, { order, fields });
  }

  function view(foreign: ReadonlySignal<View>): ReadonlySignal<View> {
    const ofForm = (now: View): View => (now.kind === 'form' ? { ...now, form: mirrorForm(now.form) } : now);
    const own = signal<View>(ofForm(foreign.peek()));
    endings.push(
      foreign.subscribe((now) => {
        own.value = ofForm(now);
      }),
    );
    return own;
  }

  return {
    view,
    end() {
      for (const end of endings.splice(0)) end();
    },
  };
}

/** Of any copy, so not by its class. */
const isSignal = (value: unknown): value is ReadonlySignal<unknown> =>
  typeof value === 'object' && value !== null && 'peek' in value && 'subscribe' in value;
