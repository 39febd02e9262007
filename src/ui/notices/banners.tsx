import { useLayoutEffect, useRef } from 'preact/hooks';
import { isPrefilled } from '../../form/prefilled.ts';
import type { Messages } from '../../locale/messages.ts';
import { readNumber } from '../../locale/number-reading.ts';
import { useChangeAnnouncements } from '../announcements/announce-changes.ts';
import { announce } from '../announcements/announcer.ts';
import { helpTyping } from '../controls/help-typing.ts';
import { leaveEarlyNumbers, sayNumbersBack } from '../controls/understood.tsx';
import { ErrorSummary } from '../errors/error-summary.tsx';
import { clearFoot } from '../focus/clear-foot.ts';
import { isElsewhere, showBox } from '../focus/focus-field.ts';
import { keepFocus } from '../focus/keep-focus.ts';
import { hearLeaving } from '../focus/leaving.ts';
import { ChangedNotice } from '../outcome/changed-notice.tsx';
import { CorrectionNotice } from '../outcome/correction-notice.tsx';
import { lastAccepted, needsCorrection } from '../question/correction.ts';
import type { BannersProps, LazyProps, Screen } from '../screen.ts';
import { StatusLine } from './status-line.tsx';

/** The boxes above the questions; with them come the announcements and focus changes while it is filled in. */
export function Banners({ screen, changed, messages, fallback }: BannersProps) {
  const last = lastAccepted(screen.form);
  const accepted = last !== null && needsCorrection(last.submission, screen.form) ? last : null;
  const { steps } = screen;
  const draft = screen.form.draft.value?.notice.value;
  useChangeAnnouncements(screen);
  useListening(screen);
  useNumbers(screen, messages);
  useNewBox(screen, { news: changed ?? accepted, attempts: screen.form.attempts.value });
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

/** Announced where it comes after the form. */
function PrefillNotice({ screen, messages }: LazyProps) {
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
function useListening(screen: Screen): void {
  useLayoutEffect(() => {
    const life = new AbortController();
    hearLeaving(screen, life.signal);
    clearFoot(screen, life.signal);
    keepFocus(screen, life.signal);
    sayNumbersBack(screen, life.signal);
    if (screen.box.current) helpTyping(screen.box.current, life.signal);
    return () => life.abort();
  }, [screen]);
}

/** Reading the first number takes 30 ms on a phone, which must not delay the first key. */
function useNumbers(screen: Screen, { locale }: Messages): void {
  useLayoutEffect(() => {
    const timer = setTimeout(() => {
      readNumber('0', locale);
      leaveEarlyNumbers(screen);
    });
    return () => clearTimeout(timer);
  }, [screen, locale]);
}

interface Boxes {
  /** What the banner is about. */
  readonly news: object | null;
  readonly attempts: number;
}

/** Of the new boxes only the top one takes focus; those below follow it in reading order. */
function useNewBox({ box, form }: Screen, { news, attempts }: Boxes): void {
  const seen = useRef<Boxes & { readonly form: unknown }>(null);
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
