/** What the parts of the browser side know of one another: types alone, so that no two parts import each other. */
import type { Failure } from '../core/model/failure.ts';
import type { FileId, QuestionId, Reference } from '../core/model/ids.ts';
import type { Outcome } from '../core/model/outcome.ts';
import type { Form, View, WritableForm } from '../form/contract.ts';
import type { ReadonlySignal, Signal } from '../form/signals.ts';
import type { Catalogue, MessageKey } from '../locale/catalogue.ts';
import type { ChosenLanguage } from '../locale/choose-language.ts';
import type { Language } from '../locale/languages.ts';
import type { LazyParts, Steps } from '../ui/screen.ts';
import type { Prefill } from './details/prefill.ts';
import type { Drafts, DraftTools } from './drafts/draft-tools.ts';
import type { concerned } from './host/announce.ts';
import type { Emit } from './host/form-events.ts';
import type { RichSettings, Settings } from './host/settings.ts';
import type { Connection, Trouble, Upload } from './proxy/connection.ts';
import type { Pace } from './proxy/follow.ts';
import type { LoadedForm } from './proxy/from-document.ts';
import type { InTime } from './proxy/in-time.ts';
import type { OpenedSession } from './proxy/open-session.ts';
import type { Page, TakeOver } from './proxy/page.ts';

/* The form's surroundings */

/** English comes with the form. */
export type FurtherLanguage = Exclude<Language, 'en'>;

/** The browser's fetch and file loading, passed in so that a test can replace them. */
export interface Transport {
  readonly fetch: typeof fetch;
  /* These reject when their file cannot be loaded now; the next call tries again. */
  readonly loadFilling: () => Promise<FillingFile>;
  readonly loadWords: (language: FurtherLanguage) => Promise<Catalogue>;
  /** After a file failed to load: whether the server says that files of this build are gone. */
  readonly isGone?: () => Promise<boolean>;
  /** Loads the page again, with the script that is served now. */
  readonly loadAgain?: () => void;
}

/** What a session needs from where it is used. The element provides it; a test provides plain data. */
export interface SessionHost {
  /** Read at each use, because a host may change attributes at any time without mounting the form again. */
  readonly settings: () => Settings & RichSettings;
  readonly emit: Emit;
  readonly transport: Transport;
  /** Where the form is, for messages to the developer and for the ground below it. null if there is no element. */
  readonly element: Element | null;
  /** One line for the developer of the page, in English. */
  readonly warn: (sentence: string) => void;
  /** Acts when the page has nothing else to do; absent where there is no page. */
  readonly whenIdle?: (act: () => void) => void;
  /* What a form must know about others that its element opens (`forms.ts`); absent if there are none. */
  /** Whether it is the form the host wants; a promise while that is still unknown. */
  readonly stays?: () => boolean | Promise<boolean>;
  /** The form shown before this one, if something was typed in it. */
  readonly previous?: Form | null;
  /** The applicant has deleted the stored answers. */
  readonly forgetOthers?: () => void;
}

/** What the form uses of the browser to send files, to wait and to detect leaving, and the files it loads when needed. */
export interface Platform {
  readonly upload: Upload;
  readonly wait: Pace['wait'];
  /** The returned function ends it. */
  beforeLeaving(ask: (event: Event) => void): () => void;
  /** The page was left and is restored as it was: browsers may have aborted requests. */
  whenBack(act: () => void, signal: AbortSignal): void;
  /** Explains what is wrong with a page and what its developer can do; null when it cannot be loaded now. */
  loadDiagnosis(): Promise<Pick<typeof import('./diagnosis/diagnose.ts'), 'diagnose'> | null>;
  /** Draws one section at a time; null when it cannot be loaded now. */
  loadSteps(): Promise<typeof import('./session/steps.ts') | null>;
  /** Stores answers on this device. */
  createDrafts(tools: DraftTools): Drafts;
}

/* The session */
export type Loading = Outcome<LoadedForm, Trouble>;

export interface SpokenLanguage extends ChosenLanguage {
  /** Every sentence; null for English, whose sentences come with the form; undefined while they are being loaded. */
  readonly words: Catalogue | null | undefined;
}

/** The token of a session: the host's, our own for a public job, or one that the host has renewed. */
export interface Access {
  readonly connection: () => Connection;
  /**
   * Ensures that there is a token; where one is needed, its form comes with it.
   * @param query asks for the form; without it the token has expired, and the proxy exchanges it for the same applicant
   */
  open(query?: string): Promise<Outcome<Pick<OpenedSession, 'form'>, Trouble>>;
  /**
   * Takes effect immediately; null: the host's token.
   *
   * @param draftHandle what this device was given beside a draft: without a token the next one is asked for with it
   */
  use(token: string | null, draftHandle?: string | null): void;
  /** Of a visitor's session: its device keeps this beside the draft. */
  draftHandle(): string | null;
}

