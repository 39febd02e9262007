import { signal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { Form, View } from '../form/contract.ts';
import type { Submission } from '../model/submission.ts';
import type { ApplicationFormProps } from './application-form.tsx';
import { ChangedNotice, CorrectionNotice } from './banners.tsx';
import { Blocks } from './blocks.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { Foot } from './foot.tsx';
import { Heading } from './heading.tsx';
import { Icon } from './icon.tsx';
import { createLeaving } from './leaving.ts';
import { LiveRegion } from './live-region.tsx';
import { NoticeScreen, WayOn } from './notice-screen.tsx';
import { Receipt } from './receipt.tsx';
import type { Screen } from './screen.ts';

type FormView = Extract<View, { kind: 'form' }>;

interface FormScreenProps extends Omit<ApplicationFormProps, 'view'> {
  readonly view: FormView;
}

export function FormScreen(props: FormScreenProps) {
  const { view, messages } = props;
  const { form } = view;
  const screen = useScreen(props);
  const submission = useLastSubmission(form);
  const correction = submission && needsCorrection(submission) ? submission : null;
  const words = messages.value;

  if (form.submission.value.kind === 'accepted' && submission && !correction)
    return <Receipt screen={screen} submission={submission} />;
  if (form.order.length === 0)
    return (
      <NoticeScreen
        icon="info"
        title={view.title ?? words.text('form.label')}
        text={words.text('form.empty')}
        headingLevel={props.headingLevel}
      >
        <WayOn fallback={props.fallback.value} messages={words} />
      </NoticeScreen>
    );
  return (
    <form
      class={form.order.length > manyQuestions ? 'form many' : 'form'}
      part="form"
      noValidate
      aria-label={words.text('form.label')}
      onSubmit={(event) => {
        event.preventDefault();
        screen.actions.send();
      }}
      onKeyDown={keepEnterFromSending}
      onPointerDown={screen.leaving.onPointerDown}
    >
      {view.title !== null && <Heading level={props.headingLevel}>{view.title}</Heading>}
      {view.preview && (
        <p class="notice">
          <Icon name="info" />
          {words.text('form.preview')}
        </p>
      )}
      {correction && <CorrectionNotice screen={screen} submission={correction} />}
      {view.changed.length > 0 && <ChangedNotice screen={screen} changed={view.changed} />}
      <ErrorSummary screen={screen} />
      <Blocks screen={screen} />
      <Foot screen={screen} />
      <LiveRegion screen={screen} />
    </form>
  );
}

/** From here on blocks out of sight are not laid out (`content-visibility`). */
const manyQuestions = 60;

function useScreen({ view, actions, messages, idPrefix, headingLevel }: FormScreenProps): Screen {
  const { form } = view;
  const limits = view.limits ?? null;
  return useMemo(
    () => ({
      form,
      actions,
      messages,
      limits,
      announcement: signal(''),
      idPrefix,
      headingLevel,
      shownTag: rarerTag(form),
      leaving: createLeaving(form),
    }),
    [form, actions, messages, limits, idPrefix, headingLevel],
  );
}

/** The receipt that is being corrected stays in view while the correction is on its way. */
function useLastSubmission(form: Form): Submission | null {
  const last = useRef<{ readonly form: Form; readonly submission: Submission } | null>(null);
  const phase = form.submission.value;
  if (phase.kind === 'accepted') last.current = { form, submission: phase.submission };
  return last.current?.form === form ? last.current.submission : null;
}

const needsCorrection = ({ state, answers }: Submission): boolean =>
  state === 'attention' && answers.some((answer) => answer.state === 'refused');

function rarerTag(form: Form): 'required' | 'optional' {
  const required = form.order.filter((field) => field.question.required).length;
  return required * 2 >= form.order.length ? 'optional' : 'required';
}

/** Enter in a field would send an application that is not finished, and it cannot be taken back. */
function keepEnterFromSending(event: KeyboardEvent): void {
  const isField = event.target instanceof HTMLInputElement;
  if (event.key === 'Enter' && isField && event.target.type !== 'file') event.preventDefault();
}
