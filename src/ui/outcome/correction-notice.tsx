import type { Fallback } from '../../form/contract.ts';
import { Heading } from '../form/heading.tsx';
import { WayOn } from '../form/plain-screen.tsx';
import { Icon } from '../icon/icon.tsx';
import { infoShape } from '../icon/icon-shapes.ts';
import type { Accepted } from '../question/correction.ts';
import { named } from '../question/title-of.ts';
import type { LazyProps } from '../screen.ts';
import { PrintButton } from './print-button.tsx';
import { SentAnswers } from './sent-answers.tsx';

interface CorrectionNoticeProps extends LazyProps {
  readonly accepted: Accepted;
  readonly fallback: Fallback;
}

/** The service said no to some answers: what to do, and that the rest is safe. */
export function CorrectionNotice({ screen, accepted, messages, fallback }: CorrectionNoticeProps) {
  const { answers, application, reference } = accepted.submission;
  const { refusal } = accepted;
  const isDetails = application?.state === 'refused';
  const refused = new Set(
    answers.filter((answer) => answer.state === 'refused').map((answer) => answer.question),
  );
  // A bidi isolate keeps it in one piece in a right-to-left text.
  const isolated = `\u2066${reference}\u2069`;
  const title = isDetails
    ? (refusal?.title() ?? messages.text('title.cannotSend'))
    : messages.text('refused.title', { count: refused.size });
  return (
    <div class="af-banner" part="status" {...named(title)}>
      <Heading level={screen.headingLevel}>
        <Icon shape={infoShape} />
        {title}
      </Heading>
      <p>{isDetails ? refusal?.text() : messages.text('refused.text', { reference: isolated })}</p>
      {isDetails && application.fields.length === 0 && <WayOn fallback={fallback} messages={messages} />}
      <SentAnswers form={screen.form} sent={accepted.sent} messages={messages} />
      {isDetails && <PrintButton messages={messages} />}
    </div>
  );
}
