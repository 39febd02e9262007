import { beforeEach, describe, expect, test } from 'vitest';
import { type ApplicationId, applicationId, jobSeekerId } from '../../core/model/ids.ts';
import type { ApplicationChanges } from './changes.ts';
import { useClientScene } from './client.support.ts';

const scene = useClientScene();
let id: ApplicationId;

beforeEach(() => {
  id = applicationId(scene().sandbox.applyTo('engineer'));
});

async function attributesOf(wanted: ApplicationId) {
  const reply = await scene().client.readApplication(wanted);
  if (!reply.ok) throw new Error(reply.error.kind);
  return reply.value.data.attributes;
}

const last = (changes: object): string => Object.keys(changes).at(-1) ?? '';

/** Samples of the attributes that the document marks as RW. The last attribute of each change names its test. */
const readWrite: readonly ApplicationChanges[] = [
  { hired_at: '2026-09-01T09:30:00.000Z' },
  { start_on: '2026-10-01' },
  { locale: 'pt-BR' },
  { first_name: 'Sample' },
  { email: 'sample.7@example.com' },
  { date_of_birth: '1990-02-28' },
  { summary: 'Line one\nLine two – “ü”' },
  { country: 'GB', address2: 'Flat 7' },
  { country: 'US', state_province: 'CA' },
];

test.each(readWrite.map((changes) => [last(changes), changes] as const))(
  'applications.%s is written and read back',
  async (_name, changes) => {
    expect(await attributesOf(id)).not.toMatchObject(changes);
    const reply = await scene().client.updateApplication(id, changes);
    expect(reply).toMatchObject({ ok: true, value: { data: { id, attributes: changes } } });
    expect(await attributesOf(id)).toMatchObject(changes);
  },
);

const pdf = 'data:application/pdf;base64,JVBERi0xLjcK' as const;
const writeOnly: readonly ApplicationChanges[] = [
  { equality_monitoring_option_ids: [901, 919] },
  { skip_notifications_on_create: true },
  { create_pdf_application: true },
  { cv_base64_data: pdf, cv_base64_filename: 'cv.pdf' },
  { cv_signed_id: 'signed-7' },
  { cover_letter_base64_data: pdf, cover_letter_base64_filename: 'letter.pdf' },
  { documents_base64: [{ data: pdf, filename: 'certificate.pdf' }] },
  { add_tag_with_context: { tag: 'Position filled', context: 'rejection' } },
  { add_tags_with_context: [{ tag: 'Position filled', context: 'rejection' }] },
  { remove_tag_with_context: { tag: 'Position filled', context: 'rejection' } },
  { remove_tags_with_context: [{ tag: 'Position filled', context: 'rejection' }] },
];

test.each(writeOnly.flatMap((changes) => Object.keys(changes).map((name) => [name, changes] as const)))(
  'applications.%s is accepted and never returned',
  async (name, changes) => {
    expect(await scene().client.updateApplication(id, changes)).toMatchObject({ ok: true });
    await scene().client.readApplication(id, { extra_fields: { applications: ['attachments', 'tags'] } });
    for (const reply of scene().replies.slice(-2)) expect(reply).not.toContain(name);
  },
);

test('applications.write_only attributes take effect, and files can be read back', async () => {
  const documents_base64 = ['a.pdf', 'b.pdf'].map((filename) => ({ data: pdf, filename }));
  const changes = { cv_base64_data: pdf, cv_base64_filename: 'cv.pdf', documents_base64 } as const;
  const reply = await scene().client.updateApplication(id, changes, {
    extra_fields: { applications: ['attachments'] },
  });
  const attachments = reply.ok ? (reply.value?.data.attributes.attachments ?? []) : [];
  expect(attachments.map(({ name }) => name)).toEqual(['cv.pdf', 'a.pdf', 'b.pdf']);
  for (const { url } of attachments) expect(await (await fetch(url ?? '')).text()).toBe('%PDF-1.7\n');
});

describe.each(['PATCH', 'PUT'] as const)('by %s', (method) => {
  test(`update_application.${method.toLowerCase()} changes only the named attributes (update_application.put_as_patch), by service.media_type.request`, async () => {
    await scene().client.updateApplication(id, { town: 'Sample Town', summary: 'old' });
    const before = await attributesOf(id);
    const reply = await scene().client.updateApplication(id, { summary: 'new' }, { method });
    const sent = scene().sent.at(-1);
    expect([sent?.method, sent?.headers.get('content-type')]).toEqual([method, 'application/vnd.api+json']);
    expect(reply).toMatchObject({ ok: true, value: { data: { id } } });
    const { updated_at, ...after } = await attributesOf(id);
    expect({ ...after, updated_at: before.updated_at }).toEqual({ ...before, summary: 'new' });
  });
});

