import type { Field } from '../form/contract.ts';
import { constraintText } from './constraint-text.ts';
import { isSelect } from './controls/choice.tsx';
import { drawControl } from './controls/control.tsx';
import { Icon } from './icon.tsx';
import { alertShape } from './icon-shapes.ts';
import { RichText } from './rich-text.tsx';
import { elementIds, type FieldProps, type Screen } from './screen.ts';
import { textDirection } from './text-direction.ts';

/** Deeper questions keep the line without more indent (look.md). */
const deepestIndent = 3;

/**
 * One question. It redraws only when its own error, editability or the language changes; its control reads
 * the answer. The parts are functions, not components: a form may have thousands of blocks.
 */
export function QuestionBlock({ field, screen }: FieldProps) {
  // In a correction only what may still change is shown; the receipt of the rest stands above.
  if (screen.form.correcting.value && !field.editable.value) return null;
  const described = describedBy(field, screen);
  const body = (
    <>
      {drawTitle(field, screen)}
      {drawHelp(field, screen)}
      {drawControl({ field, screen, described })}
      {drawError(field, screen)}
    </>
  );
  return (
    <div
      class="block"
      part="question"
      data-question-id={field.question.id}
      data-depth={Math.min(field.depth, deepestIndent) || undefined}
      data-invalid={field.error.value !== null || undefined}
      onFocusOut={(event) => leavesBlock(event) && screen.leaving.leave(field)}
    >
      {isGroup(field) ? (
        <fieldset aria-labelledby={elementIds(screen, field).label} aria-describedby={described}>
          {body}
        </fieldset>
      ) : (
        body
      )}
    </div>
  );
}

function drawTitle(field: Field, screen: Screen) {
  const ids = elementIds(screen, field);
  const { question } = field;
  const tag = question.required ? 'required' : 'optional';
  const messages = screen.messages.value;
  const direction = textDirection(question.title, messages);
  const attributes = { class: 'title', part: 'label', id: ids.label, dir: direction };
  return (
    <div class="head">
      {hasSingleControl(field) ? (
        <label {...attributes} for={ids.control}>
          {question.title}
        </label>
      ) : (
        <span {...attributes}>{question.title}</span>
      )}{' '}
      {isAnswerable(field) && (
        <span id={ids.tag} class={tag === screen.shownTag ? 'tag' : 'hidden'}>
          {messages.text(tag)}
        </span>
      )}
    </div>
  );
}

function drawHelp(field: Field, screen: Screen) {
  const messages = screen.messages.value;
  const ids = elementIds(screen, field);
  const { help } = field.question;
  const constraint = constraintText(messages, field.question);
  return (
    <>
      {help.length > 0 && (
        <div class="help" part="help" id={ids.help} dir="auto">
          <RichText nodes={help} messages={messages} />
        </div>
      )}
      {constraint && (
        <p class="help" part="help" id={ids.hint}>
          {constraint}
        </p>
      )}
    </>
  );
}

function drawError(field: Field, screen: Screen) {
  const error = field.error.value;
  if (error === null) return null;
  const later = screen.later.value;
  return (
    <p class="error" part="error" id={elementIds(screen, field).error}>
      <Icon shape={alertShape} />
      {later
        ? later.invalidityText(later.messages, field.question, error)
        : screen.messages.value.text('error.plain')}
    </p>
  );
}

function describedBy(field: Field, screen: Screen): string {
  const ids = elementIds(screen, field);
  const parts = [
    ids.tag,
    field.question.help.length > 0 && ids.help,
    constraintText(screen.messages.value, field.question) && ids.hint,
    field.error.value && ids.error,
  ];
  return parts.filter(Boolean).join(' ');
}

const isAnswerable = ({ question }: Field): boolean =>
  question.type !== 'unknown' && !(question.type === 'multiple_choice' && question.options.length === 0);

/** What has several controls is a group that is named by the title. */
const isGroup = (field: Field): boolean => isAnswerable(field) && !hasSingleControl(field);

const hasSingleControl = ({ question }: Field): boolean =>
  question.type === 'multiple_choice'
    ? isSelect(question)
    : question.type !== 'boolean' && question.type !== 'date_range' && question.type !== 'unknown';

const leavesBlock = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  currentTarget instanceof Node && !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
