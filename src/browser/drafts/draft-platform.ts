/** Stores answers on this device. The work is done in a separate file, which is loaded at the first touch. */
import type { View, WritableForm } from '../../form/contract.ts';
import { fill } from '../../form/fill.ts';
import { computed, effect, type ReadonlySignal, type Signal, signal } from '../../form/signals.ts';
import { readReceipt } from '../api/follow.ts';
import type { LoadedForm } from '../api/from-document.ts';
import type { Platform } from '../element/platform.ts';
import type { Page, TakeOver } from '../pages/page.ts';
import type { Access } from '../session/access.ts';
import type { SpokenLanguage } from '../session/messages-of-locale.ts';
import type { Loading } from '../session/read-form.ts';
import type { Renewal } from '../session/renewal.ts';
import type { SessionHost } from '../session/session-host.ts';
import type { DraftManager } from './draft-manager.ts';

export interface Keeping {
  /** Runs before anything is loaded: a visitor without an application continues the session of this tab. */
  recall(): Promise<void>;
  /** Returns what fills in the stored answers of this form; undefined if there are none. */
  restore(loaded: LoadedForm): Promise<TakeOver | undefined>;
  /** True if the refused token was one that `recall` had found; it is not used again. */
  forgetsToken(): boolean;
  readonly isKept: ReadonlySignal<boolean>;
}

export interface KeepingTools {
  readonly host: SessionHost;
  readonly access: Access;
  readonly renewal: Renewal;
  readonly view: Signal<View<WritableForm>>;
  readonly speech: ReadonlySignal<SpokenLanguage>;
  readonly signal: AbortSignal;
  readonly page: () => Page | null;
  readonly load: () => Promise<void>;
  readonly read: () => Promise<Loading>;
  readonly startOver: (form: WritableForm) => void;
  readonly again: (page: Page) => Promise<void>;
  readonly loadDraftManager: Platform['loadDraftManager'];
}

/** Passed in rather than imported, because a file that the lazy file loads shares no module with it. */
const handed = () => ({ fill, readReceipt, computed, effect, createSignal: signal });
export type Handed = ReturnType<typeof handed>;

export function createKeeping(tools: KeepingTools): Keeping {
  const draftManager = signal<DraftManager | null>(null);
  let loading: Promise<DraftManager | null> | null = null;

  async function loadDraftManager(): Promise<DraftManager | null> {
    const file = await tools.loadDraftManager();
    if (file === null || tools.signal.aborted) loading = null;
    else draftManager.value = file.createDraftManager({ ...tools, ...handed() });
    return draftManager.peek();
  }

  const load = () => {
    loading ??= loadDraftManager();
    return loading;
  };
  const end = effect(() => {
    const shown = tools.view.value;
    if (shown.kind === 'form' && !shown.preview) void load();
  });
  tools.signal.addEventListener('abort', end);

  return {
    isKept: computed(() => draftManager.value?.isKept.value === true),
    recall: async () => (await load())?.recall(),
    restore: async (loaded) => (await load())?.restore(loaded),
    forgetsToken: () => draftManager.peek()?.forgetsToken() === true,
  };
}
