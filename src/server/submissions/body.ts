/**
 * The schema of `POST /submissions`. An unknown member, such as an application's id, is a 400. In job mode the first
 * element is the application to make.
 */
import * as z from 'zod';
import { lineWithout, writableText } from '../../core/answers/answers.ts';
import { readPhone } from '../../core/answers/phone-number.ts';
import {
  addressNames,
  type Details,
  detailId,
  EQUALITY,
  type FileDetailName,
  fileDetailNames,
  type GivenDetails,
  type TextDetails,
  textDetailNames,
} from '../../core/model/details.ts';
import { type FileId, fileId, type QuestionId, questionId, revision } from '../../core/model/ids.ts';
import type { OutgoingValue } from '../../core/model/question.ts';
import { LONGEST_LINE } from '../http/limits.ts';
import type { StagedFile, Staging, SubjectKey } from '../ports.ts';

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
  /** The staged file of a `document` value; null if not found, or not looked up yet. */
  readonly staged: StagedFile | null;
}

/** A placeholder until its staged file is found. */
const sentFile = (question: QuestionId, id: FileId): SentAnswer => ({
  question,
  value: { kind: 'document', file: { id, name: '', size: 0, type: '' } },
  staged: null,
});

/** The details of a visitor. */
export interface SentDetails {
  /** Normalised, so that the same content has the same fingerprint. */
  readonly texts: Details;
  /** The chosen country, even without an address line, so that it does not count as missing. */
  readonly country: string;
  /** Each has the id of its detail in place of the id of a question. */
  readonly files: readonly SentAnswer[];
  readonly equality: readonly string[];
}

export interface SentContent {
  readonly answers: readonly SentAnswer[];
  /** null if none were sent. */
  readonly details: SentDetails | null;
}

/** The id of a file; null for other values. */
export const idOf = ({ value }: SentAnswer) => (value.kind === 'document' ? value.file.id : null);

export const isFileFor =
  (name: FileDetailName) =>
  ({ question }: SentAnswer): boolean =>
    question === detailId(name);

/** Looks up the staged files of the content. */
export async function withStaged(
  { answers, details }: SentContent,
  key: SubjectKey,
  staging: Staging,
): Promise<SentContent> {
  const find = (sent: readonly SentAnswer[]) =>
    Promise.all(
      sent.map(async (answer) => {
        if (answer.value.kind !== 'document') return answer;
        const staged = await staging.find(key, answer.value.file.id);
        return staged === null ? answer : { ...answer, staged, value: { ...answer.value, file: staged } };
      }),
    );
  return {
    answers: await find(answers),
    details: details && { ...details, files: await find(details.files) },
  };
}

/**
 * Normalises details for their fingerprint: drops the address line that the country lacks, and a country without an
 * address. Invalid values stay, and are refused later.
 */
export function normaliseDetails(given: GivenDetails): Details {
  const droppedLine = lineWithout(given);
  const names = textDetailNames.filter((name) => name !== droppedLine && given[name]);
  const hasLine = addressNames.some((name) => name !== 'country' && names.includes(name));
  const sentNames = hasLine ? names : names.filter((name) => name !== 'country');
  const texts = Object.fromEntries(sentNames.map((name) => [name, given[name]]));
  const { phone: typed = '' } = given;
  const phone = typed.length > LONGEST_LINE ? null : readPhone(typed, [given.phone_iso2, given.country]);
  if (phone === null) return texts;
  return { ...texts, phone: phone.number, ...(phone.country && { phone_iso2: phone.country }) };
}

export function readDetails(given: GivenDetails): SentDetails {
  const { cv, cover_letter, documents = [], [EQUALITY]: equality = [] } = given;
  const idsOf = { cv: [cv], cover_letter: [cover_letter], documents } as const;
  return {
    texts: normaliseDetails(given),
    country: given.country ?? '',
    files: fileDetailNames.flatMap((name) =>
      idsOf[name].flatMap((id) => (id ? [sentFile(detailId(name), id)] : [])),
    ),
    equality,
  };
}

const writtenText = z.string().transform(writableText);

const choice = shortList.pipe(z.array(z.string()));

