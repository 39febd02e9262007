/**
 * An operator's settings for the forms of a tenant and of single jobs (`public/docs/deploying.md#what-a-form-asks`),
 * and the `meta` of a form made from them.
 */

import * as z from 'zod';
import { type AskedDetail, type AskedName, askedNames } from '../../core/model/details.ts';
import { detailFiles, endingsOf } from '../files/types.ts';
import { REJECTION, type TagContext } from '../service/changes.ts';

export const wishes = ['required', 'optional', 'no'] as const;

/** An address for browsers, which may contain `{job}`. */
export function isAddress(text: string): boolean {
  const address = text.replaceAll('{job}', '1');
  return /^https?:\/\/[^/\\]/i.test(text) && URL.canParse(address) && new URL(address).port !== '0';
}

/** Characters. */
const LONGEST_ADDRESS = 2_000;
export const webAddress = z
  .string()
  .max(LONGEST_ADDRESS)
  .refine(isAddress)
  .describe('an http or https address');
/** An address that one of our pages loads: without https it would be blocked, or visible to others on the network. */
const secureAddress = webAddress.refine((text) => !/^http:/i.test(text)).describe('an https address');
const verifierSecret = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .max(2_000);

/** Characters: the usual size of a text column; the document states no limit. */
const MOST_CHARACTERS = 255;
/** No surrounding blanks: the service could trim them, and then the text read back would differ. */
const tagText = z
  .string()
  .min(1)
  .max(MOST_CHARACTERS)
  .refine((text) => text === text.trim());
/** The context of a category, as the document derives it from its name: lower case, `_` for a space. */
const categoryContext = z.custom<TagContext>((value) => {
  const { data } = tagText.safeParse(value);
  return data !== undefined && (data === REJECTION || /^custom_[^\sA-Z]+$/.test(data));
});
/** The name of a system tag is allowed in a custom category: that is a different tag. */
export const tag = z
  .strictObject({ tag: tagText, context: categoryContext })
  .readonly()
  .describe(
    'a tag of 1 to 255 characters such as {"tag", "context"}, whose context is rejection, or custom_ and the name of its category in lower case, with _ for each space',
  );
/** Characters. */
const [LONGEST_NAME, LONGEST_SENTENCE] = [200, 2_000];
/** Maximum entries of each list, far more than a form can show. */
const [MOST_CONSENTS, MOST_QUESTIONS, MOST_OPTIONS, MOST_SECTIONS] = [20, 30, 200, 50];

const words = (longest: number) => z.string().regex(/\S/).max(longest);
const id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/)
  .describe('1 to 40 letters, digits, _ and -, and unique');
/** An id of the recruitment service. */
export const serviceId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const flag = z.boolean().describe('true or false');
const language = z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/);
const texts = (longest: number) =>
  z
    .record(language, words(longest))
    .refine((given) => Object.keys(given).length > 0)
    .describe(`a text of at most ${longest} characters in one or more languages, such as {"en": "…"}`);
const title = texts(LONGEST_NAME);

/** Checks links here, because otherwise only applicants would notice broken ones. */
function hasRightLinks(sentence: string): boolean {
  const links = [...sentence.matchAll(/\[[^[\]]+\]\(([^()[\]\s]*)\)/g)];
  return (
    sentence.split('](').length === links.length + 1 &&
    links.every(([, address = '']) => webAddress.safeParse(address).success)
  );
}

/** @param idsOf returns the ids of one item, each of which must be unique among all items */
const unique =
  <Item>(idsOf: (item: Item) => readonly string[], place: string) =>
  (items: readonly Item[], context: z.RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [index, item] of items.entries())
      for (const id of idsOf(item)) {
        if (seen.has(id)) context.addIssue({ code: 'custom', path: [index, place] });
        seen.add(id);
      }
  };

const consent = z.strictObject({
  id,
  version: words(40).describe('a text of 1 to 40 characters'),
  required: flag,
  text: texts(LONGEST_SENTENCE)
    .refine((given) => Object.values(given).every(hasRightLinks))
    .describe(
      `a sentence of at most ${LONGEST_SENTENCE} characters in one or more languages, such as {"en": "…"}, with links as [words](https://…) and %28 %29 %5B %5D for ( ) [ ] in their addresses`,
    ),
  tag: tag.exactOptional(),
});
const option = z.strictObject({ id: serviceId, text: title, undisclosed: flag.exactOptional() });
const equality = z.strictObject({
  id,
  title,
  options: z
    .array(option)
    .min(1)
    .max(MOST_OPTIONS)
    .readonly()
    .describe(
      `a list of at most ${MOST_OPTIONS} such as {"id", "text": {"en": "…"}}, with the service's ids, each only once`,
    ),
});
const section = z.strictObject({
  title,
  questions: z.array(serviceId).min(1).readonly().describe('ids of questions, each in one section only'),
});

/** Texts by language (BCP 47). The tenant's first text replaces missing ones. */
export type Texts = Readonly<Record<string, string>>;

