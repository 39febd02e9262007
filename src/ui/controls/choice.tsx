import type { ChoiceQuestion } from '../../core/model/question.ts';
import { textDirection } from '../form/text-direction.ts';
import { LongList } from '../lists/long-list.tsx';
import { type ControlProps, controlAttributes } from './control-props.ts';
import { Notice } from './notice.tsx';
import { drawOptions } from './options.tsx';
import { drawSelect } from './select.tsx';

/** Up to this number a single choice shows all its options (`src/README.md#how-it-looks`). */
const mostRadios = 7;

/** More than a phone shows in a line: in a list that the browser opens, it could not be read and compared. */
const isWordy = /.{41}|[\u2e80-\uffef]{21}/s;

/** Up to so many options of so few letters stand in one row where there is room. */
const mostInRow = 4;
const shortLetters = 10;

export const isSingle = (question: ChoiceQuestion) => question.maximum === 1;

export const isSelect = (question: ChoiceQuestion): boolean =>
  isSingle(question) &&
  question.options.length > mostRadios &&
  !question.options.some(({ shown }) => isWordy.test(shown));

/** From so many rows on they are narrowed by typing. */
const manyRows = 30;

const isLong = (question: ChoiceQuestion): boolean =>
  question.options.length > manyRows && !isSelect(question);

const isShort = ({ options }: ChoiceQuestion): boolean =>
  options.length <= mostInRow && options.every(({ shown }) => shown.length <= shortLetters);

interface ChoiceProps extends ControlProps {
  readonly question: ChoiceQuestion;
}

export function drawChoice(props: ChoiceProps) {
  if (props.question.options.length === 0) return <Notice screen={props.screen} />;
  return isSelect(props.question) ? drawChoiceSelect(props) : drawRows(props);
}

function drawRows(props: ChoiceProps) {
  const { field, screen, ids, described, question } = props;
  const single = isSingle(question);
  const isFull = () =>
    !single && question.maximum !== null && chosenTexts(field.entry.value).length >= question.maximum;

  function onChoose(place: number, input: HTMLInputElement): void {
    const text = question.options[place]?.text ?? '';
    // A choice beyond the maximum is rejected rather than replacing another one.
    const isRefused = input.checked && isFull();
    if (isRefused) input.checked = false;
    const others = single ? [] : chosenTexts(field.entry.peek()).filter((other) => other !== text);
    screen.form.setAnswer(question.id, {
      kind: 'choice',
      options: input.checked ? [...others, text] : others,
    });
    screen.lazy.peek()?.sayChosen(props, isRefused ? question.options[place]?.shown : undefined);
  }

  const rows = drawOptions({
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
  return isLong(question) ? <LongList {...props} rows={rows} /> : rows;
}

function drawChoiceSelect(props: ChoiceProps) {
  const { field, screen, question } = props;
  const [chosen] = chosenTexts(field.entry.value);
  const place = question.options.findIndex((option) => option.text === chosen);
  return drawSelect({
    options: [
      { value: '', shown: screen.messages.value.text('select') },
      ...question.options.map(({ shown }, index) => ({ value: String(index), shown })),
    ],
    value: place < 0 ? '' : String(place),
    attributes: controlAttributes(props),
    onChoose(value) {
      const option = question.options[Number(value || -1)];
      screen.form.setAnswer(question.id, option ? { kind: 'choice', options: [option.text] } : null);
    },
  });
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
