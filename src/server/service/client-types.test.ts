/**
 * What the compiler takes and refuses of the client. Vitest runs none of it to any effect: `tsc` judges, for which an
 * `@ts-expect-error` over something that compiles is an error.
 */
import { expectTypeOf, test } from 'vitest';
import { applicationId, type CandidateId, type JobId, jobId } from '../../core/model/ids.ts';
import { type Client, createClient } from './client.ts';
import { findIncluded, type IncludedResource } from './included.ts';
import type { ApplicationResource } from './resources.ts';
import type { ServiceError } from './service-error.ts';

/** Nothing is sent: the list of what would be is only written down. */
const client: Client = createClient({
  baseUrl: 'https://service.test',
  key: 'key',
  send: async () => Response.error(),
});
const { listApplications: applications, listQuestions: questions } = client;
const id = applicationId('99');

test('list_applications.sort takes each attribute once, in one direction', () => {
  applications({ sort: [] });
  applications({ sort: ['-created_at', 'id', 'updated_at'] });
  // @ts-expect-error both directions of one attribute
  applications({ sort: ['id', '-id'] });
  // @ts-expect-error both directions, another between them
  applications({ sort: ['created_at', 'id', '-created_at'] });
  // @ts-expect-error twice
  applications({ sort: ['updated_at', 'updated_at'] });
  // @ts-expect-error not sortable
  applications({ sort: ['email'] });
});

test('list_questions.sort.both is not taken', () => {
  questions({ sort: ['-id'] });
  // @ts-expect-error both ways
  questions({ sort: ['id', '-id'] });
});

test('list_applications.include takes relationships and named paths, and no other', () => {
  applications({ include: ['job', 'comments', 'answers.question'] });
  // @ts-expect-error a type, no relationship
  applications({ include: ['jobs'] });
  // @ts-expect-error a path that nothing stands for
  applications({ include: ['job.stage'] });
  // @ts-expect-error of questions
  applications({ include: ['conditional_questions'] });
  // @ts-expect-error of applications
  questions({ include: ['answers'] });
});

test('list_applications.extra_fields.unscoped is not taken, nor a field under the wrong type', () => {
  applications({ extra_fields: { applications: ['tags', 'days_in_current_stage'], candidates: ['tags'] } });
  // @ts-expect-error unscoped
  applications({ extra_fields: ['attachments'] });
  // @ts-expect-error of applications alone
  applications({ extra_fields: { candidates: ['average_rating'] } });
  // @ts-expect-error no extra field
  applications({ extra_fields: { applications: ['email'] } });
  // @ts-expect-error not of this list
  questions({ extra_fields: { applications: ['tags'] } });
});

test('list_applications.filter[job_visibility].unknown is not taken', () => {
  applications({ filter: { job_visibility: ['confidential', 'external', 'internal', 'private_job'] } });
  // @ts-expect-error no visibility
  applications({ filter: { job_visibility: ['public'] } });
  // @ts-expect-error a list, written by the client
  applications({ filter: { job_visibility: 'external,internal' } });
  // @ts-expect-error no filter of the document
  applications({ filter: { email: 'sample@example.com' } });
  // @ts-expect-error a number has no plus
  applications({ filter: { candidate_phone: 447_700_900_999 } });
});

test('list_questions.filter[banked] is a boolean, and each filter is named', () => {
  questions({ filter: { banked: false, questionable_id: { eq: '4711' }, created_at: { gt: '2026-01-01' } } });
  questions({ locale: 'pt-BR', stats: { total: 'count' }, page: { number: 1, size: 1000 } });
  // @ts-expect-error a text
  questions({ filter: { banked: 'true' } });
  // @ts-expect-error no such operator
  questions({ filter: { questionable_id: { neq: '4711' } } });
  // @ts-expect-error of applications
  questions({ filter: { candidate_phone: '+447700900999' } });
  // @ts-expect-error no language of the service
  questions({ locale: 'nl' });
  // @ts-expect-error a text
  questions({ page: { size: '100' } });
});

