import { describe, expect, test } from 'vitest';
import { fileId } from '../../core/model/ids.ts';
import type { AttachedFile } from '../../core/model/question.ts';
import { fieldsOf, type MemberName, missingMembers, refusalCode } from './refusals.ts';
import { readReply } from './send-request.ts';
import { membersOf } from './service-error.ts';

const file = (name: string): AttachedFile => ({ id: fileId(name), name, size: 1, type: 'text/plain' });
const details = { first_name: 'Ada', email: 'ada@example.com', phone: '+44', summary: '' };

describe('what a no names was demanded where it was not sent', () => {
  test.each<
    readonly [string, Parameters<typeof missingMembers>[1], readonly MemberName[], readonly string[]]
  >([
    ['a detail that was sent', { details }, ['email'], []],
    ['one that was not', { details }, ['email', 'last_name'], ['last_name']],
    ['a number of which nothing was sent', { details: { email: 'a@b.c' } }, ['phone_iso2'], ['phone']],
    ['a CV, by any of its members', { details }, ['cv_signed_id', 'cv_base64_filename'], ['cv']],
    ['documents that were sent', { details, files: { documents: [file('a')] } }, ['documents_base64'], []],
    ['what no applicant fills in', { details }, ['job', 'hired_at', 'locale'], []],
  ])('%s', (_name, sent, members, fields) => {
    expect(fieldsOf(missingMembers(members, sent))).toEqual(fields);
  });
});

describe('who has applied before cannot be told from a refusal without a reason', () => {
  const toldOf = async (...errors: readonly object[]) => {
    const reply = await readReply(new Response(JSON.stringify({ errors }), { status: 422 }), 0);
    if (reply.ok) throw new Error('A refusal was read as a success.');
    const members = membersOf(reply.error);
    return { kind: reply.error.kind, code: refusalCode(reply.error), members, fields: fieldsOf(members) };
  };

  test.each<readonly [string, object]>([
    ['of the job', { detail: 'Job has already been taken' }],
    ['of the job, by pointer', { source: { pointer: '/data/relationships/job' }, code: 'taken' }],
    ['of the email', { detail: 'Email has already been taken' }],
    ['of the email, without words', { source: { pointer: '/data/attributes/email' } }],
  ])('where it is %s', async (_name, error) => {
    const nothing = await toldOf({ detail: 'Validation failed' });
    expect(await toldOf(error)).toEqual(nothing);
    expect(nothing).toEqual({ kind: 'invalid', code: 'application_refused', members: [], fields: [] });
    const missing = { detail: "Phone can't be blank" };
    expect(await toldOf(error, missing)).toEqual(await toldOf(missing));
  });

  test('control: a closed job is told', async () => {
    expect(await toldOf({ detail: 'Job is closed' })).toMatchObject({ code: 'job_closed' });
  });
});
