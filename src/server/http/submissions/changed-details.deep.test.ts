/* Details of an application that was there, shown and changed: through the whole server to the sandbox and back. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Bench,
  hasty,
  type Reply,
  sessionBody,
  startBench,
  type Visitor,
} from '../../app/server.support.ts';

const held = {
  first_name: 'Ada',
  last_name: 'Example',
  email: 'ada@example.com',
  phone: '+442079460018',
  phone_iso2: 'GB',
  country: 'GB',
  address1: '1 High Street',
  town: 'Leeds',
  postcode: 'LS1 1AA',
};

let bench: Bench;
let visitor: Visitor;

const details = { phone: 'optional', address: 'optional', date_of_birth: 'optional', cv: 'optional' };

beforeAll(async () => {
  const config = JSON.stringify({ tenants: { default: { details } } });
  bench = await startBench({ APPLY_CONFIG: config, ...hasty });
});
afterAll(() => bench.close());
beforeEach(async () => {
  visitor = await open();
  await patch(held);
});
afterEach(() => bench.setFaults({}));

const admin = { authorization: 'Bearer sandbox-admin' };

async function open(application?: string): Promise<Visitor> {
  const known = application ?? (await bench.apply('one-of-each')).application;
  const body = sessionBody({ application: known, show_details: true });
  const reply = await bench.call('POST', '/sessions', { body, headers: admin });
  return { application: known, token: reply.json.data.attributes.token };
}

/** As another system writes it. */
const patch = (attributes: object): Promise<Reply> =>
  bench.call('PATCH', `/sandbox/api/v1/applications/${visitor.application}`, {
    body: { data: { type: 'applications', id: visitor.application, attributes } },
    headers: { 'x-api-key': bench.sandboxKey },
  });

const atService = async (): Promise<unknown> => {
  const path = `/sandbox/api/v1/applications/${visitor.application}`;
  return (await bench.call('GET', path, { headers: { 'x-api-key': bench.sandboxKey } })).json.data.attributes;
};

const first = ['2001', { boolean_answer: true }] as const;

interface Sent {
  readonly answers?: readonly (readonly [string, object])[];
  readonly by?: Visitor;
}

async function change(
  attributes: object,
  seen: object,
  { answers = [], by = visitor }: Sent = {},
): Promise<Reply> {
  const { revision } = (await bench.readForm(by)).json.meta;
  const data = [
    { type: 'applications', attributes, meta: { seen } },
    ...answers.map(([id, given]) => ({
      type: 'answers',
      attributes: given,
      relationships: { question: { data: { type: 'questions', id } } },
    })),
  ];
  return bench.call('POST', '/submissions', { token: by.token, body: { data, meta: { revision } } });
}

/** What was written of the application since it was prepared. */
const patches = () =>
  bench
    .requests(visitor.application)
    .filter(({ method }) => method === 'PATCH')
    .slice(1);

describe('the form', () => {
  test('has each detail that is asked, with what the service holds, and no file', async () => {
    const { meta } = (await bench.readForm(visitor)).json;
    expect(meta).toMatchObject({ held: 'shown', state: 'open' });
    expect(meta.details).toEqual([
      { name: 'first_name', required: true, value: { first_name: 'Ada' } },
      { name: 'last_name', required: true, value: { last_name: 'Example' } },
      { name: 'email', required: true, value: { email: 'ada@example.com' } },
      { name: 'phone', required: false, value: { phone: '+442079460018', phone_iso2: 'GB' } },
      { name: 'date_of_birth', required: false, value: { date_of_birth: expect.any(String) } },
      {
        name: 'address',
        required: false,
        value: {
          country: 'GB',
          address1: '1 High Street',
          address2: expect.any(String),
          town: 'Leeds',
          state_province: '',
          postcode: 'LS1 1AA',
        },
      },
    ]);
  });

  test('of a session that does not show them has none', async () => {
    const { meta } = (await bench.readForm(await bench.apply('one-of-each'))).json;
    expect(meta.details).toEqual([]);
    expect(meta).not.toHaveProperty('held');
  });

  test('has none while they cannot be read, and says so', async () => {
    bench.setFaults({
      status: [{ path: '/api/v1/applications', status: 503, requests: 5, retry_after: null }],
    });
    expect((await bench.readForm(visitor)).json.meta).toMatchObject({ details: [], held: 'unread' });
  });
});

