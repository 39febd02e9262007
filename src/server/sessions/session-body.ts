/** The body of `POST /sessions`: what it may have, and what is told of a member that is not as it must be. */
import * as z from 'zod';
import { success } from '../../core/model/failure.ts';
import { applicationId } from '../../core/model/ids.ts';
import { pointerTo } from '../http/json-pointer.ts';
import { type Checked, refused } from '../http/refusal.ts';
import { LONGEST_SESSION } from './applications.ts';
import { freshHandle, sealedHandle } from './draft-handles.ts';
import type { LinkKind } from './sessions.ts';

/** Ids become part of a request path at the service, so characters with a meaning there are not allowed. */
export const plainId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const common = {
  expires_in: z.number().int().min(1).max(LONGEST_SESSION).default(LONGEST_SESSION),
  /** true: a link for a redirect. */
  link: z
    .union([z.literal(true), z.literal('invitation')])
    .transform((link): LinkKind => (link === true ? 'redirect' : link))
    .optional(),
};

/** From a back end alone: checked once its key is. */
const prefill = { prefill: z.unknown().optional() };

const application = z.strictObject({ application: plainId.transform(applicationId), ...common, ...prefill });
/** An id that cannot be valid is a job that does not exist, not a bad request: visitors type it into a page. */
const named = z.string().max(200);
const ofVisitor = {
  tenant: z.string().max(64).optional(),
  draft_handle: z.union([z.string().regex(freshHandle), z.string().regex(sealedHandle)]).optional(),
  ...common,
  ...prefill,
};
const job = z.strictObject({ job: named, ...ofVisitor });
const posting = z.strictObject({ posting: named, ...ofVisitor });
const code = z.strictObject({
  code: z.string().max(200),
  /** The page's own id for this attempt, at least 128 random bits, so that it may ask again if the reply was lost. */
  attempt: z.string().min(22).max(100).optional(),
});
/** By the member that names what the form is for. */
const sessions = { application, job, posting, code };
const demos = { form: z.strictObject({ form: z.string().max(64), ...common }) };

export type JobAttributes = z.output<typeof job> | z.output<typeof posting>;
export type SessionAttributes = JobAttributes | z.output<typeof application> | z.output<typeof code>;
type DemoAttributes = z.output<typeof demos.form>;

const envelope = z.strictObject({
  data: z.strictObject({ type: z.literal('sessions'), attributes: z.record(z.string(), z.unknown()) }),
});

export const readSessionBody = (body: unknown): Checked<SessionAttributes> =>
  readBody(body, sessions, '"application", "job" or "posting"');

export const readDemoBody = (body: unknown): Checked<DemoAttributes> => readBody(body, demos, '"form"');

function readBody<Schema extends z.ZodObject>(
  body: unknown,
  schemas: Readonly<Record<string, Schema>>,
  all: string,
): Checked<z.output<Schema>> {
  const read = envelope.safeParse(body);
  if (!read.success) return refuseEnvelope(body, read.error);
  const { attributes } = read.data.data;
  const [one, other] = Object.entries(schemas).filter(([name]) => Object.hasOwn(attributes, name));
  if (one === undefined) return refuseAt(body, [], `Write ${all}: it names what the form is for.`);
  const [kind, schema] = one;
  if (other !== undefined) return refuseAt(body, [other[0]], `Write "${kind}" or "${other[0]}", not both.`);
  const parsed = schema.safeParse(attributes);
  if (parsed.success) return success(parsed.data);
  const [path, odd] = placeOf(parsed.error.issues[0]);
  if (odd === null)
    return refuseAt(body, path, `Write "${String(path[0])}" as ${written.get(String(path[0]))}.`);
  const beside = Object.keys(schema.shape).flatMap((name) => (name === kind ? [] : [`"${name}"`]));
  return refuseAt(body, path, `Leave out ${odd}: beside "${kind}" there may be ${beside.join(', ')}.`);
}

const refuseAt = (body: unknown, path: readonly PropertyKey[], detail: string) =>
  refused('bad_request', { pointer: pointerTo(body, ['data', 'attributes', ...path]), detail });

function refuseEnvelope(body: unknown, { issues: [issue] }: z.ZodError) {
  const [path, odd] = placeOf(issue);
  const place = path.length === 0 ? 'The body' : `In the body "${path.join('.')}"`;
  const fault = odd === null ? `${place} is not as it must be` : `The body has ${odd} where it may not stand`;
  return refused('bad_request', {
    pointer: pointerTo(body, path),
    detail: `${fault}: write {"data": {"type": "sessions", "attributes": {…}}}.`,
  });
}

/** Characters of a name that is told back. */
const LONGEST_NAME = 64;

/** Where it is; and what stands there that is not known, as it may be told. */
function placeOf(issue: z.core.$ZodIssue | undefined): readonly [readonly PropertyKey[], string | null] {
  const path = issue?.path ?? [];
  if (issue?.code !== 'unrecognized_keys') return [path, null];
  const [odd = ''] = issue.keys;
  const isShort = odd.length <= LONGEST_NAME;
  return [isShort ? [...path, odd] : path, JSON.stringify(odd.slice(0, LONGEST_NAME))];
}

/** How each member is written. */
const written = new Map<string, string>(
  Object.entries({
    application: 'an id in quotes: 1 to 64 of the letters A to Z and a to z, digits, "_" and "-"',
    job: 'an id in quotes',
    posting: 'an id in quotes',
    tenant: 'the name of a tenant in quotes: at most 64 characters',
    expires_in: `a whole number of seconds from 1 to ${LONGEST_SESSION.toLocaleString('en')}`,
    link: 'true, for a redirect, or "invitation", for a message',
    draft_handle: 'what the form was given for a draft, or 22 to 100 random characters of base64url',
    code: 'the code of a link in quotes',
    attempt: '22 to 100 random characters',
    form: 'the name of a sample form in quotes',
  } satisfies Record<Told, string>),
);

type KeysOf<Union> = Union extends unknown ? keyof Union : never;
/** All but what is checked by itself. */
type Told = Exclude<KeysOf<SessionAttributes | DemoAttributes>, 'prefill'>;
