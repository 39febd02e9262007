/** What a visitor is told of a draft beyond this tab, and asked before one is replaced or deleted. */

import type { Remark } from '../../form/contract.ts';
import type { ReadonlySignal } from '../../form/signals.ts';
import type { KeptKey } from '../../locale/catalogue.ts';
import type { Messages } from '../../locale/messages.ts';
import type { DraftModules } from './draft-modules.ts';
import type { KeptDraft, KeptNews } from './kept-draft.ts';

export type DraftMessages = Messages<KeptKey>;

export interface KeptRemarks {
  /** In the foot: where what is entered is kept. null: it is no visitor's. */
  line(): Remark | null;
  /** Above the questions: that something was found on this device. */
  notice(): Remark | null;
  /** What became of a press, for those who hear the form. */
  told(): string | null;
}

type Tools = Pick<DraftModules, 'createSignal'> & {
  /** What was pressed is no longer there: focus goes to the form. */
  readonly begin: () => void;
  readonly words: () => DraftMessages;
  /** What is being sent or was accepted stays as it is. */
  readonly mayAct: ReadonlySignal<boolean>;
};

export function tellKeptDraft(tools: Tools, keptDraft: ReadonlySignal<KeptDraft | null>): KeptRemarks {
  const { words, mayAct, begin } = tools;
  const asking = tools.createSignal<'replace' | 'anew' | null>(null);
  const act = (key: PlainKey, run: () => unknown) => ({ text: words().text(key), act: () => void run() });
  const ask = (about: 'replace' | 'anew' | null) => () => {
    asking.value = about;
  };
  const question = (about: PlainKey, yes: PlainKey, no: PlainKey, run: () => unknown): Remark => {
    const confirm = () => {
      asking.value = null;
      run();
    };
    const acts = [act(yes, confirm), act(no, ask(null))];
    return { text: words().text(about), acts, isQuestion: true };
  };

  function line(kept: KeptDraft): Remark {
    const state = kept.state.value;
    if (asking.value === 'replace' && mayAct.value)
      return question('kept.replace', 'kept.instead', 'kept.cancel', () => kept.keep());
    if (state.kind === 'own')
      return {
        text: untilText(words(), state.until),
        acts: mayAct.value ? [act('kept.end', () => kept.end())] : [],
      };
    const text = words().text(kept.news.value === 'unkept' ? 'kept.unkept' : 'kept.tab');
    const keep = state.kind === 'found' ? ask('replace') : () => kept.keep();
    const saved = words().text('kept.tab');
    return { text, saved, acts: mayAct.value && kept.mayKeep() ? [act('kept.keep', keep)] : [] };
  }

  function notice(kept: KeptDraft): Remark | null {
    if (!mayAct.value) return null;
    const news = kept.news.value;
    if (kept.state.value.kind !== 'found')
      return news === 'over' || news === 'gone' ? { text: words().text(ends[news]), acts: [] } : null;
    if (asking.value === 'anew')
      return question('kept.askAnew', 'kept.yes', 'kept.no', () => {
        kept.startAnew();
        begin();
      });
    return {
      text: words().text(news === 'unreached' ? 'kept.unreached' : 'kept.found'),
      acts: [act('kept.goOn', () => kept.goOn()), act('kept.anew', ask('anew'))],
    };
  }

  return {
    line: () => keptDraft.value && line(keptDraft.value),
    notice: () => keptDraft.value && notice(keptDraft.value),
    told() {
      const kept = keptDraft.value;
      const key = kept ? tellings[kept.news.value ?? 'none'] : null;
      if (key) return words().text(key);
      const state = kept?.state.value;
      return kept?.news.value === 'kept' && state?.kind === 'own' ? untilText(words(), state.until) : null;
    },
  };
}

type PlainKey = Exclude<KeptKey, 'kept.until' | `left.${string}`>;

const ends = { over: 'kept.over', gone: 'kept.gone' } as const;

/** null: what has focus then says it, or the state does. */
const tellings = {
  none: null,
  kept: null,
  gone: 'kept.gone',
  ended: 'kept.tab',
  back: 'kept.back',
  unkept: 'kept.unkept',
  unreached: 'kept.unreached',
  over: 'kept.over',
} as const satisfies Readonly<Record<NonNullable<KeptNews> | 'none', PlainKey | null>>;

/** The day in the applicant's time zone. */
function untilText(words: DraftMessages, until: number): string {
  const day = new Date(until).toLocaleDateString(words.locale, { dateStyle: 'long', calendar: 'gregory' });
  return words.text('kept.until', { date: day });
}
