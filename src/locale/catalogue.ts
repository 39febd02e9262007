import type { en } from './en.ts';
import type { enChallenge } from './en-challenge.ts';
import type { enDetails } from './en-details.ts';
import type { enDraft } from './en-draft.ts';
import type { enFields } from './en-fields.ts';
import type { enLazy } from './en-lazy.ts';
import type { enLists } from './en-lists.ts';
import type { enOutcome } from './en-outcome.ts';
import type { enPrefill } from './en-prefill.ts';
import type { enRefused } from './en-refused.ts';
import type { enSteps } from './en-steps.ts';

/** Forms by the plural categories of CLDR; `other` is in every language. */
export type PluralForms = { readonly other: string } & {
  readonly [category in 'zero' | 'one' | 'two' | 'few' | 'many']?: string;
};

type English = typeof en &
  typeof enLazy &
  typeof enDraft &
  typeof enRefused &
  typeof enOutcome &
  typeof enFields &
  typeof enDetails &
  typeof enSteps &
  typeof enLists &
  typeof enChallenge &
  typeof enPrefill;
/** Keys of the sentences needed at first load. */
export type FirstKey = keyof typeof en;
/** Keys about answers kept on this device. */
export type KeptKey = keyof typeof enDraft;
/** Keys about an application that the service refused to create. */
export type RefusedKey = keyof typeof enRefused;
/** Keys of what comes after sending. */
export type OutcomeKey = keyof typeof enOutcome;
/** Names of what an applicant says of themselves. */
export type FieldKey = keyof typeof enFields;
/** Keys of a form that asks for more than names and email. */
export type DetailsKey = keyof typeof enDetails;
/** Keys of a form that is filled in one section at a time. */
export type StepsKey = keyof typeof enSteps;
/** Keys of a long list of options. */
export type ListsKey = keyof typeof enLists;
/** Keys of a form that solves a challenge. */
export type ChallengeKey = keyof typeof enChallenge;
/** Keys of what the host's page has filled in. */
export type PrefillKey = keyof typeof enPrefill;
export type MessageKey = Exclude<
  EveryKey,
  KeptKey | RefusedKey | OutcomeKey | FieldKey | DetailsKey | StepsKey | ListsKey | ChallengeKey | PrefillKey
>;
export type EveryKey = keyof English;

/** A language that misses a key, or a plural where English has one, does not compile. */
export type Catalogue<Key extends EveryKey = EveryKey> = {
  readonly [Each in Key]: English[Each] extends string ? string : PluralForms;
};

type Sentence<Key extends EveryKey> = English[Key] extends { other: infer Other } ? Other : English[Key];

type Places<Text> = Text extends `${string}{${infer Place}}${infer Rest}` ? Place | Places<Rest> : never;

/** The parameters of a sentence, read from its English text; plural sentences always take `count`. */
export type MessageParameters<Key extends EveryKey> = {
  readonly [Place in
    | Places<Sentence<Key>>
    | (English[Key] extends string ? never : 'count')]: Place extends 'count' ? number : string | number;
};

/** A sentence without parameters takes no further argument. */
export type MessageArguments<Key extends EveryKey> = keyof MessageParameters<Key> extends never
  ? []
  : [parameters: MessageParameters<Key>];

/** Sentences that a host page may replace with its own; with plural forms where a number decides. */
export type MessageOverrides = { readonly [Key in EveryKey]?: string | PluralForms };
