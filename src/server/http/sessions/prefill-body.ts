/** `prefill` of `POST /sessions`: what a back end knows of an applicant, checked before it is kept. */
import * as z from 'zod';
import { textDetailNames } from '../../../core/model/details.ts';
import { success } from '../../../core/model/outcome.ts';
import { LONGEST_LINE } from '../forms/limits.ts';
import { type Checked, refused } from '../refusal.ts';

/** Bytes of the whole as JSON. */
export const LARGEST_PREFILL = 65_536;
/** Characters of one text. */
const LONGEST_TEXT = 20_000;
/** Characters of one date. */
const LONGEST_DAY = 40;
const MOST_OPTIONS = 100;

/** `phone_iso2`: of the country in whose writing the phone number is. */
const detailNames = [...textDetailNames, 'phone_iso2'] as const;

const details = z.partialRecord(z.enum(detailNames), z.string().max(LONGEST_TEXT).nullable());
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
  if (new TextEncoder().encode(JSON.stringify(given)).byteLength > LARGEST_PREFILL)
    return refused('bad_request', {
      detail: `"prefill" has more than ${LARGEST_PREFILL.toLocaleString('en')} bytes.`,
    });
  const parsed = whole.safeParse(isPlain(given) ? { details: given } : given);
  return parsed.success ? success(parsed.data) : refused('bad_request', { detail: describe(parsed.error) });
}

const isPlain = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && !('details' in given) && !('answers' in given);

/** Says where it is wrong and what may stand there, and never what was given. */
function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  const path = issue?.path.map(String) ?? [];
  if (issue?.code === 'unrecognized_keys' || issue?.code === 'invalid_key') {
    const names = 'keys' in issue ? issue.keys.map((key) => JSON.stringify(key.slice(0, 60))).join(', ') : '';
    const place = ['prefill', ...path].join('.');
    return path[0] === 'details'
      ? `"${place}" has what is no detail of an applicant${names && `: ${names}`}. There are ${detailNames.join(', ')}.`
      : `"${place}" has a member that is not known${names && `: ${names}`}. It has "details" and "answers", which are objects by name and by question id.`;
  }
  const place = ['prefill', ...path].join('.').slice(0, 200);
  return `"${place}" is not as it must be: a detail is a text; an answer is a text, a number, true or false, a list of texts, or {from, to}; files are none.`;
}
