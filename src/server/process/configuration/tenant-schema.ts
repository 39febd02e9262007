/** What `APPLY_CONFIG` may say of a tenant. */
import * as z from 'zod';
import { documentTypes } from '../../files/types.ts';
import type { Caps } from '../../forms/caps.ts';
import { MOST_BYTES_A_SUBJECT } from '../../forms/limits.ts';
import { readBackOptions, withoutReadBackOptions } from '../../ledger/read-back-ways.ts';
import { postingWays } from '../../service/queries.ts';
import { formShape, jobsRule } from './form-schema.ts';
import * as rules from './rules.ts';
import { webhookRule } from './webhook-schema.ts';

const count = z.int().min(1).max(1e12).exactOptional();
const caps = { queued: count, network: count } satisfies Record<keyof Caps, unknown>;

export const memberSchema = z.strictObject({
  serviceUrl: rules.serviceUrl.optional(),
  serviceKey: rules.headerText.optional(),
  adminKey: rules.headerText.optional(),
  origins: rules.origins.optional(),
  publicJobs: z.literal('all').or(rules.jobs).optional(),
  fallbackUrl: rules.fallbackUrl.optional(),
  dateOrder: rules.dateOrder.optional(),
  unanswered: rules.unanswered.optional(),
  questionsBy: z.enum(['job', 'posting', 'all']).optional(),
  questionFilter: z.enum(['eq', 'plain']).optional(),
  readPosting: z.enum(postingWays).optional(),
  documentBytes: z.int().min(1).max(MOST_BYTES_A_SUBJECT).optional(),
  documentTypes: z.array(z.enum(documentTypes)).min(1).optional(),
  readBack: z.enum(readBackOptions).optional(),
  withoutReadBack: z.enum(withoutReadBackOptions).optional(),
  tag: rules.tag.optional(),
  closedWhen: rules.closedWhen.optional(),
  caps: z.strictObject(caps).exactOptional(),
  webhook: webhookRule.exactOptional(),
  ...formShape,
  jobs: jobsRule.exactOptional(),
});

export type Member = z.output<typeof memberSchema>;
