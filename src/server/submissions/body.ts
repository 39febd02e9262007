/**
 * The exact body of `POST /submissions`: an unknown member, such as an application's id, is a 400. In job mode the
 * first element is the application to create.
 */
import * as z from 'zod';
import { writableText } from '../../core/answers/answers.ts';
import { EQUALITY, type GivenDetails, type TextDetails } from '../../core/model/details.ts';
import { type FileId, fileId, type QuestionId, questionId, revision } from '../../core/model/ids.ts';
import type { OutgoingValue } from '../../core/model/question.ts';
import { LONGEST_LINE, LONGEST_TEXT } from '../http/limits.ts';
import type { StagedFile } from '../ports.ts';

/** More elements than any form has; a body of 1 MiB could hold 8,000 of the shortest. */
const MOST_ELEMENTS = 5_001;
const MOST_OPTIONS = 1_000;
/** Longest `channel_source` in characters, by our reading of the document. */
const LONGEST_SOURCE = 100;

/** The length is checked before any element. */
const shortList = z.custom<readonly unknown[]>((list) => Array.isArray(list) && list.length <= MOST_OPTIONS);

const file = z.guid().toLowerCase().transform(fileId);

const isSet = (list: readonly string[]): boolean => new Set(list).size === list.length;

export interface SentAnswer {
  readonly question: QuestionId;
  readonly value: OutgoingValue;
  /** The staged file of a `document` value; null: not found, or not looked up yet. */
  readonly staged: StagedFile | null;
}

/** Until its staged file is found. */
export const sentFile = (question: QuestionId, id: FileId): SentAnswer => ({
  question,
  value: { kind: 'document', file: { id, name: '', size: 0, type: '' } },
  staged: null,
});

/** A text that is too long stays as it is, so that no pattern is applied to it. */
const written = z.string().transform((text) => (text.length > LONGEST_TEXT ? text : writableText(text)));

const choice = shortList.pipe(z.array(z.string()));

/** By member: trying each kind takes five times as long. */
const values = new Map<string, z.ZodType<OutgoingValue>>([
  ['boolean_answer', z.boolean().transform((value): OutgoingValue => ({ kind: 'boolean', value }))],
  ['text_answer', written.transform((text): OutgoingValue => ({ kind: 'text', text }))],
  ['url_answer', written.transform((text): OutgoingValue => ({ kind: 'url', text }))],
  ['number_answer', z.string().transform((text): OutgoingValue => ({ kind: 'number', text }))],
  ['date_answer', z.string().transform((day): OutgoingValue => ({ kind: 'date', day }))],
  ['multiple_choice_answer', choice.transform((options): OutgoingValue => ({ kind: 'choice', options }))],
  ['document', file.transform((id) => sentFile(questionId(''), id).value)],
]);
const range = z
  .strictObject({ date_from_answer: z.string(), date_to_answer: z.string() })
  .transform((given) => ({ from: given.date_from_answer, to: given.date_to_answer }));

const attributes = z
  .custom<object>((given) => typeof given === 'object' && given !== null)
  .transform((given, context): OutgoingValue => {
    const [[member, value] = ['', null], ...others] = Object.entries(given);
    if (others.length === 0) {
      const parsed = values.get(member)?.safeParse(value);
      if (parsed?.success) return parsed.data;
    } else {
      const parsed = range.safeParse(given);
      if (parsed.success) return { kind: 'date_range', ...parsed.data };
    }
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
const paragraphs = written.transform((text) =>
  text.length > LONGEST_TEXT ? text : text.replace(/\r\n?/g, '\n').trim(),
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

const consent = z.strictObject({
  id: z.string().max(40),
  version: z.string().max(40),
  /** In which the sentence was shown, by what the form was given. */
  language: z.string().max(35).exactOptional(),
});
const consents = shortList
  .pipe(z.array(consent).max(100))
  .refine((given) => isSet(given.map(({ id }) => id)));

/** Characters: the longest token of a verifier, and more than our own challenge has. */
const LONGEST_PROOF = 8_192;
/** A form may be open for days. */
const counted = z.int().min(0).max(10_000_000);
const filling = z.strictObject({ seconds: counted, events: counted, hidden: counted });

const element = z.discriminatedUnion('type', [answer, application]);

/** Stops at the first invalid element, because errors for thousands would cost more than the elements. */
function readElements(data: readonly unknown[], context: z.RefinementCtx) {
  const elements: z.output<typeof element>[] = [];
  for (const [index, one] of data.entries()) {
    const parsed = element.safeParse(one);
    if (!parsed.success) {
      context.addIssue({ code: 'custom', path: [index, ...(parsed.error.issues[0]?.path ?? [])] });
      return z.NEVER;
    }
    elements.push(parsed.data);
  }
  return elements;
}

export const submissionSchema = z.strictObject({
  data: z
    .custom<readonly unknown[]>((data) => Array.isArray(data) && data.length <= MOST_ELEMENTS)
    .transform(readElements)
    .refine(([_first, ...others]) => others.every(({ type }) => type === 'answers'))
    .transform((elements) => ({
      details: elements.flatMap((one) => (one.type === 'applications' ? [one.attributes] : []))[0] ?? null,
      answers: elements.flatMap((one): readonly SentAnswer[] =>
        one.type === 'answers'
          ? [{ question: one.relationships.question.data.id, value: one.attributes, staged: null }]
          : [],
      ),
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
export type SentConsent = z.output<typeof consent>;
