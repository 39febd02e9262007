import { describe, expect, test } from 'vitest';
import { answerBody, ask, ids, list, post } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { type Faults, noFaults } from '../faults/faults.ts';
import { at } from '../json.ts';

const read = async (sandbox: Sandbox, query = '', fault?: string) =>
  ask(sandbox, `/api/v1/applications${query}`, { ...(fault === undefined ? {} : { fault }) });
const found = async (sandbox: Sandbox, query = '') => ids(at((await read(sandbox, query)).body, 'data'));

describe('list_applications.filter[candidate_phone]', () => {
  test('each application that the control made has a number of its own', async () => {
    const sandbox = createSandbox();
    const own = [sandbox.applyTo('engineer'), sandbox.applyTo('engineer')];
    for (const [place, id] of own.entries())
      expect(await found(sandbox, `?filter[candidate_phone]=%2B44770090000${place + 1}`)).toEqual([id]);
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
    ['-id', [2, 1, 0]],
    ['created_at', [2, 0, 1]],
    ['-created_at', [0, 1, 2]],
    ['-updated_at,-id', [1, 0, 2]],
  ])('sort=%s', async (sort, places) => {
    const { sandbox, all } = ordered();
    expect(await found(sandbox, `?sort=${sort}`)).toEqual(places.map((one) => all[one]));
  });

  test('pages follow each other, the last is short, and the total is told when it is asked for', async () => {
    const { sandbox, all } = ordered();
    const page = (number: number) => `?page[size]=2&page[number]=${number}&stats[total]=count`;
    const pages = [
      await found(sandbox, page(1)),
      await found(sandbox, page(2)),
      await found(sandbox, page(3)),
    ];
    expect(pages).toEqual([all.slice(0, 2), all.slice(2), []]);
    expect(at((await read(sandbox, page(2))).body, 'meta')).toEqual({ stats: { total: { count: 3 } } });
  });
});

describe('services that show less', () => {
  async function answered(faults: Partial<Faults>) {
    const sandbox = createSandbox();
    const application = sandbox.applyTo('engineer');
    await post(sandbox, answerBody({ question: '101', application, attributes: { text_answer: 'x' } }));
    await post(sandbox, answerBody({ question: '110', application, options: ['Fully remote'] }));
    sandbox.setFaults({ ...noFaults, ...faults });
    return { sandbox, application };
  }
  const answersIn = (body: unknown) =>
    list(at(body, 'included')).filter((one) => at(one, 'type') === 'answers');

  test('no include at one application: refused, or as if it were not there', async () => {
    const { sandbox, application } = await answered({ no_include: 'refuse' });
    const one = `/${application}?include=answers`;
    expect((await read(sandbox, one)).status).toBe(400);
    sandbox.setFaults({ ...noFaults, no_include: 'ignore' });
    const { status, body } = await read(sandbox, one, 'there is no included');
    expect([status, at(body, 'included')]).toEqual([200, undefined]);
    expect(at(body, 'data', 'relationships', 'answers')).toEqual({ meta: { included: false } });
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
    const answers = answersIn((await read(sandbox, '?include=answers.question')).body);
    expect(answers).toHaveLength(2);
    for (const one of answers) expect(at(one, 'relationships', 'question', 'data')).toBeUndefined();
  });

  test('no list', async () => {
    const { sandbox, application } = await answered({ no_list: true });
    expect((await read(sandbox)).status).toBe(403);
    expect((await read(sandbox, `/${application}`)).status).toBe(200);
  });
});
