import type { en } from './en.ts';
import type { enDraft } from './en-draft.ts';
import type { enGone } from './en-gone.ts';
import type { enLazy } from './en-lazy.ts';
import type { enRefused } from './en-refused.ts';

/** Forms by the plural categories of CLDR; `other` is in every language. */
export type PluralForms = { readonly other: string } & {
  readonly [category in 'zero' | 'one' | 'two' | 'few' | 'many']?: string;
};

type English = typeof en & typeof enLazy & typeof enDraft & typeof enRefused & typeof enGone;
/** What a form says from the beginning. */
export type FirstKey = keyof typeof en;
/** About what is kept on this device. */
export type KeptKey = keyof typeof enDraft;
/** About an application that the service did not make. */
export type RefusedKey = keyof typeof enRefused;
/** About a release that is over. */
export type GoneKey = keyof typeof enGone;
export type MessageKey = Exclude<EveryKey, KeptKey | RefusedKey | GoneKey>;
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

/** Nothing more to give for a sentence without places. */
export type MessageArguments<Key extends EveryKey> = keyof MessageParameters<Key> extends never
  ? []
  : [parameters: MessageParameters<Key>];

/** What a host may say in its own words; with plural forms where a number decides. */
export type MessageOverrides = { readonly [Key in EveryKey]?: string | PluralForms };
