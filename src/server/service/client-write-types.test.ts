import { expect, expectTypeOf, test } from 'vitest';
import { applicationId, jobSeekerId, questionId } from '../../core/model/ids.ts';
import {
  type ApplicationChanges,
  isDateTimeText,
  isDayText,
  type NewAnswerValue,
  REJECTION,
  tagContext,
} from './changes.ts';
import { createClient } from './client.ts';
import type { MemberName } from './refusals.ts';

/**
 * What follows is judged by the compiler: an `@ts-expect-error` over something that compiles is an error. `calls` are
 * never made: what does not compile has no meaning to run. Of the others the bodies that were sent are looked at, so
 * that what compiles also goes out.
 */
let sent: string[] = [];
const { updateApplication, updateJobSeeker, createAnswer } = createClient({
  baseUrl: 'http://service.test',
  key: 'k',
  send: async (request) => {
    sent.push(await request.text());
    return new Response('{}');
  },
});
const id = applicationId('1');
const attributesSent = () => sent.splice(0).map((body) => JSON.parse(body).data.attributes);

test('applications.read_only attributes do not exist for the compiler', () => {
  const calls = () => {
    // @ts-expect-error read-only
    void updateApplication(id, { uuid: 'x' });
    // @ts-expect-error read-only
    void updateApplication(id, { rejected_at: '2026-01-01T00:00:00Z' });
    // @ts-expect-error read-only
    void updateApplication(id, { full_name: 'Sample Applicant' });
    // @ts-expect-error an extra field
    void updateApplication(id, { tags: [] });
    // @ts-expect-error none of them
    void updateApplication(id, { frist_name: 'Sample' });
    // @ts-expect-error one among allowed ones
    void updateApplication(id, { first_name: 'Sample', stage_id: 7 });
  };
  expectTypeOf(calls).returns.toBeVoid();
});

test('a refusal can name each attribute that may be changed, and the job', () => {
  expectTypeOf<MemberName>().toEqualTypeOf<keyof ApplicationChanges | 'job'>();
});

test('applications.address2.us_write does not compile, nor is it sent where the compiler could not know', async () => {
  sent = [];
  await updateApplication(id, { country: 'GB', address2: 'Flat 2' });
  await updateApplication(id, { country: 'GB', address2: null });
  await updateApplication(id, { country: null, address2: null });
  expect(attributesSent()).toHaveLength(3);
  // @ts-expect-error the line of other countries
  await updateApplication(id, { country: 'US', address2: 'Flat 2' });
  // @ts-expect-error not even to clear it
  await updateApplication(id, { country: 'US', address2: null });
  // @ts-expect-error whose line it is depends on a country that is not named
  await updateApplication(id, { address2: 'Flat 2' });
  const country: string = 'US';
  const reply = await updateApplication(id, { country, address2: 'Flat 2' });
  expect(reply).toEqual({ ok: false, error: { kind: 'bad_request', parameter: 'address2' } });
  expect(sent).toEqual([]);
});

test('applications.state_province.not_us_write does not compile, nor is it sent where the compiler could not know', async () => {
  sent = [];
  await updateApplication(id, { country: 'US', state_province: 'CA' });
  expect(attributesSent()).toHaveLength(1);
  // @ts-expect-error the line of the US
  await updateApplication(id, { country: null, state_province: 'Kent' });
  // @ts-expect-error whose line it is depends on a country that is not named
  await updateApplication(id, { state_province: 'CA' });
  const country: string = 'GB';
  await updateApplication(id, { country, state_province: 'Kent' });
  expect(sent).toEqual([]);
});

test('applications.start_on is a day, applications.hired_at a date-time, applications.locale a language, to the compiler', () => {
  const calls = () => {
    void updateApplication(id, { start_on: '2026-09-01', hired_at: '2026-09-01T09:30:00Z' });
    void updateApplication(id, { start_on: null, hired_at: null });
    // @ts-expect-error no day
    void updateApplication(id, { start_on: 'soon' });
    // @ts-expect-error no language of the service
    void updateApplication(id, { locale: 'it' });
    // @ts-expect-error a day, no moment
    void updateApplication(id, { hired_at: '2026-09-01' });
  };
  expectTypeOf(calls).returns.toBeVoid();
  expect(['2026-02-28', '2026-02-30', 'soon'].map(isDayText)).toEqual([true, false, false]);
  const moments = ['2026-02-28T09:30:00Z', '2026-02-30T09:30:00Z', '2026-02-28'];
  expect(moments.map(isDateTimeText)).toEqual([true, false, false]);
});

