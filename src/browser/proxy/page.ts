/** What one session shares with all that sends, stores and fills in: its page, its token, its ways to load. */
import type { Form, FormChange, View, WritableForm } from '../../form/contract.ts';
import type { Signal } from '../../form/signals.ts';
import type { Messages } from '../../locale/messages.ts';
import type { Host } from '../host/host.ts';
import type { SpokenLanguage } from '../host/language.ts';
import type { Access } from './access.ts';
import type { Renewal } from './connection.ts';
import type { LoadedForm, Loading } from './from-document.ts';

/** One form, or none yet. A changed question set replaces it. */
export interface Page {
  readonly form: WritableForm;
  /** Its revision is that of the question set that is filled in; the proxy refuses another one with `form_changed`. */
  readonly meta: LoadedForm['meta'];
  /** No network: nothing can be sent. */
  readonly preview: boolean;
  /** Ends what listens to the form. */
  readonly close: () => void;
  /** Makes the same form again, empty. */
  readonly again: () => unknown;
}

export interface SessionTools {
  readonly host: Host;
  readonly access: Access;
  readonly view: Signal<View<WritableForm>>;
  readonly speech: Signal<SpokenLanguage>;
  /** Aborted at the end of the session. */
  readonly signal: AbortSignal;
  readonly page: () => Page | null;
  readonly read: () => Promise<Loading>;
  /** @param takesFocus the applicant asked for it, by a press that goes with the form */
  readonly load: (takesFocus?: boolean) => Promise<void>;
  readonly show: (loaded: LoadedForm, takeOver?: TakeOver) => void;
  readonly turnTo: (loaded: LoadedForm, takeOver?: TakeOver) => Page;
  /** The returned function says whether something newer has begun. */
  readonly newTurn: () => () => boolean;
  /** As the host currently wants it; null when its sentences cannot be loaded. */
  readonly loadLanguage: () => Promise<SpokenLanguage | null>;
  /** A file failed to load. */
  readonly miss: () => null;
}

/** With what is there once the first answer was given. */
export interface FillingTools extends SessionTools {
  readonly renewal: Renewal;
  /** Read where it is drawn, so that another language redraws it. */
  readonly messages: () => Messages;
}

/** Something was typed or sent. */
export const hasBegun = ({ submission, order }: Form): boolean =>
  submission.peek().kind !== 'editing' || order.some(({ entry }) => entry.peek() !== null);

/** Fills in what is kept of an earlier form; returns what became of it. */
export type TakeOver = (form: WritableForm) => FormChange | null;
