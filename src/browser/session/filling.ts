/**
 * What is needed only after the first answer, or instead of the form: sending, files, drafts, the receipt, failures, with
 * their sentences and styles. The session loads it at the first touch, so that it does not delay the form.
 */

import { type Signal, signal } from '../../form/signals.ts';
import type { MessageKey } from '../../locale/catalogue.ts';
import { en } from '../../locale/en.ts';
import { enFilling } from '../../locale/en-filling.ts';
import { createMessages } from '../../locale/messages.ts';
import { readNumber } from '../../locale/number-reading.ts';
import styles from '../../ui/filling.css?inline';
import { lazyParts } from '../../ui/lazy-parts.ts';
import type { Steps } from '../../ui/screen.ts';
import type { Filling, FillingTools, Platform, Renewal } from '../contract.ts';
import { Prefill } from '../details/prefill.ts';
import { unknownAttributes } from '../diagnosis/tell.ts';
import type { Drafts } from '../drafts/draft-tools.ts';
import { warnBeforeLeaving } from '../drafts/warn-leaving.ts';
import { followGround } from '../host/follow-ground.ts';
import { followMoves } from '../host/follow-moves.ts';
import type { Page } from '../proxy/page.ts';
import { browserPlatform } from '../proxy/platform.ts';
import { createRenewal } from '../proxy/renewal.ts';
import { createSending } from '../sending/sending.ts';
import { createUploads } from '../sending/uploads.ts';
import { readAgain } from './read-again.ts';
import { renewInTime } from './renew-in-time.ts';
import { createShowInstead } from './show-instead.ts';
import { createTranslation } from './translation.ts';

export { followGround } from '../host/follow-ground.ts';

const english = { ...en, ...enFilling };

export function createFilling(tools: FillingTools, platform: Platform = browserPlatform(tools)): Filling {
  const all = signal([styles]);
  readEarlyNumbers(tools);
  const renewal = createRenewal({ ...tools, ...platform });
  const uploads = createUploads({ ...tools, renewal }, platform.upload);
  const again = (page: Page) => sending.again(page);
  const { steps, loadLayout } = createLayout(tools, platform, all);
  const prefill = new Prefill(tools);
  const drafts = platform.createDrafts({ ...tools, uploads, again });
  /** Read where it is drawn, so that another language redraws it. */
  const messages = () => {
    const { locale, words } = tools.speech.value;
    return createMessages<MessageKey>(locale, words ?? english, tools.host.settings().messages);
  };
  const sending = createSending({ ...tools, ...platform, drafts, messages, renewal, uploads });
  const showInstead = createShowInstead({ ...tools, ...platform, loadLayout, renewal, sending, drafts });
  followPage({ ...tools, ...platform, renewal, isStored: drafts.isStored });
  for (const sentence of unknownAttributes(tools.host.element)) tools.host.warn(sentence);
  return {
    parts: lazyParts,
    english,
    steps,
    /** Read where it is drawn, because the styles of steps load after the first. */
    get styles() {
      return all.value;
    },
    moved: followMoves(tools.host.element, tools.signal),
    uploads,
    sending,
    showInstead,
    translate: createTranslation({ ...tools, renewal }),
    drafts,
    prefill,
  };
}

/** The page is left, comes back, or stays open for longer than a token lives. */
function followPage(
  tools: FillingTools & Platform & Pick<Drafts, 'isStored'> & { readonly renewal: Renewal },
): void {
  const { host, view, signal, load } = tools;
  warnBeforeLeaving(tools);
  renewInTime(tools);
  readAgain(tools);
  if (host.element) followGround(host.element, signal);
  tools.whenBack(() => {
    const shown = view.peek();
    if (shown.kind === 'failed' && shown.failure.retryable) void load();
  }, signal);
}

/** One section at a time, where the host wants it; where its file cannot be loaded, all stand on one page. */
function createLayout({ host, speech, page }: FillingTools, platform: Platform, styles: Signal<string[]>) {
  const steps = signal<Steps | null>(null);
  async function loadLayout(): Promise<void> {
    if (steps.peek() || host.settings().layout === 'page') return;
    const file = await platform.loadSteps();
    // It may have come by another load meanwhile.
    if (!file || steps.peek()) return;
    styles.value = [...styles.peek(), file.styles];
    steps.value = file.createSteps(host, speech, page);
  }
  return { steps, loadLayout };
}

/** Those that were typed before anything could read them. First of all, because the form may be about to be sent. */
function readEarlyNumbers({ page, speech }: FillingTools): void {
  const form = page()?.form;
  for (const { question, entry } of form?.order ?? []) {
    const typed = entry.peek();
    if (question.type !== 'number' || typed?.kind !== 'unreadable') continue;
    const reading = readNumber(typed.typed, speech.peek().locale);
    if (reading) form?.setAnswer(question.id, { kind: 'number', text: reading.decimal });
  }
}
