import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RequestEntry } from '../sandbox/request-log.ts';
import { type Bench, type JobVisitor, type Sent, startBench } from '../server/test-bench.ts';

let bench: Bench;
let visitor: JobVisitor;

beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.setFaults({});
  visitor = await bench.visit('4712');
});

const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const yes: Sent = ['2001', { boolean_answer: true }];
const text = (question: string, answer: string): Sent => [question, { text_answer: answer }];

const isCreation = ({ method, path }: RequestEntry) => method === 'POST' && path === '/api/v1/applications';

test('an application is made with the details, then its answers arrive', async () => {
  const form = await bench.readForm(visitor);
  expect(form.json.meta).toMatchObject({ state: 'open', submission: null, draftKey: null });
  const reply = await bench.sendAll(visitor, details, [yes, text('2101', 'because')]);
  expect(reply.status).toBe(200);
  expect(reply.json.data.attributes).toMatchObject({
    state: 'complete',
    application: { state: 'delivered', fields: [] },
  });
  const [made] = bench.requests().filter(isCreation).slice(-1);
  expect(bench.posts(made?.application ?? '')).toEqual(['', '2001', '2101']);
});