test('read_application takes its own kind of id, and nothing of a list', () => {
  client.readApplication(id, { include: ['stage'], extra_fields: { applications: ['tags'] } });
  // @ts-expect-error the id of a job
  client.readApplication(jobId('99'));
  // @ts-expect-error a page of one
  client.readApplication(id, { page: { size: 1 } });
});

test('applications.write_only attributes are not there to read, nor are words that the document does not have', () => {
  const look = ({ attributes }: ApplicationResource) => {
    expectTypeOf(attributes.email).toEqualTypeOf<string | null | undefined>();
    expectTypeOf(attributes.job_id).toEqualTypeOf<number | null | undefined>();
    expectTypeOf(attributes.internal_candidate).toEqualTypeOf<boolean | null | undefined>();
    expectTypeOf(attributes.ai_score?.strengths).toEqualTypeOf<string[] | null | undefined>();
    expectTypeOf(attributes.average_rating).toEqualTypeOf<number | null | undefined>();
    // @ts-expect-error write-only
    attributes.cv_base64_data;
    // @ts-expect-error no attribute
    attributes.salary;
  };
  expectTypeOf(look).returns.toBeVoid();
});

test('applications.relationship.shape is typed by its cardinality and target', () => {
  const look = ({ relationships }: ApplicationResource) => {
    expectTypeOf(relationships.job?.data).toEqualTypeOf<{ type: 'jobs'; id: JobId } | null | undefined>();
    expectTypeOf(relationships.offers?.data).toEqualTypeOf<{ type: 'offers'; id: string }[] | undefined>();
    // @ts-expect-error no relationship
    relationships.interviews;
  };
  expectTypeOf(look).returns.toBeVoid();
});

test('applications.included is told apart by type', () => {
  const look = (one: IncludedResource, resources: readonly IncludedResource[]) => {
    if (one.type === 'candidates') {
      expectTypeOf(one.id).toEqualTypeOf<CandidateId>();
      expectTypeOf(one.attributes.blocked).toEqualTypeOf<boolean | null | undefined>();
    }
    // The document does not show what a job has.
    if (one.type === 'jobs') expectTypeOf(one.attributes).toEqualTypeOf<Record<string, unknown>>();
    if (one.type === 'answers')
      expectTypeOf(one.attributes.text_answer).toEqualTypeOf<string | null | undefined>();
    if (one.type === 'unknown') expectTypeOf(one.named).toBeString();
    // @ts-expect-error before the type is known
    one.attributes.blocked;
    const job = findIncluded(resources, { type: 'jobs', id: '4711' });
    expectTypeOf(job?.type).toEqualTypeOf<'jobs' | undefined>();
    const candidate = findIncluded(resources, { type: 'candidates', id: '7' });
    expectTypeOf(candidate?.attributes.full_name).toEqualTypeOf<string | null | undefined>();
  };
  expectTypeOf(look).returns.toBeVoid();
});

test('error.errors are a closed union, looked at before the value', () => {
  const look = async () => {
    const reply = await client.readApplication(id);
    // @ts-expect-error it may have failed
    reply.value;
    return reply.ok ? reply.value.data.id : reply.error.kind;
  };
  expectTypeOf(look).returns.resolves.toBeString();
  type Kind = 'unauthorized' | 'forbidden' | 'not_found' | 'bad_request' | 'invalid' | 'rate_limited';
  type Lost = 'server_error' | 'bad_document' | 'unreachable' | 'interrupted' | 'timeout' | 'unreadable_file';
  expectTypeOf<ServiceError['kind']>().toEqualTypeOf<Kind | Lost>();
  const pages = async () => {
    for await (const page of client.applicationPages({ sort: ['id'] })) {
      // @ts-expect-error it may have failed
      page.value;
    }
  };
  expectTypeOf(pages).returns.resolves.toBeVoid();
});
