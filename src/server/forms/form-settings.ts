/** What an operator says of the forms of a tenant, and of single jobs (`public/docs/deploying.md#what-a-form-asks`), and how a form learns of it. */

import type { AskedDetail, AskedName } from '../../core/model/details.ts';
import { detailFiles, endingsOf } from '../files/types.ts';
import type { TagToWrite } from '../service/changes.ts';
import type { Asked, AskedForm } from './jobs.ts';

export const wishes = ['required', 'optional', 'no'] as const;

/** By language (BCP 47); the tenant's first one replaces those that are missing. */
export type Texts = Readonly<Record<string, string>>;

export interface ConsentSetting {
  readonly id: string;
  readonly version: string;
  readonly required: boolean;
  /** One sentence; `[words](https://…)` is a link. */
  readonly text: Texts;
  /** Added to the application of an applicant who consents. */
  readonly tag?: TagToWrite;
}

export interface EqualitySetting {
  readonly id: string;
  readonly title: Texts;
  /** Ids as the service has them. One that means "prefer not to say" is offered last, and satisfies a service that demands the section. */
  readonly options: readonly { readonly id: string; readonly text: Texts; readonly undisclosed?: boolean }[];
}

/** Of Turnstile, hCaptcha, reCAPTCHA, or another that is asked in their form. */
export interface VerifierSetting {
  /** Its address, which is sent the secret. */
  readonly verify: string;
  readonly secret: string;
}

export interface FormSettings {
  readonly details: Readonly<Partial<Record<AskedName, (typeof wishes)[number]>>>;
  /** What the service demands of a job is asked of its next visitors from the start. */
  readonly learnDetails: boolean;
  readonly consent: readonly ConsentSetting[];
  readonly equality: readonly EqualitySetting[];
  /** Ids of questions without a parent. */
  readonly sections: readonly { readonly title: Texts; readonly questions: readonly string[] }[];
  readonly privacyUrl: string | null;
  readonly nextUrl: string | null;
  readonly nextText: Texts;
  readonly employer: string | null;
  /** Where the job is, as applicants read it. */
  readonly place: Texts;
  /** An https address. */
  readonly logo: string | null;
  /** Checks the token that a host's page gives where a challenge is asked for; null: our own challenge alone. */
  readonly challenge: VerifierSetting | null;
}

/** A tenant that configures nothing (`src/README.md#13-two-ways-in`). */
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
 * In the language of a form, else in another writing of it (`pt` for `pt-BR`), else in English, else the first.
 *
 * @param locale null: English
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

/** `meta` of a form: what it asks besides the service's questions, in its language; null: English. */
export function writeAsked(settings: FormSettings, asked: AskedForm, locale: string | null) {
  const { sections, consent, privacyUrl, nextUrl, nextText, employer, place, logo } = settings;
  const words = (texts: Texts) => pickText(texts, locale)?.text ?? null;
  return {
    details: asked.details.map(writeDetail),
    consent: consent.flatMap(({ id, version, required, text }) => {
      const picked = pickText(text, locale);
      return picked === null ? [] : [{ id, version, required, ...picked }];
    }),
    equality: asked.equality.map(({ id, title, options }) => ({
      id,
      title: words(title) ?? '',
      // One that means "prefer not to say" comes last.
      options: options
        .toSorted((one, other) => Number(one.undisclosed ?? false) - Number(other.undisclosed ?? false))
        .map(({ text, ...option }) => ({ ...option, text: words(text) ?? '' })),
      ...(asked.isEqualityRequired ? { required: true } : {}),
    })),
    sections: sections.map(({ title, questions }) => ({ title: words(title) ?? '', questions })),
    privacyUrl,
    nextText: words(nextText),
    nextUrl,
    employer,
    place: words(place),
    logo,
  };
}

function writeDetail({ name, required }: Asked): AskedDetail {
  if (name !== 'cv' && name !== 'cover_letter' && name !== 'documents') return { name, required };
  const { bytes, types } = detailFiles[name];
  return { name, required, limits: { bytes, types: endingsOf(types) } };
}
