import { describe, expect, test } from 'vitest';
import { answerBody, ask, firstError, ids, list, post } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { type Faults, noFaults } from '../faults/faults.ts';
import { engineer } from '../forms/engineer.ts';
import { nurse } from '../forms/nurse.ts';
import { at } from '../json.ts';
import type { JobVisibility } from '../sample-form.ts';

const read = async (sandbox: Sandbox, query = '') => ask(sandbox, `/api/v1/applications${query}`);
const found = async (sandbox: Sandbox, query = '') => ids(at((await read(sandbox, query)).body, 'data'));
const phoneOf = async (sandbox: Sandbox, application: string): Promise<string> =>
  String(at((await ask(sandbox, `/api/v1/applications/${application}`)).body, 'data', 'attributes', 'phone'));

const forms = ['confidential', 'external', 'internal', 'private_job'].map((visibility, place) => ({
  ...nurse,
  name: visibility,
  questions: [],
  job: { ...nurse.job, id: String(6000 + place), visibility: visibility as JobVisibility },
}));

/** One application to a job of each visibility, in this order. */
function visible() {
  const sandbox = createSandbox({ forms });
  return { sandbox, all: forms.map(({ name }) => sandbox.applyTo(name)) };
}

describe('by the phone of the candidate', () => {
  test('each application that the control made has one of its own', async () => {
    const sandbox = createSandbox();
    const own = [sandbox.applyTo('engineer'), sandbox.applyTo('engineer')];
    const phones = await Promise.all(own.map((id) => phoneOf(sandbox, id)));
    expect(phones).toEqual(['+447700900001', '+447700900002']);
    for (const [place, id] of own.entries())
      expect(await found(sandbox, `?filter[candidate_phone]=%2B${phones[place]?.slice(1)}`)).toEqual([id]);
  });

  test.each(['+447700900001', '447700900001', '%2B44770090000', '', '%2B447700900001%20'])(
    '%s finds nothing: a plus that is not encoded is a space',
    async (phone) => {
      const sandbox = createSandbox();
      sandbox.applyTo('engineer');
      const reply = await read(sandbox, `?filter[candidate_phone]=${phone}`);
      expect([reply.status, at(reply.body, 'data')]).toEqual([200, []]);
    },
  );
});

describe('by the visibility of the job', () => {
  test('without it all but confidential', async () => {
    const { sandbox, all } = visible();
    expect(await found(sandbox)).toEqual(all.slice(1));
  });

  test.each([
    ['confidential', [0]],
    ['internal', [2]],
    ['external,private_job', [1, 3]],
    ['confidential,external,internal,private_job', [0, 1, 2, 3]],
  ])('%s', async (value, places) => {
    const { sandbox, all } = visible();
    expect(await found(sandbox, `?filter[job_visibility]=${value}`)).toEqual(places.map((one) => all[one]));
  });
});

describe('order and pages', () => {
  /** The later one has the earlier time, as after a clock was put back. */
  function ordered() {
    let now = 5000;
    const sandbox = createSandbox({ now: () => now });
    const all = [sandbox.applyTo('engineer'), sandbox.applyTo('engineer')];
    now = 4000;
    return { sandbox, all: [...all, sandbox.applyTo('engineer')] };
  }

  test.each([
    ['', [0, 1, 2]],
    ['id', [0, 1, 2]],
    ['-id', [2, 1, 0]],
    ['created_at', [2, 0, 1]],
    ['-created_at', [0, 1, 2]],
    ['updated_at', [2, 0, 1]],
    ['-updated_at,-id', [1, 0, 2]],
  ])('sort=%s', async (sort, places) => {
    const { sandbox, all } = ordered();
    const query = sort === '' ? '' : `?sort=${sort}`;
    expect(await found(sandbox, query)).toEqual(places.map((one) => all[one]));
  });

  test('pages follow each other, the last is short, and the total is told when it is asked for', async () => {
    const { sandbox, all } = ordered();
    const page = (number: number) => `?page[size]=2&page[number]=${number}&stats[total]=count`;
    expect([
      await found(sandbox, page(1)),
      await found(sandbox, page(2)),
      await found(sandbox, page(3)),
    ]).toEqual([all.slice(0, 2), all.slice(2), []]);
    expect(at((await read(sandbox, page(2))).body, 'meta')).toEqual({ stats: { total: { count: 3 } } });
  });
});

