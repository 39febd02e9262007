/**
 * The schema of `APPLY_CONFIG` for tenants and single jobs (`public/docs/deploying.md`), with the rules that it shares
 * with variables.
 */
import * as z from 'zod';
import { documentTypes } from '../../files/types.ts';
import { formShape, isAddress, serviceId, tag, webAddress } from '../../forms/form-settings.ts';
import { type Caps, MOST_BYTES_A_SUBJECT } from '../../http/limits.ts';
import { applicationEnds } from '../../http/options.ts';
import { readBackOptions, withoutReadBackOptions } from '../../ledger/http-gateway.ts';
import type { WebhookAddress } from '../../ledger/webhooks/send-webhook.ts';
import { postingWays } from '../../service/queries.ts';

export const integer = (minimum: number, maximum: number) =>
  z
    .string()
    .refine((text) => /^\d{1,6}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum)
    .transform(Number)
    .describe(`a number from ${minimum} to ${maximum}`);

export const choice = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names).describe(`one of ${names.join(', ')}`);

/** The characters that a header value allows. */
const headerText = z.string().regex(/^[\x21-\x7e]+$/);
export const serviceKey = headerText.describe('the key that the service gave you, without spaces');
export const adminKey = headerText.describe('a key without spaces');

/** Refuses parts of an address that would be lost, or would leak. */
function isBaseAddress(text: string): boolean {
  if (!isAddress(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === '';
}

/** Origins are compared exactly with those of browsers, so `*` would match only itself. */
const isOrigin = (text: string): boolean =>
  isBaseAddress(text) && new URL(text).origin === text && /^[a-z0-9.[\]:_-]+$/.test(new URL(text).hostname);

const baseAddressWords = 'an http or https address without user, query or fragment';
/** Paths are appended to it, so it must not contain the first one. */
export const serviceUrl = z
  .string()
  .refine(isBaseAddress)
  .transform((text) => text.replace(/\/+$/, ''))
  .refine((text) => !text.endsWith('/api/v1'))
  .describe(`${baseAddressWords}, and without /api/v1, which is appended`);
/** Requests below the public path arrive with or without it, so none of our own paths may begin with it. */
const ownPaths =
  /^\/(api(\/v1(\/questions)?)?|(assets|attention|challenge|demo|docs|files|form|frame|healthz|hosts|metrics|people|readyz|sandbox|sessions|submissions|\d+\.\d+\.\d+)(\/.*)?|(.*\/)?frame)$/;
export const publicUrl = z
  .string()
  .refine((text) => isBaseAddress(text) && !ownPaths.test(new URL(text).pathname.replace(/\/+$/, '')))
  .transform((text) => {
    const { origin, pathname } = new URL(text);
    return origin + pathname.replace(/\/+$/, '');
  })
  .describe(
    `${baseAddressWords}, whose path, if any, does not begin with a path of the server such as /form or /docs`,
  );
export const fallbackUrl = z
  .string()
  .refine(isAddress)
  .describe('an http or https address, in which {job} is replaced by the id of the job');

export const origins = z
  .array(z.string().refine(isOrigin))
  .describe('origins such as https://careers.example.com, without a path');
export const jobs = z
  .array(z.string().regex(/^(?!all$)[A-Za-z0-9_-]{1,64}$/i))
  .describe('"all", or ids of jobs');

const closedWhen = z
  .array(z.enum(applicationEnds))
  .refine((ends) => new Set(ends).size === ends.length)
  .describe(`a list, which may be empty, with each at most once of ${applicationEnds.join(', ')}`);
export const dateOrder = choice(['dmy', 'mdy']);
export const unanswered = choice(['hidden', 'negated']);

/** Bytes, according to Standard Webhooks. */
const [SHORTEST, LONGEST] = [24, 64];

function isWebhookSecret(text: string): boolean {
  const [, encoded = ''] =
    /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(text) ?? [];
  const { length } = Buffer.from(encoded, 'base64');
  return length >= SHORTEST && length <= LONGEST;
}

/** Refuses a user, which would be sent with each attempt, and a fragment, which is never sent. */
function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, hash } = new URL(text);
  return `${username}${password}${hash}` === '';
}

export const webhookRule = z
  .strictObject({
    url: webAddress
      .refine(isWebhookAddress)
      .describe('an https address without user or fragment; http only with "allowPrivate": true'),
    /** The newest first: receivers that know either one can verify the signature. */
    secret: z
      .string()
      .max(250)
      .transform((text) => text.split(','))
      .pipe(z.array(z.string().refine(isWebhookSecret)).min(1).max(2))
      .describe(
        `whsec_ and ${SHORTEST} to ${LONGEST} random bytes in base64, for example from echo whsec_$(openssl rand -base64 32); during a change of secrets two as NEW,OLD`,
      ),
    allowPrivate: z.boolean().default(false),
  })
  .refine(({ url, allowPrivate }) => allowPrivate || /^https:/i.test(url), { path: ['url'] })
  .transform(({ url, secret, allowPrivate }): WebhookAddress => ({ url, secrets: secret, allowPrivate }))
  .describe(
    'a webhook such as {"url": "https://…", "secret": "whsec_…"}, with "allowPrivate": true for http and addresses of internal networks',
  );

export const jobsRule = z
  .record(serviceId, z.strictObject({ ...formShape, webhook: webhookRule.exactOptional() }))
  .describe('settings of single jobs by their ids, such as {"4711": {"details": {…}}}');

const count = z.int().min(1).max(1e12).exactOptional();
const caps = { queued: count, network: count } satisfies Record<keyof Caps, unknown>;

const memberSchema = z
  .strictObject({
    serviceUrl: serviceUrl.optional(),
    serviceKey: serviceKey.optional(),
    adminKey: adminKey.optional(),
    origins: origins.optional(),
    publicJobs: z.literal('all').or(jobs).optional().describe('"all", or a list of ids of jobs'),
    fallbackUrl: fallbackUrl.optional(),
    dateOrder: dateOrder.optional(),
    unanswered: unanswered.optional(),
    questionsBy: choice(['job', 'posting', 'all']).optional(),
    questionFilter: choice(['eq', 'plain']).optional(),
    readPosting: choice(postingWays).optional(),
    documentBytes: z
      .int()
      .min(1)
      .max(MOST_BYTES_A_SUBJECT)
      .optional()
      .describe(`a whole number of bytes from 1 to ${MOST_BYTES_A_SUBJECT}`),
    documentTypes: z
      .array(z.enum(documentTypes))
      .min(1)
      .optional()
      .describe(`a list of one or more of ${documentTypes.join(', ')}`),
    readBack: choice(readBackOptions).optional(),
    withoutReadBack: choice(withoutReadBackOptions).optional(),
    tag: tag.optional(),
    closedWhen: closedWhen.optional(),
    caps: z
      .strictObject(caps)
      .exactOptional()
      .describe(`whole numbers from 1, any of ${Object.keys(caps).join(', ')}`),
    webhook: webhookRule.exactOptional(),
    ...formShape,
    jobs: jobsRule.exactOptional(),
  })
  .describe('the settings of a tenant');

export type Member = z.output<typeof memberSchema>;

export const configSchema = z
  .strictObject({
    tenants: z
      .record(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/), memberSchema)
      .refine((tenants) => Object.keys(tenants).length > 0)
      .describe('one or more tenants, each with a name of 1 to 40 letters, digits, _ and -'),
  })
  .describe('an object such as {"tenants": {"default": {…}}}');
