import type { Field } from '../form/contract.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Submission } from '../model/submission.ts';
import { showField } from './focus.ts';
import { Heading } from './heading.tsx';
import { Icon } from './icon.tsx';
import { elementIds, type Screen } from './screen.ts';
import { SentAnswers } from './sent-answers.tsx';

interface ChangedNoticeProps {
  readonly screen: Screen;
  readonly changed: readonly QuestionId[];
}

/** The questions changed while they were being answered: which to look at. */
export function ChangedNotice({ screen, changed }: ChangedNoticeProps) {
  const messages = screen.messages.value;
  const visible = new Set(screen.form.visible.value);
  const fields = changed.filter((id) => visible.has(id)).flatMap((id) => screen.form.fields.get(id) ?? []);
  const text =
    fields.length > 0
      ? messages.text('form.changed', { count: fields.length })
      : messages.text('form.changed.none');
  return (
    <div class="banner" part="status">
      <Heading level={screen.headingLevel + 1}>
        <Icon name="again" />
        {messages.text('form.changed.title')}
      </Heading>
      <p>{text}</p>
      <FieldLinks screen={screen} fields={fields} />
    </div>
  );
}

interface CorrectionNoticeProps {
  readonly screen: Screen;
  readonly submission: Submission;
}

/** The service said no to some answers: what to do, and that the rest is safe. */
export function CorrectionNotice({ screen, submission }: CorrectionNoticeProps) {
  const messages = screen.messages.value;
  const refused = new Set(
    submission.answers.filter((answer) => answer.state === 'refused').map((answer) => answer.question),
  );
  return (
    <div class="banner" part="status">
      <Heading level={screen.headingLevel + 1}>
        <Icon name="info" />
        {messages.text('refused.title', { count: refused.size })}
      </Heading>
      <p>{messages.text('refused.text', { reference: submission.reference })}</p>
      <SentAnswers screen={screen} />
    </div>
  );
}

function FieldLinks({ screen, fields }: { readonly screen: Screen; readonly fields: readonly Field[] }) {
  return (
    <ul>
      {fields.map((field) => (
        <li key={field.question.id}>
          <a
            href={`#${elementIds(screen, field).control}`}
            dir="auto"
            onClick={(event) => {
              event.preventDefault();
              showField(event.currentTarget, screen, field);
            }}
          >
            {field.question.title}
          </a>
        </li>
      ))}
    </ul>
  );
}
