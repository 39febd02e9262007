/**
 * What an application holds already: what a second POST is decided by. The document shows `include` on the list
 * alone, so there are several ways to ask, and a service may not go all of them. A reply from which something could
 * be missing is no answer to the question.
 */
import { documentsQuestion } from '../../core/model/details.ts';
import { type ApplicationId, type QuestionId, questionId } from '../../core/model/ids.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import { listQuery, readQuery } from './application-query.ts';
import { type Get, getList } from './connect-service.ts';
import { isPhoneNumber } from './phone-number.ts';
import type { Reply } from './read-reply.ts';
import { listPath, resourcePath } from './resource-path.ts';
import * as schemas from './schemas.ts';
import type { ServiceError } from './service-error.ts';
import { allVisibilities } from './visibilities.ts';

/** What the service holds of one question, or a file of the application itself (`documentsQuestion`): in its own words. */
export interface HeldAnswer {
  readonly id: string;
  /** null: it does not say which. */
  readonly question: QuestionId | null;
  readonly title: string | null;
  readonly type: string | null;
  /** Those members of the answer resource that tell its value. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970 by the service's clock; null: not told. */
  readonly createdAt: number | null;
}

export interface HeldAnswers {
  readonly answers: readonly HeldAnswer[];
  /** Milliseconds that the service's clock is ahead of ours, from its `Date`; null: not told. */
  readonly clockAhead: number | null;
  /** false: answers were not asked for, as the service does not show them. */
  readonly hasAnswers: boolean;
  /** false: files of the application were not asked for, or are not shown. */
  readonly hasDocuments: boolean;
}

/** What is to be read beside the answers. */
export interface HeldWish {
  /** The files of the application itself, by their names. */
  readonly documents: boolean;
}

/** One way to ask. */
export interface ReadBackWay {
  /** The application itself, or the documented list by its candidate's phone, which takes a request more. */
  readonly by: 'single' | 'list';
  /** With the question of each answer, or the answers alone: they are told by title and type then. */
  readonly include: 'answers.question' | 'answers';
}

/** Not this way. `application`: only this one cannot be found so. `service`: it does not do it for any. */
export interface Impossible {
  readonly kind: 'impossible';
  readonly of: 'service' | 'application';
}

export type HeldReply = Outcome<HeldAnswers, ServiceError | Impossible>;

const notThisWay: Impossible = { kind: 'impossible', of: 'service' };
const notThisOne: Impossible = { kind: 'impossible', of: 'application' };

export function readHeldAnswers(
  get: Get,
  application: ApplicationId,
  way: ReadBackWay & HeldWish,
): Promise<HeldReply> {
  return way.by === 'single' ? readSingle(get, application, way) : readByPhone(get, application, way);
}

const pathOf = (id: ApplicationId): string => resourcePath('applications', id);

/** Told apart by their names alone: the document shows no more of them. */
export async function readHeldDocuments(get: Get, id: ApplicationId): Promise<HeldReply> {
  const reply = await get({ path: pathOf(id), query: { ...withAttachments } });
  if (!reply.ok) return notPossibleOf(reply.error, get, id);
  const parsed = schemas.holderSchema.safeParse(reply.value.document);
  if (!parsed.success) return unreadable();
  const documents = documentsOf(parsed.data.data);
  if (documents === null) return failure(notThisWay);
  const { clockAhead } = reply.value;
  return success({ answers: documents, clockAhead, hasAnswers: false, hasDocuments: true });
}

const withAttachments = readQuery({ extra_fields: { applications: ['attachments'] } });

async function readSingle(
  get: Get,
  id: ApplicationId,
  { include, documents }: ReadBackWay & HeldWish,
): Promise<HeldReply> {
  const query = { include, ...(documents ? withAttachments : {}) };
  const reply = await get({ path: pathOf(id), query });
  if (!reply.ok) return notPossibleOf(reply.error, get, id);
  const parsed = schemas.holderSchema.safeParse(reply.value.document);
  return parsed.success ? toHeld(parsed.data.data, parsed.data.included, reply.value) : unreadable();
}

/** A 403 is an answer to this way only when the application itself may be read: else nothing may be. */
async function notPossibleOf(error: ServiceError, get: Get, id: ApplicationId): Promise<HeldReply> {
  if (error.kind === 'bad_request') return failure(notThisWay);
  if (error.kind !== 'forbidden') return failure(error);
  const plain = await get({ path: pathOf(id) });
  return failure(plain.ok ? notThisWay : error);
}

