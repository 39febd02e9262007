/** What the applicant is told about stored answers, and is asked before they are deleted. */

import type { DraftStatus, Form, Remark } from '../../form/contract.ts';
import type { ReadonlySignal } from '../../form/signals.ts';
import type { KeptKey } from '../../locale/catalogue.ts';
import { enDraft } from '../../locale/en-draft.ts';
import { createMessages } from '../../locale/messages.ts';
import type { DraftManagerTools } from '../contract.ts';
import type { Wait } from '../submission/wait-to-send.ts';
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
  const words = createDraftMessages(tools, form);
  /** The confirmation appears where the button was pressed. */
  const asking = createSignal<'line' | 'notice' | null>(null);
  const ask = (place: 'line' | 'notice' | null) => {
    asking.value = place;
  };
  // What is being sent or was accepted cannot be withdrawn.
  const mayClear = computed(
    () => !form.correcting.value && /^(editing|failed)$/.test(form.submission.value.kind),
  );

  const kept = tellKeptDraft({ createSignal, words, mayAct: mayClear }, keptDraft);
  const clearing = (place: 'line' | 'notice'): Remark['acts'] =>
    mayClear.value ? [{ text: words().text('kept.clear'), act: () => ask(place) }] : [];
  const question = (): Remark => {
    const end = () => ask(null);
    const yes = () => {
      end();
      clear();
      // The next applicant may be a different person.
      tools.host.forgetOthers?.();
    };
    const acts = [
      { text: words().text('kept.yes'), act: yes },
      { text: words().text('kept.no'), act: end },
    ];
    const text = words().text(wait.mayBeThere.value ? 'kept.askSent' : 'kept.ask');
    return { text, acts, isQuestion: true };
  };
  const isAsked = (place: 'line' | 'notice') => asking.value === place && mayClear.value;

  return {
    line: computed(() => {
      if (isAsked('line')) return question();
      if (isStored.value === false) return { text: words().text('kept.not'), acts: [] };
      if (!isStored.value) return null;
      const isTab = tools.host.settings().draft === 'session';
      const text = words().text(isTab ? 'kept.tab' : 'kept.here');
      const line = kept.line() ?? { text, acts: [], ...(isTab && { saved: text }) };
      // Where the draft was restored, the button stands above the questions.
      const isAbove = line.isQuestion || (isBack.value && !kept.notice());
      return isAbove ? line : { ...line, acts: [...line.acts, ...clearing('line')] };
    }),
    notice: computed(() => {
      if (isAsked('notice')) return question();
      const found = kept.notice();
      if (found || !isBack.value || !mayClear.value) return found;
      return { text: words().text('kept.back'), acts: clearing('notice') };
    }),
    told: computed(kept.told),
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
function createDraftMessages(
  { speech, host, computed }: DraftManagerTools,
  { wording }: Form,
): () => DraftMessages {
  const words = computed(() => {
    const { locale, words: all } = speech.value;
    const own = { ...host.settings().messages, ...wording.value.notes?.says };
    return createMessages<KeptKey>(locale, all ?? enDraft, own);
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
