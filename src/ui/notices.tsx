import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { takesFiles } from '../core/model/question.ts';
import type { Fallback, Form, FormChange, StatusLine as Line } from '../form/contract.ts';
import { isPrefilled } from '../form/field-state.ts';
import { type Accepted, lastAccepted, needsCorrection } from '../form/fill.ts';
import { isolated, type Messages } from '../locale/messages.ts';
import { announce, useChangeAnnouncements } from './announcer.ts';
import { ErrorSummary, FieldLink, hearLeaving, named } from './errors.tsx';
import { clearFoot, isElsewhere, keepFocus, showBox, showField } from './focus.ts';
import { LostAnswers, PrintButton, SentAnswers, usePassed } from './receipt.tsx';
import { type FillingProps, Heading, Icon, type IconName, type Screen, takeFocus, WayOn } from './screen.tsx';
import { helpTyping, leaveEarlyNumbers, sayNumbersBack } from './typing.tsx';

type BannersProps = FillingProps & { readonly changed: FormChange | null; readonly fallback: Fallback };

/** The boxes above the questions; with them come the announcements and focus changes while it is filled in. */
export function Banners({ screen, changed, messages, fallback }: BannersProps) {
  const last = lastAccepted(screen.form);
  const accepted = last !== null && needsCorrection(last.submission, screen.form) ? last : null;
  const { steps } = screen;
  const draft = screen.form.draft.value?.notice.value;
  useChangeAnnouncements(screen);
  useListening(screen, messages);
  useNewBox(screen, changed ?? accepted);
  return (
    <>
      {draft && <StatusLine line={draft} class="af-notice" />}
      {accepted && <CorrectionNotice {...{ screen, accepted, messages, fallback }} />}
      {changed && <ChangedNotice {...{ screen, changed, messages }} />}
      <ErrorSummary screen={screen} messages={messages} />
      {steps?.journey.isOn.value && <steps.StepHead {...steps} screen={screen} words={steps.words.value} />}
      <PrefillNotice screen={screen} messages={messages} />
    </>
  );
}

/** Announced if it appears after the form. */
function PrefillNotice({ screen, messages }: FillingProps) {
  const { form } = screen;
  const isShown = form.prefilled.value.some((field) => field.visible.value && isPrefilled(field));
  const text = messages.text('prefill.some');
  const before = useRef<boolean | null>(null);
  useLayoutEffect(() => {
    if (isShown && before.current === false) announce(screen, text);
    before.current = isShown;
  }, [isShown]);
  return isShown ? (
    <p class="af-notice af-prefill" part="notice">
      {text}
    </p>
  ) : null;
}

/** Listens to what happens anywhere in the form. */
function useListening(screen: Screen, { locale }: Messages): void {
  useLayoutEffect(() => {
    const life = new AbortController();
    for (const listen of [hearLeaving, clearFoot, keepFocus, sayNumbersBack, helpTyping])
      listen(screen, life.signal);
    return () => life.abort();
  }, [screen]);
  useLayoutEffect(() => {
    // Reading the first number of a language takes 30 ms on a phone, which must not delay the first key.
    const timer = setTimeout(leaveEarlyNumbers, 0, screen);
    return () => clearTimeout(timer);
  }, [screen, locale]);
}

/**
 * Only the top one of several new boxes takes focus; those below follow it in reading order.
 *
 * @param news the content of the banner: another object means another banner
 */
function useNewBox({ box, form }: Screen, news: object | null): void {
  const attempts = form.attempts.value;
  const seen = useRef<{ news: typeof news; attempts: number; form: Form }>(null);
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = { news, attempts, form };
    const isNews = news !== null && news !== before?.news;
    const isTry = attempts > 0 && (attempts !== before?.attempts || form !== before.form);
    const top = box.current?.querySelector<HTMLElement>(
      isNews ? '.af-banner' : isTry ? '.af-summary' : 'none',
    );
    // A form that comes back by itself, for a correction, leaves focus where the applicant has it by now.
    if (top && (before !== null || !isElsewhere(top))) showBox(top);
  }, [news, attempts, form]);
}

/**
 * The line below the questions: where entries are saved, whether the device is offline, and that a failed attempt is
 * repeated.
 */
export function DraftLine({ screen }: { readonly screen: Screen }) {
  const { form } = screen;
  const status = form.draft.value;
  const line = status?.line.value ?? null;
  const announcement = status?.announcement.value ?? null;
  const phase = form.submission.value;
  const takesFocus = line?.isWaiting === true && !(phase.kind === 'failed' && phase.byItself);
  const wasWaiting = useRef(false);
  useLayoutEffect(() => {
    // Screen readers read what takes focus.
    if (announcement !== null && (wasWaiting.current || !takesFocus)) announce(screen, announcement);
    wasWaiting.current = line?.isWaiting === true;
  }, [announcement]);
  return (
    line && (
      <StatusLine line={line} class={line.isWaiting ? 'af-waiting' : 'af-line'} takesFocus={takesFocus} />
    )
  );
}

interface StatusLineProps {
  readonly line: Line;
  readonly class: string;
  /** True after a press that caused it: focus moves to it. */
  readonly takesFocus?: boolean;
}

/**
 * A sentence about stored answers, with its buttons. A question takes focus, and once it is answered the first button
 * does.
 */
