/** The contract of `Lessons`, in memory and on every engine. The tests set the time, so that every engine sees the same. */
import { beforeEach, describe, expect, test } from 'vitest';
import { jobId, tenant } from '../../core/model/ids.ts';
import { LESSON_KEPT, type Lessons } from '../ports.ts';
import { engines, useFresh } from './engines.support.ts';
import { acme } from './samples.support.ts';

const began = 1_700_000_000_000;
let now = began;
const otherTenant = tenant('other');
const [job, another] = [jobId('4711'), jobId('4712')];

describe.each(engines)('learned demands in %s', (_name, start) => {
  let lessons: Lessons;
  beforeEach(() => {
    now = began;
  });
  useFresh({ start, now: () => now }, (store) => {
    ({ lessons } = store);
  });

  test('are listed with their times, and learning returns those that are new', async () => {
    expect(await lessons.learn(acme, job, ['phone', 'cv'])).toEqual(['phone', 'cv']);
    now += 1_000;
    expect(await lessons.learn(acme, another, ['phone'])).toEqual(['phone']);
    expect(await lessons.learn(acme, job, ['address1', 'phone'])).toEqual(['address1']);
    const list = await lessons.list(acme);
    expect(list.slice(0, 2)).toEqual(
      expect.arrayContaining([
        { job, field: 'phone', learnedAt: began, refusedAt: now, agreed: false },
        { job, field: 'cv', learnedAt: began, refusedAt: began, agreed: false },
      ]),
    );
    expect(list).toHaveLength(4);
    expect((await lessons.list(acme, another)).map(({ field }) => field)).toEqual(['phone']);
  });

  test('belong to one tenant', async () => {
    await lessons.learn(acme, job, ['phone']);
    expect(await lessons.list(otherTenant)).toEqual([]);
    expect(await lessons.agree(otherTenant, job, 'phone')).toBe(false);
    expect(await lessons.clear(otherTenant, job, null)).toBe(false);
    expect(await lessons.learn(otherTenant, job, ['phone'])).toEqual(['phone']);
  });

  test('remember the operator’s agreement', async () => {
    expect(await lessons.agree(acme, job, 'date_of_birth')).toBe(false);
    await lessons.learn(acme, job, ['date_of_birth', 'equality_monitoring_option_ids']);
    expect(await lessons.agree(acme, job, 'date_of_birth')).toBe(true);
    expect(await lessons.learn(acme, job, ['date_of_birth'])).toEqual([]);
    const agreed = (await lessons.list(acme)).map(({ field, agreed }) => [field, agreed]);
    expect(Object.fromEntries(agreed)).toEqual({
      date_of_birth: true,
      equality_monitoring_option_ids: false,
    });
  });

  test('disappear when the operator clears one or all of a job', async () => {
    await lessons.learn(acme, job, ['phone', 'cv', 'summary']);
    await lessons.learn(acme, another, ['phone']);
    expect(await lessons.clear(acme, job, 'cv')).toBe(true);
    expect(await lessons.clear(acme, job, 'cv')).toBe(false);
    expect((await lessons.list(acme)).map(({ field }) => field)).not.toContain('cv');
    expect(await lessons.clear(acme, job, null)).toBe(true);
    expect(await lessons.clear(acme, job, null)).toBe(false);
    expect((await lessons.list(acme)).map(({ job: learnedOf }) => learnedOf)).toEqual([another]);
  });

  test('are forgotten 30 days after the last refusal, together with the agreement', async () => {
    await lessons.learn(acme, job, ['phone', 'date_of_birth']);
    await lessons.agree(acme, job, 'date_of_birth');
    now += LESSON_KEPT - 1;
    await lessons.learn(acme, job, ['phone']);
    expect(await lessons.list(acme)).toHaveLength(2);
    now += 1;
    expect((await lessons.list(acme)).map(({ field }) => field)).toEqual(['phone']);
    expect(await lessons.agree(acme, job, 'date_of_birth')).toBe(false);
    expect(await lessons.clear(acme, job, 'date_of_birth')).toBe(false);
    expect(await lessons.learn(acme, job, ['date_of_birth'])).toEqual(['date_of_birth']);
    expect((await lessons.list(acme)).every(({ agreed }) => !agreed)).toBe(true);
  });

  test('are new only once when several processes learn them at the same time', async () => {
    const all = await Promise.all(
      Array.from({ length: 5 }, () => lessons.learn(acme, job, ['cv', 'phone', 'summary'])),
    );
    expect(all.flat().sort()).toEqual(['cv', 'phone', 'summary']);
  });
});
