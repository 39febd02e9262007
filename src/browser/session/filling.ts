/**
 * What is needed only after the first answer, or instead of the form: sending, files, drafts, the receipt, failures, with
 * their sentences and styles. The session loads it at the first touch, so that it does not delay the form.
 */

import { type ReadonlySignal, type Signal, signal } from '../../form/signals.ts';
import type { Catalogue, MessageKey } from '../../locale/catalogue.ts';
import { en } from '../../locale/en.ts';
import { enFilling } from '../../locale/en-filling.ts';
import { createMessages } from '../../locale/messages.ts';
import { readNumber } from '../../locale/number-reading.ts';
import styles from '../../ui/filling.css?inline';
import { lazyParts } from '../../ui/lazy-parts.ts';
import type { LazyParts, Steps } from '../../ui/screen.ts';
import { Prefill } from '../details/prefill.ts';
import { unknownAttributes } from '../diagnosis/tell.ts';
import type { Drafts } from '../drafts/draft-tools.ts';
import { warnBeforeLeaving } from '../drafts/warn-leaving.ts';
import { followGround } from '../host/follow-ground.ts';
import { followMoves } from '../host/follow-moves.ts';
import type { SpokenLanguage } from '../host/language.ts';
import type { Access } from '../proxy/access.ts';
import type { Renewal } from '../proxy/connection.ts';
import type { LoadedForm } from '../proxy/from-document.ts';
import type { Page, TakeOver } from '../proxy/page.ts';
import type { LoadTools } from '../sending/load-changed-form.ts';
import { createSending, type Sending } from '../sending/sending.ts';
import { createUploads, type Uploads } from '../sending/uploads.ts';
import { browserPlatform, type Platform } from './platform.ts';
import { readAgain } from './read-again.ts';
import { renewInTime } from './renew-in-time.ts';
import { createRenewal } from './renewal.ts';
import type { SessionHost } from './session-host.ts';
import { createShowInstead, type ShowInstead } from './show-instead.ts';
import { createTranslation } from './translation.ts';

export { followGround } from '../host/follow-ground.ts';

/** What it is given by the session. */
export interface FillingTools extends Omit<LoadTools, 'renewal' | 'host'> {
  readonly host: SessionHost;
  readonly access: Access;
  readonly speech: Signal<SpokenLanguage>;
  /** Aborted at the end of the session. */
  readonly signal: AbortSignal;
  /** @param takesFocus the applicant asked for it, by a press that goes with the form */
  readonly load: (takesFocus?: boolean) => Promise<void>;
  readonly show: (loaded: LoadedForm, takeOver?: TakeOver) => void;
  /** As the host currently wants it; null when its sentences cannot be loaded. */
  readonly loadLanguage: () => Promise<SpokenLanguage | null>;
  /** A file failed to load. */
  readonly miss: () => null;
}

/** What is needed only after the first answer, or instead of the form. */
export interface Filling {
  readonly parts: LazyParts;
  /** Every sentence of what is drawn now. */
  readonly english: Catalogue<MessageKey>;
  /** Draws one section at a time; null where all are on one page. */
  readonly steps: ReadonlySignal<Steps | null>;
  /** Those of this file, then those of the steps. */
  readonly styles: readonly string[];
  /** The element was moved to another position. */
  moved(): void;
  readonly uploads: Uploads;
  readonly sending: Sending;
  readonly showInstead: ShowInstead;
  readonly drafts: Drafts;
  /** Puts in what the host knows already, into the form that is shown. */
  readonly prefill: Prefill;
  /** Switches to the language that is wanted now. */
  translate(): Promise<void>;
}

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
  const restore = (loaded: LoadedForm) => drafts.restore(loaded);
  const sending = createSending({ ...tools, ...platform, restore, messages, renewal, uploads });
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