async function readByPhone(
  get: Get,
  id: ApplicationId,
  { include, documents }: ReadBackWay & HeldWish,
): Promise<HeldReply> {
  const phone = await readPhone(get, id);
  if (!phone.ok) return phone;
  const query = listQuery({
    filter: { candidate_phone: phone.value, job_visibility: allVisibilities },
    include: [include],
    ...(documents ? { extra_fields: { applications: ['attachments'] } } : {}),
  });
  const reply = await getList(get, listPath('applications'), query);
  if (!reply.ok) return failure(isRefusedWay(reply.error) ? notThisWay : reply.error);
  const parsed = schemas.holdersSchema.safeParse(reply.value.document);
  if (!parsed.success) return unreadable();
  const own = parsed.data.data.find((one) => one.id === id);
  return own === undefined ? failure(notThisOne) : toHeld(own, parsed.data.included, reply.value);
}

/** The plain read before it was allowed, so a 403 means the list alone. */
const isRefusedWay = ({ kind }: ServiceError): boolean => kind === 'bad_request' || kind === 'forbidden';

async function readPhone(get: Get, id: ApplicationId): Promise<Outcome<string, ServiceError | Impossible>> {
  const reply = await get({ path: pathOf(id) });
  if (!reply.ok) return reply;
  const parsed = schemas.phoneSchema.safeParse(reply.value.document);
  if (!parsed.success) return unreadable();
  const phone = parsed.data.data.attributes.phone?.replaceAll(/[\s()./-]/g, '') ?? '';
  // A number without its country code could belong to another person.
  return isPhoneNumber(phone) ? success(phone) : failure(notThisOne);
}

const unreadable = () => failure<ServiceError>({ kind: 'bad_document', status: 200 });

type Holder = (typeof schemas.holderSchema)['_output']['data'];

/** An include that was ignored shows as a relationship without `data`; half of one as an answer that is not there. */
function toHeld(holder: Holder, included: readonly unknown[], { clockAhead }: Reply): HeldReply {
  const named = holder.relationships.answers?.data;
  if (named === undefined) return failure(notThisWay);
  const found = new Map<string, HeldAnswer>();
  for (const resource of included) {
    const parsed = schemas.heldAnswerSchema.safeParse(resource);
    if (parsed.success) found.set(parsed.data.id, toAnswer(parsed.data));
  }
  const answers = named.flatMap(({ id }) => found.get(id) ?? []);
  if (answers.length < named.length) return failure(notThisWay);
  const documents = documentsOf(holder);
  return success({
    answers: [...answers, ...(documents ?? [])],
    clockAhead,
    hasAnswers: true,
    hasDocuments: documents !== null,
  });
}

/** null: the service does not show them. When one came it does not tell. */
const documentsOf = ({ attributes: { attachments } }: Holder): readonly HeldAnswer[] | null =>
  attachments?.map((one, place) => ({
    // It has no id, and its address may be another one at each read.
    id: `attachment ${place + 1}`,
    question: documentsQuestion,
    title: null,
    type: null,
    attributes: { attachments: [one] },
    createdAt: null,
  })) ?? null;

/** Members of an answer that tell its value; others are not kept. */
const valueMembers = [
  'boolean_answer',
  'number_answer',
  'document_answer',
  'date_answer',
  'url_answer',
  'date_from_answer',
  'date_to_answer',
  'multiple_choice_answer',
  'text_answer',
  'attachments',
] as const;

function toAnswer({
  id,
  attributes,
  relationships,
}: (typeof schemas.heldAnswerSchema)['_output']): HeldAnswer {
  const question = relationships.question?.data.id;
  const values = valueMembers.flatMap((name) =>
    Object.hasOwn(attributes, name) ? [[name, attributes[name]] as const] : [],
  );
  const createdAt = Date.parse(textOf(attributes['created_at']) ?? '');
  return {
    id,
    question: question === undefined ? null : questionId(question),
    title: textOf(attributes['title']),
    type: textOf(attributes['question_type']),
    attributes: Object.fromEntries(values),
    createdAt: Number.isNaN(createdAt) ? null : createdAt,
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
