/** Says calmly, below the questions, that there is nothing to send, for as long as that is so. */
import type { ComponentChildren, VNode } from 'preact';
import type { jsx } from 'preact/jsx-runtime';
import type { Form, WritableForm } from '../../form/contract.ts';
import type { Signal, signal } from '../../form/signals.ts';
import type { takeFocus } from '../../ui/focus/focus.ts';
import type { Screen } from '../../ui/screen.ts';

/** Passed in rather than imported, because the built file shares no module with the form. */
export interface UnchangedTools {
  readonly jsx: typeof jsx;
  readonly signal: typeof signal;
  readonly takeFocus: typeof takeFocus;
}

interface Presses {
  readonly count: Signal<number>;
  /** Those that moved focus to what is said. */
  heard: number;
}

const pressesOf = new WeakMap<Form, Presses>();

/** No failure: it is filled in further. */
export function tellUnchanged(form: WritableForm): void {
  form.submission.value = { kind: 'editing' };
  const presses = pressesOf.get(form);
  if (presses) presses.count.value += 1;
}

interface UnchangedProps {
  readonly screen: Screen;
  readonly presses: Presses;
  readonly tools: UnchangedTools;
  /** What stands there anyway. */
  readonly end: VNode | null;
}

export function drawUnchanged(screen: Screen, end: VNode | null, tools: UnchangedTools): VNode {
  const { form } = screen;
  const presses = pressesOf.get(form) ?? { count: tools.signal(0), heard: 0 };
  pressesOf.set(form, presses);
  return tools.jsx(Unchanged, { screen, presses, tools, end });
}

function Unchanged({ screen, presses, tools, end }: UnchangedProps): ComponentChildren {
  const { form, idPrefix } = screen;
  const count = presses.count.value;
  const isChanged = form.order.some(({ question: { held }, entry }) => held && !held.value.is(entry.value));
  const words = screen.lazy.value?.outcomeScreens.value?.words;
  if (count === 0 || isChanged || !words) return end;
  const id = `${idPrefix}-unchanged`;
  const take = (box: EventTarget | null) => {
    if (box instanceof HTMLElement && presses.heard !== count) tools.takeFocus(box);
    presses.heard = count;
  };
  const said = tools.jsx(
    'p',
    {
      class: 'af-notice',
      part: 'status',
      // Read out as a whole when it takes focus.
      role: 'group' as const,
      id,
      'aria-labelledby': id,
      ref: take,
      children: words.text('failure.nothing_changed'),
    },
    `${count}`,
  );
  return [end, said];
}
