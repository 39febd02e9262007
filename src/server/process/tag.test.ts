/** The tag of a tenant, tested with the whole server and the sandbox over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Disturbance } from '../../sandbox/index.ts';
import {
  hasty,
  type OpenBench,
  openBench,
  refusing,
  type Sent,
  sessionBody,
  type Visitor,
} from './server.support.ts';

const tag = { tag: 'Careers portal', context: 'custom_source' };
const tenants = { tagging: { adminKey: 'tagging-key', tag }, plain: { adminKey: 'plain-key' } };

let bench: OpenBench;
beforeAll(async () => {
  bench = await openBench({ ...hasty, APPLY_CONFIG: JSON.stringify({ tenants }) });
  // The operator of the recruitment service has to create the tag first.
  const body = JSON.stringify({ name: tag.tag, category: 'Source' });
  expect((await bench.call('POST', '/sandbox/_control/tags', { bytes: body })).status).toBe(201);
});
afterAll(() => bench.close());
beforeEach(() => bench.setFaults({}));

const answers: readonly Sent[] = [
  ['2001', { boolean_answer: true }],
  ['2002', { text_answer: 'x' }],
];

const service = (method: string, path: string, attributes?: object) =>
  bench.call(method, `/sandbox/api/v1/applications/${path}`, {
    headers: { 'x-api-key': 'sandbox-key' },
    ...(attributes === undefined ? {} : { body: { data: { type: 'applications', id: path, attributes } } }),
  });

/** Returns the tags as `context: name`. */
async function tagsOf(application: string): Promise<readonly string[]> {
  const reply = await service('GET', `${application}?extra_fields[applications]=tags`);
  const { tags }: { tags: { context: string | null; name: string }[] } = JSON.parse(reply.text).data
    .attributes;
  return tags.map(({ context, name }) => `${context}: ${name}`);
}

const patchesOf = (application: string): number =>
  bench.requests(application).filter(({ method }) => method === 'PATCH').length;

async function session(name: keyof typeof tenants): Promise<Visitor> {
  const { application } = await bench.apply('one-of-each');
  const headers = { authorization: `Bearer ${tenants[name].adminKey}` };
  const reply = await bench.call('POST', '/sessions', { headers, body: sessionBody({ application }) });
  return { application, token: reply.json.data.attributes.token };
}

async function figures(name: keyof typeof tenants): Promise<Readonly<Record<string, number>>> {
  const headers = { authorization: `Bearer ${tenants[name].adminKey}` };
  const { text } = await bench.call('GET', '/metrics', { headers });
  const lines = [...text.matchAll(/^apply_tags_total\{outcome="(\w+)".*\} (\d+)$/gm)];
  return Object.fromEntries(lines.map(([, outcome, count]) => [outcome, Number(count)]));
}

const untilTagged = (application: string) =>
  bench.until(async () => expect(await tagsOf(application)).toContain('custom_source: Careers portal'));

async function complete(visitor: Visitor): Promise<void> {
  const sent = await bench.send(visitor, answers);
  expect([sent.status, sent.json.data.attributes.state]).toEqual([200, 'complete']);
}

const linesOf = (event: string, { application }: Visitor) =>
  bench.log.filter((line) => line.includes(event) && line.includes(`"application":"${application}"`));

test('a complete submission is tagged once, after its answers, and counted', async () => {
  const before = await figures('tagging');
  const visitor = await session('tagging');
  await complete(visitor);
  await untilTagged(visitor.application);
  const methods = bench.requests(visitor.application).map(({ method, status }) => `${method} ${status}`);
  expect(methods.indexOf('PATCH 200')).toBeGreaterThan(methods.lastIndexOf('POST 201'));
  expect(patchesOf(visitor.application)).toBe(1);
  expect(bench.posts(visitor.application).filter((question) => question !== '')).toEqual(['2001', '2002']);
  await bench.until(async () =>
    expect(await figures('tagging')).toEqual({ ...before, added: (before['added'] ?? 0) + 1 }),
  );
});

test('a submission with a refused answer is tagged only after its correction', async () => {
  const visitor = await session('tagging');
  bench.setFaults(refusing('2002'));
  expect((await bench.send(visitor, answers)).json.data.attributes.state).toBe('attention');
  // Waits for the audit of the delivered answer.
  const reads = () => bench.requests(visitor.application).filter(({ method }) => method === 'GET').length;
  const before = reads();
  await bench.until(() => expect(reads()).toBeGreaterThan(before));
  expect(patchesOf(visitor.application)).toBe(0);
  bench.setFaults({});
  const corrected: readonly Sent[] = [
    ['2001', { boolean_answer: true }],
    ['2002', { text_answer: 'y' }],
  ];
  expect((await bench.send(visitor, corrected)).json.data.attributes.state).toBe('complete');
  await untilTagged(visitor.application);
});

describe('a PATCH whose reply is lost or an error', () => {
  const disturbance = (change: Partial<Disturbance>): Disturbance => ({
    path: '/api/v1/applications',
    method: 'PATCH',
    reply: 'drop',
    commit: 'now',
    requests: 1,
    ...change,
  });

  test.each(['now', 'none'] as const)('adds the tag once when it is stored %s', async (commit) => {
    const visitor = await session('tagging');
    bench.setFaults({ disturb: [disturbance({ commit })] });
    const before = await figures('tagging');
    await complete(visitor);
    await bench.until(async () => expect(await figures('tagging')).not.toEqual(before));
    expect(await tagsOf(visitor.application)).toEqual(['custom_source: Careers portal']);
    expect(patchesOf(visitor.application)).toBe(2);
    expect(linesOf('tag_failed', visitor)).toEqual([]);
  });

  test('logs one line with reference and application when it is refused', async () => {
    const visitor = await session('tagging');
    bench.setFaults({ disturb: [disturbance({ reply: 422, commit: 'none', requests: undefined })] });
    const before = await figures('tagging');
    const sent = await bench.send(visitor, answers);
    await bench.until(() => expect(linesOf('tag_failed', visitor)).toHaveLength(1));
    expect(JSON.parse(linesOf('tag_failed', visitor)[0] ?? '{}')).toMatchObject({
      level: 'warn',
      reference: sent.json.data.id,
      tenant: 'tagging',
      ...tenants.tagging.tag,
      advice: expect.stringContaining('in the user interface'),
    });
    expect(await figures('tagging')).toEqual({ ...before, refused: 1 });
    const operator = { authorization: `Bearer ${tenants.tagging.adminKey}` };
    expect((await bench.call('GET', '/attention', { headers: operator })).json.data).toEqual([]);
  });
});
