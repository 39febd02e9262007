/** Every attribute of an application that the service accepts, and whether an applicant can send it. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestEntry } from '../../sandbox/request-log.ts';
import { type OpenBench, openBench } from '../process/server.support.ts';

const JOB = '4712';
const PDF = '%PDF-1.4\n% a letter\n%%EOF\n';

const names = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const answers = [
  ['2001', { boolean_answer: false }],
  ['2002', { text_answer: 'Nurse' }],
] as const;

const details = Object.fromEntries(
  ['preferred_name', 'preferred_pronouns', 'phone', 'date_of_birth', 'linkedin_url', 'address', 'summary']
    .concat(['cv', 'cover_letter', 'documents'])
    .map((name) => [name, 'optional']),
);
const equality = [
  {
    id: 'gender',
    title: { en: 'Your gender' },
    options: [
      { id: '901', text: { en: 'Female' } },
      { id: '909', text: { en: 'Prefer not to say' }, undisclosed: true },
    ],
  },
];
const consent = [
  {
    id: 'pool',
    version: '1',
    required: false,
    text: { en: 'Keep my application for other jobs.' },
    tag: { tag: 'Keep in touch', context: 'custom_talent_pool' },
  },
];

let bench: OpenBench;

beforeAll(async () => {
  const config = { tenants: { default: { details, jobs: { [JOB]: { equality, consent } } } } };
  bench = await openBench({ APPLY_CONFIG: JSON.stringify(config) });
});
afterAll(() => bench.close());

interface Given {
  readonly attributes?: object;
  readonly files?: readonly (readonly [purpose: string, id: string])[];
  readonly meta?: object;
}

const CV = '00000000-0000-4000-8000-000000000001';
const LETTER = '00000000-0000-4000-8000-000000000002';
const CERTIFICATE = '00000000-0000-4000-8000-000000000003';

async function send({ attributes = {}, files = [], meta = {} }: Given) {
  const visitor = await bench.visit(JOB);
  for (const [purpose, id] of files)
    await bench.call('PUT', `/files/${id}`, {
      ...visitor,
      bytes: PDF,
      headers: { 'content-disposition': `attachment; filename*=UTF-8''${purpose}.pdf`, 'apply-for': purpose },
    });
  const before = bench.requests().length;
  const reply = await bench.sendAll(visitor, { ...names, ...attributes }, answers, meta);
  return { reply, requests: bench.requests().slice(before) };
}

const isMaking = ({ method, path }: RequestEntry) => method === 'POST' && path === '/api/v1/applications';
const writesOf = (requests: readonly RequestEntry[]) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => [method, path]);

/** The application at the service: each attribute by its name, and each file's name and content. */
async function held(requests: readonly RequestEntry[]): Promise<Readonly<Record<string, unknown>>> {
  const id = requests.find(isMaking)?.application ?? '';
  const { json } = await bench.call('GET', `/sandbox/_control/applications/${id}`);
  const { resource, files, hidden }: StoredApplication = JSON.parse(JSON.stringify(json));
  const named = files.flatMap(({ context, name, sha256 }) => [
    [`${context}_base64_filename`, name],
    [`${context}_base64_data`, sha256],
  ]);
  return { ...resource.attributes, ...hidden, ...Object.fromEntries(named) };
}

interface StoredApplication {
  readonly resource: { readonly attributes: Readonly<Record<string, unknown>> };
  readonly files: readonly { readonly context: string; readonly name: string; readonly sha256: string }[];
  readonly hidden: Readonly<Record<string, unknown>>;
}

const SHA256 = createHash('sha256').update(PDF).digest('hex');

