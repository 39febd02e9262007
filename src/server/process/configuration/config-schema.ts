/** What `APPLY_CONFIG` may say of a tenant, of its forms, and of single jobs (`public/docs/deploying.md`). */
import * as z from 'zod';
import { askedNames } from '../../../core/model/details.ts';
import { documentTypes } from '../../files/types.ts';
import { wishes } from '../../forms/form-settings.ts';
import { type Caps, MOST_BYTES_A_SUBJECT } from '../../http/limits.ts';
import { readBackOptions, withoutReadBackOptions } from '../../ledger/http-gateway.ts';
import type { WebhookAddress } from '../../ledger/webhooks/send-webhook.ts';
import { postingWays } from '../../service/queries.ts';
import * as rules from './rules.ts';

/** Characters. */
const [LONGEST_NAME, LONGEST_SENTENCE] = [200, 2_000];
/** Of each list: far more than a form can show. */
const [MOST_CONSENTS, MOST_QUESTIONS, MOST_OPTIONS, MOST_SECTIONS] = [20, 30, 200, 50];

const words = (longest: number) => z.string().regex(/\S/).max(longest);
const id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/)
  .describe('1 to 40 letters, digits, _ and -, and no other has the same');
/** Of the recruitment service. */
const serviceId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const flag = z.boolean().describe('true or false');
const language = z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/);
const texts = (longest: number) =>
  z
    .record(language, words(longest))
    .refine((given) => Object.keys(given).length > 0)
    .describe(`a text of at most ${longest} characters in one language or more, as {"en": "…"}`);
const title = texts(LONGEST_NAME);

/** A link that leads nowhere would be found by an applicant only. */
function hasRightLinks(sentence: string): boolean {
  const links = [...sentence.matchAll(/\[[^[\]]+\]\(([^()[\]\s]*)\)/g)];
  return (
    sentence.split('](').length === links.length + 1 &&
    links.every(([, address = '']) => rules.webAddress.safeParse(address).success)
  );
}

/** @param idsOf the ids of one item, which occur only once in all items together */
const once =
  <Item>(idsOf: (item: Item) => readonly string[], place: string) =>
  (items: readonly Item[], context: z.RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [index, item] of items.entries())
      for (const one of idsOf(item)) {
        if (seen.has(one)) context.addIssue({ code: 'custom', path: [index, place] });
        seen.add(one);
      }
  };

const consent = z.strictObject({
  id,
  version: words(40).describe('a text of 1 to 40 characters'),
  required: flag,
  text: texts(LONGEST_SENTENCE)
    .refine((given) => Object.values(given).every(hasRightLinks))
    .describe(
      `a sentence of at most ${LONGEST_SENTENCE} characters in one language or more, as {"en": "…"}, in which a link is [words](https://…), with %28 %29 %5B %5D for ( ) [ ] in its address`,
    ),
  tag: rules.tag.exactOptional(),
});
const option = z.strictObject({ id: serviceId, text: title, undisclosed: flag.exactOptional() });
const equality = z.strictObject({
  id,
  title,
  options: z
    .array(option)
    .min(1)
    .max(MOST_OPTIONS)
    .describe(
      `a list of at most ${MOST_OPTIONS} as {"id", "text": {"en": "…"}}, whose ids are those of the service and occur only once`,
    ),
});
const section = z.strictObject({
  title,
  questions: z.array(serviceId).min(1).describe('ids of questions, each of which stands in one section only'),
});

