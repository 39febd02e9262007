import type { ChoiceQuestion } from '../../core/model/question.ts';
import { textDirection } from '../form/text-direction.ts';
import { textOnly } from '../text-only.ts';
import { type ControlProps, controlAttributes } from './control-props.ts';
import { Notice } from './notice.tsx';
import { drawOptions } from './options.tsx';

/** Up to this number a single choice shows all its options (`src/README.md#how-it-looks`). */
const mostRadios = 7;

/** Up to so many options of so few letters stand in one row where there is room. */
const mostInRow = 4;
const shortLetters = 10;

export const isSingle = (question: ChoiceQuestion) => question.maximum === 1;

export const isSelect = (question: ChoiceQuestion): boolean =>
  isSingle(question) && question.options.length > mostRadios;

const isShort = ({ options }: ChoiceQuestion): boolean =>
  options.length <= mostInRow && options.every(({ shown }) => shown.length <= shortLetters);

interface ChoiceProps extends ControlProps {
  readonly question: ChoiceQuestion;
}

export function drawChoice(props: ChoiceProps) {
  if (props.question.options.length === 0) return <Notice screen={props.screen} />;
  return isSelect(props.question) ? drawSelect(props) : drawRows(props);
}

function drawRows({ field, screen, ids, described, question }: ChoiceProps) {
  const single = isSingle(question);
  const isFull = () =>
    !single && question.maximum !== null && chosenTexts(field.entry.value).length >= question.maximum;

  function onChoose(place: number, input: HTMLInputElement): void {
    const text = question.options[place]?.text ?? '';
    // A choice beyond the maximum is rejected rather than replacing another one.
    if (isFull()) input.checked = false;
    const others = single ? [] : chosenTexts(field.entry.peek()).filter((other) => other !== text);
    screen.form.setAnswer(question.id, {
      kind: 'choice',
      options: input.checked ? [...others, text] : others,
    });
  }

  return drawOptions({
    looks: isShort(question) ? 'af-rows af-pair' : 'af-rows',
    type: single ? 'radio' : 'checkbox',
    id: ids.control,
    described,
    options: question.options.map(({ shown }) => ({
      shown,
      direction: textDirection(shown, screen.messages.value),
    })),
    isChecked: (place) => chosenTexts(field.entry.value).includes(question.options[place]?.text ?? ''),
    isFull,
    onChoose,
  });
}

function drawSelect(props: ChoiceProps) {
  const { field, screen, question } = props;
  const [chosen] = chosenTexts(field.entry.value);
  const place = question.options.findIndex((option) => option.text === chosen);
  return (
    <div class="af-select">
      <select
        class="af-box"
        {...controlAttributes(props)}
        value={place < 0 ? '' : String(place)}
        onChange={(event) => {
          const option = question.options[Number(event.currentTarget.value || -1)];
          screen.form.setAnswer(question.id, option ? { kind: 'choice', options: [option.text] } : null);
        }}
      >
        <option value="">{screen.messages.value.text('select')}</option>
        {question.options.map((option, index) => (
          <option value={String(index)} {...textOnly(option.shown)} />
        ))}
      </select>
    </div>
  );
}

const chosenTexts = (entry: ControlProps['field']['entry']['value']): readonly string[] =>
  entry?.kind === 'choice' ? entry.options : [];

/** Yes and No as radios: an unanswered question stays distinct from "No". */
export function drawBoolean({ field, screen, ids, described }: ControlProps) {
  const messages = screen.messages.value;
  return drawOptions({
    looks: 'af-rows af-pair',
    type: 'radio',
    id: ids.control,
    described,
    options: [{ shown: messages.text('yes') }, { shown: messages.text('no') }],
    isChecked(place) {
      const entry = field.entry.value;
      return entry?.kind === 'boolean' && entry.value === (place === 0);
    },
    onChoose: (place, { checked }) =>
      screen.form.setAnswer(field.question.id, checked ? { kind: 'boolean', value: place === 0 } : null),
  });
}