test('update_application.response is the changed application with the requested fields', async () => {
  const reply = await scene().client.updateApplication(
    id,
    { summary: 'new' },
    { include: ['job'], extra_fields: { applications: ['tags'] }, fields: { applications: ['summary'] } },
  );
  expect(reply).toMatchObject({
    ok: true,
    value: { data: { attributes: { summary: 'new', tags: [] } }, included: [{ type: 'jobs' }] },
  });
  expect(reply.ok && Object.keys(reply.value?.data.attributes ?? {})).toEqual(['summary', 'tags']);
});

test.each([
  ['a 204', 204, null, { ok: true, value: null }],
  ['a 200 without a body', 200, '', { ok: false, error: { kind: 'bad_document', status: 200 } }],
  ['a 202 of another shape', 202, '{"meta":{}}', { ok: false, error: { kind: 'bad_document', status: 202 } }],
])('update_application.response, update_job_seeker.patch: %s', async (_name, status, body, expected) => {
  const send = async () => new Response(body, { status });
  const client = scene().clientWith({ send });
  expect(await client.updateApplication(id, { summary: 'new' })).toEqual(expected);
  expect(await client.updateJobSeeker(jobSeekerId('1'), {})).toEqual(expected);
  // A read that returns nothing has failed.
  expect(await client.readApplication(id)).toMatchObject({
    ok: false,
    error: { kind: 'bad_document', status },
  });
});

describe('a refused change', () => {
  /** Removes the types, as in a language without them. */
  const untyped = (text: string): ApplicationChanges => JSON.parse(text);
  const invalid = (member: string, pointer = `/data/attributes/${member}`) => ({
    ok: false,
    error: { kind: 'invalid', members: [member], pointers: [pointer] },
  });
  const badRequest = { ok: false, error: { kind: 'bad_request' } };

  test.each([
    ['error.400.locale', '{"locale":"xx"}', badRequest],
    ['applications.read_only', '{"uuid":"x"}', badRequest],
    ['error.422', '{"first_name":7}', invalid('first_name')],
    ['applications.email', '{"email":null}', invalid('email')],
    ['applications.start_on', '{"start_on":"2026-02-30"}', invalid('start_on')],
  ])('%s: %s gives a known error kind', async (_row, changes, error) => {
    const before = await attributesOf(id);
    expect(await scene().client.updateApplication(id, untyped(changes))).toMatchObject(error);
    expect(await attributesOf(id)).toEqual(before);
  });

  test.each([
    ['applications.address2.us_write', '{"country":"US","address2":"Flat 7"}', 'address2'],
    ['applications.state_province.not_us_write', '{"country":"GB","state_province":"CA"}', 'state_province'],
  ])('%s: %s is refused by the client and not sent', async (_row, changes, parameter) => {
    const before = scene().sent.length;
    const refused = { ok: false, error: { kind: 'bad_request', parameter } };
    expect(await scene().client.updateApplication(id, untyped(changes))).toEqual(refused);
    expect(scene().sent).toHaveLength(before);
  });

  test.each<[string, ApplicationChanges, string, string?]>([
    [
      'limit.cover_letter.types: a picture',
      { cover_letter_base64_data: pdf, cover_letter_base64_filename: 'letter.png' },
      'cover_letter_base64_filename',
    ],
    [
      'limit.documents.types: a program, the second of two',
      {
        documents_base64: [
          { data: pdf, filename: 'a.pdf' },
          { data: pdf, filename: 'a.exe' },
        ],
      },
      'documents_base64',
      '/data/attributes/documents_base64/1/filename',
    ],
  ])('%s is invalid, and the error names its pointer', async (_row, changes, member, pointer) => {
    expect(await scene().client.updateApplication(id, changes)).toMatchObject(invalid(member, pointer));
  });

  test('error.400.media_type: a body of another type is a bad_request', async () => {
    const send = async (request: Request) => {
      const headers = { ...Object.fromEntries(request.headers), 'content-type': 'application/json' };
      return fetch(request.url, { method: request.method, headers, body: await request.text() });
    };
    const client = scene().clientWith({ send });
    expect(await client.updateApplication(id, { summary: 'x' })).toEqual(badRequest);
  });

  test('update_application.unknown, error.404: an unknown application is not_found', async () => {
    expect(await scene().client.updateApplication(applicationId('1'), { summary: 'x' })).toEqual({
      ok: false,
      error: { kind: 'not_found' },
    });
  });
});
