/**
 * Keeps what is typed on this device until it has arrived (`src/README.md#18-drafts`), restores it after a reload,
 * retries what could not be sent, and renews a token before it expires. Nothing is stored before the first answer.
 */

import type { Form, WritableForm } from '../../form/contract.ts';
import type { ReadonlySignal, Signal } from '../../form/signals.ts';
import type { LoadedForm } from '../api/from-document.ts';
import type { DraftManagerTools, Keeping } from '../contract.ts';
import type { TakeOver } from '../pages/page.ts';
import { type Draft, readDraft } from './draft.ts';
import { type DraftSession, openDraftSession } from './draft-session.ts';
import {
  type DraftLocation,
  type DraftStorage,
  sealedStorage,
  tabStorage,
  visitorName,
} from './draft-storage.ts';
import { renewInTime } from './renew-in-time.ts';
import { bringDetails, restoreDraft } from './restore-draft.ts';

type DraftKeys = Pick<LoadedForm['meta'], 'draftKey' | 'olderDraftKeys'>;

export const createDraftManager = (tools: DraftManagerTools): Keeping => new LiveDraftManager(tools);

class LiveDraftManager implements Keeping {
  readonly isKept: ReadonlySignal<boolean>;
  readonly #tools: DraftManagerTools;
  readonly #session: Signal<DraftSession | null>;
  /** For the form about to be shown. null: it has none. undefined: not looked up yet. */
  #place: DraftLocation | null | undefined;
  #token: 'recalled' | 'refused' | null = null;

  constructor(tools: DraftManagerTools) {
    this.#tools = tools;
    const { computed, effect, createSignal, view } = tools;
    this.#session = createSignal<DraftSession | null>(null);
    this.isKept = computed(() => this.#session.value?.isStored.value === true);
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
    const name = visitorName(this.#tools.host);
    if (name === null || this.#token === 'refused') return;
    const storage = tabStorage(name);
    const draft = await readFrom(storage);
    if (draft === null || draft.token === null || host.settings().draft === 'off') return;
    access.use(draft.token);
    this.#token = 'recalled';
  }

  forgetsToken(): boolean {
    if (this.#token !== 'recalled') return false;
    this.#token = 'refused';
    this.#tools.access.use(null);
    return true;
  }

  async restore({ meta }: LoadedForm): Promise<TakeOver | undefined> {
    const place = await findPlace(this.#tools, meta);
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

  #hold(form: WritableForm): void {
    const session = this.#session.peek();
    if (session?.form === form) return;
    session?.end();
    const place = this.#place;
    this.#place = undefined;
    const found = place === undefined ? this.#findLate(form) : Promise.resolve(place);
    this.#session.value = openDraftSession(this.#tools, form, found);
  }

  /** When this file loads after the form is drawn, the stored answers are merged with what has been entered by then. */
  async #findLate(form: WritableForm): Promise<DraftLocation | null> {
    const { page, view, signal } = this.#tools;
    const meta = page()?.meta;
    if (!meta) return null;
    const place = await findPlace(this.#tools, meta);
    const shown = view.peek();
    const isThere = !signal.aborted && shown.kind === 'form' && shown.form === form;
    if (!place?.draft || !isThere || form.submission.peek().kind !== 'editing') return place;
    const changed = restoreDraft(form, place.draft, this.#tools);
    if (place.draft.revision !== meta.revision) view.value = { ...shown, changed };
    return place;
  }
}

/** null: nothing is to be stored, and any earlier draft is deleted. */
async function findPlace(
  tools: DraftManagerTools,
  { draftKey, olderDraftKeys }: DraftKeys,
): Promise<DraftLocation | null> {
  const name = visitorName(tools.host);
  if (name === null && draftKey === null) return null;
  const vaults =
    name === null
      ? await Promise.all([draftKey ?? '', ...olderDraftKeys].map(sealedStorage))
      : [tabStorage(name)];
  if (tools.host.settings().draft === 'off') {
    for (const storage of vaults) storage?.remove();
    return null;
  }
  const [storage = null, ...older] = vaults;
  return { storage, isVisitor: name !== null, draft: storage && (await readNewest(tools, storage, older)) };
}

/**
 * The newest draft is written under the current key before drafts under older keys are removed.
 */
async function readNewest(
  tools: DraftManagerTools,
  storage: DraftStorage,
  older: readonly (DraftStorage | null)[],
): Promise<Draft | null> {
  let newest = await readFrom(storage);
  for (const place of older) {
    const draft = place && (await readFrom(place));
    if (!draft) continue;
    const isNewer = newest === null || draft.at > newest.at;
    if (isNewer) newest = draft;
    const isSafe = !isNewer || (await storage.write(tools.plainJson(draft)).then(yes, no));
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
