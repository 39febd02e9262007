/** Below a detail that was changed: what it was, or what another system made of it meanwhile, and how to take that. */
import type { VNode } from 'preact';
import type { jsx } from 'preact/jsx-runtime';
import type { HeldDetail } from '../../core/model/question.ts';
import type { BesideProps } from '../../ui/screen.ts';

type Draw = typeof jsx;

interface HeldProps extends BesideProps {
  /** What it is by now, as far as this page knows. */
  readonly now: HeldDetail;
  /** Another system made it so since the form was opened. */
  readonly isNew: boolean;
  readonly draw: Draw;
  readonly id?: string;
}

/** What another system has changed describes the control, too; what was there before one's own edit does not. */
export function drawHeld(props: BesideProps, draw: Draw): VNode<{ readonly id?: string }> | null {
  const { field, ids } = props;
  const { held } = field.question;
  if (!held || !field.editable.value) return null;
  // Read in another language since, it may have changed there.
  const now = field.shown.held?.value ?? held.value;
  const isNew = held.value.isNew === true || !now.is(held.value.answer);
  return draw(Held, { ...props, draw, now, isNew, ...(isNew && { id: `${ids.control}-held` }) });
}

/** By itself, so that a key redraws nothing else. */
function Held({ field, screen, ids, now, isNew, draw, id }: HeldProps) {
  const isTaken = now.is(field.entry.value);
  if (isTaken && !isNew) return null;
  const { text, take } = isNew ? now.meanwhile : now.before;
  const [own, beside] = [`${ids.control}-take`, `${ids.control}-seen`];
  const takeIt = ({ currentTarget }: Event) => {
    const block = currentTarget instanceof Element ? currentTarget.closest('.af-block') : null;
    screen.form.setAnswer(field.question.id, now.answer);
    // The button goes with it.
    const control =
      block?.querySelector(`input#${ids.control}`) ?? block?.querySelector('input,select,textarea');
    if (control instanceof HTMLElement) control.focus();
  };
  const button = draw('button', {
    type: 'button',
    class: 'af-link',
    id: own,
    'aria-labelledby': `${own} ${ids.label}`,
    'aria-describedby': beside,
    onClick: takeIt,
    children: take,
  });
  const isOffered = !isTaken && (now.answer !== null || !field.required);
  const said = draw('span', { id: beside, dir: 'auto', children: text });
  return draw('p', { class: 'af-help af-held', id, children: [said, isOffered && button] });
}
