/** The control shows every attribute and file that was written, so that a test can check each of them. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answerBody, ask, list, post } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';
import { applications, attributeNames } from '../resource-types/resource-types.ts';

const fileOf = (text: string) => `data:text/plain;base64,${Buffer.from(text).toString('base64')}`;

const shown = (context: string, name: string, text: string) => ({
  context,
  name,
  type: 'text/plain',
  size: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
});

const written = {
  external_system_reference: 'REF-1',
  hired_at: '2026-05-04T09:30:00Z',
  start_on: '2026-06-01',
  locale: 'de',
  phone_iso2: 'GB',
  is_demo: false,
  first_name: 'Ada',
  last_name: 'Example',
  preferred_name: 'A.',
  email: 'ada@example.com',
  phone: '+447700900001',
  date_of_birth: '1990-01-31',
  linkedin_url: 'https://example.com/in/ada',
  summary: 'Counts.\nMeasures.',
  preferred_pronouns: 'she/her',
  channel_source: 'Portal',
  channel: 'Careers site',
  address1: '1 Sample Street',
  town: 'Leeds',
  postcode: 'ZZ1 1ZZ',
  country: 'GB',
  address2: 'Flat 2',
  state_province: null,
};

const further = {
  equality_monitoring_option_ids: ['901', 919],
  cv_base64_data: fileOf('a CV'),
  cv_base64_filename: 'cv.txt',
  cover_letter_base64_data: fileOf('Dear all'),
  cover_letter_base64_filename: 'letter.txt',
  add_tag_with_context: { tag: 'Portal', context: 'custom_source' },
};

function send(sandbox: Sandbox, id: string | null, attributes: object) {
  const relationships = { job: { data: { type: 'jobs', id: '4711' } } };
  const data = { type: 'applications', attributes, ...(id === null ? { relationships } : { id }) };
  const path = id === null ? '' : `/${id}`;
  const body = JSON.stringify({ data });
  return ask(sandbox, `/api/v1/applications${path}`, { method: id === null ? 'POST' : 'PATCH', body });
}

/** Sends an application, a document and the answers, as a form does. */
async function applied() {
  const sandbox = createSandbox();
  await ask(sandbox, '/_control/tags', { method: 'POST', body: '{"name":"Portal","category":"Source"}' });
  const id = String(at((await send(sandbox, null, { ...written, ...further })).body, 'data', 'id'));
  await send(sandbox, id, { documents_base64: [{ data: fileOf('a degree'), filename: 'degree.txt' }] });
  const answers = [
    { question: '101', attributes: { text_answer: 'Pumps' } },
    { question: '103', options: ['Rust', 'Go'] },
    {
      question: '106',
      attributes: { document_base64_data: fileOf('work'), document_base64_filename: 'work.txt' },
    },
  ];
  for (const answer of answers) await post(sandbox, answerBody({ ...answer, application: id }));
  const read = async (path: string) => (await ask(sandbox, `/_control/${path}`)).body;
  return { sandbox, id, full: await read(`applications/${id}`), read };
}

const files = [
  shown('cv', 'cv.txt', 'a CV'),
  shown('cover_letter', 'letter.txt', 'Dear all'),
  shown('document', 'degree.txt', 'a degree'),
];

describe('the control shows', () => {
  test('every written attribute', async () => {
    const { full } = await applied();
    expect(Object.keys(written).sort()).toEqual([...attributeNames(applications, 'read-write')].sort());
    expect(at(full, 'resource', 'attributes')).toMatchObject(written);
  });

  test('each file with its context, name, type, size, hash and address', async () => {
    const { full } = await applied();
    expect(list(at(full, 'files'))).toEqual(
      files.map((file) => ({ ...file, url: expect.stringContaining(`/${file.name}`) })),
    );
    const tags = [{ context: 'custom_source', name: 'Portal' }];
    expect(at(full, 'summary')).toMatchObject({ files: 3, attachments: files, tags });
  });

  test('attributes that the service never returns, with the value written last', async () => {
    const { sandbox, id, full, read } = await applied();
    expect(at(full, 'hidden')).toEqual({
      equality_monitoring_option_ids: ['901', 919],
      skip_notifications_on_create: null,
      create_pdf_application: null,
    });
    await send(sandbox, id, { create_pdf_application: true, equality_monitoring_option_ids: null });
    await send(sandbox, id, { equality_monitoring_option_ids: ['909'] });
    expect(at(await read(`applications/${id}`), 'hidden')).toEqual({
      equality_monitoring_option_ids: ['909'],
      skip_notifications_on_create: null,
      create_pdf_application: true,
    });
    const query = '?extra_fields[applications]=attachments,tags&include=candidate';
    const service = await ask(sandbox, `/api/v1/applications/${id}${query}`);
    expect(service.text).not.toMatch(/equality|create_pdf|(?<=[:,["])909(?=["\],}])/);
  });

  test('the answers, and a file among them with its size and hash', async () => {
    const { full } = await applied();
    const { context: _, name: filename, ...file } = shown('document_answer', 'work.txt', 'work');
    expect(list(at(full, 'answers')).map((one) => [at(one, 'question'), at(one, 'value')])).toEqual([
      ['101', 'Pumps'],
      ['103', ['Rust', 'Go']],
      ['106', { filename, ...file }],
    ]);
  });
});

test('each request lists the files that it stored, a refused request none', async () => {
  const { sandbox, id, read } = await applied();
  const cv = { cv_base64_data: fileOf('other'), cv_base64_filename: 'other.txt' };
  await send(sandbox, id, { ...cv, phone_iso2: 1 });
  const entries = list(await read(`requests?application=${id}`));
  expect(entries.map((one) => [at(one, 'method'), at(one, 'status'), at(one, 'files')])).toEqual([
    ['POST', 201, files.slice(0, 2)],
    ['PATCH', 200, files.slice(2)],
    ['POST', 201, []],
    ['POST', 201, []],
    ['POST', 201, [shown('document_answer', 'work.txt', 'work')]],
    ['PATCH', 422, []],
  ]);
});
