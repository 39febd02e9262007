/** What drafts are given by the session, and what they do for it. */

import type { View, WritableForm } from '../../form/contract.ts';
import type { ReadonlySignal, Signal } from '../../form/signals.ts';
import type { Host } from '../host/host.ts';
import type { SpokenLanguage } from '../host/language.ts';
import type { Access } from '../proxy/access.ts';
import type { LoadedForm } from '../proxy/from-document.ts';
import type { Page, TakeOver } from '../proxy/page.ts';
import type { Uploads } from '../sending/uploads.ts';

export interface DraftTools {
  readonly host: Host;
  readonly view: Signal<View<WritableForm>>;
  readonly page: () => Page | null;
  readonly access: Access;
  readonly speech: ReadonlySignal<SpokenLanguage>;
  /** @param takesFocus the applicant asked for it, by a press that goes with the form */
  readonly load: (takesFocus?: boolean) => Promise<void>;
  /** Aborted at the end of the session. */
  readonly signal: AbortSignal;
  readonly uploads: Uploads;
  /** Sends once more, without another press. */
  readonly again: (page: Page) => Promise<void>;
}

export interface Drafts {
  /** null: there is nothing to store. False: it cannot be stored. */
  readonly isStored: ReadonlySignal<boolean | null>;
  /** Before anything is loaded: a visitor without an application continues the session of this tab. */
  recall(): void;
  /** The token that was recalled is refused, and used no more; false: none was recalled. */
  forgetToken(): boolean;
  /** Returns what fills in the stored answers of this form; undefined if there are none. */
  restore(loaded: LoadedForm): Promise<TakeOver | undefined>;
  /** Empties the form, and deletes its draft. */
  clear(form: WritableForm): void;
}
