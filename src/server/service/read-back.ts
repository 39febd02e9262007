/**
 * What an application holds already: what a second POST is decided by. The document shows `include` on the list
 * alone, so there are several ways to ask, and a service may not go all of them. A reply from which something could
 * be missing is no answer to the question.
 */

import { isObject } from '../../core/jsonapi/json.ts';
import { documentsQuestion } from '../../core/model/details.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import {
  type ApplicationId,
  applicationId,
  type QuestionId,
  questionId,
  type Reference,
} from '../../core/model/ids.ts';
import { totalOf } from './included.ts';
import {
  allVisibilities,
  isPhoneNumber,
  type ListApplicationsParameters,
  listPath,
  listQuery,
  readings,
  readQuery,
  resourcePath,
} from './queries.ts';
import * as schemas from './schemas.ts';
import { type Get, getList, type Received } from './send-request.ts';
import type { ServiceError, ServiceErrorKind } from './service-error.ts';

/** The cheapest read that any key may do. */
export const probe = { path: listPath('questions'), query: { [readings.pageSize]: '1' } };

/** Not this way. `application`: only this one cannot be found so. `service`: it does not do it for any. */
export interface Impossible {
  readonly kind: 'impossible';
  readonly of: 'service' | 'application';
}

/** The service is well, and its reply does not show what was asked for: nothing follows from it, and another look may. */
export interface Unproven {
  readonly kind: 'unproven';
}

export type NotShown = ServiceError | Impossible | Unproven;

const notThisWay = failure<Impossible>({ kind: 'impossible', of: 'service' });
export const unproven = failure<Unproven>({ kind: 'unproven' });
export const unreadable = { kind: 'bad_document', status: 200 } as const satisfies ServiceError;

/** Whatever else is asked now gets the same answer. */
const away: readonly ServiceErrorKind[] = ['unreachable', 'unauthorized', 'rate_limited'];
/** The word of a service that is well. */
const words: readonly ServiceErrorKind[] = ['not_found', 'invalid', 'bad_request'];

/** @param readPlain what any service answers that is well and lets the key read at all */
async function judgeFailure(
  error: ServiceError,
  readPlain: () => Promise<Outcome<Received, ServiceError>>,
): Promise<Outcome<never, NotShown>> {
  if (error.kind === 'bad_request') return notThisWay;
  if (away.includes(error.kind)) return failure(error);
  const plain = await readPlain();
  if (!plain.ok) return words.includes(plain.error.kind) ? unproven : failure(plain.error);
  // A page of something in between may be JSON, too.
  if (!isObject(plain.value.document) || !('data' in plain.value.document)) return failure(unreadable);
  return error.kind === 'forbidden' ? notThisWay : unproven;
}

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

export type HeldReply = Outcome<HeldAnswers, NotShown>;

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
  const own = await readOwn(get, id, withAttachments);
  if (!own.ok) return own;
  const documents = documentsOf(own.value.holder);
  if (documents === null) return notThisWay;
  const { clockAhead } = own.value.reply;
  return success({ answers: documents, clockAhead, hasAnswers: false, hasDocuments: true });
}

const withAttachments = readQuery({ extra_fields: { applications: ['attachments'] } });

async function readSingle(
  get: Get,
  id: ApplicationId,
  { include, documents }: ReadBackWay & HeldWish,
): Promise<HeldReply> {
  const own = await readOwn(get, id, { include, ...(documents ? withAttachments : {}) });
  if (!own.ok) return own;
  const { holder, included, reply } = own.value;
  const held = toHeld(holder, included, reply);
  const isNamed = ({ id: one }: { readonly id: string }) =>
    held.ok && held.value.answers.some((a) => a.id === one);
  // What came without being named shows that the names are not all there are.
  return !held.ok || answersIn(included).every(isNamed) ? held : unproven;
}

type Query = Readonly<Record<string, string>>;

async function readOwn(get: Get, id: ApplicationId, query: Query) {
  const readPlain = () => get({ path: pathOf(id) });
  const reply = await get({ path: pathOf(id), query });
  if (!reply.ok) return judgeFailure(reply.error, readPlain);
  const parsed = schemas.holderSchema.safeParse(reply.value.document);
  if (!parsed.success || !isOf(parsed.data.data, id)) return judgeFailure(unreadable, readPlain);
  const { data: holder, included } = parsed.data;
  return success({ holder, included, reply: reply.value });
}

/** Under its number, or under the other name that a service may take. */
const isOf = ({ id, attributes: { uuid } }: Holder, wanted: ApplicationId): boolean =>
  id === wanted || uuid === wanted;

async function readByPhone(
  get: Get,
  id: ApplicationId,
  { include, documents }: ReadBackWay & HeldWish,
): Promise<HeldReply> {
  const plain = await get({ path: pathOf(id) });
  const readPlain = async () => plain;
  if (!plain.ok) return judgeFailure(plain.error, readPlain);
  const phone = phoneIn(plain.value);
  if (phone === undefined) return judgeFailure(unreadable, readPlain);
  // A number without its country code could belong to another person.
  if (!isPhoneNumber(phone)) return failure({ kind: 'impossible', of: 'application' });
  const query = listQuery({
    filter: { candidate_phone: phone, job_visibility: allVisibilities },
    include: [include],
    ...(documents ? { extra_fields: { applications: ['attachments'] } } : {}),
  });
  const reply = await getList(get, listPath('applications'), query);
  if (!reply.ok) return judgeFailure(reply.error, readPlain);
  const parsed = schemas.holdersSchema.safeParse(reply.value.document);
  const own = parsed.data?.data.find((one) => one !== null && isOf(one, id)) ?? null;
  return own === null ? unproven : toHeld(own, parsed.data?.included ?? [], reply.value);
}

