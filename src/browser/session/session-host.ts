/** What a session asks of the place where it lives. The element fills it in; a test does it with plain data. */
import type { Form } from '../../form/contract.ts';
import type { Transport } from '../api/transport.ts';
import type { Emit } from '../element/form-events.ts';
import type { RichSettings, Settings } from '../element/settings.ts';
import type { Loading } from './read-form.ts';

export interface SessionHost {
  /** Read at each use: a host may change attributes at any time, and nothing is mounted again for it. */
  readonly settings: () => Settings & RichSettings;
  readonly emit: Emit;
  readonly transport: Transport;
  /** Where the form stands: only what is told to the developer is read from it. null where there is none. */
  readonly element: Element | null;
  /** One line for the developer of the page, in English. */
  readonly warn: (sentence: string) => void;
  /*
   * What a form must know of others that its element opens (`forms.ts`); left out where it is alone.
   */
  /** Is it the one that the host wants? A promise while that is yet to be known. */
  readonly stays?: () => boolean | Promise<boolean>;
  /** The one that was shown before, with something typed. */
  readonly previous?: Form | null;
  /** It was read with its token, and the form of that application was here already: that one goes on instead. */
  readonly isAnother?: ((outcome: Loading) => boolean) | undefined;
  /** The applicant has deleted what is kept. */
  readonly forgetOthers?: () => void;
}
