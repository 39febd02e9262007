/** What an operator says of the forms of a tenant, and of single jobs (`public/docs/deploying.md#what-a-form-asks`). */
import type { AskedName } from '../../core/model/details.ts';

export { askedFor } from '../../core/model/details.ts';

export const wishes = ['required', 'optional', 'no'] as const;
export type Wish = (typeof wishes)[number];

/** By language (BCP 47); the tenant's first one stands in for those that are missing. */
export type Texts = Readonly<Record<string, string>>;

export interface ConsentSetting {
  readonly id: string;
  readonly version: string;
  readonly required: boolean;
  /** One sentence; `[words](https://…)` is a link. */
  readonly text: Texts;
  /** Added to the application of an applicant who consents. */
  readonly tag?: { readonly tag: string; readonly context: string };
}

export interface EqualitySetting {
  readonly id: string;
  readonly title: Texts;
  /** Ids as the service has them. One that means "prefer not to say" is offered last, and satisfies a service that demands the section. */
  readonly options: readonly { readonly id: string; readonly text: Texts; readonly undisclosed?: boolean }[];
}

export interface SectionSetting {
  readonly title: Texts;
  /** Ids of questions without a parent. */
  readonly questions: readonly string[];
}

/** Of Turnstile, hCaptcha, reCAPTCHA, or another that is asked in their form. */
export interface VerifierSetting {
  /** Its address, which is sent the secret. */
  readonly verify: string;
  readonly secret: string;
}

export interface FormSettings {
  readonly details: Readonly<Partial<Record<AskedName, Wish>>>;
  /** What the service demands of a job is asked of its next visitors from the start. */
  readonly learnDetails: boolean;
  readonly consent: readonly ConsentSetting[];
  readonly equality: readonly EqualitySetting[];
  readonly sections: readonly SectionSetting[];
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
