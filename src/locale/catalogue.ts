import type { en } from './en.ts';
import type { enFilling } from './en-filling.ts';
import type { enSteps } from './en-steps.ts';

/** Forms by the plural categories of CLDR; `other` is in every language. */
export type PluralForms = { readonly other: string } & {
  readonly [category in 'zero' | 'one' | 'two' | 'few' | 'many']?: string;
};

type English = typeof en & typeof enFilling & typeof enSteps;
/** Keys of the sentences needed at first load. */
export type FirstKey = keyof typeof en;
/** Keys of a form that is filled in one section at a time. */
export type StepsKey = keyof typeof enSteps;
/** Keys of all sentences for filling in and sending a form. */
export type MessageKey = FirstKey | keyof typeof enFilling;
export type EveryKey = keyof English;

/** A language that misses a key, or a plural where English has one, does not compile. */
export type Catalogue<Key extends EveryKey = EveryKey> = {
  readonly [Each in Key]: English[Each] extends string ? string : PluralForms;
};

type Sentence<Key extends EveryKey> = English[Key] extends { other: infer Other } ? Other : English[Key];

type Placeholders<Text> = Text extends `${string}{${infer Placeholder}}${infer Rest}`
  ? Placeholder | Placeholders<Rest>
  : never;

/** The parameters of a sentence, read from its English text; plural sentences always take `count`. */
export type MessageParameters<Key extends EveryKey> = {
  readonly [Placeholder in
    | Placeholders<Sentence<Key>>
    | (English[Key] extends string ? never : 'count')]: Placeholder extends 'count'
    ? number
    : string | number;
};

/** A sentence without parameters takes no further argument. */
export type MessageArguments<Key extends EveryKey> = keyof MessageParameters<Key> extends never
  ? []
  : [parameters: MessageParameters<Key>];

/** Sentences that a host page may replace with its own; with plural forms where a number decides. */
export type MessageOverrides = { readonly [Key in EveryKey]?: string | PluralForms };