/** An application with a text and a choice, and another without answers. */
async function answered(faults: Partial<Faults> = {}) {
  const sandbox = createSandbox();
  const application = sandbox.applyTo('engineer');
  sandbox.applyTo('nurse');
  await post(sandbox, answerBody({ question: '101', application, attributes: { text_answer: 'x' } }));
  await post(sandbox, answerBody({ question: '110', application, options: ['Fully remote'] }));
  sandbox.setFaults({ ...noFaults, ...faults });
  return { sandbox, application };
}

const answersIn = (body: unknown) =>
  list(at(body, 'included')).filter((one) => at(one, 'type') === 'answers');

describe('what comes with it', () => {
  test('answers, all their attributes, their question not named', async () => {
    const { sandbox } = await answered();
    const { body } = await read(sandbox, '?include=answers');
    const [first, choice] = answersIn(body);
    expect(at(first, 'attributes')).toMatchObject({
      title: 'What are you working on at the moment?',
      question_type: expect.stringMatching(/^(short|long)_text$/),
      text_answer: 'x',
      created_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(at(choice, 'attributes', 'multiple_choice_answer')).toEqual(['Fully remote']);
    expect(at(first, 'relationships', 'question')).toEqual({ meta: { included: false } });
    const [data] = list(at(body, 'data'));
    expect(ids(at(data, 'relationships', 'answers', 'data'))).toEqual(ids(answersIn(body)));
    expect(at(data, 'relationships', 'job')).toEqual({ meta: { included: false } });
  });

  test('the question of each, which is a reading', async () => {
    const { sandbox } = await answered();
    const { body } = await read(sandbox, '?include=answers.question');
    const named = answersIn(body).map((one) => at(one, 'relationships', 'question', 'data', 'id'));
    expect(named).toEqual(['101', '110']);
    expect(list(at(body, 'included'))).toHaveLength(4);
  });

  test('only the fields that were asked for: a relationship is one of them', async () => {
    const { sandbox } = await answered();
    const { body } = await read(sandbox, '?fields[applications]=phone,job_id&include=answers');
    const [data] = list(at(body, 'data'));
    expect(at(data, 'attributes')).toEqual({ phone: '+447700900001', job_id: engineerJob });
    expect(at(data, 'relationships')).toEqual({});
    const named = await read(sandbox, '?fields[applications]=answers&include=answers');
    expect(Object.keys(Object(at(list(at(named.body, 'data'))[0], 'relationships')))).toEqual(['answers']);
    expect(answersIn(named.body)).toHaveLength(2);
  });
});

const engineerJob = Number(engineer.job.id);

describe('services that show less', () => {
  test('no include at one application: refused, or as if it were not there', async () => {
    const { sandbox, application } = await answered({ no_include: 'refuse' });
    const path = `/api/v1/applications/${application}?include=answers`;
    expect((await ask(sandbox, path)).status).toBe(400);
    sandbox.setFaults({ ...noFaults, no_include: 'ignore' });
    const { status, body } = await ask(sandbox, path, { fault: 'there is no included' });
    expect([status, at(body, 'included'), at(body, 'data', 'relationships', 'answers')]).toEqual([
      200,
      undefined,
      { meta: { included: false } },
    ]);
    expect(answersIn((await read(sandbox, '?include=answers')).body)).toHaveLength(2);
  });

  test('no nested include anywhere', async () => {
    const { sandbox, application } = await answered({ no_nested_include: true });
    for (const path of ['', `/${application}`]) {
      expect((await read(sandbox, `${path}?include=answers.question`)).status).toBe(400);
      expect((await read(sandbox, `${path}?include=answers`)).status).toBe(200);
    }
  });

  test('answers that never name their question', async () => {
    const { sandbox } = await answered({ no_linkage: true });
    const { body } = await read(sandbox, '?include=answers.question');
    expect(list(at(body, 'included')).map((one) => at(one, 'relationships', 'question'))).toEqual([
      { meta: { included: false } },
      { meta: { included: false } },
    ]);
  });

  test('no list', async () => {
    const { sandbox, application } = await answered({ no_list: true });
    expect((await read(sandbox)).status).toBe(403);
    expect((await read(sandbox, `/${application}`)).status).toBe(200);
  });
});

test.each([
  'filter[job_visibility]=secret',
  'filter[job_visibility]=',
  'filter[phone]=1',
  'sort=name',
  'sort=id,id',
  'include=questions',
  'fields[applications]=salary',
  'page[size]=1001',
  'page[number]=0',
  'page[number]=one',
  'stats[total]=sum',
  'locale=xx',
  'sort=id&sort=-id',
])('%s is a bad request', async (query) => {
  const reply = await read(createSandbox(), `?${query}`);
  expect([reply.status, at(firstError(reply), 'code')]).toEqual([400, 'bad_request']);
});
