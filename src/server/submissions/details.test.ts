/** The applicant’s details, from the body that a browser sends to the submission that the ledger accepts. */
import { beforeEach, describe, expect, test } from 'vitest';
import { askedNames, basicDetailNames, EQUALITY } from '../../core/model/details.ts';
import type { DeliveredApplication } from '../../core/model/submission.ts';
import { systemClock } from '../clock.ts';
import {
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

const codeOf = ({ status, json }: ProxyReply) => [status, json.errors[0].code];
const faultsOf = ({ json }: ProxyReply) =>
  json.errors.map(({ source, meta }) => `${source?.pointer} ${meta?.fault}`);

let proxy: RecordedProxy;
beforeEach(() => {
  proxy = recordProxy({ details: everything }, { clock: { ...systemClock, now: () => NOW } });
});

const destination = () => proxy.accepted.at(-1)?.destination;

test('an application without an e-mail address is stored without a hash of one', async () => {
  proxy = recordProxy({ details: { email: 'no' } });
  const { email: _email, ...rest } = names;
  expect((await (await proxy.visit()).send(rest)).status).toBe(200);
  expect(proxy.accepted[0]?.emailHash).toBeNull();
});

test.each<readonly [string, object]>([
  ['a file named instead of uploaded', { cv: 'cv.pdf' }],
  ['the same option twice', { [EQUALITY]: ['901', '901'] }],
  ['thousands of options', { [EQUALITY]: Array.from({ length: 1_001 }, (_, at) => `${at}`) }],
])('answers 400 to %s', async (_name, more) => {
  expect(codeOf(await (await proxy.visit()).send({ ...names, ...more }))).toEqual([400, 'bad_request']);
});

describe('faults in the details', () => {
  test('each faulty field is reported once, with its pointer', async () => {
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
    expect(codeOf(reply)).toEqual([422, 'invalid_details']);
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
    expect(proxy.accepted).toEqual([]);
  });

  test('the reply never repeats the text that the applicant typed', async () => {
    const reply = await (await proxy.visit()).send({ ...names, phone: '99 canary 99', town: 'Canaryville' });
    expect(reply.status).toBe(422);
    expect(reply.text).not.toMatch(/canary/i);
  });
});

describe('details that the form does not ask for', () => {
  test.each<readonly [string, object, readonly string[]]>([
    ['a pronoun', { preferred_pronouns: 'she/her' }, ['preferred_pronouns']],
    ['a cover letter', { cover_letter: crypto.randomUUID() }, ['cover_letter']],
    ['an answer to equality monitoring', { [EQUALITY]: ['901'] }, [EQUALITY]],
  ])('answers 409 to %s', async (_name, more, fields) => {
    proxy = recordProxy();
    const reply = await (await proxy.visit()).send({ ...names, ...more });
    expect(codeOf(reply)).toEqual([409, 'form_changed']);
    expect(reply.json.meta.fields).toEqual(fields);
    expect(proxy.accepted).toEqual([]);
  });

  test('empty ones are ignored, and so is an address line that the country does not have', async () => {
    proxy = recordProxy();
    const more = { preferred_pronouns: ' ', documents: [], [EQUALITY]: [], state_province: 'Ohio' };
    expect((await (await proxy.visit()).send({ ...names, ...more })).status).toBe(200);
    expect(destination()).toMatchObject({ details: names });
  });
});

describe('corrections', () => {
  test('the form asks for the detail that the service missed, even when learning is switched off', async () => {
    proxy = recordProxy({ learnDetails: false });
    const visit = await proxy.visit();
    proxy.store(refusedFor('town', 'date_of_birth'));
    expect((await visit.readForm()).json.meta.details).toContainEqual({ name: 'address', required: true });
    expect((await visit.send(names)).json.meta.fields).toEqual(['country', 'address1', 'town', 'postcode']);
    expect((await visit.send({ ...names, ...address })).status).toBe(200);
    expect(codeOf(await visit.send({ ...names, ...address, date_of_birth: '1990-01-01' }))).toEqual([
      409,
      'form_changed',
    ]);
  });

  test('an answer can be corrected after the form began to ask for another detail', async () => {
    proxy = recordProxy({ details: { phone: 'required' } });
    const visit = await proxy.visit();
    const application = { state: 'delivered', code: null, fields: [] } as const;
    proxy.store(stored({ state: 'attention', application }));
    expect((await visit.send({ ...names, summary: 'asked before' })).status).toBe(200);
    proxy.store(stored({ state: 'delivering', application: { ...application, state: 'sending' } }));
    expect(codeOf(await visit.send({ ...names, summary: 'asked before' }))).toEqual([409, 'form_changed']);
  });

  test.each([
    ['alone keeps the details', { documents: [] }, 'made of'],
    ['and a detail compares the details', { documents: [], last_name: 'Dough' }, 'another'],
  ])('once the application is made, a correction of documents %s', async (_name, given, expected) => {
    proxy = recordProxy({ details: { last_name: 'no', documents: 'optional' } });
    const visit = await proxy.visit();
    const application = { state: 'delivered', code: null, fields: [] } as const;
    proxy.store({ ...stored({ state: 'attention', application }), madeOf: 'made of' });
    expect((await visit.send(given)).status).toBe(200);
    expect(proxy.accepted[0]?.detailsFingerprint === 'made of').toBe(expected === 'made of');
  });

  const made = (state: DeliveredApplication['state']) =>
    stored({ state: 'attention', application: { state, code: null, fields: [] } });

  test.each(['queued', 'delivered'] as const)(
    'answers can be corrected without details while the application is %s',
    async (state) => {
      proxy = recordProxy({ details: { phone: 'required', cv: 'required' } });
      const visit = await proxy.visit();
      proxy.store(made(state));
      expect((await visit.send(null)).status).toBe(200);
      expect(proxy.accepted).toMatchObject([{ detailsFingerprint: null, emailHash: null, consents: [] }]);
    },
  );

  test.each([
    ['is refused', refusedFor('phone')],
    ['does not exist', null],
  ])('details are required while the application %s', async (_name, present) => {
    proxy = recordProxy();
    const visit = await proxy.visit();
    proxy.store(present);
    expect((await visit.send(null)).json.meta.fields).toEqual(
      expect.arrayContaining(['first_name', 'last_name', 'email']),
    );
    expect(proxy.accepted).toEqual([]);
  });
});
