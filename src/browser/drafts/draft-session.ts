/** Follows one form from its first answer to the end of its delivery, and keeps its draft up to date. */

import type { WritableForm } from '../../form/contract.ts';
import { followEdits } from '../../form/edits.ts';
import type { ReadonlySignal } from '../../form/signals.ts';
import type { DraftManagerTools } from '../contract.ts';
import { waitToSend } from '../submission/wait-to-send.ts';
import { tellDraftStatus } from './draft-status.ts';
import type { DraftLocation } from './draft-storage.ts';
import { findEarlier } from './find-earlier.ts';
import { createStore, type Store } from './store.ts';
import { warmLine } from './warm-line.ts';

export interface DraftSession {
  readonly form: WritableForm;
  /** null: nothing is stored. False: the browser does not allow it. */
  readonly isStored: ReadonlySignal<boolean | null>;
  end(): void;
}

export function openDraftSession(
  tools: DraftManagerTools,
  form: WritableForm,
  found: Promise<DraftLocation | null>,
): DraftSession {
  const isStored = tools.createSignal<boolean | null>(null);
  const isBack = tools.createSignal(false);
  const wait = waitToSend(tools, form);
  const life = new AbortController();
  const revision = tools.page()?.meta.revision ?? '';
  let store: Store | null = null;

  const warm = warmLine(tools);
  const changed = (isNew = true) => {
    warm();
    if (isNew) wait.changed();
    store?.changed();
  };
  const clear = () => {
    isBack.value = false;
    tools.startOver(form);
    store?.remove();
  };
  const tell = (kept: boolean | null) => {
    isStored.value = kept;
  };
  const begin = (place: DraftLocation | null) => {
    if (place === null || life.signal.aborted) return;
    isBack.value = (place.draft?.entries.length ?? 0) > 0;
    if (isBack.peek()) tell(true);
    store = createStore(tools, { ...place, form, revision, tell });
    // Answers entered before the storage was known, or before this file had loaded.
    if (form.order.some(({ entry }) => entry.peek() !== null)) changed(false);
  };

  void found.then(begin);
  const endings = [
    followEdits(form.edited, () => changed()),
    tools.effect(() => {
      // What was sent is as much worth storing as what is still to be sent.
      if (form.submission.value.kind !== 'editing') store?.settled();
    }),
    wait.end,
  ];
  const flush = () => void store?.flush();
  hearLeaving(flush, life.signal);
  form.kept.value = tellDraftStatus(tools, {
    form,
    isStored,
    isBack,
    clear,
    wait,
    earlier: findEarlier(tools, form),
  });
  return {
    form,
    isStored,
    end() {
      life.abort();
      for (const end of endings) end();
      store?.end();
    },
  };
}

/** Phones report only that the page was hidden, and it may never be shown again. */
function hearLeaving(act: () => void, signal: AbortSignal): void {
  addEventListener('pagehide', act, { signal });
  document.addEventListener('visibilitychange', act, { signal });
}
