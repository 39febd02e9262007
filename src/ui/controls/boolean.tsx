import type { ControlProps } from './control-props.ts';
import { drawOptions } from './options.tsx';

/** Yes and No as radios: an unanswered question stays distinct from "No". */
export function drawBoolean({ field, screen, ids }: ControlProps) {
  const messages = screen.messages.value;
  const entry = field.entry.value;
  const option = (value: boolean) => ({
    shown: messages.text(value ? 'yes' : 'no'),
    checked: entry?.kind === 'boolean' && entry.value === value,
  });
  return drawOptions({
    looks: 'af-rows af-pair',
    type: 'radio',
    id: ids.control,
    options: [option(true), option(false)],
    onChoose: (place) => screen.form.setAnswer(field.question.id, { kind: 'boolean', value: place === 0 }),
  });
}
