import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Messages } from '../../locale/messages.ts';
import { readNumber } from '../../locale/number-reading.ts';
import { useChangeAnnouncements } from '../announcements/announce-changes.ts';
import { helpTyping } from '../controls/help-typing.ts';
import { leaveEarlyNumbers, sayNumbersBack } from '../controls/understood.tsx';
import { ErrorSummary } from '../errors/error-summary.tsx';
import { lastAccepted } from '../files/last-accepted.ts';
import { clearFoot } from '../focus/clear-foot.ts';
import { isElsewhere, showBox } from '../focus/focus-field.ts';
import { keepFocus } from '../focus/keep-focus.ts';
import { hearLeaving } from '../focus/leaving.ts';
import { needsCorrection } from '../question/correction.ts';
import type { BannersProps, Screen } from '../screen.ts';
import { KeptRemark } from './kept-remark.tsx';

/** The boxes above the questions; with them come the announcements and focus changes while it is filled in. */
export function Banners({ screen, changed, messages, fallback, lists }: BannersProps) {
  const last = lastAccepted(screen.form);
  const accepted = last !== null && needsCorrection(last.submission, screen.form) ? last : null;
  const outcome = screen.lazy.value?.outcomeScreens.value;
  const back = screen.form.kept.value?.notice.value;
  useChangeAnnouncements(screen);
  useListening(screen);
  useNumbers(screen, messages);
  useNewBox(screen, { news: changed ?? accepted, attempts: screen.form.attempts.value });
  return (
    <>
      {back && <KeptRemark remark={back} class="af-notice" />}
      {outcome && accepted && (
        <outcome.CorrectionNotice {...{ screen, accepted, messages, fallback }} words={outcome.words} />
      )}
      {outcome && changed && (
        <outcome.ChangedNotice {...{ screen, changed, messages }} words={outcome.words} />
      )}
      <ErrorSummary screen={screen} messages={messages} lists={lists} />
    </>
  );
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
