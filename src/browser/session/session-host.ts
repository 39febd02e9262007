/** What a session needs from where it is used. The element provides it; a test provides plain data. */
import type { Form } from '../../form/contract.ts';
import type { Transport } from '../api/transport.ts';
import type { Emit } from '../element/form-events.ts';
import type { RichSettings, Settings } from '../element/settings.ts';
import type { Loading } from './read-form.ts';

export interface SessionHost {
  /** Read at each use, because a host may change attributes at any time without mounting the form again. */
  readonly settings: () => Settings & RichSettings;
  readonly emit: Emit;
  readonly transport: Transport;
  /** Where the form is: read only for messages to the developer. null if there is no element. */
  readonly element: Element | null;
  /** One line for the developer of the page, in English. */
  readonly warn: (sentence: string) => void;
  /* What a form must know about others that its element opens (`forms.ts`); absent if there are none. */
  /** Whether it is the form the host wants; a promise while that is still unknown. */
  readonly stays?: () => boolean | Promise<boolean>;
  /** The form shown before this one, if something was typed in it. */
  readonly previous?: Form | null;
  /** The form was read with its token, but that application already has a form here, which continues instead. */
  readonly isAnother?: ((outcome: Loading) => boolean) | undefined;
  /** The applicant has deleted the stored answers. */
  readonly forgetOthers?: () => void;
}
