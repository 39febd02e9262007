/**
 * Reads which answers an application already has, which decides about a second POST. The document shows `include` only
 * for the list, so there are several ways to ask, and a service may not support all of them. A reply that could be
 * incomplete proves nothing.
 */

import * as z from 'zod';
import { isObject } from '../../core/jsonapi/json.ts';
import { documentsQuestion } from '../../core/model/details.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type ApplicationId, applicationId, questionId, type Reference } from '../../core/model/ids.ts';
import { totalOf } from './included.ts';
import { id, links, meta, optionalLinkage, resources, text } from './members.ts';
import { allVisibilities, getList, isPhoneNumber, type ListApplicationsParameters } from './queries.ts';
import { type Get, listPath, type Received, resourcePath } from './send-request.ts';
import type { ServiceError, ServiceErrorKind } from './service-error.ts';

/** The cheapest read that every key may do. */
export const probe = { path: listPath('questions'), query: { 'page[size]': '1' } };

/** This way of reading does not work, either for this `application` only or for the whole `service`. */
export interface Impossible {
  readonly kind: 'impossible';
  readonly of: 'service' | 'application';
}

/**
 * The service works, but its reply does not show what was requested: nothing follows from it, and another attempt may
 * succeed.
 */
export interface Unproven {
  readonly kind: 'unproven';
}

export type NotShown = ServiceError | Impossible | Unproven;

const notSupported = failure<Impossible>({ kind: 'impossible', of: 'service' });
export const unproven = failure<Unproven>({ kind: 'unproven' });
export const unreadable = { kind: 'bad_document', status: 200 } as const satisfies ServiceError;

/** Errors that every other request would get now as well. */
const generalErrors: readonly ServiceErrorKind[] = ['unreachable', 'unauthorized', 'rate_limited'];
/** Errors that only a working service returns. */
const definiteErrors: readonly ServiceErrorKind[] = ['not_found', 'invalid', 'bad_request'];

/** @param readPlain a request that any working service answers if the key may read at all */
async function judgeFailure(
  error: ServiceError,
  readPlain: () => Promise<Outcome<Received, ServiceError>>,
): Promise<Outcome<never, NotShown>> {
  if (error.kind === 'bad_request') return notSupported;
  if (generalErrors.includes(error.kind)) return failure(error);
  const plain = await readPlain();
  if (!plain.ok) return definiteErrors.includes(plain.error.kind) ? unproven : failure(plain.error);
  // The page of a gateway may be JSON as well.
  if (!isObject(plain.value.document) || !('data' in plain.value.document)) return failure(unreadable);
  return error.kind === 'forbidden' ? notSupported : unproven;
}

/** Members of an answer that contain its value; others are dropped. */
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

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const serviceAnswer = z
  .object({
    type: z.literal('answers'),
    id,
    attributes: z.record(z.string(), z.unknown()).catch({}).default({}),
    relationships: z.object({ question: optionalLinkage }).catch({}).default({}),
  })
  .transform(({ id, attributes, relationships: { question } }) => {
    const createdAt = Date.parse(textOf(attributes['created_at']) ?? '');
    const values = valueMembers.filter((name) => Object.hasOwn(attributes, name));
    return {
      id,
      /** null if the answer does not name its question. */
      question: question === undefined ? null : questionId(question.data.id),
      title: textOf(attributes['title']),
      type: textOf(attributes['question_type']),
      attributes: Object.fromEntries(values.map((name) => [name, attributes[name]])),
      /** Milliseconds since 1970 by the service's clock; null if it is not stated. */
      createdAt: Number.isNaN(createdAt) ? null : createdAt,
    };
  });

/**
 * An answer as the service shows it, or a file of the application itself (`documentsQuestion`).
 */
export type ServiceAnswer = Readonly<z.output<typeof serviceAnswer>>;

const holder = z.object({
  id,
  attributes: z
    .object({
      uuid: text,
      phone: text,
      /** Present only if requested and shown. */
      attachments: z.array(z.unknown()).optional().catch(undefined),
    })
    .catch({})
    .default({}),
  relationships: z
    .object({
      // `data` is missing if the include was ignored, which is different from no answers.
      answers: z.object({ data: z.array(z.object({ id })).optional(), meta, links }).optional(),
    })
    .catch({})
    .default({}),
});

type Holder = z.output<typeof holder>;

/** An application with the answers that it names. */
const holderSchema = z.object({ data: holder, included: resources });

/** A malformed entry becomes null, so that it does not hide the application that is wanted. */
const holdersSchema = z.object({ data: z.array(holder.nullable().catch(null)), included: resources });

