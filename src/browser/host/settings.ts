/** What a host can set by attribute, property or `mount` (`src/README.md#html`). One table for all three. */

import type { Prefill, PrefilledDetails } from '../../core/model/details.ts';
import type { Semantics } from '../../core/model/question.ts';
import type { MessageOverrides } from '../../locale/catalogue.ts';

export interface Settings {
  /** A public job, for which a session is requested; `posting:ID` where a posting stands for it. */
  readonly job: string | null;
  /** A posting that advertises a public job; null beside a job, which decides. */
  readonly posting: string | null;
  readonly tenant: string;
  readonly token: string | null;
  /** Address of the proxy without a slash at the end; null when it cannot be told. */
  readonly endpoint: string | null;
  readonly lang: string | null;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly isolation: 'shadow' | 'light';
  /** Kept on this device, in this tab alone, or nowhere. */
  readonly draft: 'on' | 'session' | 'off';
  /** All questions on one page, or one section at a time; read when a form is opened. */
  readonly layout: 'page' | 'steps';
  /** Where the applicant came from, as the host calls it; `auto`: as the address of its page says. */
  readonly source: string | null;
  /** Address of the link on the receipt; that of the proxy if absent. */
  readonly next: string | null;
  readonly mode: 'live' | 'preview';
  /** 1 to 6. */
  readonly headingLevel: number;
}

/** What only a property can carry. */
export interface RichSettings {
  /** Preview: the JSON:API document with the questions. */
  readonly document: unknown;
  /** Preview: overrides what the document says. */
  readonly semantics: Semantics | null;
  /** The host's own wording, by message key. */
  readonly messages: MessageOverrides | null;
  /** Asked when the token has expired; what was typed is kept. */
  readonly renewToken: (() => Promise<string>) | null;
  /** Gives a token of the verifier that the proxy knows, where it asks a visitor for a challenge. */
  readonly challenge: (() => Promise<string>) | null;
  /** What the host knows of the applicant already: put in where nothing was typed, and marked. Plain details will do. */
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

type Read = (name: AttributeName) => string | null;

/** An empty attribute counts as absent; an unknown value is read as the first known one. */
export function readSettings(read: Read, defaultEndpoint: string | null): Settings {
  const text = (name: AttributeName) => read(name)?.trim() || null;
  const choice = <Choice extends string>(name: AttributeName, ...choices: readonly [Choice, ...Choice[]]) =>
    choices.find((known) => known === text(name)) ?? choices[0];
  const job = text('job');
  const posting = job ? null : text('posting');
  return {
    // All that tells forms apart by their job tells a posting apart as well.
    job: job ?? (posting && `posting:${posting}`),
    posting,
    tenant: text('tenant') ?? 'default',
    token: text('token'),
    endpoint: text('endpoint')?.replace(/\/+$/, '') ?? defaultEndpoint,
    lang: text('lang'),
    theme: choice('theme', 'auto', 'light', 'dark'),
    isolation: choice('isolation', 'shadow', 'light'),
    draft: choice('draft', 'on', 'session', 'off'),
    layout: choice('layout', 'page', 'steps'),
    source: text('source'),
    next: text('next'),
    mode: choice('mode', 'live', 'preview'),
    // The form usually comes below a job title.
    headingLevel: Number(/^[1-6]$/.exec(text('heading-level') ?? '') ?? 2),
  };
}
