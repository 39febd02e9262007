/** The sentences about stored drafts, in the applicant's language and the host's wording. */

import type { KeptKey } from '../../locale/catalogue.ts';
import { enDraft } from '../../locale/en-draft.ts';
import { createMessages, type Messages } from '../../locale/messages.ts';
import type { DraftManagerTools } from '../contract.ts';

export type DraftMessages = Messages<KeptKey>;

/** Must be read where it is drawn, so that changing the language redraws it. */
export function createDraftMessages({ speech, host, computed }: DraftManagerTools): () => DraftMessages {
  const words = computed(() => {
    const { locale, words: all } = speech.value;
    return createMessages<KeptKey>(locale, all ?? enDraft, host.settings().messages ?? undefined);
  });
  return () => words.value;
}

/** Seconds below which a waiting time is not mentioned. */
const SOON = 5;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Rounded up, so that the wait is never longer than announced. */
export function timeLeft(words: DraftMessages, seconds: number | null): string | null {
  if (seconds === null || seconds < SOON) return null;
  if (seconds <= MINUTE) return words.text('left.seconds');
  return seconds <= 2 * HOUR
    ? words.text('left.minutes', { count: Math.ceil(seconds / MINUTE) })
    : words.text('left.hours', { count: Math.ceil(seconds / HOUR) });
}