export interface ReadBackAnswers {
  readonly answers: readonly ServiceAnswer[];
  /** Milliseconds that the service's clock is ahead of ours, from its `Date`; null if unknown. */
  readonly clockAhead: number | null;
  /** False if answers were not requested, because the service does not show them. */
  readonly hasAnswers: boolean;
  /** False if files of the application were not requested, or are not shown. */
  readonly hasDocuments: boolean;
}

export interface ReadBackScope {
  /** Whether to read the names of the application's own files as well. */
  readonly documents: boolean;
}

export interface ReadBackWay {
  /** Reads the application itself, or the documented list by its candidate's phone, which takes one request more. */
  readonly by: 'single' | 'list';
  /** Includes each answer's question, or the answers only, which are then identified by title and type. */
  readonly include: 'answers.question' | 'answers';
}

export type ReadBackReply = Outcome<ReadBackAnswers, NotShown>;

export const readServiceAnswers = (
  get: Get,
  application: ApplicationId,
  way: ReadBackWay & ReadBackScope,
): Promise<ReadBackReply> =>
  way.by === 'single' ? readSingle(get, application, way) : readByPhone(get, application, way);

/** Documents are distinguished only by their names, because the document shows nothing else of them. */
export async function readServiceDocuments(get: Get, id: ApplicationId): Promise<ReadBackReply> {
  const own = await readOwn(get, id, withAttachments);
  if (!own.ok) return own;
  const documents = documentsOf(own.value.data);
  if (documents === null) return notSupported;
  const { clockAhead } = own.value;
  return success({ answers: documents, clockAhead, hasAnswers: false, hasDocuments: true });
}

const withAttachments = { 'extra_fields[applications]': 'attachments' };

async function readSingle(
  get: Get,
  id: ApplicationId,
  { include, documents }: ReadBackWay & ReadBackScope,
): Promise<ReadBackReply> {
  const own = await readOwn(get, id, { include, ...(documents && withAttachments) });
  if (!own.ok) return own;
  const read = readAnswers(own.value);
  const namedIds = new Set(read.ok ? read.value.answers.map((answer) => answer.id) : []);
  // An answer that is included but not named shows that the names are incomplete.
  return !read.ok || answersIn(own.value.included).every((answer) => namedIds.has(answer.id))
    ? read
    : unproven;
}

async function readOwn(get: Get, id: ApplicationId, query: Readonly<Record<string, string>>) {
  const path = resourcePath('applications', id);
  const readPlain = () => get({ path });
  const reply = await get({ path, query });
  if (!reply.ok) return judgeFailure(reply.error, readPlain);
  const parsed = holderSchema.safeParse(reply.value.document);
  if (!parsed.success || !isOf(parsed.data.data, id)) return judgeFailure(unreadable, readPlain);
  return success({ ...parsed.data, clockAhead: reply.value.clockAhead });
}

/** The application under its number, or under the other id that a service may accept. */
const isOf = ({ id, attributes: { uuid } }: Holder, wanted: ApplicationId): boolean =>
  id === wanted || uuid === wanted;

async function readByPhone(
  get: Get,
  id: ApplicationId,
  { include, documents }: ReadBackWay & ReadBackScope,
): Promise<ReadBackReply> {
  const plain = await get({ path: resourcePath('applications', id) });
  const readPlain = async () => plain;
  if (!plain.ok) return judgeFailure(plain.error, readPlain);
  const own = holderSchema.safeParse(plain.value.document);
  if (!own.success) return judgeFailure(unreadable, readPlain);
  const phone = (own.data.data.attributes.phone ?? '').replaceAll(/[\s()./-]/g, '');
  // A number without its country code could belong to another person.
  if (!isPhoneNumber(phone)) return failure({ kind: 'impossible', of: 'application' });
  const parameters: ListApplicationsParameters = {
    filter: { candidate_phone: phone, job_visibility: allVisibilities },
    include: [include],
    ...(documents && { extra_fields: { applications: ['attachments'] } }),
  };
  const reply = await getList(get, 'applications', parameters);
  if (!reply.ok) return judgeFailure(reply.error, readPlain);
  const { data: entries = [], included = [] } = holdersSchema.safeParse(reply.value.document).data ?? {};
  const data = entries.find((entry) => entry !== null && isOf(entry, id)) ?? null;
  return data === null ? unproven : readAnswers({ data, included, clockAhead: reply.value.clockAhead });
}

interface AnswersPage extends Pick<Received, 'clockAhead'> {
  readonly data: Holder;
  readonly included: readonly unknown[];
}

/**
 * An ignored include shows as a relationship that is not loaded or has no `data`; a partial one shows as a missing
 * answer, or as a further page.
 */