describe('what was changed', () => {
  test('is one PATCH of just that, beside the answers', async () => {
    const reply = await change({ town: 'York' }, address, { answers: [first] });
    expect(reply.status).toBe(200);
    expect(reply.json.data.attributes).toMatchObject({
      state: 'complete',
      application: { state: 'delivered', fields: [] },
      answers: [{ question: '2001', state: 'delivered' }],
    });
    expect(await bodies()).toEqual([{ town: 'York' }]);
    expect(await atService()).toMatchObject({ ...held, town: 'York' });
  });

  test('is nothing: no PATCH', async () => {
    expect((await bench.send(visitor, [first])).status).toBe(200);
    expect(patches()).toEqual([]);
  });

  test('a number goes in one writing, with its country', async () => {
    await change({ phone: '020 7946 0019', phone_iso2: 'GB' }, { phone: held.phone }, { answers: [first] });
    expect(await bodies()).toEqual([{ phone: '+442079460019', phone_iso2: 'GB' }]);
  });

  test('is cleared with an empty text', async () => {
    await change({ phone: '' }, { phone: held.phone }, { answers: [first] });
    expect(await bodies()).toEqual([{ phone: null, phone_iso2: null }]);
  });

  test('the same again gets the same receipt', async () => {
    const replies = [];
    for (let times = 0; times < 2; times += 1)
      replies.push(await change({ email: 'new@example.com' }, { email: held.email }, { answers: [first] }));
    const [one, other] = replies;
    expect(other?.json.data).toEqual(one?.json.data);
    expect(patches()).toHaveLength(1);
  });
});

const { country, address1, town, postcode } = held;
const address = { country, address1, address2: '', town, state_province: '', postcode };

const nowhere = { country: '', address2: '', state_province: '', postcode: '' };

/** Of each PATCH, what it carried. */
async function bodies(): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (const { number } of patches()) {
    const reply = await bench.call('GET', `/sandbox/_control/requests/${number}/body`);
    const { text }: { readonly text: string } = JSON.parse(reply.text);
    all.push(JSON.parse(text).data.attributes);
  }
  return all;
}

describe('the line of an address that a country does not have', () => {
  const ohio = { country: 'US', address1: '2 Main Street', town: 'Dayton', postcode: '45402' };
  const american = { ...ohio, address2: '', state_province: 'Ohio' };
  const become = (attributes: object) => patch({ ...ohio, state_province: 'Ohio', ...attributes });

  test.each<[string, object]>([
    ['is not written', {}],
    ['is not written where it is named', { address2: 'Flat 2' }],
    ['is not written where it is emptied', { address2: '' }],
  ])('address2 %s, into the US', async (_name, more) => {
    await patch({ address2: 'Flat 1' });
    const moved = { country: 'US', state_province: 'Ohio' };
    const reply = await change({ ...moved, ...more }, { ...address, address2: 'Flat 1' });
    expect(reply.json.data.attributes).toMatchObject({ state: 'complete' });
    expect((await bodies()).at(-1)).toEqual(moved);
    expect(await atService()).toMatchObject({ ...moved, address2: null });
  });

  test.each<[string, object]>([
    ['is not written', {}],
    ['is not written where it is named', { state_province: 'Ohio' }],
    ['is not written where it is emptied', { state_province: '' }],
  ])('state_province %s, out of the US', async (_name, more) => {
    await become({});
    const reply = await change({ country: 'GB', ...more }, american);
    expect(reply.json.data.attributes).toMatchObject({ state: 'complete' });
    expect((await bodies()).at(-1)).toEqual({ country: 'GB', address2: null });
    expect(await atService()).toMatchObject({ country: 'GB', state_province: null });
  });

  test.each<[string, object, string | null]>([
    ['does not come back with what an earlier address had', {}, null],
    ['is written as it is given', { address2: 'Flat 3' }, 'Flat 3'],
  ])('address2 %s, out of the US', async (_name, more, left) => {
    await patch({ address2: 'Flat 1' });
    await become({});
    await change({ country: 'GB', ...more }, american);
    expect(await atService()).toMatchObject({ country: 'GB', address2: left });
  });

  test('would come back otherwise', async () => {
    await patch({ address2: 'Flat 1' });
    await become({});
    await patch({ country: 'GB' });
    expect(await atService()).toMatchObject({ country: 'GB', address2: 'Flat 1' });
  });

  test('that is changed alone is no change', async () => {
    const reply = await change({ state_province: 'Ohio' }, address);
    expect([reply.status, reply.json.errors[0].code]).toEqual([422, 'nothing_changed']);
  });
});

