/** What a host can set: by attribute, by property, by `mount` (DOORS, "HTML"). One table for all three. */
import type { MessageOverrides } from '../locale/catalogue.ts';
import type { Semantics } from '../model/question.ts';

export interface Settings {
  /** A public job: a session for it is asked for. */
  readonly job: string | null;
  readonly tenant: string;
  readonly token: string | null;
  /** Address of the proxy without a slash at the end; null when it cannot be told. */
  readonly endpoint: string | null;
  readonly lang: string | null;
  readonly theme: (typeof themes)[number];
  readonly isolation: (typeof isolations)[number];
  readonly draft: (typeof drafts)[number];
  /** Where the applicant came from, as the host calls it; travels with the answers. */
  readonly source: string | null;
  readonly mode: (typeof modes)[number];
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
  /** The form says itself which job it is for: on a page that has nothing but the form. */
  readonly titled: boolean;
}

const themes = ['auto', 'light', 'dark'] as const;
const isolations = ['shadow', 'light'] as const;
const drafts = ['on', 'off'] as const;
const modes = ['live', 'preview'] as const;

/** Every attribute with the property that carries the same. */
export const attributeProperties = {
  job: 'job',
  tenant: 'tenant',
  token: 'token',
  endpoint: 'endpoint',
  lang: 'lang',
  theme: 'theme',
  isolation: 'isolation',
  draft: 'draft',
  source: 'source',
  mode: 'mode',
  'heading-level': 'headingLevel',
} as const satisfies Record<string, keyof Settings>;

export type AttributeName = keyof typeof attributeProperties;

export const attributeNames = Object.keys(attributeProperties).filter(
  (name): name is AttributeName => name in attributeProperties,
);

type Read = (name: AttributeName) => string | null;

/** An empty attribute says nothing; a value that is not in its list reads as the first of the list. */
export function readSettings(read: Read, defaultEndpoint: string | null): Settings {
  const text = (name: AttributeName) => read(name)?.trim() || null;
  const choice = <Choice extends string>(name: AttributeName, choices: readonly [Choice, ...Choice[]]) =>
    choices.find((known) => known === text(name)) ?? choices[0];
  return {
    job: text('job'),
    tenant: text('tenant') ?? 'default',
    token: text('token'),
    endpoint: text('endpoint')?.replace(/\/+$/, '') ?? defaultEndpoint,
    lang: text('lang'),
    theme: choice('theme', themes),
    isolation: choice('isolation', isolations),
    draft: choice('draft', drafts),
    source: text('source'),
    mode: choice('mode', modes),
    headingLevel: readHeadingLevel(text('heading-level')),
  };
}

/** 1 to 6; the form usually stands below a job title. */
const readHeadingLevel = (value: string | null): number => (/^[1-6]$/.test(value ?? '') ? Number(value) : 2);
