/** Says calmly, below the questions, that there is nothing to send, for as long as that is so. */
import type { ComponentChildren, VNode } from 'preact';
import type { jsx } from 'preact/jsx-runtime';
import { isChangedHere } from '../../form/changed-here.ts';
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

/** The host may send before what tells it is drawn. */
function pressesFor(form: Form, { signal }: Pick<UnchangedTools, 'signal'>): Presses {
  const presses = pressesOf.get(form) ?? { count: signal(0), heard: 0 };
  pressesOf.set(form, presses);
  return presses;
}

/** No failure: it is filled in further. */
export function tellUnchanged(form: WritableForm, tools: Pick<UnchangedTools, 'signal'>): void {
  form.submission.value = { kind: 'editing' };
  pressesFor(form, tools).count.value += 1;
}

interface UnchangedProps {
  readonly screen: Screen;
  readonly presses: Presses;
  readonly tools: UnchangedTools;
  /** What stands there anyway. */
  readonly end: VNode | null;
}

export function drawUnchanged(screen: Screen, end: VNode | null, tools: UnchangedTools): VNode {
  return tools.jsx(Unchanged, { screen, presses: pressesFor(screen.form, tools), tools, end });
}

function Unchanged({ screen, presses, tools, end }: UnchangedProps): ComponentChildren {
  const { form, idPrefix } = screen;
  const count = presses.count.value;
  const words = screen.lazy.value?.outcomeScreens.value?.words;
  if (count === 0 || form.order.some(isChangedHere) || !words) return end;
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
