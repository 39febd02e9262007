/** What drafts are given by the session, and what they do for it. */
import type { WritableForm } from '../../form/contract.ts';
import type { ReadonlySignal } from '../../form/signals.ts';
import type { LoadedForm } from '../proxy/from-document.ts';
import type { Page, SessionTools, TakeOver } from '../proxy/page.ts';
import type { Uploads } from '../sending/uploads.ts';

export type DraftTools = Pick<
  SessionTools,
  'host' | 'view' | 'page' | 'access' | 'speech' | 'load' | 'signal'
> & {
  readonly uploads: Uploads;
  /** Sends once more, without another press. */
  readonly again: (page: Page) => Promise<void>;
};

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
