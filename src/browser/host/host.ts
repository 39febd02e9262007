/** The contract with the page around a form: what it sets, what it hears, what it provides. */

import type { FieldName, Prefill, PrefilledDetails } from '../../core/model/details.ts';
import type { FailureCode } from '../../core/model/failure.ts';
import type { QuestionId, Reference } from '../../core/model/ids.ts';
import type { Semantics } from '../../core/model/question.ts';
import type { SubmissionState } from '../../core/model/submission.ts';
import type { Form } from '../../form/contract.ts';
import { followEdits } from '../../form/edits.ts';
import type { Catalogue, MessageOverrides } from '../../locale/catalogue.ts';
import type { Language } from '../../locale/languages.ts';
import { type ChosenLanguage, chooseLanguage } from '../../locale/messages.ts';

/** Settings that only a property can carry. */
export interface RichSettings {
  /** Preview: the JSON:API document with the questions. */
  readonly document: unknown;
  /** Preview: overrides what the document says. */
  readonly semantics: Semantics | null;
  /** The host's own wording, by message key. */
  readonly messages: MessageOverrides | null;
  /** Called when the token has expired; entries stay. */
  readonly renewToken: (() => Promise<string>) | null;
  /** Returns a token of the configured verifier, when the proxy asks a visitor for a challenge. */
  readonly challenge: (() => Promise<string>) | null;
  /** Known answers: filled in where nothing was typed, and marked. Details alone are accepted as well. */
  readonly prefill: Prefill | PrefilledDetails | null;
  /** @internal The form shows the job title itself: for a page that contains only the form. */
  readonly titled: boolean;
}

export const nothingRich: RichSettings = {
  document: null,
  semantics: null,
  messages: null,
  renewToken: null,
  challenge: null,
  prefill: null,
  titled: false,
};

export const attributeNames = [
  'job',
  'posting',
  'tenant',
  'token',
  'endpoint',
  'lang',
  'theme',
  'isolation',
  'draft',
  'layout',
  'source',
  'next',
  'mode',
  'heading-level',
] as const;

export type AttributeName = (typeof attributeNames)[number];

/** The property that carries the same as an attribute. */
export const propertyOf = (name: AttributeName): keyof Settings =>
  name === 'heading-level' ? 'headingLevel' : name;

export type Settings = Readonly<ReturnType<typeof readSettings>>;

/**
 * Everything that a host can set by attribute, property or `mount`; one table for all three. An empty attribute counts as absent; an
 * unknown value is read as the first known one.
 */
export function readSettings(read: (name: AttributeName) => string | null, defaultEndpoint: string | null) {
  const text = (name: AttributeName) => read(name)?.trim() || null;
  const choice = <Choice extends string>(name: AttributeName, ...choices: readonly [Choice, ...Choice[]]) =>
    choices.find((known) => known === text(name)) ?? choices[0];
  const job = text('job');
  const posting = job ? null : text('posting');
  return {
    /**
     * A public job, for which a session is requested; `posting:ID` if a posting names it, so that code which
     * distinguishes forms by their job also distinguishes postings.
     */
    job: job ?? (posting && `posting:${posting}`),
    /** A posting that advertises a public job; null if a job is given, which takes precedence. */
    posting,
    tenant: text('tenant') ?? 'default',
    token: text('token'),
    /** Address of the proxy without a slash at the end; null when it is unknown. */
    endpoint: text('endpoint')?.replace(/\/+$/, '') ?? defaultEndpoint,
    lang: text('lang'),
    theme: choice('theme', 'auto', 'light', 'dark'),
    isolation: choice('isolation', 'shadow', 'light'),
    /** Stored on this device, in this tab only, or nowhere. */
    draft: choice('draft', 'on', 'session', 'off'),
    /** All questions on one page, or one step at a time; read when a form is opened. */
    layout: choice('layout', 'page', 'steps'),
    /** Where the applicant came from, in the host's words; `auto` reads the address of its page. */
    source: text('source'),
    /** Address of the link on the receipt; the proxy's if absent. */
    next: text('next'),
    mode: choice('mode', 'live', 'preview'),
    /** 1 to 6. The form usually comes below a job title. */
    headingLevel: Number(/^[1-6]$/.exec(text('heading-level') ?? '') ?? 2),
  };
}

/** Ids of questions, and names of a visitor's details if there are any. */
export interface Concerned {
  readonly questions: readonly QuestionId[];
  readonly fields?: readonly FieldName[];
}

/** Ids and codes, never answers. */
export interface FormEvents {
  'apply-ready': Concerned;
  /** Concerns a question or a detail. */
  'apply-change': (
    | { readonly question: QuestionId; readonly field?: never }
    | { readonly question?: never; readonly field: FieldName }
  ) & { readonly valid: boolean };
  'apply-visibility': {
    readonly shown: readonly QuestionId[];
    readonly hidden: readonly QuestionId[];
    readonly cause: QuestionId;
  };
  'apply-invalid': Concerned;
  /** Cancelable: a host may prevent sending. */
  'apply-before-submit': Concerned;
  'apply-submitted': { readonly reference: Reference };
  'apply-progress': { readonly delivered: number; readonly total: number; readonly state: SubmissionState };
  /** `retryAfter` in seconds. */
  'apply-error': {
    readonly code: FailureCode | 'application_refused' | 'unsupported_browser';
    readonly retryable: boolean;
    readonly retryAfter: number | null;
    /** Fields that the service named when it refused the application. */
    readonly fields?: readonly FieldName[];
    readonly reference?: Reference;
  };
}