describe('attributes that an applicant fills in', () => {
  const british = { country: 'GB', address1: '1 High Street', town: 'York', postcode: 'YO1 7HH' };
  const american = { country: 'US', address1: '1 Main Street', town: 'Salem', postcode: '97301' };
  const words = {
    last_name: 'Hopper',
    preferred_name: 'Gracie',
    preferred_pronouns: 'they/them',
    email: 'grace@example.com',
    date_of_birth: '1990-02-28',
    linkedin_url: 'https://www.linkedin.com/in/grace',
    summary: 'Twenty years\nof it.',
  };
  const number = { phone: '020 7946 0958', phone_iso2: 'GB' };
  const oregon = { ...american, state_province: 'Oregon' };
  const files = [
    ['cv', CV],
    ['cover_letter', LETTER],
  ] as const;
  const rows: readonly (readonly [Given, Readonly<Record<string, unknown>>])[] = [
    [{ attributes: { ...words, first_name: ' Grace ' } }, { ...words, first_name: 'Grace' }],
    [{ attributes: number }, { phone: '+442079460958', phone_iso2: 'GB' }],
    [{ attributes: { ...number, phone: '+49 30 123456' } }, { phone_iso2: 'DE' }],
    [
      { attributes: { ...british, address2: 'Flat 2', state_province: 'Oregon' } },
      { ...british, address2: 'Flat 2', state_province: null },
    ],
    [{ attributes: { ...oregon, address2: 'Flat 2' } }, { ...oregon, address2: null }],
    [
      { attributes: { cv: CV, cover_letter: LETTER }, files },
      {
        cv_base64_data: SHA256,
        cv_base64_filename: 'cv.pdf',
        cover_letter_base64_data: SHA256,
        cover_letter_base64_filename: 'cover_letter.pdf',
      },
    ],
    [
      {
        attributes: { equality_monitoring_option_ids: ['901'] },
        meta: { source: 'newsletter', locale: 'de-AT' },
      },
      { equality_monitoring_option_ids: ['901'], channel_source: 'newsletter', locale: 'de' },
    ],
  ];
  const named = rows.map(([given, values]) => {
    const names = Object.keys(values).map((name) => `applications.${name}`);
    return [names.join(' '), given, values] as const;
  });
  test.each(named)('%s go out in the request that makes the application', async (_name, given, values) => {
    const { reply, requests } = await send(given);
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('"complete"')]);
    expect(await held(requests)).toMatchObject(values);
    expect(writesOf(requests).filter(([method]) => method === 'PATCH')).toEqual([]);
  });

  test('applications.documents_base64 goes out in a PATCH for each file, before the answers', async () => {
    const { reply, requests } = await send({
      attributes: { documents: [CERTIFICATE] },
      files: [['document', CERTIFICATE]],
    });
    expect(reply.json.data.attributes.state).toBe('complete');
    expect(await held(requests)).toMatchObject({
      document_base64_filename: 'document.pdf',
      document_base64_data: SHA256,
    });
    expect(writesOf(requests)).toEqual([
      ['POST', '/api/v1/applications'],
      ['PATCH', expect.stringMatching(/^\/api\/v1\/applications\/\d+$/)],
      ['POST', '/api/v1/answers'],
      ['POST', '/api/v1/answers'],
    ]);
  });
});

describe('attributes that the proxy writes by itself', () => {
  test('applications.external_system_reference has the reference of the receipt', async () => {
    const { reply, requests } = await send({});
    expect((await held(requests))['external_system_reference']).toBe(reply.json.data.id);
  });

  test('applications.add_tags_with_context sends the tag of a given consent after the answers', async () => {
    const { reply, requests } = await send({ meta: { consent: [{ id: 'pool', version: '1' }] } });
    expect(reply.status).toBe(200);
    const id = requests.find(isMaking)?.application ?? '';
    const tags = async () => (await bench.call('GET', `/sandbox/_control/applications/${id}`)).text;
    await bench.until(async () => expect(await tags()).toContain('Keep in touch'));
    expect(writesOf(bench.requests(id)).at(-1)).toEqual(['PATCH', `/api/v1/applications/${id}`]);
  });
});

describe('attributes that a browser may not send', () => {
  const values: Readonly<Record<string, unknown>> = {
    hired_at: '2026-01-01T00:00:00Z',
    start_on: '2026-01-01',
    is_demo: true,
    skip_notifications_on_create: true,
    create_pdf_application: true,
    add_tag_with_context: { tag: 'a', context: 'custom_a' },
    add_tags_with_context: [{ tag: 'a', context: 'custom_a' }],
    remove_tag_with_context: { tag: 'a', context: 'custom_a' },
    remove_tags_with_context: [{ tag: 'a', context: 'custom_a' }],
    cv_base64_data: `data:application/pdf;base64,${btoa(PDF)}`,
  };
  const ofTheProxy = ['locale', 'external_system_reference', 'channel_source'];
  const others = ['channel', 'cv_signed_id', 'rejected_at', 'stage_id', 'job_id', 'candidate_id'];

  test.each([...ofTheProxy, ...Object.keys(values), ...others, 'national_identifier'])(
    'applications.%s from a browser is refused, and nothing is sent',
    async (name) => {
      const { reply, requests } = await send({ attributes: { [name]: values[name] ?? 'x' } });
      expect([reply.status, reply.json.errors[0].code]).toEqual([400, 'bad_request']);
      expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    },
  );
});
