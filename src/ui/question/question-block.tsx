import { nameOfDetail } from '../../core/model/details.ts';
import { isAnswerable, type Question, takesFiles } from '../../core/model/question.ts';
import type { Field, Invalidity } from '../../form/contract.ts';
import { isOfFile } from '../../form/file-rows.ts';
import type { FirstMessages } from '../../locale/messages.ts';
import { isSelect, isSingle } from '../controls/choice.tsx';
import { drawControl } from '../controls/control.tsx';
import type { ControlProps } from '../controls/control-props.ts';
import { purposeOf } from '../controls/purpose.ts';
import { isTyped } from '../dates/date.tsx';
import { drawBeside } from '../details/beside.tsx';
import { textDirection } from '../form/text-direction.ts';
import { elementIds, type FieldProps, hiddenTagId, type Screen } from '../screen.ts';
import { plainText, RichText } from './rich-text.tsx';
import { titleOf } from './title-of.ts';

/** Deeper questions keep the line without more indent (`src/README.md#how-it-looks`). */
const deepestIndent = 3;

/** `aria-required` is read of what is typed in one line; of files and days it is not everywhere, and groups cannot have it. */
const typedTypes: readonly Question['type'][] = ['short_text', 'long_text', 'url', 'number'];

const isLine = ({ type }: Question): boolean => typedTypes.includes(type);

const isDate = ({ type }: Question): boolean => type === 'date' || type === 'date_range';

/**
 * One question. It is drawn again when its error or the language changes, a select or a date also at each answer, and
 * radios when an answer comes or goes; rows of options follow their answer by themselves (`options.tsx`). Its parts are
 * functions in an array, neither components nor fragments: a form may have thousands of blocks.
 */
export function QuestionBlock({ field, screen }: FieldProps) {
  // In a correction only what may still change is shown; the receipt of the rest stands above.
  if (screen.form.correcting.value && !field.editable.value) return null;
  const question = field.shown;
  const ids = elementIds(screen, field);
  const messages = screen.messages.value;
  const constraint = constraintText(messages, question);
  const error = field.error.value;
  const below = drawBelowAnswer({ field, screen });
  const beside = drawBeside({ field, screen, ids });
  const isHelped = question.help.length > 0;
  const isGroup = controlsOf({ field, screen }) === 'several';
  const parts = [
    !(field.required && isLine(question)) && (isTagged(screen, field) ? ids.tag : hiddenTagId(screen)),
    isHelped && ids.help,
    constraint && ids.hint,
    ...beside.map(({ id }) => id),
    below?.props.id,
    // Several fields of a date name their error themselves.
    error && !(isDate(question) && isGroup) && ids.error,
  ];
  const props = { field, screen, ids, described: parts.filter(Boolean).join(' ') };
  const body = [
    drawTitle(props),
    isHelped && (
      <div class="af-help" part="help" id={ids.help} dir={textDirection(plainText(question.help), messages)}>
        <RichText nodes={question.help} messages={messages} />
      </div>
    ),
    constraint && (
      <div class="af-help" part="help" id={ids.hint}>
        {constraint}
      </div>
    ),
    drawControl(props),
    ...beside.map(({ drawn }) => drawn),
    below,
    // The file itself says what is wrong with it, under the same id.
    error && !isOfFile(error) && drawError(props, error),
  ];
  return (
    <div
      class="af-block"
      ref={field.depth > 0 ? screen.move : null}
      part="question"
      data-question-id={question.detail ? undefined : question.id}
      data-detail={question.detail && nameOfDetail(question.id)}
      data-depth={Math.min(field.depth, deepestIndent) || undefined}
      data-invalid={error !== null || undefined}
    >
      {isGroup ? <fieldset aria-labelledby={ids.label}>{body}</fieldset> : body}
    </div>
  );
}

const tagOf = ({ required }: Field) => (required ? 'required' : 'optional');

const isTagged = ({ shownTag }: Screen, field: Field): boolean =>
  isAnswerable(field.question) && tagOf(field) === shownTag;

/** One element for the title where nothing is shown beside it: a form may have thousands. */
function drawTitle(props: ControlProps) {
  const { field, screen, ids } = props;
  const question = field.shown;
  const messages = screen.messages.value;
  const title = titleOf(messages, question);
  const direction = textDirection(title, messages);
  const Title = controlsOf(props) === 'one' ? 'label' : 'span';
  const attributes = {
    part: 'label',
    id: ids.label,
    dir: direction,
    for: Title === 'label' ? ids.control : undefined,
  };
  if (!isTagged(screen, field))
    return (
      <Title class="af-head af-title" {...attributes}>
        {title}
      </Title>
    );
  return (
    <div class="af-head">
      {/* The space keeps the tag apart; a title that runs the other way would have it on its far side. */}
      <Title class="af-title" {...attributes}>
        {title + (direction ? '' : ' ')}
      </Title>
      <span id={ids.tag} class="af-tag">
        {messages.text(tagOf(field))}
      </span>
    </div>
  );
}

/** How many to choose, said before the first mistake; null where there is nothing to say. */
function constraintText(messages: FirstMessages, question: Question): string | null {
  if (question.type !== 'multiple_choice' || isSingle(question) || question.options.length === 0) return null;
  const { minimum, maximum } = question;
  if (maximum === null || maximum >= question.options.length)
    return minimum > 1 ? messages.text('choose.atLeast', { count: minimum }) : messages.text('choose.any');
  if (minimum === maximum) return messages.text('choose.exactly', { count: maximum });
  if (minimum > 1) return messages.text('choose.between', { minimum, maximum });
  return messages.text('choose.atMost', { count: maximum });
}

/** Below the control: what helps once there is an answer, such as the button that clears it. */
function drawBelowAnswer({ field, screen }: FieldProps) {
  const { question } = field;
  if (takesFiles(question) || (isLine(question) && question.type !== 'number')) return null;
  // Of a thousand choices only those with an answer are drawn again when the filling file is loaded.
  // What is counted, or may be half filled in, needs none.
  const needsNone = isDate(question) || (question.type === 'multiple_choice' && !isSingle(question));
  if (!needsNone && !field.filled.value) return null;
  const lazy = screen.lazy.value;
  return lazy?.drawBelowAnswer({ field, screen, messages: lazy.messages });
}

function drawError({ field, screen, ids }: ControlProps, error: Invalidity) {
  const lazy = screen.lazy.value;
  return (
    lazy && (
      <p class="af-error" part="error" id={ids.error}>
        <lazy.ErrorMessage field={field} error={error} messages={lazy.messages} />
      </p>
    )
  );
}

/** What has several controls is a group that is named by the title. */
function controlsOf({ field, screen }: FieldProps): 'none' | 'one' | 'several' {
  const question = field.shown;
  if (!isAnswerable(question)) return 'none';
  if (question.type === 'multiple_choice') return isSelect(question) ? 'one' : 'several';
  const hasParts = question.type === 'date' && isTyped(screen, purposeOf(field));
  return hasParts || question.type === 'boolean' || question.type === 'date_range' ? 'several' : 'one';
}
