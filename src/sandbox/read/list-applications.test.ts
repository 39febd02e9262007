import { describe, expect, test } from 'vitest';
import { ask, ids } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';

const read = (sandbox: Sandbox, query = '') => ask(sandbox, `/api/v1/applications${query}`);
const found = async (sandbox: Sandbox, query = '') => ids(at((await read(sandbox, query)).body, 'data'));

describe('list_applications.filter[candidate_phone]', () => {
  test('finds each application of the control by its unique phone number', async () => {
    const sandbox = createSandbox();
    const own = [sandbox.applyTo('engineer'), sandbox.applyTo('engineer')];
    for (const [place, id] of own.entries())
      expect(await found(sandbox, `?filter[candidate_phone]=%2B44770090000${place + 1}`)).toEqual([id]);
  });

  test.each(['+447700900001', '447700900001', '%2B44770090000', '', '%2B447700900001%20'])(
    'finds nothing for %s, because only the exact number with an encoded plus matches',
    async (phone) => {
      const sandbox = createSandbox();
      sandbox.applyTo('engineer');
      const reply = await read(sandbox, `?filter[candidate_phone]=${phone}`);
      expect([reply.status, at(reply.body, 'data')]).toEqual([200, []]);
    },
  );
});

describe('order and pages', () => {
  /** The last application has an earlier time, as if the clock had been put back. */
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
  ])('sort=%s orders the list', async (sort, places) => {
    const { sandbox, all } = ordered();
    expect(await found(sandbox, `?sort=${sort}`)).toEqual(places.map((place) => all[place]));
  });

  test('pages follow each other, the last one is short, and the total comes on request', async () => {
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
