import { elementIds } from '../screen.ts';
import { drawClearing } from './clearing.tsx';
import type { ControlProps } from './control.tsx';
import { drawOption } from './options.tsx';

/** Yes and No as radios: an unanswered question stays distinct from "No". */
export function BooleanControl({ field, screen }: ControlProps) {
  const { control } = elementIds(screen, field);
  const messages = screen.messages.value;
  const entry = field.entry.value;
  const row = (value: boolean) =>
    drawOption({
      type: 'radio',
      name: control,
      id: value ? control : undefined,
      shown: messages.text(value ? 'yes' : 'no'),
      direction: undefined,
      checked: entry?.kind === 'boolean' && entry.value === value,
      onChoose: () => screen.form.setAnswer(field.question.id, { kind: 'boolean', value }),
    });
  return (
    <>
      <div class="rows pair">
        {row(true)}
        {row(false)}
      </div>
      {drawClearing({ field, screen })}
    </>
  );
}