test('applications.cv_base64_data and applications.cover_letter_base64_data never go without their names', () => {
  const calls = () => {
    const data = 'data:application/pdf;base64,JVBERg==' as const;
    void updateApplication(id, { cv_base64_data: data, cv_base64_filename: 'cv.pdf' });
    void updateApplication(id, { cv_signed_id: 'x' });
    void updateApplication(id, {
      cover_letter_base64_data: data,
      cover_letter_base64_filename: 'letter.pdf',
    });
    void updateApplication(id, { documents_base64: [{ data, filename: 'a.pdf' }] });
    // @ts-expect-error no name
    void updateApplication(id, { cv_base64_data: data });
    // @ts-expect-error no content
    void updateApplication(id, { cv_base64_filename: 'cv.pdf' });
    // @ts-expect-error two CVs
    void updateApplication(id, { cv_base64_data: data, cv_base64_filename: 'cv.pdf', cv_signed_id: 'x' });
    // @ts-expect-error no name
    void updateApplication(id, { cover_letter_base64_data: data });
    // @ts-expect-error no content
    void updateApplication(id, { cover_letter_base64_filename: 'letter.pdf' });
    // @ts-expect-error no name
    void updateApplication(id, { documents_base64: [{ data }] });
    // @ts-expect-error no data URI
    void updateApplication(id, { documents_base64: [{ data: 'JVBERg==', filename: 'a.pdf' }] });
  };
  expectTypeOf(calls).returns.toBeVoid();
});

test('tags.rule.system_write does not compile: there is no context to write one with', () => {
  const calls = () => {
    const seeker = jobSeekerId('1');
    void updateJobSeeker(seeker, { add_tag_with_context: { tag: 'a', context: 'custom_source' } });
    void updateJobSeeker(seeker, { add_tags_with_context: [{ tag: 'a', context: REJECTION }] });
    void updateJobSeeker(seeker, {
      remove_tag_with_context: { tag: 'a', context: tagContext('Careers site') },
    });
    // @ts-expect-error a system tag
    void updateJobSeeker(seeker, { add_tag_with_context: { tag: 'internal', context: null } });
    // @ts-expect-error a system tag
    void updateApplication(id, { remove_tags_with_context: [{ tag: 'internal', context: null }] });
    // @ts-expect-error a category's name is no context
    void updateApplication(id, { add_tag_with_context: { tag: 'a', context: 'Careers site' } });
    // @ts-expect-error no context
    void updateApplication(id, { add_tag_with_context: { tag: 'a' } });
    // @ts-expect-error job seekers take tags alone
    void updateJobSeeker(seeker, { first_name: 'Sample' });
  };
  expectTypeOf(calls).returns.toBeVoid();
});

test('create_answer.body.attributes belong to one kind, to the compiler', () => {
  const calls = () => {
    const answer = (value: NewAnswerValue) =>
      createAnswer({ application: id, question: questionId('1'), value });
    const [amount] = [2.5];
    void answer({ kind: 'number', text: `${amount}` });
    void answer({ kind: 'date_range', from: '2026-01-01', to: '2026-02-01' });
    // @ts-expect-error no decimal
    void answer({ kind: 'number', text: 'two' });
    // @ts-expect-error a text is no boolean
    void answer({ kind: 'boolean', value: 'true' });
    // @ts-expect-error half a range
    void answer({ kind: 'date_range', from: '2026-01-01' });
    // @ts-expect-error no name
    void answer({ kind: 'document_data', data: 'data:text/plain;base64,eA==' });
    // @ts-expect-error of another kind
    void answer({ kind: 'text', text: 'x', day: '2026-01-01' });
  };
  expectTypeOf(calls).returns.toBeVoid();
});

test('answers.read_only attributes do not exist for the compiler', () => {
  const calls = () => {
    const answer = (value: NewAnswerValue) =>
      createAnswer({ application: id, question: questionId('1'), value });
    // @ts-expect-error read-only
    void answer({ kind: 'text', text: 'x', title: 'y' });
    // @ts-expect-error read-only
    void answer({ kind: 'multiple_choice_answer', options: ['x'] });
    // @ts-expect-error read-only
    void answer({ kind: 'document_answer', file: {} });
  };
  expectTypeOf(calls).returns.toBeVoid();
});
