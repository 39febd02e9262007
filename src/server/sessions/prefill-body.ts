/** `prefill` of `POST /sessions`: what a back end knows of an applicant, checked before it is kept. */
import * as z from 'zod';
import { readPhone } from '../../core/answers/phone-number.ts';
import { prefilledDetailNames } from '../../core/model/details.ts';
import { success } from '../../core/model/failure.ts';
import { LONGEST_LINE } from '../forms/limits.ts';
import { pointerTo } from '../http/json-pointer.ts';
import { type Checked, refused } from '../http/refusal.ts';

/** Bytes of the whole as JSON. */
export const LARGEST_PREFILL = 65_536;
const MOST_ANSWERS = 100;
/** Characters of one text. */
const LONGEST_TEXT = 20_000;
/** Characters of one date. */
const LONGEST_DAY = 40;
const MOST_OPTIONS = 100;
/** Characters of a name that is told back. */
const LONGEST_NAME = 64;

const details = z.partialRecord(z.enum(prefilledDetailNames), z.string().max(LONGEST_TEXT).nullable());
const day = z.string().max(LONGEST_DAY);
const answer = z.union([
  z.string().max(LONGEST_TEXT),
  z.boolean(),
  z.number(),
  z.array(z.string().max(LONGEST_LINE)).max(MOST_OPTIONS),
  z.strictObject({ from: day.optional(), to: day.optional() }),
  z.null(),
]);
const whole = z.strictObject({
  details: details.default({}),
  answers: z.record(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/), answer).default({}),
});

export type Prefill = z.output<typeof whole>;

/** A plain object of details is taken for `details`. */
export function readPrefill(given: unknown): Checked<Prefill> {
  const refuseAt = (path: readonly PropertyKey[], detail: string) =>
    refused('bad_request', { detail, pointer: PLACE + pointerTo(given, path) });
  if (new TextEncoder().encode(JSON.stringify(given)).byteLength > LARGEST_PREFILL)
    return refuseAt([], `"prefill" has more than ${LARGEST_PREFILL.toLocaleString('en')} bytes.`);
  const parsed = whole.safeParse(isPlain(given) ? { details: given } : given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const odd = unknownIn(issue).slice(0, 1);
    const path = [...(issue?.path ?? []), ...odd.filter((name) => name.length <= LONGEST_NAME)];
    return refuseAt(isPlain(given) ? path.slice(1) : path, describe(issue));
  }
  const { length } = Object.keys(parsed.data.answers);
  return length > MOST_ANSWERS
    ? refuseAt(['answers'], `"prefill.answers" has ${length} answers: ${MOST_ANSWERS} at most may be given.`)
    : success(withCountry(parsed.data));
}

const PLACE = '/data/attributes/prefill';

/** The form shows whose number it is. */
function withCountry({ details, answers }: Prefill): Prefill {
  const { phone, phone_iso2: country } = details;
  const own = phone && !country ? readPhone(phone, [])?.country : undefined;
  return own === undefined ? { details, answers } : { details: { ...details, phone_iso2: own }, answers };
}

const isPlain = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && !('details' in given) && !('answers' in given);

/** Of the whole, or of its details: an answer has other shapes, which are told instead. */
const unknownIn = (issue: z.core.$ZodIssue | undefined): readonly string[] =>
  issue?.code === 'unrecognized_keys' && issue.path[0] !== 'answers' ? issue.keys : [];

/** Says where it is wrong and what may stand there, and never what was given. */
function describe(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.map((step) => String(step).slice(0, LONGEST_NAME)) ?? [];
  const place = ['prefill', ...path].join('.');
  const unknown = unknownIn(issue);
  if (unknown.length > 0) {
    const names = unknown
      .slice(0, 5)
      .map((key) => JSON.stringify(key.slice(0, LONGEST_NAME)))
      .join(', ');
    return path[0] === 'details'
      ? `"${place}" has what is no detail of an applicant: ${names}. There are ${prefilledDetailNames.join(', ')}.`
      : `"${place}" has a member that is not known: ${names}. It has "details" and "answers", which are objects by name and by question id.`;
  }
  if (issue?.code === 'invalid_key') return `"${place}" is no id of a question.`;
  return `"${place}" is not as it must be: a detail is a text; an answer is a text, a number, true or false, a list of texts, or {from, to}; files are none.`;
}
