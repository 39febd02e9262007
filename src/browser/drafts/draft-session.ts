/** Follows one form from its first answer to the end of its delivery, and keeps its draft up to date. */

import type { Submission } from '../../core/model/submission.ts';
import type { DraftStatus, Form, WritableForm } from '../../form/contract.ts';
import { followEdits } from '../../form/edits.ts';
import type { ReadonlySignal, Signal } from '../../form/signals.ts';
import type { DraftManagerTools } from '../contract.ts';
import { waitToSend } from '../submission/wait-to-send.ts';
import type { KeptEntry } from './draft.ts';
import { tellDraftStatus } from './draft-status.ts';
import { type DraftLocation, visitorName } from './draft-storage.ts';
import { createKeptDraft, type Keeper, type KeptDraft } from './kept-draft.ts';
import { createStore, type Store } from './store.ts';
import type { Kept, VisitorStorage } from './visitor-storage.ts';

export interface DraftSession {
  readonly form: WritableForm;
  /** null: nothing is stored. False: the browser does not allow it. */
  readonly isStored: ReadonlySignal<boolean | null>;
  end(): void;
}

interface OpenedDraft {
  readonly form: WritableForm;
  readonly found: Promise<DraftLocation | null>;
  /** What lies on this device beyond this tab, of a visitor. */
  readonly kept: Signal<Kept>;
}

export function openDraftSession(
  tools: DraftManagerTools,
  { form, found, kept: state }: OpenedDraft,
): DraftSession {
  const isStored = tools.createSignal<boolean | null>(null);
  const isBack = tools.createSignal(false);
  const keptDraft = tools.createSignal<KeptDraft | null>(null);
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
    keptDraft.peek()?.drop();
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
    store = createStore({ ...place, form, revision, tell });
    endings.push(keepCorrected(tools, form, place.draft?.entries ?? []));
    const keeper = { form, state, isBack, save: () => saveNow(store), signal: life.signal };
    keptDraft.value = place.visitor && hearDevice(tools, place.visitor, keeper);
    // Answers entered before the storage was known, or before this file had loaded.
    if (hasEntries(form)) changed(false);
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
  const earlier = findEarlier(tools, form, life.signal);
  hearLeaving(form, () => void store?.flush(), life.signal);
  form.kept.value = tellDraftStatus(tools, { form, isStored, isBack, keptDraft, clear, wait, earlier });
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

const hasEntries = ({ order }: Form): boolean => order.some(({ entry }) => entry.peek() !== null);

async function saveNow(store: Store | null): Promise<void> {
  store?.changed();
  await store?.flush();
}

/** Other tabs may keep, take back or delete what is on this device. */
function hearDevice(
  tools: DraftManagerTools,
  storage: VisitorStorage,
  keeper: Omit<Keeper, 'name' | 'storage'>,
): KeptDraft {
  addEventListener('storage', () => void storage.look(), { signal: keeper.signal });
  return createKeptDraft(tools, { ...keeper, name: visitorName(tools.host) ?? '', storage });
}

/** On a later visit what is there is taken for what was refused, and what was corrected since is not. */
function keepCorrected({ effect }: DraftManagerTools, form: WritableForm, kept: readonly KeptEntry[]) {
  let corrected = kept.filter(({ isCorrected }) => isCorrected);
  return effect(() => {
    if (form.submission.value.kind !== 'accepted') return;
    for (const { question } of form.correcting.peek() ? corrected : []) {
      const field = form.fields.get(question);
      if (field) field.touched.value = 'said';
    }
    // What is refused after that was sent.
    corrected = [];
  });
}

/** Phones report only that the page was hidden, and it may never be shown again. */
function hearLeaving({ controls }: Form, flush: () => void, signal: AbortSignal): void {
  const act = () => {
    controls.read();
    flush();
  };
  addEventListener('pagehide', act, { signal });
  document.addEventListener('visibilitychange', act, { signal });
}

/** Another tab has sent different answers: when, and under which reference. */
function findEarlier(tools: DraftManagerTools, form: Form, signal: AbortSignal): DraftStatus['earlier'] {
  const earlier = tools.createSignal<Submission | null>(null);
  const { effect, renewal, read, readReceipt, view } = tools;

  async function find(): Promise<void> {
    const loaded = await renewal.authorised(read);
    const reference = loaded.ok ? loaded.value.meta.submission : null;
    if (signal.aborted) return;
    // Its receipt was erased, so it is no longer known whether it arrived, or with which answers.
    if (loaded.ok && reference === null && loaded.value.meta.state === 'sent')
      view.value = { kind: 'already_sent' };
    if (reference === null) return;
    const receipt = await renewal.authorised((connection) => readReceipt(connection, reference));
    if (receipt.ok) earlier.value = receipt.value;
  }

  const end = effect(() => {
    const phase = form.submission.value;
    if (phase.kind === 'failed' && phase.failure.code === 'already_submitted') void find();
  });
  signal.addEventListener('abort', end);
  return earlier;
}

/** Milliseconds for which a browser caches it: the proxy allows ten minutes; a little less is used. */
const MEMORY = 570_000;

/**
 * Before answers go to another origin the browser sends a preflight, and a tab closed meanwhile sends nothing. An early
 * request makes the browser cache that permission for this address and these headers (fetch standard, CORS-preflight
 * cache).
 * @returns to be called whenever something is entered
 */
function warmLine({ access }: DraftManagerTools): () => void {
  let due = 0;
  return () => {
    const connection = access.connection();
    const { endpoint, token } = connection;
    const now = performance.now();
    if (now < due || new URL(endpoint, location.href).origin === location.origin) return;
    due = now + MEMORY;
    const named = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
    const request = { method: 'OPTIONS', headers: { ...named, prefer: 'wait=8' } } as const;
    void connection.ask(connection, '/submissions', request).then((reply) => {
      if (!reply.ok && 'code' in reply.error) due = 0;
    });
  };
}
