/**
 * What is needed only after the first answer, or instead of the form: sending, files, the receipt, failures, with their
 * sentences and styles. It is loaded at the first touch, so that it does not delay the form.
 */

import { jsx } from 'preact/jsx-runtime';
import { fill } from '../../form/fill.ts';
import { batch, computed, effect, type Signal, signal } from '../../form/signals.ts';
import { enLazy } from '../../locale/en-lazy.ts';
import { readNumber } from '../../locale/number-reading.ts';
import { announce } from '../../ui/announcements/announcer.ts';
import { lazyParts } from '../../ui/lazy-parts.ts';
import { isNamed } from '../../ui/question/correction.ts';
import type { OutcomeScreens } from '../../ui/screen.ts';
import type { Dress } from '../../ui/steps/dress.tsx';
import styles from '../../ui/styles/lazy.css?inline';
import type { Lazy, LazyFile, LazyTools, Platform } from '../contract.ts';
import { createKeeping } from '../drafts/draft-platform.ts';
import { createStartOver } from '../drafts/start-over.ts';
import { warnBeforeLeaving } from '../drafts/warn-leaving.ts';
import { followMoves } from '../element/follow-moves.ts';
import { browserPlatform } from '../element/platform.ts';
import type { OutcomeScreensFile } from '../outcome-screens/contract.ts';
import type { Page } from '../pages/page.ts';
import { createRenewal } from '../session/renewal.ts';
import { createShowInstead } from '../session/show-instead.ts';
import { createSending } from '../submission/sending.ts';
import { createUploads } from '../uploads/uploads.ts';

export function createLazy(tools: LazyTools, platform: Platform = browserPlatform(tools)): Lazy {
  const all = signal([styles]);
  readEarlyNumbers(tools);
  const renewal = createRenewal({ ...tools, ...platform });
  const uploads = createUploads({ ...tools, renewal }, platform.upload);
  const startOver = createStartOver({ ...tools, uploads });
  const again = (page: Page) => sending.again(page);
  const { outcomeScreens, loadOutcomeScreens } = createOutcomeScreens(tools, platform);
  const { drawing, loadLayout } = createLayout(tools, platform, all);
  const keeping = createKeeping({ ...tools, ...platform, ...drawing, renewal, uploads, startOver, again });
  const sending = createSending({
    ...tools,
    ...platform,
    ...keeping,
    loadOutcomeScreens,
    renewal,
    uploads,
  });
  const showInstead = createShowInstead({
    ...tools,
    ...platform,
    loadOutcomeScreens,
    loadLayout,
    renewal,
    sending,
    keeping,
  });
  let translation: (() => Promise<void>) | undefined;
  async function translate(): Promise<void> {
    const file = await platform.loadReread();
    translation ??= file?.createTranslation({ ...tools, renewal, fill, batch, isNamed });
    await translation?.();
  }
  warnBeforeLeaving({ ...tools, ...platform, ...keeping });
  void followGround(tools.host, tools.signal);
  void loadHostPage().then((file) => file?.checkSettings({ ...tools, ...platform, effect }));
  platform.whenBack(() => {
    const shown = tools.view.peek();
    if (shown.kind === 'failed' && shown.failure.retryable) void tools.load();
  }, tools.signal);
  void platform.loadRareStyles().then((more) => {
    if (more) all.value = [...all.peek(), more];
  });
  const acts = { uploads, sending, showInstead, startOver, translate, keeping };
  return {
    parts: { ...lazyParts, outcomeScreens },
    sentences: enLazy,
    dress: drawing.dress,
    /** Read where it is drawn, because the last styles load after the first. */
    get styles() {
      return all.value;
    },
    moved: followMoves(tools.host.element, tools.signal),
    loadLightMountTarget: async () =>
      (await platform.loadLight())?.lightMountTarget(all.peek()[0] ?? '') ?? null,
    loadOtherForms: platform.loadOtherForms,
    ...acts,
  };
}

const loadHostPage = () => import('./host-page.ts').catch(() => null);

/** Where its file cannot be loaded, the foot keeps the scheme's own ground. */
export const followGround: LazyFile['followGround'] = async ({ element }, signal) => {
  const file = await loadHostPage();
  if (element) file?.followGround(element, signal);
};

/** Loaded ahead, and asked for once more where they are needed and did not come. */
function createOutcomeScreens({ host, speech }: LazyTools, platform: Platform) {
  const file = signal<OutcomeScreensFile | null>(null);
  const outcomeScreens = computed((): OutcomeScreens | null => {
    if (!file.value) return null;
    const { locale, words } = speech.value;
    const { parts, wordsIn } = file.value;
    return { ...parts, words: wordsIn(locale, words, host.settings().messages) };
  });
  async function loadOutcomeScreens(): Promise<void> {
    file.value ??= await platform.loadOutcomeScreens();
  }
  void loadOutcomeScreens();
  return { outcomeScreens, loadOutcomeScreens };
}

/** One section at a time, where the host wants it; where its file cannot be loaded, all stand on one page. */
function createLayout({ host, speech, page }: LazyTools, platform: Platform, styles: Signal<string[]>) {
  const dress = signal<Dress | null>(null);
  async function loadLayout(): Promise<void> {
    if (dress.peek() || host.settings().layout === 'page') return;
    const file = await platform.loadSteps();
    // It may have come by another load meanwhile.
    if (!file || dress.peek()) return;
    styles.value = [...styles.peek(), file.styles];
    dress.value = file.createSteps(host, speech, page);
  }
  return { drawing: { announce, dress, jsx }, loadLayout };
}

/** Those that were typed before anything could read them. First of all, because the form may be about to be sent. */
function readEarlyNumbers({ page, speech }: LazyTools): void {
  const form = page()?.form;
  for (const { question, entry } of form?.order ?? []) {
    const typed = entry.peek();
    if (question.type !== 'number' || typed?.kind !== 'unreadable') continue;
    const reading = readNumber(typed.typed, speech.peek().locale);
    if (reading) form?.setAnswer(question.id, { kind: 'number', text: reading.decimal });
  }
}
