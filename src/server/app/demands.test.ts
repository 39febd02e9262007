/** What a job demands and no form is configured to ask: one refusal, one correction, one application, and none twice. */
import { describe, expect, test } from 'vitest';
import {
  act,
  allDemanded,
  answers,
  bench,
  JOB,
  lessons,
  makingsSince,
  nextVisitor,
  put,
  send,
  testAgreedDemand,
  testDemands,
  useDemandBench,
} from './demands.support.ts';

useDemandBench();

describe('told by detail', () => {
  testDemands('detail', [['phone'], allDemanded]);
  testAgreedDemand('detail', 'date_of_birth');
});

describe('told by pointer', () => testDemands('pointer', [['cv']]));

test('documents that the applicant gave already: they go with the application once it demands them', async () => {
  bench.setDemands({ jobs: { [JOB]: ['documents'] } });
  const before = bench.requests().length;
  const visitor = await bench.visit(JOB);
  const given = { documents: [await put(visitor, 'document')] };
  const refused = await send(visitor, given);
  expect(refused.application).toMatchObject({ state: 'refused', fields: ['documents'] });
  const corrected = await send(visitor, given);
  expect([corrected.reference, corrected.state]).toEqual([refused.reference, 'complete']);
  expect((await send(visitor, given)).reference).toBe(refused.reference);
  expect(makingsSince(before)).toEqual([422, 201]);
  expect(bench.requests().filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('told by nothing: refused, nothing is learned, and the same goes through once the job is mended', async () => {
  bench.setDemands({ jobs: { [JOB]: ['phone', 'cv'] }, tells: 'nothing' });
  const visitor = await bench.visit(JOB);
  const refused = await send(visitor, {});
  expect(refused.application).toEqual({ state: 'refused', code: 'application_refused', fields: [] });
  expect(await lessons()).toEqual([]);
  bench.setDemands({});
  const corrected = await send(visitor, { first_name: 'Adele' });
  expect([corrected.reference, corrected.state]).toEqual([refused.reference, 'complete']);
});

test('an answer is corrected after others taught what the job demands: nothing but the answer goes again', async () => {
  const visitor = await bench.visit(JOB);
  const documents = [await put(visitor, 'document')];
  const before = bench.requests().length;
  bench.setFaults({ refuse: ['2002'] });
  expect((await send(visitor, { documents })).state).toBe('attention');
  bench.setFaults({});
  bench.setDemands({ jobs: { [JOB]: ['phone'] } });
  await send(await bench.visit(JOB), {});
  await nextVisitor(['phone']);
  const own = bench.requests().length;
  const better = [answers[0], ['2002', { text_answer: 'Midwife' }]] as const;
  const corrected = await bench.sendAll(visitor, null, better);
  expect([corrected.status, corrected.json.data.attributes.state]).toEqual([200, 'complete']);
  const writes = (from: number, to?: number) =>
    bench
      .requests()
      .slice(from, to)
      .filter(({ method }) => method !== 'GET')
      .map(({ method, question }) => `${method} ${question ?? 'application'}`);
  expect(writes(own)).toEqual(['POST 2002']);
  expect(writes(before, own)).toEqual([
    'POST application',
    'PATCH application',
    'POST 2001',
    'POST 2002',
    'POST application',
  ]);
});

describe('what teaches', () => {
  test('the same refusal without the value does: the control of the one above', async () => {
    bench.setDemands({ jobs: { [JOB]: ['phone'] } });
    await send(await bench.visit(JOB), {});
    expect(await lessons()).toMatchObject([
      {
        field: 'phone',
        configuration: expect.stringContaining(`"${JOB}": {"details": {"phone": "required"}}`),
      },
    ]);
  });

  test('until the operator clears it', async () => {
    bench.setDemands({ jobs: { [JOB]: ['phone'] } });
    await send(await bench.visit(JOB), {});
    expect((await act({ action: 'clear', job: JOB, field: 'phone' })).status).toBe(200);
    expect(await lessons()).toEqual([]);
    expect((await act({ action: 'clear', job: JOB, field: 'phone' })).status).toBe(404);
  });
});