function StatusLine({ line, class: name, takesFocus = false }: StatusLineProps) {
  const box = useRef<HTMLDivElement>(null);
  const isQuestion = line.isQuestion === true;
  const before = useRef(isQuestion);
  const group = isQuestion || line.isWaiting ? ({ role: 'group', 'aria-label': line.text } as const) : {};
  const hadFocus = box.current?.matches(':focus-within');
  useLayoutEffect(() => {
    if (isQuestion || takesFocus) takeFocus(box.current);
    else if (before.current) box.current?.querySelector('button')?.focus();
    before.current = isQuestion;
  }, [isQuestion, takesFocus]);
  useLayoutEffect(() => {
    // The pressed button has disappeared. Without another button, the form moves focus on.
    if (hadFocus && line.buttons[0] && !box.current?.matches(':focus-within')) takeFocus(box.current);
  });
  return (
    <div class={`${name} af-status`} part={line.isWaiting ? 'status' : undefined} ref={box} {...group}>
      {line.isWaiting && <Icon name="clock" />}
      <span>{line.text}</span>{' '}
      {line.buttons.map(({ text, press }) => (
        <button type="button" class="af-link" onClick={press}>
          {text}
        </button>
      ))}
    </div>
  );
}

/** Milliseconds after which sending shows its step, and after which it reports the delay. */
const SLOW = 1_000;
const LONG = 8_000;

/** Says what is left to do before sending, or the current step of sending. A press leads to the first open question. */
export function FootStatus({ screen, messages }: FillingProps) {
  const { form } = screen;
  const isSending = form.submission.value.kind === 'sending';
  const passed = usePassed(isSending, SLOW, LONG);
  const step = passed > 0 ? stepText(form, messages, passed) : null;
  useLayoutEffect(() => {
    if (step !== null) announce(screen, step);
  }, [step]);
  if (form.correcting.value && !isSending) return null;
  const { missing, wrong, total } = form.progress.value;
  const left = missing + wrong;
  const key = missing ? 'foot.missing' : 'foot.wrong';
  const text = step ?? (left ? messages.text(key, { count: missing || left }) : messages.text('foot.ready'));
  const [first] = form.invalid.value;
  return (
    <div class="af-progress" part="progress">
      {/* The text next to it says the same more precisely. */}
      <progress max={total || 1} value={total ? total - left : 1} aria-hidden="true" />
      {first && !isSending ? (
        <button type="button" class="af-link" onClick={() => showField(screen, form.fields.get(first))}>
          {text}
        </button>
      ) : (
        <span>{text}</span>
      )}
    </div>
  );
}

function stepText(form: Form, messages: Messages, passed: number): string {
  if (form.order.some((field) => takesFiles(field.question) && isUploading(field)))
    return messages.text('foot.files');
  const phase = form.submission.value;
  const step = 'step' in phase && phase.step;
  return step || messages.text(passed < LONG ? 'foot.sending' : 'foot.long');
}

const isUploading = ({ visible, files }: Form['order'][number]): boolean =>
  visible.value && files.value.some(({ progress }) => progress.kind === 'uploading');

interface BannerProps {
  readonly icon: IconName;
  readonly title: string;
  readonly level: number;
  readonly children: ComponentChildren;
}

const Banner = ({ icon, title, level, children }: BannerProps) => (
  <div class="af-banner" part="status" {...named(title)}>
    <Heading level={level}>
      <Icon name={icon} />
      {title}
    </Heading>
    {children}
  </div>
);

/** Lists the questions that changed while they were being answered, and the answers that no longer fit. */
function ChangedNotice({ screen, changed, messages }: FillingProps & { readonly changed: FormChange }) {
  const { form, headingLevel } = screen;
  const visible = new Set(form.visible.value);
  const fields = changed.questions.flatMap((id) => (visible.has(id) && form.fields.get(id)) || []);
  const count = fields.length;
  const [some, none] =
    changed.lost.length > 0
      ? (['form.changed.rest', 'form.changed.restNone'] as const)
      : (['form.changed', 'form.changed.none'] as const);
  return (
    <Banner icon="again" title={messages.text('form.changed.title')} level={headingLevel}>
      <LostAnswers lost={changed.lost} messages={messages} />
      <p>{count > 0 ? messages.text(some, { count }) : messages.text(none)}</p>
      <ul>
        {fields.map((field) => (
          <li key={field.question.id}>
            <FieldLink field={field} screen={screen}>
              <span dir="auto">{field.shown.title}</span>
            </FieldLink>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

type CorrectionNoticeProps = FillingProps & { readonly accepted: Accepted; readonly fallback: Fallback };

/** Says what to do about answers or details that the service refused, and that the rest is safe. */
function CorrectionNotice({ screen, accepted, messages, fallback }: CorrectionNoticeProps) {
  const { submission, refusal, sent } = accepted;
  const { answers, application } = submission;
  const isDetails = application?.state === 'refused';
  const refused = new Set(answers.flatMap(({ state, question }) => (state === 'refused' ? question : [])));
  const reference = isolated(submission.reference);
  const title = isDetails
    ? (refusal?.title() ?? messages.text('title.cannotSend'))
    : messages.text('refused.title', { count: refused.size });
  return (
    <Banner icon="info" title={title} level={screen.headingLevel}>
      <p>{isDetails ? refusal?.text() : messages.text('refused.text', { reference })}</p>
      {isDetails && application.fields.length === 0 && <WayOn fallback={fallback} messages={messages} />}
      <SentAnswers form={screen.form} sent={sent} messages={messages} />
      {isDetails && <PrintButton messages={messages} />}
    </Banner>
  );
}