describe('what cannot be taken is told at its field, and nothing is stored', () => {
  test.each<[string, object, object, readonly string[]]>([
    ['an email that is none', { email: 'nobody' }, { email: held.email }, ['email']],
    ['a required name that was emptied', { first_name: '' }, { first_name: 'Ada' }, ['first_name']],
    ['a number of no country', { phone: '020' }, { phone: held.phone }, ['phone']],
    ['a line of an address that was emptied', { town: '' }, address, ['town']],
  ])('%s', async (_name, attributes, seen, fields) => {
    const reply = await change(attributes, seen, { answers: [first] });
    expect([reply.status, reply.json.errors[0].code]).toEqual([422, 'invalid_details']);
    expect(reply.json.meta.fields).toEqual(fields);
    expect(patches()).toEqual([]);
  });

  const mixed = { address2: 'Flat 1', state_province: 'Texas', postcode: 'LS1 1AA', country: '' };
  const half = { ...address, ...mixed, address1: '', town: '' };
  const american = { ...address, country: 'US', state_province: '' };

  test.each<[string, object, object, readonly string[]]>([
    ['lines of two countries: one is changed', half, { postcode: 'LS2 2BB' }, []],
    ['lines of two countries: one is added', half, { town: 'York' }, []],
    ['a country that is none: a line is changed', { ...address, country: 'England' }, { town: 'York' }, []],
    [
      'a state that is none: a line is changed',
      { ...american, state_province: 'Kent' },
      { town: 'York' },
      [],
    ],
    ['no state: a line is changed', american, { town: 'York' }, []],
    ['no town: it becomes American', { ...address, town: '' }, { country: 'US' }, ['state_province']],
    ['no street: a line is emptied', { ...address, address1: '' }, { town: '' }, ['town']],
    ['none: one is begun', { ...half, ...nowhere }, { town: 'York' }, ['country', 'address1', 'postcode']],
    ['a whole one: a state that is none is chosen', american, { state_province: 'Kent' }, ['state_province']],
  ])('of an address, where held is %s', async (_name, seen, attributes, fields) => {
    const reply = await change(attributes, seen, { answers: [first] });
    expect(reply.json.meta?.fields ?? []).toEqual(fields);
    expect(reply.status).toBe(fields.length > 0 ? 422 : 200);
  });

  test('one line of half an address is written, and nothing else', async () => {
    await patch({ town: null, address1: null });
    const reply = await change({ postcode: 'LS2 2BB' }, { ...address, town: '', address1: '' });
    expect(reply.json.data.attributes).toMatchObject({ state: 'complete' });
    expect((await bodies()).at(-1)).toEqual({ postcode: 'LS2 2BB' });
  });

  test('what is there already is not judged, whatever it is', async () => {
    const wrong = { email: 'nobody', phone: '020', country: 'England', postcode: '' };
    const reply = await change(wrong, { ...address, ...wrong }, { answers: [first] });
    expect(reply.status).toBe(200);
  });

  test('what is wrong at the service already does not stand in the way of something else', async () => {
    await patch({ linkedin_url: '' });
    const reply = await change({ email: 'new@example.com' }, { email: held.email }, { answers: [first] });
    expect(reply.status).toBe(200);
  });
});

