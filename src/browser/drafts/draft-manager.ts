/**
 * Keeps what is typed on this device until it has arrived (`src/README.md#18-drafts`), restores it after a reload,
 * retries what could not be sent, and renews a token before it expires. Nothing is stored before the first answer.
 */

import type { Form, WritableForm } from '../../form/contract.ts';
import { prefilled } from '../../form/prefilled.ts';
import type { ReadonlySignal, Signal } from '../../form/signals.ts';
import type { LoadedForm } from '../api/from-document.ts';
import type { DraftManagerTools, Keeping } from '../contract.ts';
import type { Settings } from '../element/settings.ts';
import type { TakeOver } from '../pages/page.ts';
import { type Draft, readDraft } from './draft.ts';
import { type DraftSession, openDraftSession } from './draft-session.ts';
import {
  createSeal,
  type DraftLocation,
  type DraftStorage,
  sealedStorage,
  visitorName,
} from './draft-storage.ts';
import { renewInTime } from './renew-in-time.ts';
import { bringDetails, restoreDraft } from './restore-draft.ts';
import {
  type Kept,
  openVisitorStorage,
  readStored,
  removeVisitorDraft,
  tabItem,
  type VisitorStorage,
} from './visitor-storage.ts';

type DraftKeys = Pick<LoadedForm['meta'], 'draftKey' | 'olderDraftKeys'>;

export const createDraftManager = (tools: DraftManagerTools): Keeping => new LiveDraftManager(tools);

class LiveDraftManager implements Keeping {
  readonly isKept: ReadonlySignal<boolean>;
  readonly #tools: DraftManagerTools;
  readonly #session: Signal<DraftSession | null>;
  /** For the form about to be shown. null: it has none. undefined: not looked up yet. */
  #place: DraftLocation | null | undefined;
  #recall: 'recalled' | 'refused' | null = null;
  /** Of the session that was opened last; undefined: not opened yet. */
  #visitor: VisitorStorage | null | undefined;
  readonly #kept: Signal<Kept>;

