/**
 * The exact body of `POST /submissions`: an unknown member, such as an application's id, is a 400. In job mode the
 * first element is the application to create.
 */
import * as z from 'zod';
import { writableText } from '../../core/answers/answers.ts';
import { EQUALITY, type GivenDetails, type TextDetails } from '../../core/model/details.ts';
import { fileId, questionId, revision } from '../../core/model/ids.ts';
import { LONGEST_LINE, LONGEST_TEXT } from '../http/limits.ts';

/** More answers than any form has; a body of 1 MiB could hold 8,000 of the shortest. */
const MOST_ANSWERS = 5_000;
const MOST_OPTIONS = 1_000;
/** Longest `channel_source` in characters, by our reading of the document. */
const LONGEST_SOURCE = 100;

/** The length is checked before any element. */
const shortList = z.custom<readonly unknown[]>((list) => Array.isArray(list) && list.length <= MOST_OPTIONS);

const file = z.guid().toLowerCase().transform(fileId);

const isSet = (list: readonly string[]): boolean => new Set(list).size === list.length;

const kinds = [
  z.strictObject({ boolean_answer: z.boolean() }),
  z.strictObject({ text_answer: z.string() }),
  z.strictObject({ url_answer: z.string() }),
  z.strictObject({ number_answer: z.string() }),
  z.strictObject({ date_answer: z.string() }),
  z.strictObject({ date_from_answer: z.string(), date_to_answer: z.string() }),
  z.strictObject({ multiple_choice_answer: shortList.pipe(z.array(z.string())) }),
  z.strictObject({ document: file }),
] as const;

const anObject = z.custom<object>((given) => typeof given === 'object' && given !== null);

type Attributes = z.output<(typeof kinds)[number]>;

const kindsByMember = new Map(
  kinds.flatMap((kind) => Object.keys(kind.shape).map((member) => [member, kind] as const)),
);

/** Selects the kind by its member: trying each kind takes five times as long. */
const attributes = anObject.transform((given, context): Attributes => {
  const [member = ''] = Object.keys(given);
  const parsed = kindsByMember.get(member)?.safeParse(given);
  if (parsed?.success === true) return parsed.data;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

const answer = z.strictObject({
  type: z.literal('answers'),
  attributes,
  relationships: z.strictObject({
    question: z.strictObject({
      data: z.strictObject({
        type: z.literal('questions'),
        id: z.string().min(1).max(64).transform(questionId),
      }),
    }),
  }),
});

/** Only the shape is checked here; missing or invalid fields are reported one by one after the body. */
const line = z.string().transform((text) =>
  // A name copied from a table contains its tab, and a database may reject other control characters.
  text.length > LONGEST_LINE
    ? text
    : text
        .replace(/\p{Cc}+/gu, ' ')
        .replace(/\p{Cs}/gu, '')
        .trim(),
);

/** ISO 3166 knows no small letters; the service's document says nothing of them. */
const code = line.transform((text) => text.toUpperCase());

/** Its lines stay. */
const paragraphs = z
  .string()
  .transform((text) =>
    text.length > LONGEST_TEXT ? text : writableText(text).replace(/\r\n?/g, '\n').trim(),
  );

const texts = {
  first_name: line.exactOptional(),
  last_name: line.exactOptional(),
  preferred_name: line.exactOptional(),
  preferred_pronouns: line.exactOptional(),
  email: line.exactOptional(),
  phone: line.exactOptional(),
  phone_iso2: code.exactOptional(),
  date_of_birth: line.exactOptional(),
  linkedin_url: line.exactOptional(),
  country: code.exactOptional(),
  address1: line.exactOptional(),
  address2: line.exactOptional(),
  town: line.exactOptional(),
  state_province: line.exactOptional(),
  postcode: line.exactOptional(),
  summary: paragraphs.exactOptional(),
} satisfies Record<keyof TextDetails, unknown>;

/** Everything that an applicant may say of themselves: what else an application has is none of theirs to set. */
const application = z.strictObject({
  type: z.literal('applications'),
  attributes: z.strictObject({
    ...texts,
    cv: file.exactOptional(),
    cover_letter: file.exactOptional(),
    documents: shortList.pipe(z.array(file)).exactOptional(),
    [EQUALITY]: shortList.pipe(z.array(z.string().min(1).max(64)).refine(isSet)).exactOptional(),
  } satisfies Record<keyof GivenDetails, unknown>),
});

/** More than any form asks for. */
const MOST_CONSENTS = 100;
const consent = z.strictObject({
  id: z.string().max(40),
  version: z.string().max(40),
  language: z.string().max(35).exactOptional(),
});
const consents = z
  .custom<readonly unknown[]>((list) => Array.isArray(list) && list.length <= MOST_CONSENTS)
  .pipe(z.array(consent))
  .refine((given) => isSet(given.map(({ id }) => id)));

/** Characters: the longest token of a verifier, and more than our own challenge has. */
const LONGEST_PROOF = 8_192;
/** Of each count: a form may be open for days. */
const MOST_COUNTED = 10_000_000;
const counted = z.int().min(0).max(MOST_COUNTED);
const filling = z.strictObject({ seconds: counted, events: counted, hidden: counted });

const element = z.discriminatedUnion('type', [answer, application]);

/** Stops at the first invalid element, because errors for thousands would cost more than the elements. */
function readElements(
  data: readonly unknown[],
  context: z.RefinementCtx,
): readonly z.output<typeof element>[] {
  const elements: z.output<typeof element>[] = [];
  for (const [place, one] of data.entries()) {
    const parsed = element.safeParse(one);
    if (parsed.success) elements.push(parsed.data);
    else {
      const path = [place, ...(parsed.error.issues[0]?.path ?? [])];
      context.addIssue({ code: 'custom', path });
      return z.NEVER;
    }
  }
  return elements;
}

export const submissionSchema = z.strictObject({
  data: z
    .custom<readonly unknown[]>((data) => Array.isArray(data) && data.length <= MOST_ANSWERS + 1)
    .transform(readElements)
    .refine(([_first, ...others]) => others.every(({ type }) => type === 'answers'))
    .transform((elements) => ({
      details: elements.flatMap((one) => (one.type === 'applications' ? [one.attributes] : []))[0] ?? null,
      answers: elements.flatMap((one) => (one.type === 'answers' ? [one] : [])),
    })),
  meta: z.strictObject({
    revision: z.string().max(128).transform(revision),
    locale: z.string().max(35).nullish(),
    consent: consents.exactOptional(),
    source: z.string().transform(printableSource).nullish(),
    challenge: z.string().min(1).max(LONGEST_PROOF).exactOptional(),
    filling: filling.exactOptional(),
  }),
});

/** Where the applicant came from, as the host page calls it: never refused, because no applicant could correct it. */
function printableSource(text: string): string | null {
  const printable = text
    .slice(0, LONGEST_LINE)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return [...printable].slice(0, LONGEST_SOURCE).join('').trimEnd() || null;
}

export type SubmissionDocument = z.output<typeof submissionSchema>;
export type AnswerElement = SubmissionDocument['data']['answers'][number];