describe('a body that no form sends', () => {
  test.each<[string, object, object, number, string]>([
    ['without what was seen', { email: 'new@example.com' }, {}, 400, 'bad_request'],
    ['with a file', { cv: crypto.randomUUID() }, {}, 400, 'bad_request'],
    ['with what is not asked', { summary: 'x' }, { summary: '' }, 409, 'form_changed'],
    ['that empties what is not asked', { summary: '' }, { summary: 'x' }, 409, 'form_changed'],
    [
      'that guesses at what is not asked',
      { email: 'a@b.example' },
      { email: held.email, summary: 'a guess' },
      409,
      'form_changed',
    ],
    ['with an attribute that is not the applicant’s', { hired_at: 'x' }, { email: 'x' }, 400, 'bad_request'],
    ['with something else that was seen', { email: 'a@b.example' }, { hired_at: 'x' }, 400, 'bad_request'],
  ])('%s', async (_name, attributes, seen, status, code) => {
    const reply = await change(attributes, seen, { answers: [first] });
    expect([reply.status, reply.json.errors[0].code]).toEqual([status, code]);
  });

  test('of a session that does not show details', async () => {
    const other = await bench.apply('one-of-each');
    const reply = await change(
      { email: 'new@example.com' },
      { email: held.email },
      { answers: [first], by: other },
    );
    expect([reply.status, reply.json.errors[0].code]).toEqual([400, 'bad_request']);
  });
});

describe('a value that changed meanwhile', () => {
  const mine = (seen: string) => change({ email: 'mine@example.com' }, { email: seen }, { answers: [first] });

  test('is not overwritten, is told by its name, and is shown with the form', async () => {
    await patch({ email: 'theirs@example.com' });
    const reply = await mine(held.email);
    expect(reply.json.data.attributes).toMatchObject({
      state: 'refused',
      application: { state: 'refused', code: 'changed_meanwhile', fields: ['email'] },
    });
    expect(await atService()).toMatchObject({ email: 'theirs@example.com' });
    const { meta } = (await bench.readForm(visitor)).json;
    expect(meta.details[2]).toMatchObject({ value: { email: 'theirs@example.com' } });
    expect(meta).toMatchObject({ meanwhile: ['email'] });
  });

  test('answered with what is there by now changes nothing, and leaves nothing to the operator', async () => {
    await patch({ email: 'theirs@example.com' });
    await mine(held.email);
    const before = patches().length;
    const reply = await change({ email: 'theirs@example.com' }, { email: 'theirs@example.com' });
    expect(reply.json.data.attributes).toMatchObject({
      state: 'complete',
      application: { state: 'delivered', fields: [] },
    });
    expect(patches()).toHaveLength(before);
    expect((await bench.readForm(visitor)).json.meta).not.toHaveProperty('meanwhile');
  });

  test.each<[string, object]>([
    ['a number in the writing of its country', { phone: '020 7946 0999', phone_iso2: 'GB' }],
    ['a number without a country', { phone: '+44 20 7946 0999', phone_iso2: '' }],
    ['blanks in a line', { town: ' Great  Leeds ' }],
    ['nothing', { phone: '', phone_iso2: '' }],
  ])('answered with what is there stays in the writing of the service: %s', async (_name, there) => {
    await patch(there);
    const before = patches().length;
    const reply = await change(there, { ...address, ...there });
    expect(reply.json.data.attributes).toMatchObject({ state: 'complete' });
    expect(patches()).toHaveLength(before);
  });

  test('is overwritten once it was seen', async () => {
    await patch({ email: 'theirs@example.com' });
    await mine(held.email);
    const reply = await mine('theirs@example.com');
    expect(reply.json.data.attributes).toMatchObject({ state: 'complete' });
    expect(await atService()).toMatchObject({ email: 'mine@example.com' });
  });
});

test('what the service refuses is told by its name, and can be changed', async () => {
  bench.setFaults({ refuse_attributes: ['email'] });
  const refused = await change({ email: 'new@example.com' }, { email: held.email }, { answers: [first] });
  expect(refused.json.data.attributes).toMatchObject({
    application: { state: 'refused', code: 'invalid_details', fields: ['email'] },
  });
  bench.setFaults({});
  const reply = await change({ email: 'newer@example.com' }, { email: held.email }, { answers: [first] });
  expect(reply.json.data.attributes).toMatchObject({ state: 'complete' });
});

