/** Stores answers on this device. The work is done in a separate file, which is loaded at the first touch. */

import { path } from '../../core/jsonapi/stored-json.ts';
import { fill } from '../../form/fill.ts';
import { computed, effect, signal } from '../../form/signals.ts';
import { showBox } from '../../ui/focus/focus-field.ts';
import { readReceipt } from '../api/follow.ts';
import type { Keeping, KeepingTools, Platform } from '../contract.ts';
import type { DraftModules } from './draft-modules.ts';

/** Read at each call: in the built lazy file preact arrives after this module has run (`lazy/handed-runtime.ts`). */
const modules = (): DraftModules => ({
  fill,
  readReceipt,
  path,
  computed,
  effect,
  createSignal: signal,
  showBox,
});

export function createKeeping(tools: KeepingTools & Pick<Platform, 'loadDraftManager'>): Keeping {
  const draftManager = signal<Keeping | null>(null);
  let loading: Promise<Keeping | null> | null = null;

  async function loadDraftManager(): Promise<Keeping | null> {
    const file = await tools.loadDraftManager();
    if (file === null || tools.signal.aborted) loading = null;
    else draftManager.value = file.createDraftManager({ ...tools, ...modules() });
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