/** One schema for each member: trying every kind takes five times as long. */
const values = new Map<string, z.ZodType<OutgoingValue>>([
  ['boolean_answer', z.boolean().transform((value): OutgoingValue => ({ kind: 'boolean', value }))],
  ['text_answer', writtenText.transform((text): OutgoingValue => ({ kind: 'text', text }))],
  ['url_answer', writtenText.transform((text): OutgoingValue => ({ kind: 'url', text }))],
  ['number_answer', z.string().transform((text): OutgoingValue => ({ kind: 'number', text }))],
  ['date_answer', z.string().transform((day): OutgoingValue => ({ kind: 'date', day }))],
  ['multiple_choice_answer', choice.transform((options): OutgoingValue => ({ kind: 'choice', options }))],
  ['document', file.transform((id) => sentFile(questionId(''), id).value)],
]);
const range = z
  .strictObject({ date_from_answer: z.string(), date_to_answer: z.string() })
  .transform(
    ({ date_from_answer: from, date_to_answer: to }): OutgoingValue => ({ kind: 'date_range', from, to }),
  );

/** Accepts objects only: their members were counted before, the elements of lists were not. */
const attributes = z
  .custom<object>((given) => typeof given === 'object' && given !== null && !Array.isArray(given))
  .transform((given, context): OutgoingValue => {
    const [[member, value] = ['', null], ...others] = Object.entries(given);
    const parsed = others.length === 0 ? values.get(member)?.safeParse(value) : range.safeParse(given);
    if (parsed?.success) return parsed.data;
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

/** Cleans one line: text copied from a table contains its tab. Too long a line is refused later, with its field. */
const line = z.string().transform((text) =>
  text.length > LONGEST_LINE
    ? text
    : text
        .replace(/\p{Cc}+/gu, ' ')
        .replace(/\p{Cs}/gu, '')
        .trim(),
);

/** ISO 3166 uses capitals; the service's document does not mention case. */
const code = line.transform((text) => text.toUpperCase());

/** Text with line breaks. */
const paragraphs = writtenText.transform((text) => text.replace(/\r\n?/g, '\n').trim());

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

/** Everything that an applicant may set; other attributes of an application are not theirs. */
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
  /** The language in which the form showed the sentence. */
  language: z.string().max(35).exactOptional(),
});
const consents = z
  .array(consent)
  .max(100)
  .refine((given) => isSet(given.map(({ id }) => id)));

/** Characters: the longest token of a verifier, and more than our own challenge has. */
const LONGEST_PROOF = 8_192;
/** A count, or seconds: a form may be open for days. */
const counter = z.int().min(0).max(10_000_000);
const filling = z.strictObject({ seconds: counter, events: counter, hidden: counter });

const element = z.discriminatedUnion('type', [answer, application]);

/** Stops at the first invalid element, because errors for thousands would cost more than the elements. */
function readElements(data: readonly unknown[], context: z.RefinementCtx): SentContent {
  const answers: SentAnswer[] = [];
  let details: SentDetails | null = null;
  for (const [index, resource] of data.entries()) {
    const { success, data: read, error } = (index === 0 ? element : answer).safeParse(resource);
    if (!success) {
      context.addIssue({ code: 'custom', path: [index, ...(error.issues[0]?.path ?? [])] });
      return z.NEVER;
    }
    if (read.type === 'applications') details = readDetails(read.attributes);
    else
      answers.push({ question: read.relationships.question.data.id, value: read.attributes, staged: null });
  }
  return { answers, details };
}

export const submissionSchema = z.strictObject({
  data: z
    .custom<readonly unknown[]>((data) => Array.isArray(data) && data.length <= MOST_ELEMENTS)
    .transform(readElements),
  meta: z.strictObject({
    revision: z.string().max(128).transform(revision),
    locale: z.string().max(35).nullish(),
    consent: consents.exactOptional(),
    source: z.string().transform(printableSource).nullish(),
    challenge: z.string().min(1).max(LONGEST_PROOF).exactOptional(),
    filling: filling.exactOptional(),
  }),
});

/** Cleans the source that the host page gives. Never refused, because no applicant could correct it. */
function printableSource(text: string): string | null {
  const printable = text
    .slice(0, LONGEST_LINE)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return [...printable].slice(0, LONGEST_SOURCE).join('').trimEnd() || null;
}

export type SubmissionDocument = z.output<typeof submissionSchema>;
export type SentConsent = z.output<typeof consent>;