test('what the service refused, sent again as it was, is tried again', async () => {
  bench.setFaults({ refuse_attributes: ['email'] });
  const send = () => change({ email: 'new@example.com' }, { email: held.email }, { answers: [first] });
  expect((await send()).json.data.attributes).toMatchObject({ state: 'refused' });
  bench.setFaults({});
  expect((await send()).json.data.attributes).toMatchObject({ state: 'complete' });
  expect(await atService()).toMatchObject({ email: 'new@example.com' });
  expect(bench.posts(visitor.application)).toEqual(['2001']);
});

describe('an answer that the service refused', () => {
  beforeEach(async () => {
    bench.setFaults({ refuse: [first[0]] });
    const reply = await bench.send(visitor, [first]);
    expect(reply.json.data.attributes).toMatchObject({ state: 'attention' });
    bench.setFaults({});
  });

  test('can be withdrawn', async () => {
    const reply = await bench.send(visitor, []);
    expect([reply.status, reply.json.data.attributes]).toMatchObject([
      200,
      { state: 'complete', answers: [] },
    ]);
  });

  test('can be withdrawn beside changed details', async () => {
    const reply = await change({ email: 'new@example.com' }, { email: held.email });
    expect(reply.json.data.attributes).toMatchObject({ state: 'complete', answers: [] });
    expect(await bodies()).toEqual([{ email: 'new@example.com' }]);
  });
});

describe('a change that names no detail is refused as none', () => {
  test.each<[string, object, readonly (typeof first)[]]>([
    ['empty', {}, []],
    ['the country of a number alone', { phone_iso2: 'FR' }, []],
    ['empty beside answers', {}, [first]],
  ])('%s', async (_name, attributes, answers) => {
    if (answers.length === 0) await bench.send(visitor, [first]);
    const reply = await change(attributes, { phone: held.phone }, { answers });
    expect([reply.status, reply.json.errors[0].code]).toEqual([422, 'nothing_changed']);
    expect(patches()).toEqual([]);
  });
});

const firstElement = {
  type: 'answers',
  attributes: first[1],
  relationships: { question: { data: { type: 'questions', id: first[0] } } },
};

test('with the service down the receipt comes at once, and the change later', async () => {
  const { revision } = (await bench.readForm(visitor)).json.meta;
  bench.setFaults({ status: [{ path: '/api/v1', status: 503, requests: 3, retry_after: null }] });
  const body = {
    data: [
      {
        type: 'applications',
        attributes: { email: 'new@example.com' },
        meta: { seen: { email: held.email } },
      },
      firstElement,
    ],
    meta: { revision },
  };
  const send = (wait: number) =>
    bench.call('POST', '/submissions', { token: visitor.token, headers: { prefer: `wait=${wait}` }, body });
  expect((await send(0)).status).toBe(202);
  expect((await send(20)).json.data.attributes).toMatchObject({ state: 'complete' });
  expect(await atService()).toMatchObject({ email: 'new@example.com' });
});