  constructor(tools: DraftManagerTools) {
    this.#tools = tools;
    const { computed, effect, createSignal, view } = tools;
    this.#session = createSignal<DraftSession | null>(null);
    this.#kept = createSignal<Kept>({ kind: 'none' });
    this.isKept = computed(() => {
      const session = this.#session.value;
      return session?.isStored.value === true || (session !== null && this.#isOfHost(session.form));
    });
    const end = effect(() => {
      const shown = view.value;
      if (shown.kind === 'form' && !shown.preview) this.#hold(shown.form);
    });
    tools.signal.addEventListener('abort', () => {
      end();
      this.#session.peek()?.end();
    });
    renewInTime(tools);
    readAgain(tools);
  }

  async recall(): Promise<void> {
    const { access, host } = this.#tools;
    const name = visitorName(host);
    if (name === null || this.#recall === 'refused' || host.settings().draft === 'off') return;
    const stored = readStored(tabItem(name).get());
    if (stored === null) return;
    access.use(null, stored.handle);
    this.#recall = 'recalled';
  }

  forgetsToken(): boolean {
    if (this.#recall !== 'recalled') return false;
    this.#recall = 'refused';
    this.#tools.access.use(null);
    return true;
  }

  async restore({ meta }: LoadedForm): Promise<TakeOver | undefined> {
    this.#visitor = undefined;
    const place = await this.#findPlace(meta);
    this.#place = place;
    const { draft } = place ?? { draft: null };
    const previous = meta.submission === null ? this.#previous() : null;
    const isKept = draft !== null && draft.entries.length > 0;
    if (!isKept && previous === null) return undefined;
    return (form) => {
      const change = isKept ? restoreDraft(form, draft, this.#tools) : null;
      if (previous) bringDetails(form, previous, this.#tools);
      return draft?.revision === meta.revision ? null : change;
    };
  }

  /** On a shared device a sent form is finished, since the next applicant may be a different person. */
  #previous(): Form | null {
    const { previous = null, settings } = this.#tools.host;
    const isOver = settings().draft === 'off' && previous?.submission.peek().kind === 'accepted';
    return isOver ? null : previous;
  }

  /** Nothing was typed: what the host's page has filled in is not lost with this page. */
  #isOfHost({ edited, order }: Form): boolean {
    const isOurs = ({ entry }: Form['order'][number]) => {
      const answer = entry.value;
      return answer !== null && prefilled.has(answer);
    };
    return edited.value === null && order.some(isOurs);
  }

  #hold(form: WritableForm): void {
    const session = this.#session.peek();
    if (session?.form === form) return;
    session?.end();
    const place = this.#place;
    this.#place = undefined;
    const found = place === undefined ? this.#findLate(form) : Promise.resolve(place);
    void found.then(() => this.#tools.prefill.fill());
    this.#session.value = openDraftSession(this.#tools, { form, found, kept: this.#kept });
  }

  /** null: nothing is to be stored, and any earlier draft is deleted. */
  async #findPlace(keys: DraftKeys): Promise<DraftLocation | null> {
    const { host } = this.#tools;
    const settings = host.settings();
    const name = visitorName(host);
    if (name !== null && settings.draft !== 'off') return this.#findVisitor(name, keys);
    if (name !== null) {
      await removeVisitorDraft(name);
      return null;
    }
    const places = await placesOf(settings, keys);
    if (settings.draft === 'off') {
      for (const place of places) place?.remove();
      return null;
    }
    // Without a key nothing can be kept, and the applicant is told so: no later session of the job would open it.
    const [storage = null, ...older] = places;
    return { storage, visitor: null, draft: storage && (await readNewest(storage, older)) };
  }

  async #findVisitor(name: string, { draftKey, olderDraftKeys }: DraftKeys): Promise<DraftLocation> {
    if (this.#visitor === undefined) {
      const { access } = this.#tools;
      const seal = draftKey === null ? null : await createSeal([draftKey, ...olderDraftKeys]);
      const tell = (kept: Kept) => {
        this.#kept.value = kept;
      };
      const tools = { name, handle: access.draftHandle, tell };
      this.#visitor = seal && (await openVisitorStorage({ ...tools, seal }));
    }
    const visitor = this.#visitor;
    const draft = visitor && (await readFrom(visitor));
    return { storage: visitor, visitor, draft };
  }

  /** When this file loads after the form is drawn, the stored answers are merged with what has been entered by then. */
  async #findLate(form: WritableForm): Promise<DraftLocation | null> {
    const { page, view, signal } = this.#tools;
    const meta = page()?.meta;
    if (!meta) return null;
    const place = await this.#findPlace(meta);
    const shown = view.peek();
    const isThere = !signal.aborted && shown.kind === 'form' && shown.form === form;
    if (!place?.draft || !isThere || form.submission.peek().kind !== 'editing') return place;
    const changed = restoreDraft(form, place.draft, this.#tools);
    if (place.draft.revision !== meta.revision) view.value = { ...shown, changed };
    return place;
  }
}

/** What an application's draft may have been stored in, the current place first. */
async function placesOf({ draft }: Settings, { draftKey, olderDraftKeys }: DraftKeys) {
  const [device, tab] = [() => localStorage, () => sessionStorage];
  const storages = draft === 'session' ? [tab, device] : [device, tab];
  const keys = draftKey === null ? [] : [draftKey, ...olderDraftKeys];
  return Promise.all(storages.flatMap((storage) => keys.map((key) => sealedStorage(key, storage))));
}

/**
 * The newest draft is written under the current key before drafts under older keys are removed.
 */
async function readNewest(
  storage: DraftStorage,
  older: readonly (DraftStorage | null)[],
): Promise<Draft | null> {
  let newest = await readFrom(storage);
  for (const place of older) {
    const draft = place && (await readFrom(place));
    if (!draft) continue;
    const isNewer = newest === null || draft.at > newest.at;
    if (isNewer) newest = draft;
    const isSafe = !isNewer || (await storage.write(JSON.stringify(draft)).then(yes, no));
    if (isSafe) place.remove();
  }
  return newest;
}

const yes = () => true;
const no = () => false;

/** A draft that is unreadable or too old is deleted. */
async function readFrom(storage: DraftStorage): Promise<Draft | null> {
  const text = await storage.read();
  const draft = text === null ? null : readDraft(text);
  if (text !== null && draft === null) storage.remove();
  return draft;
}

/** After a page is restored from the back-forward cache, another tab may have sent the form meanwhile. */
function readAgain({ page, read, renewal, load, signal }: DraftManagerTools): void {
  addEventListener(
    'pageshow',
    async ({ persisted }) => {
      const before = page();
      if (!persisted || before === null || before.form.submission.peek().kind === 'accepted') return;
      const outcome = await renewal.authorised(read);
      // A submission that was pending is sent again as well, and may be answered first.
      const isOwn = /sending|accepted/.test(before.form.submission.peek().kind);
      if (!outcome.ok || page() !== before || isOwn) return;
      const { submission, state } = outcome.value.meta;
      if (submission !== null || state !== 'open') void load();
    },
    { signal },
  );
}
