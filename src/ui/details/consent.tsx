import { textDirection } from '../form/text-direction.ts';
import { elementIds, type FieldProps, hiddenTagId } from '../screen.ts';
import { Sentence } from './sentence.tsx';

/** Letters before the id of a consent in the id of its question. */
const CONSENT = 'detail:consent:'.length;

/** A sentence with a box, which is never ticked beforehand. */
export function ConsentBlock({ field, screen }: FieldProps) {
  const { form, messages, lazy } = screen;
  if (form.correcting.value && !field.editable.value) return null;
  const question = field.shown;
  const ids = elementIds(screen, field);
  const error = field.error.value;
  const tag = question.required ? 'required' : 'optional';
  const isTagged = tag === screen.shownTag;
  const [option] = question.type === 'multiple_choice' ? question.options : [];
  const isGiven = field.filled.value;
  const described = [!question.required && (isTagged ? ids.tag : hiddenTagId(screen)), error && ids.error];
  return (
    <div
      class="af-block af-consent"
      part="question"
      data-consent={question.id.slice(CONSENT)}
      data-invalid={error !== null || undefined}
    >
      <label class="af-row" part="option" data-checked={isGiven || undefined}>
        <input
          type="checkbox"
          id={ids.control}
          checked={isGiven}
          aria-labelledby={ids.label}
          aria-describedby={described.filter(Boolean).join(' ')}
          aria-required={question.required || undefined}
          aria-invalid={error !== null || undefined}
          onChange={({ currentTarget: { checked } }) =>
            form.setAnswer(question.id, checked && option ? { kind: 'choice', options: [option.text] } : null)
          }
        />
        <span class="af-words">
          <span id={ids.label} dir={textDirection(question.title, messages.value)}>
            <Sentence nodes={question.help} messages={messages.value} />
          </span>
          {isTagged && (
            <>
              {' '}
              <span id={ids.tag} class="af-tag">
                {messages.value.text(tag)}
              </span>
            </>
          )}
        </span>
      </label>
      {error && lazy.value && (
        <p class="af-error" part="error" id={ids.error}>
          <lazy.value.ErrorMessage field={field} error={error} messages={lazy.value.messages} />
        </p>
      )}
    </div>
  );
}
