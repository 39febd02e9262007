/** What an applicant says of themselves, from the body that a browser sends to what the ledger is given. */
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

const told = ({ status, json }: ProxyReply) => [status, json.errors[0].code];
const faultsOf = ({ json }: ProxyReply) =>
  json.errors.map(({ source, meta }) => `${source?.pointer} ${meta?.fault}`);

let proxy: RecordedProxy;
beforeEach(() => {
  proxy = recordProxy({ details: everything }, { clock: { ...systemClock, now: () => NOW } });
});

const destination = () => proxy.accepted.at(-1)?.destination;

test('an application without an email is found by its reference alone', async () => {
  proxy = recordProxy({ details: { email: 'no' } });
  const { email: _email, ...rest } = names;
  expect((await (await proxy.visit()).send(rest)).status).toBe(200);
  expect(proxy.accepted[0]?.emailHash).toBeNull();
});

test.each<readonly [string, object]>([
  ['a file by its name', { cv: 'cv.pdf' }],
  ['an option twice', { [EQUALITY]: ['901', '901'] }],
  ['thousands of options', { [EQUALITY]: Array.from({ length: 1_001 }, (_, at) => `${at}`) }],
])('what is not the applicant’s to say is refused: %s', async (_name, more) => {
  expect(told(await (await proxy.visit()).send({ ...names, ...more }))).toEqual([400, 'bad_request']);
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
    expect(proxy.accepted).toEqual([]);
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
    ['a letter', { cover_letter: crypto.randomUUID() }, ['cover_letter']],
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

  const made = (state: DeliveredApplication['state']) =>
    stored({ state: 'attention', application: { state, code: null, fields: [] } });

  test.each(['queued', 'delivered'] as const)(
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
