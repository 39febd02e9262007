/**
 * Calls that the compiler refuses: `tsc` reports an `@ts-expect-error` above a line that compiles.
 * These tests send nothing; other tests show the replies to such requests.
 */
import { expect, expectTypeOf, test } from 'vitest';
import { applicationId, jobId, questionId } from '../../core/model/ids.ts';
import { type ApplicationChanges, isDateTimeText, isDayText, type NewAnswerValue } from './changes.ts';
import { type Client, createClient } from './client.ts';
import type { MemberName } from './refusals.ts';
import type { ServiceError } from './service-error.ts';

const client: Client = createClient({
  baseUrl: 'https://service.test',
  key: 'key',
  send: async () => Response.error(),
});
const { listApplications: applications, listQuestions: questions, updateApplication } = client;
const id = applicationId('99');

test('list_applications.sort and list_questions.sort.both accept each attribute in one direction', () => {
  applications({ sort: ['-created_at', 'id', 'updated_at'] });
  // @ts-expect-error both directions of one attribute
  applications({ sort: ['created_at', 'id', '-created_at'] });
  // @ts-expect-error both directions
  questions({ sort: ['id', '-id'] });
});

test('list_applications.include, list_applications.extra_fields.unscoped and the filters have the documented names', () => {
  applications({ include: ['job', 'answers.question'], extra_fields: { candidates: ['tags'] } });
  questions({ filter: { banked: false, questionable_id: { eq: '4711' } }, stats: { total: 'count' } });
  // @ts-expect-error a type instead of a relationship
  applications({ include: ['jobs'] });
  // @ts-expect-error fields without their type
  applications({ extra_fields: ['attachments'] });
  // @ts-expect-error an unknown visibility
  applications({ filter: { job_visibility: ['public'] } });
  // @ts-expect-error a text instead of a boolean (list_questions.filter[banked])
  questions({ filter: { banked: 'true' } });
  // @ts-expect-error an unknown language
  questions({ locale: 'nl' });
  // @ts-expect-error the id of a job
  client.readApplication(jobId('99'));
});

test('applications.read_only attributes, applications.start_on, applications.hired_at and applications.locale are typed', () => {
  void updateApplication(id, { start_on: '2026-09-01', hired_at: '2026-09-01T09:30:00Z' });
  // @ts-expect-error read-only
  void updateApplication(id, { uuid: 'x' });
  // @ts-expect-error misspelt
  void updateApplication(id, { frist_name: 'Sample' });
  // @ts-expect-error not a day
  void updateApplication(id, { start_on: 'soon' });
  // @ts-expect-error a day without a time
  void updateApplication(id, { hired_at: '2026-09-01' });
  // @ts-expect-error an unknown language
  void updateApplication(id, { locale: 'it' });
  expectTypeOf<MemberName>().toEqualTypeOf<keyof ApplicationChanges | 'job'>();
  expect(['2026-02-28', '2026-02-30', 'soon'].map(isDayText)).toEqual([true, false, false]);
  const moments = ['2026-02-28T09:30:00Z', '2026-02-30T09:30:00Z', '2026-02-28'];
  expect(moments.map(isDateTimeText)).toEqual([true, false, false]);
});

test('create_answer.body.attributes belong to one kind, and answers.read_only attributes to none', () => {
  const answer = (value: NewAnswerValue) =>
    void client.createAnswer({ application: id, question: questionId('1'), value });
  answer({ kind: 'date_range', from: '2026-01-01', to: '2026-02-01' });
  // @ts-expect-error not a decimal
  answer({ kind: 'number', text: 'two' });
  // @ts-expect-error an attribute of another kind
  answer({ kind: 'text', text: 'x', day: '2026-01-01' });
  // @ts-expect-error read-only
  answer({ kind: 'text', text: 'x', title: 'y' });
});

test('error.errors are a closed union, which must be checked before the value', () => {
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
});
