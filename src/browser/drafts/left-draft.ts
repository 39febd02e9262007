/**
 * The draft of a form left behind by a new release: written as its draft manager would, whose file may be gone as well.
 */

import { path } from '../../core/jsonapi/stored-json.ts';
import type { Form } from '../../form/contract.ts';
import type { OpenSession, SessionHost } from '../contract.ts';
import { createItem, createSeal, type DraftStorage, sealedStorage, visitorName } from './draft-storage.ts';
import { keptName } from './has-draft.ts';
import { askForKey, newHandle } from './kept-draft.ts';
import { createStore, type Store } from './store.ts';
import { openVisitorStorage, type VisitorStorage } from './visitor-storage.ts';
import { entriesOf } from './write-draft.ts';

export interface LeftForm {
  readonly session: Pick<OpenSession, 'page' | 'view' | 'later' | 'access'>;
  readonly host: Pick<SessionHost, 'settings'>;
  /** Aborted at the end of the session. */
  readonly signal: AbortSignal;
}

export interface LeftDraft {
  /** What is entered, now or later, can be stored. */
  canKeep(): boolean;
  /** Something was entered. */
  changed(): void;
  /** Saves immediately. False: a reload would lose what is entered. */
  save(): Promise<boolean>;
  /** Writes what is still pending; a stored draft is still deleted when the form is sent. */
  end(): void;
}

export async function createLeftDraft(left: LeftForm): Promise<LeftDraft> {
  return new OwnDraft(left, await findStorage(left).catch(() => null));
}

class OwnDraft implements LeftDraft {
  readonly #left: LeftForm;
  readonly #storage: LeftStorage | null;
  #store: Store | null = null;
  #form: Form | null = null;
  #isStored = false;
  /** The draft manager has loaded after all and is responsible for the draft. */
  #isTaken = false;

  constructor(left: LeftForm, storage: LeftStorage | null) {
    this.#left = left;
    this.#storage = storage;
    const { session, signal } = left;
    const ends: (() => void)[] = [];
    const endLazy = session.later.subscribe((later) => {
      if (later !== null) ends.push(later.keeping.isKept.subscribe((isKept) => this.#take(isKept)));
    });
    ends.push(endLazy);
    signal.addEventListener('abort', () => {
      for (const end of ends) end();
      this.end();
    });
    hearSent(left, () => this.#forget());
  }

  canKeep(): boolean {
    return this.#storage !== null || this.#isHeld();
  }

  changed(): void {
    this.#storeNow()?.changed();
  }

  async save(): Promise<boolean> {
    const form = this.#left.session.page?.form;
    const isEmpty = !form || entriesOf(form).length === 0;
    const store = this.#storeNow();
    if (store === null) return isEmpty || this.#isHeld() || isSent(form);
    this.#isStored = false;
    store.changed();
    await store.flush();
    return isEmpty || this.#isStored;
  }

  end(): void {
    this.#store?.end();
  }

  #isHeld(): boolean {
    return this.#left.session.later.peek()?.keeping.isKept.peek() === true;
  }

  #take(isKept: boolean): void {
    this.#isTaken ||= isKept;
  }

  #forget(): void {
    if (!this.#isTaken) this.#store?.remove();
  }

  /** null: it must not be written here. */
  #storeNow(): Store | null {
    const { page } = this.#left.session;
    const storage = this.#storage;
    if (page === null || storage === null || this.#isHeld() || isSent(page.form)) return null;
    if (this.#store !== null && this.#form === page.form) return this.#store;
    // The host emptied the form, so earlier answers must not reach the next applicant.
    this.#forget();
    this.#form = page.form;
    const tell = (isKept: boolean | null) => {
      this.#isStored = isKept !== false;
    };
    const revision = page.meta.revision ?? '';
    this.#store = createStore({ ...storage, draft: null, form: page.form, revision, tell });
    return this.#store;
  }
}

/** A sent form is finished until it is corrected. */
export const isSent = ({ submission, correcting }: Form): boolean =>
  submission.peek().kind === 'accepted' && !correcting.peek();

/** The session may show several forms in turn. Listening ends with the returned function or with the session. */
export function hearSent(
  { session, signal }: Pick<LeftForm, 'session' | 'signal'>,
  sent: () => void,
): () => void {
  let endForm = () => {};
  const endView = session.view.subscribe(() => {
    endForm();
    const form = session.page?.form;
    endForm = form?.submission.subscribe(() => isSent(form) && sent()) ?? (() => {});
  });
  const end = () => {
    endView();
    endForm();
  };
  signal.addEventListener('abort', end);
  return end;
}

interface LeftStorage {
  readonly storage: DraftStorage;
  /** The same where it is a visitor's. */
  readonly visitor: VisitorStorage | null;
}

/** null: nothing is to be stored, or the browser stores nothing. */
async function findStorage(left: LeftForm): Promise<LeftStorage | null> {
  const { page } = left.session;
  const { draft, mode } = left.host.settings();
  if (draft === 'off' || mode === 'preview' || page?.preview) return null;
  const name = visitorName(left.host);
  const storage = draft === 'session' || name !== null ? () => sessionStorage : () => localStorage;
  const trial = createItem(storage, `${keptName}trial`);
  trial.set('-');
  trial.remove();
  if (name !== null) {
    const visitor = await findVisitor(left, name);
    return visitor && { storage: visitor, visitor };
  }
  const key = page?.meta.draftKey ?? null;
  const sealed = key === null ? null : await sealedStorage(key, storage);
  return sealed && { storage: sealed, visitor: null };
}

/** A form of an earlier release has neither handle nor key: they are asked for, by its token. */
async function findVisitor({ session, host }: LeftForm, name: string): Promise<VisitorStorage | null> {
  const { access, page } = session;
  const known = 'draftHandle' in access ? access.draftHandle() : null;
  const key = page?.meta.draftKey ?? null;
  const tell = () => {};
  if (known !== null && key !== null) {
    const seal = await createSeal([key]);
    return seal && openVisitorStorage({ name, seal, handle: access.draftHandle, tell });
  }
  const connection = access.connection();
  const tools = { settings: host.settings, path };
  const reply = 'ask' in connection ? await askForKey(tools, connection, newHandle()) : 'unreached';
  if (typeof reply === 'string') return null;
  const { seal, handle } = reply;
  return openVisitorStorage({ name, seal, handle: () => handle, tell });
}
