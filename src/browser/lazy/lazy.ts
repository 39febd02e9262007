/**
 * What is needed only after the first answer, or instead of the form: sending, files, the receipt, failures, with their
 * sentences and styles. It is loaded at the first touch, so that it does not delay the form.
 */

import type { WritableForm } from '../../form/contract.ts';
import { fill } from '../../form/fill.ts';
import { batch, signal } from '../../form/signals.ts';
import { enLazy } from '../../locale/en-lazy.ts';
import { lazyParts } from '../../ui/lazy-parts.ts';
import styles from '../../ui/styles/lazy.css?inline';
import type { InTime } from '../api/in-time.ts';
import { checkSettings } from '../diagnosis/check-settings.ts';
import { createKeeping, type Keeping, type KeepingTools } from '../drafts/draft-platform.ts';
import { createStartOver } from '../drafts/start-over.ts';
import { warnBeforeLeaving } from '../drafts/warn-leaving.ts';
import { followMoves } from '../element/follow-moves.ts';
import type { CreateMountTarget } from '../element/mount-target.ts';
import { browserPlatform, type Platform } from '../element/platform.ts';
import type { Page } from '../pages/page.ts';
import type { Access } from '../session/access.ts';
import { createRenewal } from '../session/renewal.ts';
import { createShowInstead, type InsteadTools, type ShowInstead } from '../session/show-instead.ts';
import type { TranslationTools } from '../session/translation.ts';
import { createSending, type Sending, type SendingTools } from '../submission/sending.ts';
import { createUploads, type Uploads } from '../uploads/uploads.ts';

export interface Lazy {
  readonly parts: typeof lazyParts;
  readonly sentences: typeof enLazy;
  /** Those of this file, then the rare ones once they have loaded. */
  readonly styles: readonly string[];
  /** The element was moved to another position. */
  moved(): void;
  /** null where it cannot be loaded now, or the browser is too old for it. */
  loadLightMountTarget(): Promise<CreateMountTarget | null>;
  readonly loadOtherForms: Platform['loadOtherForms'];
  readonly uploads: Uploads;
  readonly sending: Sending;
  readonly showInstead: ShowInstead;
  readonly keeping: Keeping;
  /** Empties the form, and tells of it. */
  startOver(form: WritableForm): void;
  /** Switches to the language that is wanted now. */
  translate(): Promise<void>;
}

/** What the session passes in. */
export type LazyTools = Omit<
  SendingTools & InsteadTools & TranslationTools & KeepingTools,
  'renewal' | 'sending' | 'uploads' | 'keeping' | 'restore' | 'again' | 'startOver' | keyof Platform
> & {
  readonly access: Access;
  readonly inTime: InTime;
  /** A file failed to load. */
  readonly miss: () => null;
};

export interface LazyFile {
  createLazy(tools: LazyTools): Lazy;
}

export function createLazy(tools: LazyTools, platform: Platform = browserPlatform(tools)): Lazy {
  const { upload, loadReread } = platform;
  const renewal = createRenewal({ ...tools, ...platform });
  const uploads = createUploads({ ...tools, renewal }, upload);
  const startOver = createStartOver({ ...tools, uploads });
  const again = (page: Page) => sending.again(page);
  const keeping = createKeeping({ ...tools, ...platform, renewal, startOver, again });
  const sending = createSending({ ...tools, ...platform, ...keeping, renewal, uploads });
  const showInstead = createShowInstead({ ...tools, ...platform, renewal, sending, keeping });
  let translation: (() => Promise<void>) | undefined;
  async function translate(): Promise<void> {
    const file = await loadReread();
    translation ??= file?.createTranslation({ ...tools, renewal, fill, batch });
    await translation?.();
  }
  warnBeforeLeaving({ ...tools, ...platform, ...keeping });
  checkSettings({ ...tools, ...platform });
  platform.whenBack(() => {
    const shown = tools.view.peek();
    if (shown.kind === 'failed' && shown.failure.retryable) void tools.load();
  }, tools.signal);
  const rareStyles = signal<readonly string[]>([]);
  void platform.loadRareStyles().then((more) => {
    rareStyles.value = [more];
  });
  const acts = { uploads, sending, showInstead, startOver, translate, keeping };
  return {
    parts: lazyParts,
    sentences: enLazy,
    /** Read where it is drawn, because the last styles load after the first. */
    get styles() {
      return [styles, ...rareStyles.value];
    },
    moved: followMoves(tools.host.element, tools.signal),
    loadLightMountTarget: async () => (await platform.loadLight())?.lightMountTarget(styles) ?? null,
    loadOtherForms: platform.loadOtherForms,
    ...acts,
  };
}