/** undefined: this is no application. */
function phoneIn({ document }: Received): string | undefined {
  const parsed = schemas.phoneSchema.safeParse(document);
  return parsed.data && (parsed.data.data.attributes.phone ?? '').replaceAll(/[\s()./-]/g, '');
}

type Holder = (typeof schemas.holderSchema)['_output']['data'];

/**
 * An include that was ignored shows as a relationship that is not loaded or has no `data`; half of one as an answer that
 * is not there, or as a further page.
 */
function toHeld(holder: Holder, included: readonly unknown[], { clockAhead }: Received): HeldReply {
  const { data: named, meta, links } = holder.relationships.answers ?? {};
  if (named === undefined || meta?.['included'] === false) return notThisWay;
  if (links?.next != null) return unproven;
  const found = new Map(answersIn(included).map((one) => [one.id, one]));
  const answers = [...new Set(named.map(({ id }) => id))].map((id) => found.get(id));
  if (!answers.every((one) => one !== undefined)) return notThisWay;
  const documents = documentsOf(holder);
  return success({
    answers: [...answers, ...(documents ?? [])],
    clockAhead,
    hasAnswers: true,
    hasDocuments: documents !== null,
  });
}

const answersIn = (included: readonly unknown[]): readonly HeldAnswer[] =>
  included.flatMap((resource) => {
    const parsed = schemas.heldAnswerSchema.safeParse(resource);
    return parsed.success ? toAnswer(parsed.data) : [];
  });

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

/** Of the list, whose page size is the service's: so many newer applications cannot be looked through. */
const MOST_PAGES = 10;
/** Milliseconds that a clock may be wrong by more than its `Date` shows. */
const SLACK = 300_000;

export interface Wanted {
  readonly reference: Reference;
  /** Milliseconds since 1970: it cannot be older. */
  readonly since: number;
}

type Found = Outcome<ApplicationId | null, NotShown>;

export async function findApplication(get: Get, wanted: Wanted): Promise<Found> {
  const seen: Entry[] = [];
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const page = await readPage(get, { page: number === 1 ? {} : { number } });
    if (!page.ok) return page;
    const { entries, clockAhead } = page.value;
    const found = entries.find((one) => one.reference === wanted.reference);
    if (found !== undefined) return success(applicationId(found.id));
    const known = new Set(seen.map(({ id }) => id));
    const isEnd = entries.every(({ id }) => known.has(id));
    seen.push(...entries.filter(({ id }) => !known.has(id)));
    if (!isSorted(seen) || seen.some(({ reference }) => reference === undefined)) return notThisWay;
    const [newest, oldest] = [seen[0]?.createdAt ?? 0, seen.at(-1)?.createdAt ?? 0];
    const isOld = oldest < wanted.since + (clockAhead ?? 0) - SLACK;
    // One time alone is in any order.
    if (!isEnd && isOld && newest > oldest) return success(null);
    if (isEnd || (isOld && newest === oldest)) return confirmEnd(get, seen);
  }
  return notThisWay;
}

/** That a page is empty, or comes again, does not say that the list is at its end: its total does. */
async function confirmEnd(get: Get, seen: readonly Entry[]): Promise<Found> {
  const counted = await readPage(get, { page: { size: 1 }, stats: { total: 'count' } });
  if (!counted.ok) return counted;
  if (counted.value.total === null) return notThisWay;
  return counted.value.total === seen.length ? success(null) : unproven;
}

interface Entry {
  readonly id: string;
  /** undefined: not shown, so it may be any. */
  readonly reference: string | null | undefined;
  readonly createdAt: number;
}

interface Page {
  /** Newest first, if the service sorts them. */
  readonly entries: readonly Entry[];
  /** null: the service does not say. */
  readonly total: number | null;
  readonly clockAhead: number | null;
}

/** The parameters of pages are not shown for this list: the first page does without, others read like the questions'. */
async function readPage(
  get: Get,
  part: Pick<ListApplicationsParameters, 'page' | 'stats'>,
): Promise<Outcome<Page, NotShown>> {
  const query = listQuery({
    sort: ['-created_at'],
    filter: { job_visibility: allVisibilities },
    fields: { applications: ['id', 'created_at', 'external_system_reference'] },
    ...part,
  });
  const reply = await getList(get, listPath('applications'), query);
  if (!reply.ok) return judgeFailure(reply.error, () => get(probe));
  const parsed = schemas.listedSchema.safeParse(reply.value.document);
  if (!parsed.success) return judgeFailure(unreadable, () => get(probe));
  const entries = parsed.data.data.map(({ id, attributes }) => ({
    id,
    reference: attributes.external_system_reference,
    createdAt: Date.parse(attributes.created_at ?? ''),
  }));
  return success({ entries, total: totalOf(parsed.data.meta), clockAhead: reply.value.clockAhead });
}

/** false where a time is missing, too. */
const isSorted = (entries: readonly Entry[]): boolean =>
  entries.every(({ createdAt }, index) => createdAt <= (entries[index - 1]?.createdAt ?? Number.MAX_VALUE));