function readAnswers({ data, included, clockAhead }: AnswersPage): ReadBackReply {
  const { data: named, meta, links } = data.relationships.answers ?? {};
  if (named === undefined || meta?.['included'] === false) return notSupported;
  if (links?.next != null) return unproven;
  const found = new Map(answersIn(included).map((answer) => [answer.id, answer]));
  const answers = [...new Set(named.map(({ id }) => id))].map((id) => found.get(id));
  if (!answers.every((answer) => answer !== undefined)) return notSupported;
  const documents = documentsOf(data);
  const read = { hasAnswers: true, hasDocuments: documents !== null, clockAhead };
  return success({ answers: [...answers, ...(documents ?? [])], ...read });
}

const answersIn = (included: readonly unknown[]): readonly ServiceAnswer[] =>
  included.flatMap((resource) => serviceAnswer.safeParse(resource).data ?? []);

/** null if the service does not show them. Their times are unknown. */
const documentsOf = ({ attributes: { attachments } }: Holder): readonly ServiceAnswer[] | null =>
  attachments?.map((attachment, index) => ({
    // An attachment has no id, and its address may change at each read.
    id: `attachment ${index + 1}`,
    question: documentsQuestion,
    title: null,
    type: null,
    attributes: { attachments: [attachment] },
    createdAt: null,
  })) ?? null;

/**
 * Maximum pages of the list, whose page size is the service's: a longer list of newer applications cannot be searched.
 */
const MOST_PAGES = 10;
/** Milliseconds that a clock may be wrong in addition to the difference that `Date` shows. */
const SLACK = 300_000;

type Found = Outcome<ApplicationId | null, NotShown>;

/** @param since milliseconds since 1970; the application cannot be older */
export async function findApplication(get: Get, reference: Reference, since: number): Promise<Found> {
  const seen: Entry[] = [];
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const page = await readPage(get, { page: number === 1 ? {} : { number } });
    if (!page.ok) return page;
    const { entries, clockAhead } = page.value;
    const found = entries.find((entry) => entry.reference === reference);
    if (found !== undefined) return success(applicationId(found.id));
    const known = new Set(seen.map(({ id }) => id));
    const isEnd = entries.every(({ id }) => known.has(id));
    seen.push(...entries.filter(({ id }) => !known.has(id)));
    if (!isSorted(seen) || seen.some((entry) => entry.reference === undefined)) return notSupported;
    const newest = seen[0]?.createdAt ?? 0;
    const oldest = seen.at(-1)?.createdAt ?? 0;
    const isOld = oldest < since + (clockAhead ?? 0) - SLACK;
    // Equal times do not prove the order.
    if (!isEnd && isOld && newest > oldest) return success(null);
    if (isEnd || (isOld && newest === oldest)) return confirmEnd(get, seen);
  }
  return notSupported;
}

/** Compares the total, because an empty or repeated page does not prove the end of the list. */
async function confirmEnd(get: Get, seen: readonly Entry[]): Promise<Found> {
  const counted = await readPage(get, { page: { size: 1 }, stats: { total: 'count' } });
  if (!counted.ok) return counted;
  if (counted.value.total === null) return notSupported;
  return counted.value.total === seen.length ? success(null) : unproven;
}

const listed = z
  .object({
    data: z.array(
      z.object({
        id,
        attributes: z.object({ created_at: text, external_system_reference: text }).catch({}).default({}),
      }),
    ),
    meta,
  })
  .transform(({ data, meta }) => ({
    /** Newest first, if the service sorts them. */
    entries: data.map(({ id, attributes }) => ({
      id,
      /** undefined if it is not shown, so it may be any. */
      reference: attributes.external_system_reference,
      createdAt: Date.parse(attributes.created_at ?? ''),
    })),
    /** null if the service does not state it. */
    total: totalOf(meta),
  }));

type Entry = z.output<typeof listed>['entries'][number];

/**
 * The document shows no page parameters for this list: the first page needs none, the others use those of the
 * questions.
 */
async function readPage(get: Get, part: Pick<ListApplicationsParameters, 'page' | 'stats'>) {
  const parameters: ListApplicationsParameters = {
    sort: ['-created_at'],
    filter: { job_visibility: allVisibilities },
    fields: { applications: ['id', 'created_at', 'external_system_reference'] },
    ...part,
  };
  const reply = await getList(get, 'applications', parameters);
  const parsed = reply.ok ? listed.safeParse(reply.value.document) : null;
  if (reply.ok && parsed?.success === true)
    return success({ ...parsed.data, clockAhead: reply.value.clockAhead });
  return judgeFailure(reply.ok ? unreadable : reply.error, () => get(probe));
}

/** False also if a time is missing. */
const isSorted = (entries: readonly Entry[]): boolean =>
  entries.every(({ createdAt }, index) => createdAt <= (entries[index - 1]?.createdAt ?? Number.MAX_VALUE));
