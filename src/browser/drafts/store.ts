/**
 * Writes the draft of one form: first at once, then at intervals, one write at a time, and never overwriting another
 * tab's answers.
 */

import type { QuestionId } from '../../core/model/ids.ts';
import type { Form } from '../../form/contract.ts';
import { type Draft, readDraft } from './draft.ts';
import type { DraftLocation } from './draft-storage.ts';
import { entriesOf, marksOf } from './write-draft.ts';

/** Milliseconds between two writes while the applicant types. */
const PAUSE = 150;

interface Stored extends DraftLocation {
  readonly form: Form;
  /** Of the question set that is filled in. */
  readonly revision: string;
  /** @param isKept false: the browser does not allow it; null: there is nothing to store */
  readonly tell: (isKept: boolean | null) => void;
}

export interface Store {
  /** Something was entered. */
  changed(): void;
  /** The form is being sent, or was sent. */
  settled(): void;
  /** Writes now, because the page may be gone in a moment. */
  flush(): Promise<void>;
  /** Deletes the draft; only what is entered afterwards is stored. */
  remove(): void;
  /** The form is gone: pending changes are written and the timer is cleared. */
  end(): void;
}

export const createStore = (stored: Stored): Store => new DraftStore(stored);

class DraftStore implements Store {
  readonly #stored: Stored;
  /** Questions answered in this tab: an answer removed here is not restored from another tab. */
  readonly #touched: Set<QuestionId>;
  /** Corrected on an earlier visit: the form does not know it before it shows what became of it. */
  readonly #corrected: Set<QuestionId>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDirty = false;
  #writing = Promise.resolve();

  constructor(stored: Stored) {
    this.#stored = stored;
    const entries = stored.draft?.entries ?? [];
    this.#touched = new Set(entries.map(({ question }) => question));
    const corrected = entries.filter(({ isCorrected }) => isCorrected);
    this.#corrected = new Set(corrected.map(({ question }) => question));
  }

  changed(): void {
    this.#isDirty = true;
    if (this.#timer !== undefined) return;
    void this.flush();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isDirty) this.changed();
    }, PAUSE);
  }

  settled(): void {
    this.#isDirty = true;
    void this.flush();
  }

  flush(): Promise<void> {
    if (this.#isDirty) this.#writing = this.#writing.then(() => this.#write());
    this.#isDirty = false;
    return this.#writing;
  }

  remove(): void {
    this.#isDirty = false;
    this.#touched.clear();
    this.#stored.storage?.remove();
    this.#stored.tell(null);
  }

  end(): void {
    clearTimeout(this.#timer);
    void this.flush();
  }

  async #write(): Promise<void> {
    const { storage, visitor, tell } = this.#stored;
    try {
      const draft = await this.#collect(storage);
      if (draft === null) return;
      if (draft.entries.length === 0) {
        // For a visitor only the session is then stored, in this tab, so that a reload finds the receipt.
        const isSession = visitor !== null && draft.reference !== null;
        if (!isSession) storage?.empty();
        if (!isSession) return tell(null);
        visitor.release();
      }
      if (storage === null) return tell(false);
      await storage.write(JSON.stringify(draft));
      tell(draft.entries.length > 0 || null);
    } catch {
      tell(false);
    }
  }

  /** null: this tab must not write. */
  async #collect(storage: DraftLocation['storage']): Promise<Draft | null> {
    const { form, revision } = this.#stored;
    const text = storage?.isChanged() ? await storage.read() : null;
    const other = text === null ? null : readDraft(text);
    const phase = form.submission.peek();
    const { reference = null, state = null } = phase.kind === 'accepted' ? phase.submission : {};
    // The other tab has sent the form, so what is typed here will not be sent.
    if (other?.reference && reference === null && !form.correcting.peek()) return null;
    if (phase.kind === 'accepted') this.#corrected.clear();
    const own = state === 'complete' ? [] : entriesOf(form, this.#corrected);
    for (const { question } of own) this.#touched.add(question);
    const theirs = other?.entries.filter(({ question }) => !this.#touched.has(question)) ?? [];
    const entries = state === 'complete' ? [] : [...own, ...theirs];
    return { at: Date.now(), revision, marks: marksOf(form), entries, reference };
  }
}
