/** Asks the running server for what needs attention, with the admin key of its environment. */
import * as z from 'zod';
import type { AttentionEntry } from '../core/model/attention.ts';
import { failure, type Outcome, success } from '../core/model/failure.ts';
import type { OperatorAction } from '../server/ports.ts';
import type { Environment } from '../server/process/configuration/variables.ts';
import { chooseTenant } from './chosen-tenant.ts';
import { noServerAt } from './running-server.ts';

const isEntry = (attributes: unknown): boolean =>
  z.object({ accepted_at: z.string(), items: z.array(z.object({ state: z.string() })) }).safeParse(attributes)
    .success;

const entrySchema = z
  .object({ id: z.string(), attributes: z.custom<Omit<AttentionEntry, 'reference'>>(isEntry) })
  .transform(({ id, attributes }) => ({ ...attributes, reference: id }));

export type AttentionRow = z.output<typeof entrySchema>;

const lessonSchema = z.object({
  job: z.string(),
  field: z.string(),
  agreed: z.boolean(),
  learned_at: z.string(),
  refused_at: z.string(),
  configuration: z.string(),
});

/** What the service demanded of a job when it refused an application. */
export type LessonRow = z.output<typeof lessonSchema>;

const formSchema = z.object({
  job: z.string().nullable(),
  /** Where questions belong to postings. */
  posting: z.string().nullable(),
  title: z.string().nullable(),
  count: z.number(),
  findings: z.array(
    z.object({
      code: z.string(),
      question: z.string(),
      title: z.string(),
      found: z.string(),
      fix: z.string(),
    }),
  ),
});

/** What is wrong with the questions of a form in use. */
export type FaultyFormRow = z.output<typeof formSchema>;

const pageSchema = z.object({
  data: z.array(entrySchema),
  meta: z.object({
    total: z.number(),
    lessons: z.array(lessonSchema),
    /** On the first page alone. */
    questions: z.array(formSchema).default([]),
  }),
  links: z.object({ next: z.string().nullable() }),
});
const toldSchema = z.object({ data: z.object({ type: z.literal('lessons') }) });

const actedSchema = z.object({ data: z.object({ attributes: z.object({ state: z.string() }) }) });
const errorSchema = z.object({
  errors: z.array(z.object({ code: z.string(), detail: z.string() })).min(1),
});

/** `isOver`: the next reference would fail the same way. */
export interface AttentionFault {
  readonly message: string;
  readonly isOver: boolean;
}

export interface AttentionList {
  readonly rows: readonly AttentionRow[];
  readonly lessons: readonly LessonRow[];
  readonly questions: readonly FaultyFormRow[];
}

export interface LessonWish {
  readonly action: 'agree' | 'clear';
  readonly job: string;
  /** null: all of the job. */
  readonly field: string | null;
}

export interface AttentionClient {
  /**
   * Reads all pages.
   *
   * @param answers include what was to be sent
   */
  list(answers: boolean): Promise<Outcome<AttentionList, AttentionFault>>;
  /** The state of the submission after the action. */
  act(reference: string, action: OperatorAction): Promise<Outcome<string, AttentionFault>>;
  /** Agrees to what was learned, or has it forgotten. */
  tell(wish: LessonWish): Promise<Outcome<null, AttentionFault>>;
}

/** @param tenant null: the only one */
export function createAttentionClient(
  environment: Environment,
  tenant: string | null,
): Outcome<AttentionClient, string> {
  const asking = findServer(environment, tenant);
  if (!asking.ok) return asking;
  const server = asking.value;
  return success({
    list: (answers) => listPages(server, answers),
    async act(reference, action) {
      const body = { data: { type: 'attention', attributes: { action } } };
      const path = `/attention/${encodeURIComponent(reference)}`;
      const reply = await request({ ...server, body }, path, actedSchema);
      return reply.ok ? success(reply.value.data.attributes.state) : reply;
    },
    async tell({ field, ...wish }) {
      const attributes = { ...wish, ...(field === null ? {} : { field }) };
      const body = { data: { type: 'lessons', attributes } };
      const reply = await request({ ...server, body }, '/attention/lessons', toldSchema);
      return reply.ok ? success(null) : reply;
    },
  });
}

/** A page with answers also contains their files. */
const [PAGE, PAGE_WITH_ANSWERS] = [1_000, 20];

async function listPages(ask: Asking, answers: boolean): Promise<Outcome<AttentionList, AttentionFault>> {
  const query = answers ? `include=answers&page[size]=${PAGE_WITH_ANSWERS}` : `page[size]=${PAGE}`;
  const rows = new Map<string, AttentionRow>();
  let questions: readonly FaultyFormRow[] = [];
  for (let [number, isAgain] = [1, false]; ; number += 1) {
    const reply = await request(ask, `/attention?${query}&page[number]=${number}`, pageSchema);
    if (!reply.ok) return reply;
    const { data, meta, links } = reply.value;
    // Pages shift when submissions are settled meanwhile: duplicates are dropped, and one more pass finds what was
    // skipped.
    if (number === 1) questions = meta.questions;
    for (const row of data) rows.set(row.reference, row);
    if (links.next !== null) continue;
    if (isAgain || rows.size >= meta.total)
      return success({ rows: [...rows.values()], lessons: meta.lessons, questions });
    [number, isAgain] = [0, true];
  }
}

/** @param tenant null: the only one */
export function findServer(environment: Environment, tenant: string | null): Outcome<Asking, string> {
  const chosen = chooseTenant(environment, tenant);
  if (!chosen.ok) return chosen;
  const { address, tenant: found } = chosen.value;
  return found.adminKey === null
    ? failure('APPLY_ADMIN_KEY is not set here: without it the server keeps its list to itself.')
    : success({ address, key: found.adminKey });
}

export interface Asking {
  readonly address: string;
  readonly key: string;
  /** A body makes the request a POST. */
  readonly body?: unknown;
}

export async function request<Shape extends z.ZodType>(
  { address, key, body }: Asking,
  path: string,
  shape: Shape,
): Promise<Outcome<z.output<Shape>, AttentionFault>> {
  const response = await ask({ address, key, body }, path);
  if (!response.ok) return response;
  const read = shape.safeParse(await response.value.json().catch(() => null));
  return read.success ? success(read.data) : failure(faultOf(address, response.value.status, undefined));
}

/** Anything but success is a fault. */
export async function ask(
  { address, key, body }: Asking,
  path: string,
): Promise<Outcome<Response, AttentionFault>> {
  const response = await fetch(`${address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/vnd.api+json' },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => null);
  if (response === null) return failure({ message: noServerAt(address), isOver: true });
  if (response.ok) return success(response);
  const errors = errorSchema.safeParse(await response.json().catch(() => null));
  return failure(faultOf(address, response.status, errors.data?.errors[0]?.detail));
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
