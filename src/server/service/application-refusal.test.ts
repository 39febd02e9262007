import { describe, expect, test } from 'vitest';
import { fileId } from '../../core/model/ids.ts';
import type { AttachedFile } from '../../core/model/question.ts';
import { fieldsOf, type MemberName, missingMembers, refusalCode } from './refusals.ts';
import { readReply } from './send-request.ts';
import { membersOf } from './service-error.ts';

const file = (name: string): AttachedFile => ({ id: fileId(name), name, size: 1, type: 'text/plain' });
const details = { first_name: 'Ada', email: 'ada@example.com', phone: '+44', summary: '' };

describe('the demands in a refused application', () => {
  test.each<
    readonly [string, Parameters<typeof missingMembers>[1], readonly MemberName[], readonly string[]]
  >([
    ['include no detail that was sent', { details }, ['email'], []],
    ['include a named detail that was not sent', { details }, ['email', 'last_name'], ['last_name']],
    [
      'include the phone when a part of it is named and nothing was sent',
      { details: { email: 'a@b.c' } },
      ['phone_iso2'],
      ['phone'],
    ],
    ['include the CV, by any of its members', { details }, ['cv_signed_id', 'cv_base64_filename'], ['cv']],
    [
      'include no documents that were sent',
      { details, files: { documents: [file('a')] } },
      ['documents_base64'],
      [],
    ],
    ['include nothing that no applicant fills in', { details }, ['job', 'hired_at', 'locale'], []],
  ])('%s', (_name, sent, members, fields) => {
    expect(fieldsOf(missingMembers(members, sent))).toEqual(fields);
  });
});

describe('a refused earlier applicant looks the same as a refusal without a reason', () => {
  const refusalOf = async (...errors: readonly object[]) => {
    const reply = await readReply(new Response(JSON.stringify({ errors }), { status: 422 }), 0);
    if (reply.ok) throw new Error('A refusal was read as a success.');
    const members = membersOf(reply.error);
    return { kind: reply.error.kind, code: refusalCode(reply.error), members, fields: fieldsOf(members) };
  };

  test.each<readonly [string, object]>([
    ['about the job', { detail: 'Job has already been taken' }],
    ['about the job, by pointer', { source: { pointer: '/data/relationships/job' }, code: 'taken' }],
    ['about the email', { detail: 'Email has already been taken' }],
    ['about the email, without a message', { source: { pointer: '/data/attributes/email' } }],
  ])('when the error is %s', async (_name, error) => {
    const nothing = await refusalOf({ detail: 'Validation failed' });
    expect(await refusalOf(error)).toEqual(nothing);
    expect(nothing).toEqual({ kind: 'invalid', code: 'application_refused', members: [], fields: [] });
    const missing = { detail: "Phone can't be blank" };
    expect(await refusalOf(error, missing)).toEqual(await refusalOf(missing));
  });

  test('control: a closed job is recognised', async () => {
    expect(await refusalOf({ detail: 'Job is closed' })).toMatchObject({ code: 'job_closed' });
  });
});