export const formShape = {
  details: z
    .partialRecord(z.enum(askedNames), z.enum(wishes))
    .exactOptional()
    .describe(`any of ${askedNames.join(', ')}, each one of ${wishes.join(', ')}`),
  /** Whether the details that the service demands of a job are asked of its next visitors from the start. */
  learnDetails: flag.exactOptional(),
  consent: z
    .array(consent)
    .max(MOST_CONSENTS)
    .superRefine(unique(({ id }) => [id], 'id'))
    .readonly()
    .exactOptional()
    .describe(
      `a list of at most ${MOST_CONSENTS} such as {"id", "version", "required", "text": {"en": "…"}}, with "tag" if consent adds a tag`,
    ),
  equality: z
    .array(equality)
    .max(MOST_QUESTIONS)
    .superRefine(unique(({ id }) => [id], 'id'))
    .superRefine(unique(({ options }) => options.map(({ id }) => id), 'options'))
    .readonly()
    .exactOptional()
    .describe(
      `a list of at most ${MOST_QUESTIONS} such as {"id", "title": {"en": "…"}, "options": [{"id", "text": {"en": "…"}}]}, with "undisclosed": true for "prefer not to say"`,
    ),
  sections: z
    .array(section)
    .max(MOST_SECTIONS)
    .superRefine(unique(({ questions }) => questions, 'questions'))
    .readonly()
    .exactOptional()
    .describe(`a list of at most ${MOST_SECTIONS} such as {"title": {"en": "…"}, "questions": ["12"]}`),
  privacyUrl: webAddress.exactOptional(),
  nextUrl: webAddress.exactOptional(),
  nextText: texts(LONGEST_SENTENCE).exactOptional(),
  employer: words(LONGEST_NAME).exactOptional().describe(`a name of at most ${LONGEST_NAME} characters`),
  place: texts(LONGEST_NAME).exactOptional(),
  logo: secureAddress.exactOptional(),
  /** Turnstile, hCaptcha, reCAPTCHA, or another verifier with the same protocol; the secret is sent to this address. */
  challenge: z
    .strictObject({ verify: secureAddress, secret: verifierSecret })
    .exactOptional()
    .describe('a verifier such as {"verify": "https://…", "secret": "…"}, both from its provider'),
} as const;

/** Reads these members from an object and ignores all others. */
export const formSchema = z.object(formShape);
export const formMembers = Object.keys(formShape);

type Given = z.output<typeof formSchema>;
type WithoutDefault = 'privacyUrl' | 'nextUrl' | 'employer' | 'logo' | 'challenge';

export type FormSettings = Required<Omit<Given, WithoutDefault>> & {
  readonly [Name in WithoutDefault]: NonNullable<Given[Name]> | null;
};
export type ConsentSetting = FormSettings['consent'][number];
export type EqualitySetting = FormSettings['equality'][number];
export type VerifierSetting = NonNullable<FormSettings['challenge']>;

/** The settings of a tenant that configures nothing. */
export const defaultFormSettings: FormSettings = {
  details: {
    first_name: 'required',
    last_name: 'required',
    email: 'required',
    phone: 'optional',
    cv: 'optional',
  },
  learnDetails: true,
  consent: [],
  equality: [],
  sections: [],
  privacyUrl: null,
  nextUrl: null,
  nextText: {},
  employer: null,
  place: {},
  logo: null,
  challenge: null,
};

const languageOf = (tag: string): string => tag.split('-', 1)[0] ?? '';

/**
 * Picks the text in the form's language, else in a variant of it (`pt` for `pt-BR`), else in English, else the first.
 *
 * @param locale null for English
 */
export function pickText(texts: Texts, locale: string | null) {
  const tags = Object.entries(texts).map(([language, text]) => ({
    language,
    text,
    tag: language.toLowerCase(),
  }));
  const findFor = (wanted: string) =>
    tags.find(({ tag }) => tag === wanted) ??
    tags.find(({ tag }) => tag === languageOf(wanted)) ??
    tags.find(({ tag }) => languageOf(tag) === languageOf(wanted));
  const found = findFor((locale ?? 'en').toLowerCase()) ?? findFor('en') ?? tags[0];
  return found === undefined ? null : { text: found.text, language: found.language };
}

/**
 * The `meta` of a form: everything that it asks in addition to the service's questions. A null locale means English.
 */
export function writeAsked(settings: FormSettings, asked: AskedForm, locale: string | null) {
  const { sections, consent, privacyUrl, nextUrl, nextText, employer, place, logo } = settings;
  const textOf = (texts: Texts) => pickText(texts, locale)?.text ?? null;
  return {
    details: asked.details.map(writeDetail),
    consent: consent.flatMap(({ id, version, required, text }) => {
      const picked = pickText(text, locale);
      return picked === null ? [] : [{ id, version, required, ...picked }];
    }),
    equality: asked.equality.map(({ id, title, options }) => ({
      id,
      title: textOf(title) ?? '',
      // "Prefer not to say" is the last option.
      options: options
        .toSorted((first, second) => Number(first.undisclosed ?? false) - Number(second.undisclosed ?? false))
        .map(({ text, ...option }) => ({ ...option, text: textOf(text) ?? '' })),
      ...(asked.isEqualityRequired ? { required: true } : {}),
    })),
    sections: sections.map(({ title, questions }) => ({ title: textOf(title) ?? '', questions })),
    privacyUrl,
    nextText: textOf(nextText),
    nextUrl,
    employer,
    place: textOf(place),
    logo,
  };
}

function writeDetail({ name, required }: Asked): AskedDetail {
  if (name !== 'cv' && name !== 'cover_letter' && name !== 'documents') return { name, required };
  const { bytes, types } = detailFiles[name];
  return { name, required, limits: { bytes, types: endingsOf(types) } };
}

export interface Asked {
  readonly name: AskedName;
  readonly required: boolean;
}

export interface AskedForm {
  /** In the order of `askedNames`. */
  readonly details: readonly Asked[];
  readonly equality: readonly EqualitySetting[];
  /** Each must be answered; "prefer not to say" is enough. */
  readonly isEqualityRequired: boolean;
}
