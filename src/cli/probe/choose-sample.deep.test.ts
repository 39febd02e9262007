import { expect, test } from 'vitest';
import type { Asker, ProbeRequest } from './asker.ts';
import { chooseSample } from './choose-sample.ts';
import type { Reply } from './replies.ts';

const mediaType = 'application/vnd.api+json';

/** The sizes of forms by job; a job without one is refused. */
function askerOf(sizes: Readonly<Record<string, number>>) {
  const asked: string[] = [];
  const get = async ({ query }: ProbeRequest): Promise<Reply> => {
    const job = query?.['filter[questionable_id][eq]'] ?? '';
    asked.push(job);
    const size = sizes[job];
    const data = Array.from({ length: size ?? 0 }, (_, index) => ({ type: 'questions', id: `${index}` }));
    return { status: size === undefined ? 400 : 200, mediaType, document: { data } };
  };
  const asker: Asker = {
    get,
    begin: () => Promise.reject(new Error('nothing begins here')),
    count: () => asked.length,
    limited: () => undefined,
  };
  return { asker, asked };
}

const application = (id: string, job: string, answers: number) => ({
  type: 'applications',
  id,
  attributes: { job_id: job, phone: '+447700900123' },
  relationships: { answers: { data: Array.from({ length: answers }, (_, one) => ({ id: `${one}` })) } },
});
const [newest, second, third, fourth, bare] = [
  application('5', '51', 1),
  application('4', '42', 1),
  application('3', '33', 1),
  application('2', '24', 1),
  application('1', '15', 0),
];

test('of three jobs the one that asks most is looked at, and no more than three are compared', async () => {
  const { asker, asked } = askerOf({ 51: 1, 42: 9, 33: 4, 24: 99 });
  const chosen = await chooseSample(asker, [newest, second, third, fourth]);
  expect(chosen.application).toBe(second);
  expect(asked).toEqual(['51', '42', '33']);
  expect([...chosen.forms.keys()]).toEqual(asked);
});

test('forms of one size leave it at the newest, and so does a service that refuses to compare, at once', async () => {
  const same = askerOf({ 51: 4, 42: 4 });
  expect((await chooseSample(same.asker, [newest, second])).application).toBe(newest);
  const refusing = askerOf({});
  expect((await chooseSample(refusing.asker, [newest, second, third])).application).toBe(newest);
  expect(refusing.asked).toEqual(['51']);
});

test('an application that tells less is not looked at for its job, and one alone is not compared', async () => {
  const { asker, asked } = askerOf({ 51: 1, 15: 99 });
  expect((await chooseSample(asker, [bare, newest])).application).toBe(newest);
  expect((await chooseSample(asker, [])).application).toBeUndefined();
  expect(asked).toEqual([]);
});
