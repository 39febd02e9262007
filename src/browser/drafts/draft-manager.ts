/**
 * Keeps what is typed on this device until it has arrived (`src/README.md#18-drafts`), brings it back after a reload, sends
 * by itself what could not be sent, and renews a token before it expires. Nothing is stored before the first answer.
 */
import type { Form, WritableForm } from '../../form/contract.ts';
import type { ReadonlySignal, Signal } from '../../form/signals.ts';
import type { LoadedForm } from '../api/from-document.ts';
import type { TakeOver } from '../pages/page.ts';
import { type Draft, readDraft } from './draft.ts';
import type { Handed, Keeping, KeepingTools } from './draft-platform.ts';
import { type Held, holdForm } from './draft-session.ts';
import { sealedVault, tabVault, type Vault, visitorName } from './draft-storage.ts';
import { lookAgain } from './read-again.ts';
import { renewInTime } from './renew-in-time.ts';
import { bringDetails, restoreDraft } from './restore-draft.ts';

export type KeeperTools = Omit<KeepingTools, 'loadKeeper'> & Handed;

export interface Keeper extends Omit<Keeping, 'isKept'> {
  readonly isKept: ReadonlySignal<boolean>;
}

export interface KeeperFile {
  createKeeper(tools: KeeperTools): Keeper;
}

/** Where the draft of one form is, and what was in it. */
export interface Place {
  /** null: nowhere, although it should be. */
  readonly vault: Vault | null;
  /** It is kept for a visitor without an application: with the session of this tab. */
  readonly isVisitor: boolean;
  readonly draft: Draft | null;
}

type DraftKeys = Pick<LoadedForm['meta'], 'draftKey' | 'olderDraftKeys'>;

export const createKeeper = (tools: KeeperTools): Keeper => new LiveKeeper(tools);

class LiveKeeper implements Keeper {
  readonly isKept: ReadonlySignal<boolean>;
  readonly #tools: KeeperTools;
  readonly #held: Signal<Held | null>;
  /** For the form that is about to be shown; null: it has none. undefined: nobody has looked. */
  #place: Place | null | undefined;
  #token: 'recalled' | 'refused' | null = null;

  constructor(tools: KeeperTools) {
    this.#tools = tools;
    const { computed, effect, createSignal, view } = tools;
    this.#held = createSignal<Held | null>(null);
    this.isKept = computed(() => this.#held.value?.isStored.value === true);
    const end = effect(() => {
      const shown = view.value;
      if (shown.kind === 'form' && !shown.preview) this.#hold(shown.form);
    });
    tools.signal.addEventListener('abort', () => {
      end();
      this.#held.peek()?.end();
    });
    renewInTime(tools);
    lookAgain(tools);
  }

  async recall(): Promise<void> {
    const { access, host } = this.#tools;
    const name = visitorName(this.#tools.host);
    if (name === null || this.#token === 'refused') return;
    const vault = tabVault(name);
    const draft = await readFrom(vault);
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

  /** On a device that is shared what was sent is over: the next applicant may be another one. */
  #previous(): Form | null {
    const { previous = null, settings } = this.#tools.host;
    const isOver = settings().draft === 'off' && previous?.submission.peek().kind === 'accepted';
    return isOver ? null : previous;
  }

  #hold(form: WritableForm): void {
    const held = this.#held.peek();
    if (held?.form === form) return;
    held?.end();
    const place = this.#place;
    this.#place = undefined;
    const found = place === undefined ? this.#findLate(form) : Promise.resolve(place);
    this.#held.value = holdForm(this.#tools, form, found);
  }

  /** This file came after the form was there: what was kept comes to what has been entered by now. */
  async #findLate(form: WritableForm): Promise<Place | null> {
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

/** null: nothing is to be kept, and what was is gone. */
async function findPlace(tools: KeeperTools, { draftKey, olderDraftKeys }: DraftKeys): Promise<Place | null> {
  const name = visitorName(tools.host);
  if (name === null && draftKey === null) return null;
  const vaults =
    name === null
      ? await Promise.all([draftKey ?? '', ...olderDraftKeys].map(sealedVault))
      : [tabVault(name)];
  if (tools.host.settings().draft === 'off') {
    for (const vault of vaults) vault?.remove();
    return null;
  }
  const [vault = null, ...older] = vaults;
  return { vault, isVisitor: name !== null, draft: vault && (await readNewest(vault, older)) };
}

/** What was sealed under an older key moves to the one that seals now, and stays where it was until it has. */
async function readNewest(vault: Vault, older: readonly (Vault | null)[]): Promise<Draft | null> {
  let newest = await readFrom(vault);
  for (const place of older) {
    const draft = place && (await readFrom(place));
    if (!draft) continue;
    const isNewer = newest === null || draft.at > newest.at;
    if (isNewer) newest = draft;
    const isSafe = !isNewer || (await vault.write(JSON.stringify(draft)).then(yes, no));
    if (isSafe) place.remove();
  }
  return newest;
}

const yes = () => true;
const no = () => false;

/** What cannot be read, or is too old, is thrown away. */
async function readFrom(vault: Vault): Promise<Draft | null> {
  const text = await vault.read();
  const draft = text === null ? null : readDraft(text);
  if (text !== null && draft === null) vault.remove();
  return draft;
}
