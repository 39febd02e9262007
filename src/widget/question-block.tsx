import type { Field, Invalidity } from '../form/contract.ts';
import type { Question } from '../model/question.ts';
import { constraintText } from './constraint-text.ts';
import { isSelect } from './controls/choice.tsx';
import { drawControl } from './controls/control.tsx';
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
  const question = field.shown;
  const ids = elementIds(screen, field);
  const messages = screen.messages.value;
  const constraint = constraintText(messages, question);
  const error = field.error.value;
  const isHelped = question.help.length > 0;
  const parts = [ids.tag, isHelped && ids.help, constraint && ids.hint, error && ids.error];
  const described = parts.filter(Boolean).join(' ');
  const body = (
    <>
      {drawTitle(field, screen)}
      {isHelped && (
        <div class="help" part="help" id={ids.help} dir="auto">
          <RichText nodes={question.help} messages={messages} />
        </div>
      )}
      {constraint && (
        <p class="help" part="help" id={ids.hint}>
          {constraint}
        </p>
      )}
      {drawControl({ field, screen, described })}
      {error && drawError(field, screen, error)}
    </>
  );
  return (
    <div
      class="block"
      part="question"
      data-question-id={question.id}
      data-depth={Math.min(field.depth, deepestIndent) || undefined}
      data-invalid={error !== null || undefined}
    >
      {controlsOf(question) === 'several' ? (
        <fieldset aria-labelledby={ids.label} aria-describedby={described}>
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
  const question = field.shown;
  const controls = controlsOf(question);
  const tag = question.required ? 'required' : 'optional';
  const messages = screen.messages.value;
  const direction = textDirection(question.title, messages);
  const attributes = { class: 'title', part: 'label', id: ids.label, dir: direction };
  return (
    <div class="head">
      {controls === 'one' ? (
        <label {...attributes} for={ids.control}>
          {question.title}
        </label>
      ) : (
        <span {...attributes}>{question.title}</span>
      )}{' '}
      {controls !== 'none' && (
        <span id={ids.tag} class={tag === screen.shownTag ? 'tag' : 'hidden'}>
          {messages.text(tag)}
        </span>
      )}
    </div>
  );
}

function drawError(field: Field, screen: Screen, error: Invalidity) {
  const later = screen.later.value;
  return (
    <p class="error" part="error" id={elementIds(screen, field).error}>
      {later ? (
        <later.ErrorWords field={field} error={error} screen={screen} messages={later.messages} />
      ) : (
        screen.messages.value.text('error.plain')
      )}
    </p>
  );
}

/** What has several controls is a group that is named by the title. */
function controlsOf(question: Question): 'none' | 'one' | 'several' {
  switch (question.type) {
    case 'unknown':
      return 'none';
    case 'multiple_choice':
      if (question.options.length === 0) return 'none';
      return isSelect(question) ? 'one' : 'several';
    case 'boolean':
    case 'date_range':
      return 'several';
    default:
      return 'one';
  }
}
