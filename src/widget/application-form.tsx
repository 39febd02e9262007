/*
 * What an applicant sees and hears. Every screen is drawn from plain data (`View`, `Form`, `Messages`); what the
 * applicant asks for goes out through `FormActions`. Nothing here fetches, and no answer is kept here.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Fallback, FormActions, View } from '../form/contract.ts';
import type { Messages } from '../locale/messages.ts';
import { unreachable } from '../model/outcome.ts';
import { failureLooks } from './failure-looks.ts';
import { FormScreen } from './form-screen.tsx';
import { NoticeScreen, WayOn } from './notice-screen.tsx';
import { Skeleton } from './skeleton.tsx';

export interface ApplicationFormProps {
  readonly view: ReadonlySignal<View>;
  readonly actions: FormActions;
  readonly messages: ReadonlySignal<Messages>;
  /** The way to apply without this form, for screens on which it cannot be used. */
  readonly fallback: ReadonlySignal<Fallback>;
  /** 1 to 6: level of the form's own heading in the host's page. */
  readonly headingLevel: number;
  /** Unique in the page: element ids start with it. */
  readonly idPrefix: string;
}

export function ApplicationForm(props: ApplicationFormProps) {
  const messages = props.messages.value;
  const reloaded = useRef(false);
  return (
    <div class="apply" lang={messages.locale} dir={messages.direction}>
      {drawView(props, reloaded)}
    </div>
  );
}

function drawView(props: ApplicationFormProps, reloaded: RefObject<boolean>) {
  const messages = props.messages.value;
  const view = props.view.value;
  const wayOn = <WayOn fallback={props.fallback.value} messages={messages} />;
  switch (view.kind) {
    case 'loading':
      return <Skeleton label={messages.text('form.loading')} />;
    case 'form':
      return <FormScreen {...props} view={view} />;
    case 'failed':
      return <FailureScreen {...props} view={view} reloaded={reloaded} />;
    case 'closed':
    case 'already_sent':
      return (
        <NoticeScreen
          icon={view.kind === 'closed' ? 'lock' : 'tick'}
          title={messages.text(`${view.kind}.title`)}
          text={messages.text(`${view.kind}.text`)}
          headingLevel={props.headingLevel}
        >
          {view.kind === 'closed' && wayOn}
        </NoticeScreen>
      );
    default:
      return unreachable(view);
  }
}

interface FailureScreenProps extends Omit<ApplicationFormProps, 'view'> {
  readonly view: Extract<View, { kind: 'failed' }>;
  /** The applicant has asked to load again: the next failure is the answer to that. */
  readonly reloaded: RefObject<boolean>;
}

function FailureScreen({ view, messages, fallback, actions, headingLevel, reloaded }: FailureScreenProps) {
  const { code, retryable, retryAfter } = view.failure;
  function reload(): void {
    reloaded.current = true;
    actions.reload();
  }
  const words = messages.value;
  const look = failureLooks[code];
  return (
    <NoticeScreen
      icon={look.icon}
      title={words.text(look.title)}
      text={words.text(`failure.${code}`)}
      headingLevel={headingLevel}
      takesFocus={reloaded.current}
    >
      {retryAfter !== null && <p>{words.text('way.wait', { count: retryAfter })}</p>}
      {retryable && (
        <button type="button" class="button" part="button" onClick={reload}>
          {words.text('way.reload')}
        </button>
      )}
      <WayOn fallback={fallback.value} messages={words} />
    </NoticeScreen>
  );
}
