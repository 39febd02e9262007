import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createAttentionClient } from './attention-client.ts';
import { lessonsTable, questionsTable } from './attention-table.ts';

const entry = (id: string) => ({
  type: 'attention',
  id,
  attributes: {
    state: 'attention',
    application: null,
    job: null,
    accepted_at: '2026-01-01T00:00:00.000Z',
    kept_until: '2026-01-08T00:00:00.000Z',
    items: [],
  },
});

/** A server whose pages are these, one after the other as they are asked for. */
async function serve(pages: readonly (readonly string[])[], total: number) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    asked.push(query.get('page[number]') ?? '');
    const ids = pages[asked.length - 1] ?? [];
    const next = asked.length % 2 === 1 ? '/attention?page[number]=2' : null;
    response.end(JSON.stringify({ data: ids.map(entry), meta: { total, lessons: [] }, links: { next } }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { asked, port: `${port}` };
}

const lesson = {
  job: '4711',
  field: 'phone',
  agreed: false,
  learned_at: '2026-01-01T00:00:00.000Z',
  refused_at: '2026-01-02T00:00:00.000Z',
  configuration: '"jobs": {"4711": {"details": {"phone": "required"}}}',
};

async function list(port: string) {
  const client = createAttentionClient({ PORT: port, APPLY_MODE: 'sandbox' }, null);
  if (!client.ok) throw new Error(client.error);
  const listed = await client.value.list(false);
  return listed.ok ? listed.value.rows.map(({ reference }) => reference) : listed.error;
}

test('what slipped to a page that was read already is found in a second round', async () => {
  const { asked, port } = await serve([['A', 'B'], ['D'], ['B', 'C'], ['D']], 4);
  expect(await list(port)).toEqual(['A', 'B', 'D', 'C']);
  expect(asked).toEqual(['1', '2', '1', '2']);
});

test('lessons of a job are printed with one line of the configuration, and with the word that it waits for', () => {
  const birth = { ...lesson, field: 'date_of_birth', configuration: '"jobs": …' };
  const table = lessonsTable([lesson, birth, { ...birth, agreed: true }]);
  expect(table.split('\n').slice(1, -1)).toEqual([
    '    job 4711, phone: first 2026-01-01 00:00, last 2026-01-02 00:00',
    '        "jobs": {"4711": {"details": {"phone": "required"}}}',
    expect.stringMatching(/date_of_birth: .* \(not asked until "agree --job 4711 --field date_of_birth"\)$/),
    '    job 4711, date_of_birth: first 2026-01-01 00:00, last 2026-01-02 00:00',
    '        "jobs": …',
  ]);
  expect(lessonsTable([])).toBe('');
});

const faulty = {
  title: null,
  count: 1,
  findings: [{ code: 'no_title', question: '7', title: '', found: 'It has no title.', fix: 'Give it one.' }],
};

test.each([
  [{ job: '4711', posting: null }, 'check-questions --job ID"', 'Job 4711: 1 thing.'],
  [{ job: null, posting: '88' }, 'check-questions --posting ID"', 'Posting 88: 1 thing.'],
  [{ job: null, posting: null }, 'check-questions --job ID"', 'All questions of the service: 1 thing.'],
])('the questions of %j are printed with how to read them again', (owner, option, heading) => {
  const table = questionsTable([{ ...faulty, ...owner }]);
  expect([table.includes(option), table.includes(heading)]).toEqual([true, true]);
});
