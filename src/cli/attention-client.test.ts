import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createAttentionClient } from './attention-client.ts';

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
    response.end(JSON.stringify({ data: ids.map(entry), meta: { total }, links: { next } }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { asked, port: `${port}` };
}

async function list(port: string) {
  const client = createAttentionClient({ PORT: port, APPLY_MODE: 'sandbox' }, null);
  if (!client.ok) throw new Error(client.error);
  const listed = await client.value.list(false);
  return listed.ok ? listed.value.map(({ reference }) => reference) : listed.error;
}

test('all pages are read', async () => {
  const { asked, port } = await serve([['A', 'B'], ['C']], 3);
  expect(await list(port)).toEqual(['A', 'B', 'C']);
  expect(asked).toEqual(['1', '2']);
});

test('what slipped to a page that was read already is found in a second round', async () => {
  const { asked, port } = await serve([['A', 'B'], ['D'], ['B', 'C'], ['D']], 4);
  expect(await list(port)).toEqual(['A', 'B', 'D', 'C']);
  expect(asked).toEqual(['1', '2', '1', '2']);
});