const formShape = {
  details: z
    .partialRecord(z.enum(askedNames), z.enum(wishes))
    .exactOptional()
    .describe(`any of ${askedNames.join(', ')}, each one of ${wishes.join(', ')}`),
  learnDetails: flag.exactOptional(),
  consent: z
    .array(consent)
    .max(MOST_CONSENTS)
    .superRefine(once((one) => [one.id], 'id'))
    .exactOptional()
    .describe(
      `a list of at most ${MOST_CONSENTS} as {"id", "version", "required", "text": {"en": "…"}}, with "tag" if giving it adds one`,
    ),
  equality: z
    .array(equality)
    .max(MOST_QUESTIONS)
    .superRefine(once((one) => [one.id], 'id'))
    .superRefine(once(({ options }) => options.map((one) => one.id), 'options'))
    .exactOptional()
    .describe(
      `a list of at most ${MOST_QUESTIONS} as {"id", "title": {"en": "…"}, "options": [{"id", "text": {"en": "…"}}]}, with "undisclosed": true at the option of who prefers not to say`,
    ),
  sections: z
    .array(section)
    .max(MOST_SECTIONS)
    .superRefine(once(({ questions }) => questions, 'questions'))
    .exactOptional()
    .describe(`a list of at most ${MOST_SECTIONS} as {"title": {"en": "…"}, "questions": ["12"]}`),
  privacyUrl: rules.webAddress.exactOptional(),
  nextUrl: rules.webAddress.exactOptional(),
  nextText: texts(LONGEST_SENTENCE).exactOptional(),
  employer: words(LONGEST_NAME).exactOptional().describe(`a name of at most ${LONGEST_NAME} characters`),
  place: texts(LONGEST_NAME).exactOptional(),
  logo: rules.secureAddress.exactOptional(),
  challenge: z
    .strictObject({ verify: rules.secureAddress, secret: rules.verifierSecret })
    .exactOptional()
    .describe('a verifier as {"verify": "https://…", "secret": "…"}, both as its maker gives them'),
} as const;

/** Of anything that has these members, without its others. */
export const formSchema = z.object(formShape);
export const formMembers = Object.keys(formShape);

/** Bytes, as Standard Webhooks has it. */
const [SHORTEST, LONGEST] = [24, 64];

function isWebhookSecret(text: string): boolean {
  const [, encoded = ''] =
    /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(text) ?? [];
  const { length } = Buffer.from(encoded, 'base64');
  return length >= SHORTEST && length <= LONGEST;
}

/** A user in it would be sent on each try, and a fragment is none of an address that is asked. */
function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, hash } = new URL(text);
  return `${username}${password}${hash}` === '';
}

export const webhookRule = z
  .strictObject({
    url: rules.webAddress
      .refine(isWebhookAddress)
      .describe('an https address without user or fragment; http only with "allowPrivate": true'),
    /** The newest first: receivers that know either can tell that it is us. */
    secret: z
      .string()
      .max(250)
      .transform((text) => text.split(','))
      .pipe(z.array(z.string().refine(isWebhookSecret)).min(1).max(2))
      .describe(
        `whsec_ and ${SHORTEST} to ${LONGEST} random bytes in base64, as echo whsec_$(openssl rand -base64 32) makes one; while it is changed two as NEW,OLD`,
      ),
    allowPrivate: z.boolean().default(false),
  })
  .refine(({ url, allowPrivate }) => allowPrivate || /^https:/i.test(url), { path: ['url'] })
  .transform(({ url, secret, allowPrivate }): WebhookAddress => ({ url, secrets: secret, allowPrivate }))
  .describe(
    'a webhook as {"url": "https://…", "secret": "whsec_…"}, with "allowPrivate": true for http and addresses of inner networks',
  );

export const jobsRule = z
  .record(serviceId, z.strictObject({ ...formShape, webhook: webhookRule.exactOptional() }))
  .describe('settings of single jobs by their ids, as {"4711": {"details": {…}}}');

const count = z.int().min(1).max(1e12).exactOptional();
const caps = { queued: count, network: count } satisfies Record<keyof Caps, unknown>;

const memberSchema = z
  .strictObject({
    serviceUrl: rules.serviceUrl.optional(),
    serviceKey: rules.serviceKey.optional(),
    adminKey: rules.adminKey.optional(),
    origins: rules.origins.optional(),
    publicJobs: z.literal('all').or(rules.jobs).optional().describe('"all", or a list of ids of jobs'),
    fallbackUrl: rules.fallbackUrl.optional(),
    dateOrder: rules.dateOrder.optional(),
    unanswered: rules.unanswered.optional(),
    questionsBy: rules.choice(['job', 'posting', 'all']).optional(),
    questionFilter: rules.choice(['eq', 'plain']).optional(),
    readPosting: rules.choice(postingWays).optional(),
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
    readBack: rules.choice(readBackOptions).optional(),
    withoutReadBack: rules.choice(withoutReadBackOptions).optional(),
    tag: rules.tag.optional(),
    closedWhen: rules.closedWhen.optional(),
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
      .describe('one or more tenants, each by a name of 1 to 40 letters, digits, _ and -'),
  })
  .describe('as {"tenants": {"default": {…}}}');