export interface Renewal {
  /** Runs again with a new token if there is one. */
  authorised<Value>(
    run: (connection: Connection) => Promise<Outcome<Value, Trouble>>,
  ): Promise<Outcome<Value, Failure>>;
  /** null: there is a new token. Otherwise why not: the trouble with the old one, or the result of asking. */
  renew(trouble: Trouble): Promise<Trouble | null>;
}

/** The session's own ways to load. */
export interface LoadTools {
  readonly host: SessionHost;
  readonly view: Signal<View<WritableForm>>;
  readonly renewal: Renewal;
  readonly page: () => Page | null;
  readonly read: () => Promise<Loading>;
  /** The returned function says whether something newer has begun. */
  readonly newTurn: () => () => boolean;
  readonly turnTo: (loaded: LoadedForm, takeOver?: TakeOver) => Page;
}

/** What the lazy part is given by the session. */
export interface FillingTools extends Omit<LoadTools, 'renewal'> {
  readonly access: Access;
  readonly speech: Signal<SpokenLanguage>;
  /** Aborted at the end of the session. */
  readonly signal: AbortSignal;
  readonly inTime: InTime;
  readonly concerned: typeof concerned;
  /** @param takesFocus the applicant asked for it, by a press that goes with the form */
  readonly load: (takesFocus?: boolean) => Promise<void>;
  readonly show: (loaded: LoadedForm, takeOver?: TakeOver) => void;
  /** As the host currently wants it; null when its sentences cannot be loaded. */
  readonly loadLanguage: () => Promise<SpokenLanguage | null>;
  /** A file failed to load. */
  readonly miss: () => null;
}

/** What is needed only after the first answer, or instead of the form. */
export interface Filling {
  readonly parts: LazyParts;
  /** Every sentence of what is drawn now. */
  readonly english: Catalogue<MessageKey>;
  /** Draws one section at a time; null where all stand on one page. */
  readonly steps: ReadonlySignal<Steps | null>;
  /** Those of this file, then the rare ones once they have loaded. */
  readonly styles: readonly string[];
  /** The element was moved to another position. */
  moved(): void;
  readonly uploads: Uploads;
  readonly sending: Sending;
  readonly showInstead: ShowInstead;
  readonly drafts: Drafts;
  /** Puts in what the host knows already, into the form that is shown. */
  readonly prefill: Prefill;
  /** Switches to the language that is wanted now. */
  translate(): Promise<void>;
}

export type FillingFile = Pick<typeof import('./session/filling.ts'), 'createFilling' | 'followGround'>;

/** A session as other parts see it. */
export interface OpenSession {
  readonly page: Page | null;
  readonly view: Signal<View<WritableForm>>;
  /** What comes after the first answer or instead of the form; null until it is loaded. */
  readonly filling: Signal<Filling | null>;
  readonly speech: Signal<SpokenLanguage>;
  readonly access: Access;
}

/** Shows why nothing can be filled in, a submission under way, or a form without questions. */
export type ShowInstead = (outcome: Loading, isOver: () => boolean) => Promise<void>;

export interface TranslationTools extends Pick<FillingTools, 'speech' | 'loadLanguage' | 'page' | 'read'> {
  readonly renewal: Renewal;
}

export interface DemandTools extends LoadTools, Pick<FillingTools, 'signal'> {
  readonly wait: Pace['wait'];
}

/** Which form it is. */
export type Asked = Pick<Settings, 'endpoint' | 'tenant' | 'job' | 'posting' | 'token' | 'mode'>;

/* Sending and files */
/** Shows it and follows it; returns why it cannot. */
export type Resume = (
  loaded: LoadedForm,
  reference: Reference,
  isOver: () => boolean,
) => Promise<Failure | null>;

export interface Sending {
  /** Validates, then sends. */
  send(page: Page): Promise<void>;
  /** Sends again what could not be sent, without another press. */
  again(page: Page): Promise<void>;
  readonly resume: Resume;
}

export interface Uploads {
  attach(question: QuestionId, files: readonly File[]): void;
  detach(question: QuestionId, file: FileId): void;
  retry(question: QuestionId, file: FileId): void;
  /** Resolves when no file of a visible question is under way. */
  settled(): Promise<void>;
  cancelAll(): void;
}
