import { useRef } from 'preact/hooks';
import type { Form } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import type { QuestionId } from '../../model/ids.ts';
import type { Submission } from '../../model/submission.ts';
import { needsCorrection } from '../correction.ts';
import { Heading } from '../heading.tsx';
import { Icon } from '../icon.tsx';
import { againShape, infoShape } from '../icon-shapes.ts';
import type { Screen } from '../screen.ts';
import { ErrorSummary } from './error-summary.tsx';
import { FieldLink } from './field-link.tsx';
import { SentAnswers } from './sent-answers.tsx';

interface BannerProps {
  readonly screen: Screen;
  readonly messages: Messages;
}

interface ChangedProps extends BannerProps {
  readonly changed: readonly QuestionId[];
}

/** The boxes above the questions. */
export function Banners(props: ChangedProps) {
  const submission = useLastSubmission(props.screen.form);
  return (
    <>
      {submission && needsCorrection(submission) && <CorrectionNotice {...props} submission={submission} />}
      {props.changed.length > 0 && <ChangedNotice {...props} />}
      <ErrorSummary {...props} />
    </>
  );
}

/** The receipt that is being corrected stays in view while the correction is on its way. */
function useLastSubmission(form: Form): Submission | null {
  const last = useRef<{ readonly form: Form; readonly submission: Submission } | null>(null);
  const phase = form.submission.value;
  if (phase.kind === 'accepted') last.current = { form, submission: phase.submission };
  return last.current?.form === form ? last.current.submission : null;
}

/** The questions changed while they were being answered: which to look at. */
function ChangedNotice({ screen, changed, messages }: ChangedProps) {
  const visible = new Set(screen.form.visible.value);
  const fields = changed.filter((id) => visible.has(id)).flatMap((id) => screen.form.fields.get(id) ?? []);
  const text =
    fields.length > 0
      ? messages.text('form.changed', { count: fields.length })
      : messages.text('form.changed.none');
  return (
    <div class="banner" part="status">
      <Heading level={screen.headingLevel + 1}>
        <Icon shape={againShape} />
        {messages.text('form.changed.title')}
      </Heading>
      <p>{text}</p>
      <ul>
        {fields.map((field) => (
          <li key={field.question.id}>
            <FieldLink field={field} screen={screen}>
              <span dir="auto">{field.shown.title}</span>
            </FieldLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CorrectionProps extends BannerProps {
  readonly submission: Submission;
}

/** The service said no to some answers: what to do, and that the rest is safe. */
function CorrectionNotice({ screen, submission, messages }: CorrectionProps) {
  const refused = new Set(
    submission.answers.filter((answer) => answer.state === 'refused').map((answer) => answer.question),
  );
  return (
    <div class="banner" part="status">
      <Heading level={screen.headingLevel + 1}>
        <Icon shape={infoShape} />
        {messages.text('refused.title', { count: refused.size })}
      </Heading>
      <p>{messages.text('refused.text', { reference: submission.reference })}</p>
      <SentAnswers form={screen.form} messages={messages} />
    </div>
  );
}