export type FormEventName = keyof FormEvents;

/** For `addEventListener`. */
export type FormEventMap = { readonly [Name in FormEventName]: CustomEvent<FormEvents[Name]> };

/** Returns false when a listener cancelled it. */
export type Emit = <Name extends FormEventName>(name: Name, detail: FormEvents[Name]) => boolean;

export const formEventNames = [
  'apply-ready',
  'apply-change',
  'apply-visibility',
  'apply-invalid',
  'apply-before-submit',
  'apply-submitted',
  'apply-progress',
  'apply-error',
] as const satisfies readonly FormEventName[];

/**
 * Answers are reported from edits; visibility from its own signal. The returned function ends both.
 *
 * @internal so that the package's types need no signals
 */
export function announce(form: Form, emit: Emit): () => void {
  const ends = [
    followEdits(form.edited, ({ question, kind }) => {
      const field = fieldOf(form, question);
      if (kind !== 'answer' || field === null) return;
      const valid = form.fields.get(question)?.invalidity.peek() === null;
      emit('apply-change', field ? { field, valid } : { question, valid });
    }),
    form.change.subscribe((change) => {
      // Deferred, so that the host receives the event of the answer first.
      if (change && fieldOf(form, change.cause) === undefined)
        queueMicrotask(() => emit('apply-visibility', change));
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** @internal The questions and fields of an event. */
export function concerned(form: Form, ids: readonly QuestionId[]): Concerned {
  const fields = ids.flatMap((id) => fieldOf(form, id) ?? []);
  const questions = ids.filter((id) => fieldOf(form, id) === undefined);
  return fields.length > 0 ? { questions, fields } : { questions };
}

/** undefined for a question, null for what is never reported to hosts. */
function fieldOf(form: Form, id: QuestionId) {
  const { detail, confidential } = form.fields.get(id)?.question ?? {};
  return confidential || detail === 'consent' ? null : detail;
}

/** @internal English comes with the form. */
export type FurtherLanguage = Exclude<Language, 'en'>;

/** @internal Everything that a form needs from its page. The element provides it; a test provides plain data. */
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
  /* The other forms that its element opens (`forms.ts`); absent if there are none. */
  /** Whether it is the form the host wants; a promise while that is still unknown. */
  readonly stays?: () => boolean | Promise<boolean>;
  /** The form shown before this one, if something was typed in it. */
  readonly previous?: Form | null;
  /** The applicant has deleted the stored answers. */
  readonly forgetOthers?: () => void;
}

/** @internal */
export interface SpokenLanguage extends ChosenLanguage {
  /** Every sentence; null for English, whose sentences come with the form; undefined while they are being loaded. */
  readonly words: Catalogue | null | undefined;
}

/** @internal */
export const inEnglish: SpokenLanguage = { language: 'en', locale: 'en', words: null };

/** @internal The language wanted now; its sentences may not be loaded yet. */
export function wantedLanguage(host: Host): SpokenLanguage {
  const chosen = chooseLanguage(host.settings().lang);
  return chosen ? { ...chosen, words: chosen.language === 'en' ? null : undefined } : inEnglish;
}

/** @internal @returns null when the words cannot be loaded now */
export async function loadLanguage(host: Host): Promise<SpokenLanguage | null> {
  const wanted = wantedLanguage(host);
  if (wanted.language === 'en') return wanted;
  try {
    return { ...wanted, words: await host.transport.loadWords(wanted.language) };
  } catch {
    return null;
  }
}

/** @internal Address of the script or page that made the form. */
export const source: {
  /** Where the proxy is if the element does not say: the folder of the script, without a slash at the end. */
  endpoint: string | null;
  /** Address of `apply-form.js`, if that made the form. */
  script: string | null;
} = { endpoint: null, script: null };

/** @internal @param address of the script or page; one without an origin (`file:`) leaves both unset */
export function endpointFrom(address: string): void {
  if (!/^https?:/.test(address)) return;
  const { origin, pathname } = new URL('.', address);
  if (address.endsWith('.js')) source.script = address;
  // A script of one version is a folder deeper.
  source.endpoint = origin + pathname.replace(/(\/\d+\.\d+\.[^/]+)?\/$/, '');
}

/** @internal The folder of one of our pages, which may be below a path. */
export const pageFolder = (): string =>
  new URL(/\/frame\/[^/]+$/.test(location.pathname) ? '../' : './', location.href).href;

/** Returns null if it throws, as in a browser that denies storage. */
export function orNull<Value>(act: () => Value): Value | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/**
 * An address with http(s), or one that begins with a slash. Other text, such as `forms.example.com`, would be a path on the
 * host's own server, which would then receive the token.
 */
export const isAddress = /^(https?:\/)?\//i;
