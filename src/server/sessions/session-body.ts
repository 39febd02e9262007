/** The bodies of `POST /sessions` and `POST /demo/sessions`. */
import * as z from 'zod';
import { readPhone } from '../../core/answers/phone-number.ts';
import { prefilledDetailNames } from '../../core/model/details.ts';
import { success } from '../../core/model/failure.ts';
import { applicationId, jobId, postingId } from '../../core/model/ids.ts';
import { LONGEST_LINE, pointerTo } from '../http/limits.ts';
import { type Checked, refused } from '../http/replies.ts';
import type { LinkKind } from './sessions.ts';

/** Ids become part of a request path at the service, so characters with a meaning there are not allowed. */
export const plainId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** The handle that the device made (at least 128 random bits), or the sealed one that it got for its draft. */
const freshHandle = /^[\w-]{22,100}$/;
export const sealedHandle = /^draft\.[\w-]{1,1500}$/;

/** Seconds. */
const LONGEST_SESSION = 86_400;

const common = {
  expires_in: z.number().int().min(1).max(LONGEST_SESSION).default(LONGEST_SESSION),
  /** true means a link for a redirect. */
  link: z
    .union([z.literal(true), z.literal('invitation')])
    .transform((link): LinkKind => (link === true ? 'redirect' : link))
    .optional(),
};

const envelope = <Attributes extends z.ZodType>(attributes: Attributes) =>
  z.strictObject({ data: z.strictObject({ type: z.literal('sessions'), attributes }) });

/** Exactly one of these names what the form is for. */
const kinds = ['application', 'job', 'posting', 'code'] as const;
const sessions = envelope(
  z
    .strictObject({
      application: plainId.transform(applicationId).optional(),
      job: plainId.transform(jobId).optional(),
      posting: plainId.transform(postingId).optional(),
      code: z.string().max(200).optional(),
      /** The page's own id for this attempt, at least 128 random bits, so that it may ask again if the reply was lost. */
      attempt: z.string().min(22).max(100).optional(),
      tenant: z.string().max(64).optional(),
      draft_handle: z.union([z.string().regex(freshHandle), z.string().regex(sealedHandle)]).optional(),
      /** Only from a back end; checked after its key. */
      prefill: z.unknown().optional(),
      ...common,
    })
    .refine((attributes) => kinds.filter((kind) => attributes[kind] !== undefined).length === 1, {
      error: `Write one of ${kinds.map((kind) => `"${kind}"`).join(', ')}: it names what the form is for`,
    }),
).transform(({ data }) => data.attributes);
const demos = envelope(z.strictObject({ form: z.string().max(64), ...common })).transform(
  ({ data }) => data.attributes,
);

export type SessionAttributes = z.output<typeof sessions>;

export const readSessionBody = (body: unknown): Checked<SessionAttributes> => readAs(body, sessions);

export const readDemoBody = (body: unknown) => readAs(body, demos);

function readAs<Schema extends z.ZodType>(
  given: unknown,
  schema: Schema,
  pointer = '',
): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(given);
  return parsed.success ? success(parsed.data) : refuseIssue(given, parsed.error.issues[0], pointer);
}

/** Characters of a message, which may name a member of the request. */
const LONGEST_MESSAGE = 200;

/** Points at the fault without repeating the value. */
function refuseIssue(given: unknown, issue: z.core.$ZodIssue | undefined, pointer: string): Checked<never> {
  const unknownMember = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path ?? []), ...unknownMember];
  const message = (issue?.message ?? 'It is not as it must be').slice(0, LONGEST_MESSAGE);
  return refused('bad_request', { pointer: pointer + pointerTo(given, path), detail: `${message}.` });
}

/** Bytes of `prefill` as JSON. */
export const LARGEST_PREFILL = 65_536;
const MOST_ANSWERS = 100;
/** Characters of one text. */
const LONGEST_TEXT = 20_000;
const MOST_OPTIONS = 100;

const day = z.string().max(40);
const prefillSchema = z.strictObject({
  details: z
    .partialRecord(z.enum(prefilledDetailNames), z.string().max(LONGEST_TEXT).nullable())
    .default({})
    // The form shows the country of the number.
    .transform(({ phone, phone_iso2: country, ...others }) => {
      const shownCountry = phone && !country ? readPhone(phone, [])?.country : country;
      return {
        ...others,
        ...(phone === undefined ? {} : { phone }),
        ...(shownCountry === undefined ? {} : { phone_iso2: shownCountry }),
      };
    }),
  answers: z
    .record(
      plainId,
      z.union([
        z.string().max(LONGEST_TEXT),
        z.boolean(),
        z.number(),
        z.array(z.string().max(LONGEST_LINE)).max(MOST_OPTIONS),
        z.strictObject({ from: day.optional(), to: day.optional() }),
        z.null(),
      ]),
    )
    .refine((answers) => Object.keys(answers).length <= MOST_ANSWERS, {
      error: `${MOST_ANSWERS} answers at most may be given`,
    })
    .default({}),
});

/** Details and answers of an applicant that a back end already knows. */
export type Prefill = z.output<typeof prefillSchema>;

export function readPrefill(given: unknown): Checked<Prefill> {
  const pointer = '/data/attributes/prefill';
  return new TextEncoder().encode(JSON.stringify(given)).byteLength > LARGEST_PREFILL
    ? refused('bad_request', {
        pointer,
        detail: `"prefill" has more than ${LARGEST_PREFILL.toLocaleString('en')} bytes.`,
      })
    : readAs(given, prefillSchema, pointer);
}
