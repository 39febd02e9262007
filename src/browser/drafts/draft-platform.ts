/** What is kept of the answers on this device. The work is done by a file of its own, which comes with the first touch. */
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
  /** Before anything is loaded: a visitor without an application goes on in the session of this tab. */
  recall(): Promise<void>;
  /** What fills in what is kept for this form; undefined: nothing is. */
  restore(loaded: LoadedForm): Promise<TakeOver | undefined>;
  /** True when the token that was refused was one that `recall` had found: it is used no more. */
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

/** Handed over rather than imported: a file that is loaded by the later one shares no module with it. */
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
