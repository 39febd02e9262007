/** What an applicant says of themselves, from the body that a browser sends to what the ledger is given. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  askedNames,
  basicDetailNames,
  EQUALITY,
  type FieldName,
  textDetailNames,
} from '../../../core/model/details.ts';
import { jobId, tenant } from '../../../core/model/ids.ts';
import type { DeliveredApplication } from '../../../core/model/submission.ts';
import { applications } from '../../../sandbox/resource-types/applications.ts';
import { systemClock } from '../../clock.ts';
import { createMemoryLessons } from '../../delivery/memory-lessons.ts';
import {
  JOB,
  type ProxyReply,
  type RecordedProxy,
  recordProxy,
  refusedFor,
  stored,
} from './recorded-proxy.support.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const names = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const address = { country: 'GB', address1: '1 High Street', town: 'York', postcode: 'YO1 7HH' };
const everything = {
  ...Object.fromEntries(askedNames.map((name) => [name, 'optional'])),
  ...Object.fromEntries(basicDetailNames.map((name) => [name, 'required'])),
};

const told = ({ status, json }: ProxyReply) => [status, json.errors[0].code];
const faultsOf = ({ json }: ProxyReply) =>
  json.errors.map(({ source, meta }) => `${source?.pointer} ${meta?.fault}`);

let proxy: RecordedProxy;
beforeEach(() => {
  proxy = recordProxy({ details: everything }, { clock: { ...systemClock, now: () => NOW } });
});

const destination = () => proxy.accepted.at(-1)?.destination;

describe('an application', () => {
  test('has all that was said, in one writing', async () => {
    const given = {
      ...names,
      ...address,
      preferred_name: ' Addie\t',
      preferred_pronouns: 'she/her',
      phone: '020 7946 0958',
      phone_iso2: 'GB',
      date_of_birth: '1990-02-28',
      linkedin_url: 'https://www.linkedin.com/in/ada',
      address2: 'Flat 2',
      state_province: 'Ohio',
      summary: ' First line\r\nsecond\u0000 line ',
    };
    expect((await (await proxy.visit()).send(given)).status).toBe(200);
    const { state_province: _state, ...sent } = given;
    expect(destination()).toEqual({
      kind: 'job',
      job: JOB,
      details: {
        ...sent,
        preferred_name: 'Addie',
        phone: '+442079460958',
        summary: 'First line\nsecond line',
      },
      locale: null,
      source: null,
    });
  });

  test('has its countries in capitals, however they were written', async () => {
    const given = { ...names, ...address, country: 'gb', phone: '020 7946 0958', phone_iso2: 'gb' };
    expect((await (await proxy.visit()).send(given)).status).toBe(200);
    expect(destination()).toMatchObject({
      details: { country: 'GB', phone: '+442079460958', phone_iso2: 'GB' },
    });
  });

  test('of an optional address of which the country alone was chosen has no country', async () => {
    expect((await (await proxy.visit()).send({ ...names, country: 'US' })).status).toBe(200);
    expect(destination()).toMatchObject({ details: names });
    expect(destination()).not.toHaveProperty('details.country');
  });

  test('of a required address of which the country alone was chosen misses the rest', async () => {
    proxy = recordProxy({ details: { ...everything, address: 'required' } });
    const reply = await (await proxy.visit()).send({ ...names, country: 'GB' });
    expect(reply.json.meta.fields).toEqual(['address1', 'town', 'postcode']);
  });

  test('of three details has three, and no empty ones', async () => {
    await (await proxy.visit()).send({ ...names, phone: '', phone_iso2: 'DE', summary: ' ' });
    expect(destination()).toMatchObject({ details: names });
    expect(proxy.accepted[0]?.emailHash).toEqual(expect.any(String));
  });

  test('without an email is found by its reference alone', async () => {
    proxy = recordProxy({ details: { email: 'no' } });
    const { email: _email, ...rest } = names;
    expect((await (await proxy.visit()).send(rest)).status).toBe(200);
    expect(proxy.accepted[0]?.emailHash).toBeNull();
  });
});

describe('what is not the applicant’s to say', () => {
  const theirs: readonly string[] = [...textDetailNames, 'phone_iso2', EQUALITY];
  const others = [...applications.attributes.keys()].filter((name) => !theirs.includes(name));
  const values = new Map<string, unknown>([
    ['is_demo', true],
    ['skip_notifications_on_create', true],
    ['create_pdf_application', true],
    ['documents_base64', []],
  ]);

  test('is a list that has what it must have (control)', () => {
    expect(others).toEqual(
      expect.arrayContaining([
        'hired_at',
        'rejected_at',
        'start_on',
        'is_demo',
        'locale',
        'channel',
        'channel_source',
        'external_system_reference',
        'skip_notifications_on_create',
        'create_pdf_application',
        'cv_base64_data',
        'cover_letter_base64_data',
        'documents_base64',
        'add_tag_with_context',
        'remove_tags_with_context',
      ]),
    );
  });

  test.each([...others, 'notifications', 'tags', 'id', '__proto__', 'constructor'])(
    '%s is a bad request',
    async (name) => {
      const attributes = JSON.parse(
        JSON.stringify({ ...names, x: values.get(name) ?? 'x' }).replace('"x":', `${JSON.stringify(name)}:`),
      );
      const visit = await proxy.visit();
      expect(told(await visit.send(attributes))).toEqual([400, 'bad_request']);
      expect(proxy.accepted).toEqual([]);
    },
  );

  test.each<readonly [string, object]>([
    ['a list of names', { first_name: ['Ada'] }],
    ['a number', { phone: 442079460958 }],
    ['null', { cv: null }],
    ['a file by its name', { cv: 'cv.pdf' }],
    ['documents that are no list', { documents: crypto.randomUUID() }],
    ['an option as a number', { [EQUALITY]: [901] }],
    ['an option twice', { [EQUALITY]: ['901', '901'] }],
    ['thousands of options', { [EQUALITY]: Array.from({ length: 1_001 }, (_, at) => `${at}`) }],
  ])('nor is %s', async (_name, more) => {
    expect(told(await (await proxy.visit()).send({ ...names, ...more }))).toEqual([400, 'bad_request']);
  });
});

describe('faults', () => {
  test('are told for each field, by where it stands, each once', async () => {
    proxy = recordProxy(
      { details: { ...everything, address: 'required', cv: 'required' } },
      { clock: { ...systemClock, now: () => NOW } },
    );
    const { town: _town, ...rest } = address;
    const reply = await (await proxy.visit()).send({
      ...names,
      ...rest,
      first_name: '\u0000',
      email: 'ada',
      phone: '0170 1',
      phone_iso2: 'GB',
      date_of_birth: '2026-06-03',
      linkedin_url: 'https://example.com/ada',
    });
    expect(told(reply)).toEqual([422, 'invalid_details']);
    expect(reply.json.meta.fields).toEqual([
      'first_name',
      'email',
      'phone',
      'date_of_birth',
      'linkedin_url',
      'town',
      'cv',
    ]);
    expect(faultsOf(reply)).toEqual([
      '/data/0/attributes/first_name required',
      '/data/0/attributes/email invalid_email',
      '/data/0/attributes/phone invalid_phone',
      '/data/0/attributes/date_of_birth in_future',
      '/data/0/attributes/linkedin_url invalid_linkedin',
      '/data/0/attributes/town required',
      '/data/0/attributes/cv required',
    ]);
    expect(new Set(reply.json.errors.map(({ code }) => code))).toEqual(new Set(['invalid_details']));
    expect(proxy.accepted).toEqual([]);
  });

  test('of a form without details are told where they would stand', async () => {
    const reply = await (await proxy.visit()).send(null);
    expect(faultsOf(reply)).toEqual([
      '/data/0/attributes/first_name required',
      '/data/0/attributes/last_name required',
      '/data/0/attributes/email required',
    ]);
  });

  test('never repeat what was typed', async () => {
    const reply = await (await proxy.visit()).send({ ...names, phone: '99 canary 99', town: 'Canaryville' });
    expect(reply.status).toBe(422);
    expect(reply.text).not.toMatch(/canary/i);
  });
});

describe('what is not asked', () => {
  test.each<readonly [string, object, readonly string[]]>([
    ['a pronoun', { preferred_pronouns: 'she/her' }, ['preferred_pronouns']],
    ['a line of an address', { town: 'York' }, ['town']],
    ['a letter', { cover_letter: crypto.randomUUID() }, ['cover_letter']],
    ['a document', { documents: [crypto.randomUUID()] }, ['documents']],
    ['an option', { [EQUALITY]: ['901'] }, [EQUALITY]],
  ])('%s means that the form has changed', async (_name, more, fields) => {
    proxy = recordProxy();
    const reply = await (await proxy.visit()).send({ ...names, ...more });
    expect(told(reply)).toEqual([409, 'form_changed']);
    expect(reply.json.meta.fields).toEqual(fields);
    expect(proxy.accepted).toEqual([]);
  });

  test('and is empty is no fault, nor the line that a country does not have', async () => {
    proxy = recordProxy();
    const more = { preferred_pronouns: ' ', documents: [], [EQUALITY]: [], state_province: 'Ohio' };
    expect((await (await proxy.visit()).send({ ...names, ...more })).status).toBe(200);
    expect(destination()).toMatchObject({ details: names });
  });

  test('of an application that is there is a bad request', async () => {
    expect(told(await (await proxy.apply()).send(names))).toEqual([400, 'bad_request']);
  });
});

describe('a lesson', () => {
  const teach = async (...fields: readonly FieldName[]) => {
    const lessons = createMemoryLessons(() => NOW);
    await lessons.learn(tenant('default'), jobId(JOB), fields);
    return recordProxy({}, { clock: { ...systemClock, now: () => NOW }, lessons });
  };

  test('is asked of the form, and demanded of what it sends', async () => {
    proxy = await teach('phone', 'postcode');
    const visit = await proxy.visit();
    expect((await visit.readForm()).json.meta.details).toEqual(
      expect.arrayContaining([
        { name: 'phone', required: true },
        { name: 'address', required: true },
      ]),
    );
    expect((await visit.send(names)).json.meta.fields).toEqual([
      'phone',
      'country',
      'address1',
      'town',
      'postcode',
    ]);
    const whole = { ...names, ...address, phone: '020 7946 0958' };
    expect((await visit.send(whole)).status).toBe(200);
    expect(destination()).toMatchObject({
      details: { phone: '+442079460958', phone_iso2: 'GB', town: 'York' },
    });
  });

  test('of a store that does not answer stops no form', async () => {
    const lessons = { ...createMemoryLessons(() => NOW), list: () => Promise.reject(new Error('down')) };
    proxy = recordProxy({}, { clock: { ...systemClock, now: () => NOW }, lessons });
    const visit = await proxy.visit();
    expect((await visit.readForm()).status).toBe(200);
    expect((await visit.send(names)).status).toBe(200);
  });
});

describe('an application that the service refused', () => {
  test('asks for what it missed, also where the operator wants no lessons, and takes it', async () => {
    proxy = recordProxy({ learnDetails: false });
    const visit = await proxy.visit();
    proxy.store(refusedFor('town', 'date_of_birth'));
    expect((await visit.readForm()).json.meta.details).toContainEqual({ name: 'address', required: true });
    expect((await visit.send(names)).json.meta.fields).toEqual(['country', 'address1', 'town', 'postcode']);
    expect((await visit.send({ ...names, ...address })).status).toBe(200);
    expect(told(await visit.send({ ...names, ...address, date_of_birth: '1990-01-01' }))).toEqual([
      409,
      'form_changed',
    ]);
  });

  test('that is made has the details that it has: what is asked since stops no correction of an answer', async () => {
    proxy = recordProxy({ details: { phone: 'required' } });
    const visit = await proxy.visit();
    const application = { state: 'delivered', code: null, fields: [] } as const;
    proxy.store(stored({ state: 'attention', application }));
    expect((await visit.send({ ...names, summary: 'asked before' })).status).toBe(200);
    proxy.store(stored({ state: 'delivering', application: { ...application, state: 'sending' } }));
    expect(told(await visit.send({ ...names, summary: 'asked before' }))).toEqual([409, 'form_changed']);
  });

  test.each([
    ['alone leaves its details what they were, whatever is asked by now', { documents: [] }, 'made of'],
    ['with a detail beside is compared with them', { documents: [], last_name: 'Dough' }, 'another'],
  ])('that is made: a correction of documents %s', async (_name, given, expected) => {
    proxy = recordProxy({ details: { last_name: 'no', documents: 'optional' } });
    const visit = await proxy.visit();
    const application = { state: 'delivered', code: null, fields: [] } as const;
    proxy.store({ ...stored({ state: 'attention', application }), madeOf: 'made of' });
    expect((await visit.send(given)).status).toBe(200);
    expect(proxy.accepted[0]?.detailsFingerprint === 'made of').toBe(expected === 'made of');
  });

  test('that is made without documents takes none afterwards', async () => {
    proxy = recordProxy({ details: { documents: 'optional' } });
    const visit = await proxy.visit();
    const application = { state: 'delivered', code: null, fields: [] } as const;
    proxy.store({ ...stored({ state: 'complete', application }), madeOf: 'made of' });
    const id = await visit.put('document', 'x.pdf', '%PDF-1.4 %%EOF');
    await visit.send({ documents: [id] });
    expect(proxy.accepted.map(({ detailsFingerprint }) => detailsFingerprint === 'made of')).toEqual([false]);
  });

  const made = (state: DeliveredApplication['state']) =>
    stored({ state: 'attention', application: { state, code: null, fields: [] } });

  test.each(['queued', 'sending', 'checking', 'delivered', 'parked'] as const)(
    'but is %s needs no details in a correction of answers, whatever is asked by now',
    async (state) => {
      proxy = recordProxy({ details: { phone: 'required', cv: 'required' } });
      const visit = await proxy.visit();
      proxy.store(made(state));
      expect((await visit.send(null)).status).toBe(200);
      expect(proxy.accepted).toMatchObject([{ detailsFingerprint: null, emailHash: null, consents: [] }]);
    },
  );

  test.each([
    ['is still refused', refusedFor('phone')],
    ['is not there', null],
  ])('and %s needs them', async (_name, present) => {
    proxy = recordProxy();
    const visit = await proxy.visit();
    proxy.store(present);
    expect((await visit.send(null)).json.meta.fields).toEqual(
      expect.arrayContaining(['first_name', 'last_name', 'email']),
    );
    expect(proxy.accepted).toEqual([]);
  });
});
