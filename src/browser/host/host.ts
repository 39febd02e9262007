import type { Form } from '../../form/contract.ts';
import type { Catalogue } from '../../locale/catalogue.ts';
import type { Language } from '../../locale/languages.ts';
import type { Emit } from './form-events.ts';
import type { RichSettings, Settings } from './settings.ts';

/** English comes with the form. */
export type FurtherLanguage = Exclude<Language, 'en'>;

/** What a form needs from the page that it is in. The element provides it; a test provides plain data. */
export interface Host {
  /** Read at each use, because a host may change attributes at any time without mounting the form again. */
  readonly settings: () => Settings & RichSettings;
  readonly emit: Emit;
  readonly transport: {
    readonly fetch: typeof fetch;
    /** Rejects when its file cannot be loaded now; the next call tries again. */
    readonly loadWords: (language: FurtherLanguage) => Promise<Catalogue>;
  };
  /** Where the form is, for messages to the developer and for the ground below it. null if there is no element. */
  readonly element: Element | null;
  /** One line for the developer of the page, in English. */
  readonly warn: (sentence: string) => void;
  /* What a form must know about others that its element opens (`forms.ts`); absent if there are none. */
  /** Whether it is the form the host wants; a promise while that is still unknown. */
  readonly stays?: () => boolean | Promise<boolean>;
  /** The form shown before this one, if something was typed in it. */
  readonly previous?: Form | null;
  /** The applicant has deleted the stored answers. */
  readonly forgetOthers?: () => void;
}
