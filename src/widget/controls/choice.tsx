import type { ChoiceQuestion } from '../../model/question.ts';
import { elementIds } from '../screen.ts';
import { textDirection } from '../text-direction.ts';
import { drawClearing } from './clearing.tsx';
import { controlAttributes } from './common.ts';
import type { ControlProps } from './control.tsx';
import { Notice } from './notice.tsx';
import { drawOption } from './options.tsx';

/** Up to here a single choice shows all its options (look.md, issue of long lists: a select). */
const mostRadios = 7;

const isSingle = (question: ChoiceQuestion) => question.maximum === 1;

export const isSelect = (question: ChoiceQuestion): boolean =>
  isSingle(question) && question.options.length > mostRadios;

interface ChoiceProps extends ControlProps {
  readonly question: ChoiceQuestion;
}

export function ChoiceControl(props: ChoiceProps) {
  if (props.question.options.length === 0) return <Notice screen={props.screen} message="notice.noOptions" />;
  if (isSelect(props.question)) return <SelectControl {...props} />;
  return <RowsControl {...props} />;
}

function RowsControl({ field, screen, question }: ChoiceProps) {
  const { control } = elementIds(screen, field);
  const chosen = chosenTexts(field.entry.value);
  const single = isSingle(question);

  function choose(text: string, input: HTMLInputElement): void {
    // As it is now: two may be chosen before either is drawn.
    const before = chosenTexts(field.entry.peek());
    // What goes beyond the maximum is not taken: nothing is chosen by accident, and nothing taken back for it.
    if (!single && isFull(question, before)) input.checked = false;
    const others = single ? [] : before.filter((other) => other !== text);
    screen.form.setAnswer(question.id, {
      kind: 'choice',
      options: input.checked ? [...others, text] : others,
    });
  }

  return (
    <>
      <div class="rows">
        {question.options.map((option, place) =>
          drawOption({
            type: single ? 'radio' : 'checkbox',
            name: control,
            id: place === 0 ? control : undefined,
            shown: option.shown,
            direction: textDirection(option.shown, screen.messages.value),
            checked: chosen.includes(option.text),
            held: !single && isFull(question, chosen),
            onChoose: (input) => choose(option.text, input),
          }),
        )}
      </div>
      {drawClearing({ field, screen })}
    </>
  );
}

function SelectControl(props: ChoiceProps) {
  const { field, screen, question } = props;
  const [chosen] = chosenTexts(field.entry.value);
  const place = question.options.findIndex((option) => option.text === chosen);
  return (
    <>
      <div class="select">
        <select
          class="box"
          {...controlAttributes(props)}
          value={place < 0 ? '' : String(place)}
          onChange={(event) => {
            const option = question.options[Number(event.currentTarget.value || -1)];
            screen.form.setAnswer(question.id, option ? { kind: 'choice', options: [option.text] } : null);
          }}
        >
          <option value="">{screen.messages.value.text('select')}</option>
          {question.options.map((option, index) => (
            <option value={String(index)}>{option.shown}</option>
          ))}
        </select>
      </div>
      {drawClearing(props)}
    </>
  );
}

const isFull = ({ maximum }: ChoiceQuestion, chosen: readonly string[]) =>
  maximum !== null && chosen.length >= maximum;

const chosenTexts = (entry: ControlProps['field']['entry']['value']): readonly string[] =>
  entry?.kind === 'choice' ? entry.options : [];
