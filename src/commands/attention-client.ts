/** Asks the running server what needs attention, with the admin key of its environment. */
import * as z from 'zod';
import { failure, type Outcome, success } from '../model/outcome.ts';
import type { OperatorAction } from '../model/ports.ts';
import type { Environment } from '../server/variables.ts';
import { chooseTenant } from './chosen-tenant.ts';
import { nobodyAt } from './running-server.ts';

const itemSchema = z.object({
  question: z.string().nullable(),
  part: z.number(),
  title: z.string().nullable(),
  state: z.string(),
  code: z.string().nullable(),
  members: z.array(z.string()).optional(),
  fields: z.array(z.string()).optional(),
  content: z.record(z.string(), z.unknown()).optional(),
});

const entrySchema = z
  .object({
    id: z.string(),
    attributes: z.object({
      state: z.string(),
      application: z.string().nullable(),
      job: z.string().nullable(),
      accepted_at: z.string(),
      kept_until: z.string(),
      items: z.array(itemSchema),
    }),
  })
  .transform(({ id, attributes }) => ({ reference: id, ...attributes }));

export type AttentionRow = z.output<typeof entrySchema>;

const listSchema = z.object({ data: z.array(entrySchema) });
const actedSchema = z.object({ data: z.object({ attributes: z.object({ state: z.string() }) }) });
const errorSchema = z.object({
  errors: z.array(z.object({ code: z.string(), detail: z.string() })).min(1),
});

/** `isOver`: the next reference would fare no better. */
export interface AttentionFault {
  readonly message: string;
  readonly isOver: boolean;
}

export interface AttentionClient {
  /** @param answers with what was to be sent */
  list(answers: boolean): Promise<Outcome<readonly AttentionRow[], AttentionFault>>;
  /** The state of the submission then. */
  act(reference: string, action: OperatorAction): Promise<Outcome<string, AttentionFault>>;
}

/** @param tenant null: the only one */
export function createAttentionClient(
  environment: Environment,
  tenant: string | null,
): Outcome<AttentionClient, string> {
  const chosen = chooseTenant(environment, tenant);
  if (!chosen.ok) return chosen;
  const { address, tenant: found } = chosen.value;
  if (found.adminKey === null)
    return failure('APPLY_ADMIN_KEY is not set here: without it the server keeps its list to itself.');
  const ask = { address, key: found.adminKey };
  return success({
    async list(answers) {
      const reply = await request(ask, answers ? '/attention?include=answers' : '/attention', listSchema);
      return reply.ok ? success(reply.value.data) : reply;
    },
    async act(reference, action) {
      const body = { data: { type: 'attention', attributes: { action } } };
      const path = `/attention/${encodeURIComponent(reference)}`;
      const reply = await request({ ...ask, body }, path, actedSchema);
      return reply.ok ? success(reply.value.data.attributes.state) : reply;
    },
  });
}

interface Asking {
  readonly address: string;
  readonly key: string;
  /** Makes it a POST. */
  readonly body?: unknown;
}

async function request<Shape extends z.ZodType>(
  { address, key, body }: Asking,
  path: string,
  shape: Shape,
): Promise<Outcome<z.output<Shape>, AttentionFault>> {
  const response = await fetch(`${address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/vnd.api+json' },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => null);
  if (response === null) return failure({ message: nobodyAt(address), isOver: true });
  const json: unknown = await response.json().catch(() => null);
  const read = shape.safeParse(json);
  if (response.ok && read.success) return success(read.data);
  return failure(faultOf(address, response.status, errorSchema.safeParse(json).data?.errors[0]?.detail));
}

function faultOf(address: string, status: number, detail: string | undefined): AttentionFault {
  if (detail === undefined)
    return { message: `${address} answered something that Apply Form does not.`, isOver: true };
  if (status === 401)
    return {
      message: `The server at ${address} does not know this key: set APPLY_ADMIN_KEY as it was started with.`,
      isOver: true,
    };
  return { message: detail, isOver: status >= 500 };
}
