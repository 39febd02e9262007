/**
 * Where the draft of a visitor without an application lies: sealed in this tab, and on this device as well where the
 * applicant keeps it (`src/README.md#18-drafts`). Beside it lies the handle by which the proxy gives its key again.
 */

import { createItem, type DraftStorage, type Seal, type StoredItem, sealedName } from './draft-storage.ts';
import { keptName } from './has-draft.ts';

/** What lies on this device beyond this tab. */
export type Kept =
  | { readonly kind: 'none' }
  /** Of another visit. Whose it is cannot be known, so nothing of it is shown. */
  | { readonly kind: 'found' }
  /** What this tab shows, until then: milliseconds since 1970. */
  | { readonly kind: 'own'; readonly until: number };

const none: Kept = { kind: 'none' };

/** As it is stored: `UNTIL HANDLE SEALED`; until is 0 for a draft of this tab alone. */
export interface StoredDraft {
  /** Milliseconds since 1970, to clean up by this device's clock; the proxy has its own. */
  readonly until: number;
  readonly handle: string;
  readonly sealed: string;
}

export interface VisitorTools {
  /** From `visitorName`. */
  readonly name: string;
  readonly seal: Seal;
  readonly handle: () => string | null;
  readonly tell: (kept: Kept) => void;
}

export interface VisitorStorage extends DraftStorage {
  /** What is on this device, unopened; null: nothing. */
  found(): StoredDraft | null;
  /** What is written from now on is kept on this device too, under this key. */
  keep(seal: Seal, until: number): void;
  /** From now on the draft is in this tab alone. What was found of another visit stays. */
  release(): void;
  /** Deletes what is on this device, whose ever it is. */
  forget(): void;
  /** Another tab may have changed what is on this device. */
  look(): Promise<void>;
}

export async function openVisitorStorage(tools: VisitorTools): Promise<VisitorStorage> {
  const device = createItem(() => localStorage, await deviceName(tools.name));
  const storage = new TabAndDevice(tools, device);
  await storage.begin();
  return storage;
}

/** The name says neither job nor employer. */
const deviceName = (name: string) => sealedName(new TextEncoder().encode(name), 'kept');

/** What is stored in this tab. */
export const tabItem = (name: string): StoredItem => createItem(() => sessionStorage, keptName + name);

/** Deletes all that is stored for a visitor's form. */
export async function removeVisitorDraft(name: string): Promise<void> {
  tabItem(name).remove();
  if (crypto.subtle) createItem(() => localStorage, await deviceName(name)).remove();
}

export function readStored(text: string | null): StoredDraft | null {
  const [until = '', handle = '', sealed = ''] = text?.split(' ') ?? [];
  return sealed === '' ? null : { until: Number(until) || 0, handle, sealed };
}

class TabAndDevice implements VisitorStorage {
  readonly #tools: VisitorTools;
  readonly #tab: StoredItem;
  readonly #device: StoredItem;
  #seal: Seal;
  #kept: Kept = none;
  /** What lay on the device when it was told last: not what this form has taken in of it. */
  #looked: string | null = null;

  constructor(tools: VisitorTools, device: StoredItem) {
    this.#tools = tools;
    this.#tab = tabItem(tools.name);
    this.#device = device;
    this.#seal = tools.seal;
  }

  async begin(): Promise<void> {
    removeEnded();
    this.#device.get();
    await this.#read();
  }

  found(): StoredDraft | null {
    return readStored(this.#device.peek());
  }

  async read(): Promise<string | null> {
    await this.look();
    const text = (this.#kept.kind === 'own' && this.#device.get()) || this.#tab.get();
    if (text === null) return null;
    const opened = await this.#open(text);
    // Sealed for a session that is over: it can never be read again.
    if (opened === null) this.#tab.remove();
    return opened;
  }

  async write(text: string): Promise<void> {
    await this.look();
    const handle = this.#tools.handle();
    if (handle === null) throw new Error('The proxy gave no handle.');
    const sealed = await this.#seal.seal(text);
    const until = this.#kept.kind === 'own' ? this.#kept.until : 0;
    const stored = `${until} ${handle} ${sealed}`;
    const isKept = until > 0 && isStored(this.#device, stored);
    if (isKept) this.#looked = stored;
    this.#tab.set(stored);
    if (until > 0 && !isKept) await this.#giveUp();
  }

  /** What the device has no room for is in this tab: an older copy there would win over it. */
  async #giveUp(): Promise<void> {
    await this.#read();
    this.release();
  }

  empty(): void {
    this.#tab.remove();
    if (this.#kept.kind === 'own') this.#take();
  }

  remove(): void {
    this.#tab.remove();
    this.release();
  }

  isChanged(): boolean {
    return (this.#kept.kind === 'own' ? this.#device : this.#tab).isChanged();
  }

  keep(seal: Seal, until: number): void {
    this.#seal = seal;
    // What is found there is replaced: this is what it was asked for.
    this.#looked = this.#device.get();
    this.#become({ kind: 'own', until });
  }

  release(): void {
    if (this.#kept.kind !== 'own') return;
    this.#take();
    this.#become(none);
  }

  forget(): void {
    this.#take();
    this.#become(none);
  }

  #take(): void {
    this.#device.remove();
    this.#looked = null;
  }

  async look(): Promise<void> {
    if (this.#device.peek() !== this.#looked) await this.#read();
  }

  async #read(): Promise<void> {
    const stored = this.#device.peek();
    this.#looked = stored;
    const until = readStored(stored)?.until ?? 0;
    if (stored === null || until === 0) return this.#become(none);
    const isOwn = (await this.#open(stored)) !== null;
    this.#become(isOwn ? { kind: 'own', until } : { kind: 'found' });
  }

  async #open(text: string): Promise<string | null> {
    return this.#seal.open(readStored(text)?.sealed ?? '');
  }

  #become(kept: Kept): void {
    this.#kept = kept;
    this.#tools.tell(kept);
  }
}

function isStored(item: StoredItem, text: string): boolean {
  try {
    item.set(text);
    return true;
  } catch {
    return false;
  }
}

/** What was kept for any form of this origin and is over: the proxy gives no key for it any more. */
function removeEnded(now = Date.now()): void {
  try {
    for (const name of Object.keys(localStorage)) {
      const until = name.startsWith(keptName) ? readStored(localStorage.getItem(name))?.until : 0;
      if (until && until <= now) localStorage.removeItem(name);
    }
  } catch {
    // Storage is blocked, so nothing can have been stored.
  }
}
