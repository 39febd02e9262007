import { computed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Field } from '../../form/contract.ts';
import { hearInput } from '../controls/read-controls.ts';
import { Closing } from '../details/closing.tsx';
import { drawPart } from '../details/sections.tsx';
import type { Screen } from '../screen.ts';
import { QuestionBlock } from './question-block.tsx';

/** Up to so many questions all are laid out: a group is worth its cost when some of them are out of sight. */
const FEW = 40;

/** Pixels that a block takes until it is laid out: a title and one line. */
const BLOCK_SIZE = 116;

/**
 * All visible questions as one list. Its parts never come or go, so the list itself is made once; each part redraws
 * itself when something in it appears or disappears.
 */
export function Blocks({ screen }: { readonly screen: Screen }) {
  const { form } = screen;
  // Made anew for another form: `useComputed` would go on reading the signals of the one before.
  const sending = useMemo(() => computed(() => form.submission.value.kind === 'sending'), [form]);
  // In a correction most blocks are not drawn, and a group out of sight would take their place all the same.
  const isGrouped = form.order.length > FEW && !form.correcting.value;
  const parts = useMemo(
    () =>
      form.parts.map((part, place) => <Part key={place} part={part} screen={screen} isGrouped={isGrouped} />),
    [form, screen, isGrouped],
  );
  const hear = (event: Event) => hearInput(event, form.controls.read);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of its fields, and does nothing by itself.
    <div
      class="af-blocks"
      inert={sending.value}
      onKeyDown={keepEnterFromSending}
      onInput={hear}
      onChange={hear}
    >
      {parts}
      <End screen={screen} />
    </div>
  );
}

/** What is to be known before sending, and in steps the answers to be checked. */
function End({ screen }: Pick<PartProps, 'screen'>) {
  const { steps } = screen;
  if (!steps?.journey.isOn.value) return <Closing screen={screen} />;
  if (steps.journey.current.value !== null) return null;
  const messages = screen.lazy.value?.messages;
  return (
    <>
      {messages && (
        <steps.CheckAnswers {...steps} screen={screen} words={steps.words.value} messages={messages} />
      )}
      <Closing screen={screen} />
    </>
  );
}

interface PartProps {
  readonly part: ReadonlySignal<readonly Field[]>;
  readonly screen: Screen;
  readonly isGrouped: boolean;
}

/** In a group they are laid out together, or not at all while they are out of sight (`content-visibility`). */
function Part({ part, screen, isGrouped }: PartProps) {
  const fields = part.value;
  const blocks = fields.map((field) => (
    <QuestionBlock key={field.question.id} field={field} screen={screen} />
  ));
  const { steps } = screen;
  const drawn = steps
    ? steps.drawSteps(steps.journey, fields, blocks, (own, drawn) => drawPart(own, drawn, screen))
    : drawPart(fields, blocks, screen);
  if (!isGrouped || fields.length === 0) return drawn;
  // Set as a property, which every security policy allows.
  const measure = (group: HTMLElement | null) => {
    if (group) group.style.containIntrinsicBlockSize = `auto ${blocks.length * BLOCK_SIZE}px`;
  };
  return (
    <div class="af-group" ref={measure}>
      {drawn}
    </div>
  );
}

/** Enter in a field would send an application that is not finished, and it cannot be taken back. */
function keepEnterFromSending(event: KeyboardEvent): void {
  const isField = event.target instanceof HTMLInputElement;
  if (event.key === 'Enter' && isField && event.target.type !== 'file') event.preventDefault();
}