describe('an application whose answers were sent', () => {
  beforeEach(async () => {
    await bench.send(visitor, [first]);
    visitor = await open(visitor.application);
  });

  test('shows its details alone, and takes what is changed of them', async () => {
    const form = (await bench.readForm(visitor)).json;
    expect([form.data, form.meta.state, form.meta.submission]).toEqual([[], 'open', null]);
    const reply = await change({ email: 'new@example.com' }, { email: held.email });
    expect(reply.json.data.attributes).toMatchObject({ state: 'complete' });
    expect(await bodies()).toEqual([{ email: 'new@example.com' }]);
    expect(bench.posts(visitor.application)).toEqual(['2001']);
  });

  test('takes another change later, with another session', async () => {
    await change({ email: 'new@example.com' }, { email: held.email });
    const by = await open(visitor.application);
    await change({ email: held.email }, { email: 'new@example.com' }, { by });
    const again = await open(visitor.application);
    await change({ email: 'new@example.com' }, { email: held.email }, { by: again });
    expect(patches()).toHaveLength(3);
    expect(await atService()).toMatchObject({ email: 'new@example.com' });
  });

  const theirs = { email: 'theirs@example.com' };
  test.each<[string, readonly (readonly [object, object])[], string]>([
    ['one of what was seen', [[theirs, theirs]], 'nothing'],
    ['one of something else', [[{ email: 'mine@example.com' }, theirs]], 'changes'],
    [
      'one of what was seen behind one of something else',
      [
        [{ email: 'mine@example.com' }, theirs],
        [theirs, theirs],
      ],
      'changes',
    ],
  ])('says of what is on its way whether it changes something: %s', async (_name, sent, told) => {
    await patch(theirs);
    const { revision } = (await bench.readForm(visitor)).json.meta;
    bench.setFaults({
      status: [{ path: '/api/v1/applications', status: 429, requests: 1, retry_after: 3 }],
    });
    for (const [attributes, seen] of sent) {
      const data = [{ type: 'applications', attributes, meta: { seen } }];
      const headers = { prefer: 'wait=0' };
      await bench.call('POST', '/submissions', {
        token: visitor.token,
        headers,
        body: { data, meta: { revision } },
      });
    }
    const { meta } = (await bench.readForm(visitor)).json;
    expect(meta.submission).not.toBeNull();
    expect(meta).toMatchObject({ sent: told });
  });

  test('says that nothing was changed', async () => {
    const reply = await bench.send(visitor, []);
    expect([reply.status, reply.json.errors[0].code]).toEqual([422, 'nothing_changed']);
  });

  test('takes no answers', async () => {
    const reply = await bench.send(visitor, [['2001', { boolean_answer: false }]]);
    expect([reply.status, reply.json.errors[0].code]).toEqual([409, 'already_submitted']);
  });

  test('is not shown while its details cannot be read', async () => {
    bench.setFaults({
      status: [{ path: '/api/v1/applications', status: 503, requests: 5, retry_after: null }],
    });
    expect((await bench.readForm(visitor)).status).toBe(503);
  });
});

test('neither what was held nor what was changed stands in the log', async () => {
  await patch({ email: 'canary-theirs@example.com' });
  await change(
    { email: 'canary-mine@example.com' },
    { email: 'canary-seen@example.com' },
    { answers: [first] },
  );
  expect(bench.log.join('\n')).toContain('change_refused');
  expect(bench.log.join('\n')).not.toContain('canary');
});

test('where each that waits needs the operator, one more is refused without a time', async () => {
  await bench.send(visitor, [first]);
  visitor = await open(visitor.application);
  const { revision } = (await bench.readForm(visitor)).json.meta;
  bench.setFaults({
    status: [{ path: '/api/v1/applications', status: 404, requests: 1_000, retry_after: null }],
  });
  const send = (town: string) => {
    const data = [{ type: 'applications', attributes: { town }, meta: { seen: address } }];
    const body = { data, meta: { revision } };
    return bench.call('POST', '/submissions', { token: visitor.token, body });
  };
  for (let times = 1; times <= 10; times += 1) {
    const { id } = (await send(`Town ${times}`)).json.data;
    const find = () => bench.call('GET', `/submissions/${id}`, { token: visitor.token });
    const state = async () => (await find()).json.data.attributes.application;
    // The reply waits for none that comes behind one that is parked.
    await expect.poll(state).toMatchObject({ state: 'parked' });
  }
  const refused = await send('Town 11');
  expect([refused.status, refused.json.errors[0].code, refused.headers.get('retry-after')]).toEqual([
    409,
    'changes_parked',
    null,
  ]);
});

// The last one: the server leaves a service that was away alone for half a minute.
test('more changes than may wait for a service that is away are refused with a time, and nothing of them is stored', async () => {
  const { revision } = (await bench.readForm(visitor)).json.meta;
  bench.setFaults({ status: [{ path: '/api/v1/', status: 503, requests: 1_000, retry_after: null }] });
  const send = (town: string) => {
    const data = [{ type: 'applications', attributes: { town }, meta: { seen: address } }, firstElement];
    return bench.call('POST', '/submissions', {
      token: visitor.token,
      headers: { prefer: 'wait=0' },
      body: { data, meta: { revision } },
    });
  };
  const statuses = [];
  for (let times = 1; times <= 11; times += 1) statuses.push((await send(`Town ${times}`)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
  const refused = await send('Town 11');
  expect([refused.json.errors[0].code, refused.headers.get('retry-after')]).toEqual([
    'too_many_changes',
    expect.stringMatching(/^[1-9]\d*$/),
  ]);
  // The last one again has its receipt still.
  expect((await send('Town 10')).status).toBe(202);
});
