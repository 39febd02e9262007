/** What the applicant is told about stored answers. */

import type { DraftStatus, Form } from '../../form/contract.ts';
import type { ReadonlySignal } from '../../form/signals.ts';
import type { KeptKey } from '../../locale/catalogue.ts';
import { enDraft } from '../../locale/en-draft.ts';
import { createMessages } from '../../locale/messages.ts';
import type { DraftManagerTools } from '../contract.ts';
import type { Wait } from '../submission/wait-to-send.ts';
import { createClearing, focusForm } from './clearing.ts';
import type { KeptDraft } from './kept-draft.ts';
import { type DraftMessages, tellKeptDraft } from './kept-status.ts';

interface Telling {
  readonly form: Form;
  readonly isStored: ReadonlySignal<boolean | null>;
  readonly isBack: ReadonlySignal<boolean>;
  /** Of a visitor; null: there is an application, or its place is not known yet. */
  readonly keptDraft: ReadonlySignal<KeptDraft | null>;
  readonly wait: Pick<Wait, 'waiting' | 'mayBeThere'>;
  readonly earlier: DraftStatus['earlier'];
  readonly clear: () => void;
}

export function tellDraftStatus(
  tools: DraftManagerTools,
  { form, isStored, isBack, keptDraft, wait, earlier, clear }: Telling,
): DraftStatus {
  const { computed, createSignal } = tools;
  const words = createDraftMessages(tools);
  // What is being sent or was accepted cannot be withdrawn.
  const mayClear = computed(
    () => !form.correcting.value && /^(editing|failed)$/.test(form.submission.value.kind),
  );

  const clearing = createClearing(tools, { form, words, mayClear, mayBeThere: wait.mayBeThere, clear });
  const begin = () => focusForm(tools);
  const kept = tellKeptDraft({ createSignal, words, mayAct: mayClear, begin }, keptDraft);

  return {
    line: computed(() => {
      const asked = clearing.question('line');
      if (asked) return asked;
      if (isStored.value === false) return { text: words().text('kept.not'), acts: [] };
      if (!isStored.value) return null;
      const isTab = tools.host.settings().draft === 'session';
      const text = words().text(isTab ? 'kept.tab' : 'kept.here');
      const line = kept.line() ?? { text, acts: [], ...(isTab && { saved: text }) };
      // Where the draft was restored, the button stands above the questions.
      const isAbove = line.isQuestion || (isBack.value && !kept.notice());
      return isAbove ? line : { ...line, acts: [...line.acts, ...clearing.acts('line')] };
    }),
    notice: computed(() => {
      const shown = clearing.question('notice') ?? kept.notice();
      if (shown || !isBack.value || !mayClear.value) return shown;
      return { text: words().text('kept.back'), acts: clearing.acts('notice') };
    }),
    told: computed(() => clearing.told() ?? kept.told()),
    earlier,
    clear,
    waiting: computed(() => waitingText(tools, words(), { isStored, keptDraft, wait })),
    timeLeft: ({ secondsLeft }) => timeLeft(words(), secondsLeft),
  };
}

/** Why what failed goes again by itself, and whether the page may be left meanwhile. */
function waitingText(
  { host }: DraftManagerTools,
  words: DraftMessages,
  { isStored, keptDraft, wait }: Pick<Telling, 'isStored' | 'keptDraft' | 'wait'>,
): string | null {
  const reason = wait.waiting.value;
  if (reason === null) return null;
  const kept = keptDraft.value;
  const outlivesTab = kept ? kept.state.value.kind === 'own' : host.settings().draft !== 'session';
  const why = reason === 'long' && !(isStored.value && outlivesTab) ? 'unreached' : reason;
  return words.text(`wait.${why}`);
}

/** Must be read where it is drawn, so that changing the language redraws it. */
function createDraftMessages({ speech, host, computed }: DraftManagerTools): () => DraftMessages {
  const words = computed(() => {
    const { locale, words: all } = speech.value;
    return createMessages<KeptKey>(locale, all ?? enDraft, host.settings().messages);
  });
  return () => words.value;
}

/** Seconds below which a waiting time is not mentioned. */
const SOON = 5;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Rounded up, so that the wait is never longer than announced. */
function timeLeft(words: DraftMessages, seconds: number | null): string | null {
  if (seconds === null || seconds < SOON) return null;
  if (seconds <= MINUTE) return words.text('left.seconds');
  return seconds <= 2 * HOUR
    ? words.text('left.minutes', { count: Math.ceil(seconds / MINUTE) })
    : words.text('left.hours', { count: Math.ceil(seconds / HOUR) });
}
