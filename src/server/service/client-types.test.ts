/**
 * What the compiler refuses of the client: an `@ts-expect-error` over something that compiles is an error of `tsc`.
 * Nothing is sent; what a service says to such a request is shown by the tests of each row.
 */
import { expect, expectTypeOf, test } from 'vitest';
import {
  applicationId,
  type CandidateId,
  type JobId,
  jobId,
  jobSeekerId,
  questionId,
} from '../../core/model/ids.ts';
import {
  type ApplicationChanges,
  isDateTimeText,
  isDayText,
  type NewAnswerValue,
  REJECTION,
} from './changes.ts';
import { type Client, createClient } from './client.ts';
import { findIncluded, type IncludedResource } from './included.ts';
import type { MemberName } from './refusals.ts';
import type { ApplicationResource } from './resources.ts';
import type { ServiceError } from './service-error.ts';

const client: Client = createClient({
  baseUrl: 'https://service.test',
  key: 'key',
  send: async () => Response.error(),
});
const {
  listApplications: applications,
  listQuestions: questions,
  updateApplication,
  updateJobSeeker,
} = client;
const id = applicationId('99');
const data = 'data:application/pdf;base64,JVBERg==' as const;

test('list_applications.sort and list_questions.sort.both: an attribute is sorted by once, in one direction', () => {
  applications({ sort: ['-created_at', 'id', 'updated_at'] });
  // @ts-expect-error both directions, another between them
  applications({ sort: ['created_at', 'id', '-created_at'] });
  // @ts-expect-error both ways
  questions({ sort: ['id', '-id'] });
});

test('list_applications.include, list_applications.extra_fields.unscoped and the filters have the names of the document', () => {
  applications({ include: ['job', 'answers.question'], extra_fields: { candidates: ['tags'] } });
  questions({ filter: { banked: false, questionable_id: { eq: '4711' } }, stats: { total: 'count' } });
  // @ts-expect-error a type, no relationship
  applications({ include: ['jobs'] });
  // @ts-expect-error unscoped
  applications({ extra_fields: ['attachments'] });
  // @ts-expect-error no visibility
  applications({ filter: { job_visibility: ['public'] } });
  // @ts-expect-error a text (list_questions.filter[banked])
  questions({ filter: { banked: 'true' } });
  // @ts-expect-error no language of the service
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
  // @ts-expect-error no day
  void updateApplication(id, { start_on: 'soon' });
  // @ts-expect-error a day, no moment
  void updateApplication(id, { hired_at: '2026-09-01' });
  // @ts-expect-error no language of the service
  void updateApplication(id, { locale: 'it' });
  expectTypeOf<MemberName>().toEqualTypeOf<keyof ApplicationChanges | 'job'>();
  expect(['2026-02-28', '2026-02-30', 'soon'].map(isDayText)).toEqual([true, false, false]);
  const moments = ['2026-02-28T09:30:00Z', '2026-02-30T09:30:00Z', '2026-02-28'];
  expect(moments.map(isDateTimeText)).toEqual([true, false, false]);
});

test('applications.address2.us_write and applications.state_province.not_us_write need the country that has the line', () => {
  void updateApplication(id, { country: 'GB', address2: 'Flat 2' });
  void updateApplication(id, { country: 'US', state_province: 'CA' });
  // @ts-expect-error the line of other countries
  void updateApplication(id, { country: 'US', address2: 'Flat 2' });
  // @ts-expect-error whose line it is depends on a country that is not named
  void updateApplication(id, { state_province: 'CA' });
});

test('applications.cv_base64_data and applications.cover_letter_base64_data never go without their names', () => {
  void updateApplication(id, { cv_base64_data: data, cv_base64_filename: 'cv.pdf' });
  // @ts-expect-error no name
  void updateApplication(id, { cv_base64_data: data });
  // @ts-expect-error two CVs
  void updateApplication(id, { cv_base64_data: data, cv_base64_filename: 'cv.pdf', cv_signed_id: 'x' });
  // @ts-expect-error no content
  void updateApplication(id, { cover_letter_base64_filename: 'letter.pdf' });
  // @ts-expect-error no data URI
  void updateApplication(id, { documents_base64: [{ data: 'JVBERg==', filename: 'a.pdf' }] });
});

test('tags.rule.system_write does not compile: there is no context to write one with', () => {
  const seeker = jobSeekerId('1');
  void updateJobSeeker(seeker, { add_tags_with_context: [{ tag: 'a', context: REJECTION }] });
  // @ts-expect-error a system tag
  void updateJobSeeker(seeker, { add_tag_with_context: { tag: 'internal', context: null } });
  // @ts-expect-error job seekers take tags alone
  void updateJobSeeker(seeker, { first_name: 'Sample' });
});

test('create_answer.body.attributes belong to one kind, and answers.read_only attributes to none', () => {
  const answer = (value: NewAnswerValue) =>
    void client.createAnswer({ application: id, question: questionId('1'), value });
  answer({ kind: 'date_range', from: '2026-01-01', to: '2026-02-01' });
  // @ts-expect-error no decimal
  answer({ kind: 'number', text: 'two' });
  // @ts-expect-error of another kind
  answer({ kind: 'text', text: 'x', day: '2026-01-01' });
  // @ts-expect-error read-only
  answer({ kind: 'text', text: 'x', title: 'y' });
});

test('applications.write_only attributes are not there to read, applications.relationship.shape and applications.included are typed', () => {
  const look = ({ attributes, relationships }: ApplicationResource, one: IncludedResource) => {
    expectTypeOf(attributes.ai_score?.strengths).toEqualTypeOf<string[] | null | undefined>();
    expectTypeOf(relationships.job?.data).toEqualTypeOf<{ type: 'jobs'; id: JobId } | null | undefined>();
    // @ts-expect-error write-only
    attributes.cv_base64_data;
    if (one.type === 'candidates') expectTypeOf(one.id).toEqualTypeOf<CandidateId>();
    // @ts-expect-error before the type is known
    one.attributes.blocked;
    expectTypeOf(findIncluded([one], { type: 'jobs', id: '4711' })?.type).toEqualTypeOf<'jobs' | undefined>();
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
});
