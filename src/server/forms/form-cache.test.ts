import { expect, onTestFinished, test } from 'vitest';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { tenant } from '../../core/model/ids.ts';
import { defaultSemantics } from '../../core/model/question.ts';
import { createBenchClock } from '../bench-clock.support.ts';
import { createPatience, type Patience } from '../http/patience.ts';
import { type LogFields, silentLog } from '../log.ts';
import type { TreeStore } from '../ports.ts';
import type { QuestionPage } from '../service/create-service.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { FormSource } from './cached-form.ts';
import { createFormCache } from './form-cache.ts';
import { createFormFindings, type FormFindings } from './form-findings.ts';
import { memoryTrees } from './memory-trees.support.ts';

const MINUTE = 60_000;

function scene(trees: TreeStore | null = null, findings?: FormFindings) {
  let clock = 1_000_000;
  let title = 'first';
  let error: ServiceError | null = null;
  let reads = 0;
  let held: Promise<void> = Promise.resolve();
  const logged: string[] = [];
  const told: LogFields[] = [];
  let children: readonly object[] = [];
  const log = {
    warn(event: string, fields: LogFields) {
      logged.push(event);
      told.push(fields);
    },
    error: (event: string, { cause }: { cause?: string }) => logged.push(`${event} ${cause}`),
  };
  const source: FormSource = {
    tenant: tenant('t'),
    semantics: defaultSemantics,
    questionable: '4711',
    filterForm: 'eq',
    service: {
      listQuestions: async (): Promise<Outcome<QuestionPage, ServiceError>> => {
        reads += 1;
        await held;
        const data =
          title === ''
            ? []
            : [{ type: 'questions', id: '1', attributes: { title, question_type: 'short_text' } }];
        return error === null ? success({ data, included: children }) : failure(error);
      },
    },
  };
  const cache = createFormCache({
    trees,
    log,
    now: () => clock,
    ...(findings === undefined ? {} : { findings }),
  });
  return {
    logged,
    told,
    /** What an applicant's browser and the check of a submission get. */
    async whole() {
      const form = await cache.load(source, 'submit');
      if (!form.ok) throw new Error(form.error.code);
      const { revision, json, shown } = form.value;
      return { revision, json, shown };
    },
    reads: () => reads,
    addChildren: (some: readonly object[]) => {
      children = some;
    },
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
    change: (to: string) => {
      title = to;
    },
    fail: (with_: ServiceError | null) => {
      error = with_;
    },
    /** From now on the service answers when it is let go. */
    hang() {
      let letGo: () => void = () => undefined;
      held = new Promise((resolve) => {
        letGo = resolve;
      });
      return letGo;
    },
    async load(purpose: 'view' | 'submit' = 'view', change: Partial<FormSource> = {}, patience?: Patience) {
      const form = await cache.load({ ...source, ...change }, purpose, null, patience);
      if (!form.ok) return form.error.code;
      return [...form.value.tree.nodes.values()].map(({ question }) => question.title).join();
    },
  };
}

test('a form is read once for all who ask at once, and then not for a minute', async () => {
  const it = scene();
  expect(new Set(await Promise.all(Array.from({ length: 100 }, () => it.load())))).toEqual(
    new Set(['first']),
  );
  it.pass(MINUTE);
  await it.load();
  expect(it.reads()).toBe(1);
});

test('after a minute the old form is served once more while one reading fetches the new one', async () => {
  const it = scene();
  await it.load();
  it.change('second');
  it.pass(MINUTE + 1);
  expect(await Promise.all([it.load(), it.load(), it.load()])).toEqual(['first', 'first', 'first']);
  await expect.poll(() => it.load()).toBe('second');
  expect(it.reads()).toBe(2);
});

test('answers never meet a form older than a minute', async () => {
  const it = scene();
  await it.load();
  it.change('second');
  it.pass(MINUTE + 1);
  expect(await it.load('submit')).toBe('second');
});

test.each([{ kind: 'unreachable' }, { kind: 'rate_limited', retryAfter: 1 }] as const)(
  'the last good form serves loads and submissions after $kind, and the service is left alone for a moment',
  async (error) => {
    const it = scene();
    await it.load();
    it.fail(error);
    it.pass(11 * MINUTE);
    expect(await it.load('submit')).toBe('first');
    expect([await it.load('submit'), await it.load()]).toEqual(['first', 'first']);
    expect(it.reads()).toBe(2);
    it.fail(null);
    it.change('second');
    it.pass(5_000);
    expect(await it.load('submit')).toBe('second');
  },
);

test('without a good one there is none, until the service is back', async () => {
  const it = scene();
  it.fail({ kind: 'unreachable' });
  expect(await it.load()).toBe('service_unavailable');
  it.fail({ kind: 'bad_document', status: 200 });
  it.pass(1_000);
  expect(await it.load()).toBe('bad_document');
  it.fail(null);
  it.pass(1_000);
  expect(await it.load()).toBe('first');
  expect(it.logged).toEqual(['service_failed unreachable', 'bad_document bad_document']);
});

test('the last good form outlives the process, and is replaced as soon as the service can be asked', async () => {
  const trees = memoryTrees();
  await scene(trees).load();
  const after = scene(trees);
  after.fail({ kind: 'unreachable' });
  expect(await after.load()).toBe('first');
  after.fail(null);
  after.change('second');
  after.pass(5_000);
  expect(await after.load()).toBe('second');
});

test('an empty list where there were questions is believed when it comes again', async () => {
  const it = scene();
  expect(await it.load()).toBe('first');
  it.change('');
  it.pass(MINUTE + 1);
  expect([await it.load('submit'), it.logged]).toEqual(['first', []]);
  it.pass(5_000);
  expect([await it.load('submit'), it.logged]).toEqual(['', ['no_questions']]);
});

test('forms of two tenants and two jobs are never mixed up', async () => {
  const it = scene();
  expect(await it.load()).toBe('first');
  it.change('other');
  expect(await it.load('view', { tenant: tenant('u') })).toBe('other');
  expect(await it.load('view', { questionable: '4712' })).toBe('other');
  expect(await it.load()).toBe('first');
});

test('a service that is down is asked once a second, however many people wait for the form', async () => {
  const it = scene();
  it.fail({ kind: 'unreachable' });
  for (let visitor = 0; visitor < 50; visitor += 1) expect(await it.load()).toBe('service_unavailable');
  expect(it.reads()).toBe(1);
  it.pass(1_000);
  await it.load();
  expect(it.reads()).toBe(2);
});

test('a service that says when to come back is left alone until then', async () => {
  const it = scene();
  it.fail({ kind: 'rate_limited', retryAfter: 30 });
  await it.load();
  it.fail(null);
  it.pass(29_000);
  expect(await it.load()).toBe('service_unavailable');
  it.pass(1_000);
  expect(await it.load()).toBe('first');
});

const child = (id: string, operator: string) => ({
  type: 'questions',
  id,
  attributes: {
    title: id,
    question_type: 'short_text',
    conditional: { parent_question_id: '1', position: 1, conditions: [{ operator, value: 'x' }] },
  },
});

test('one line names fifty faults at the most, and says how many there are', async () => {
  const it = scene();
  it.addChildren(Array.from({ length: 200 }, (_, index) => child(`c${index}`, 'resembles')));
  await it.load();
  expect([it.told[0]?.count, it.told[0]?.problems?.length]).toEqual([200, 50]);
});

function start() {
  const clock = createBenchClock();
  onTestFinished(clock.stop);
  return { during: clock.during, forReceipt: () => createPatience(clock, { isForReceipt: true }), clock };
}

test('a reading that comes too late for a receipt refreshes the form for the next one', async () => {
  const [it, { during, forReceipt }] = [scene(), start()];
  await it.load();
  it.change('second');
  it.pass(MINUTE + 1);
  const letGo = it.hang();
  const patience = forReceipt();
  expect([await during(it.load('submit', {}, patience)), patience.isSpent()]).toEqual(['first', true]);
  letGo();
  await expect.poll(() => it.load('submit', {}, forReceipt())).toBe('second');
  expect(it.reads()).toBe(2);
});

test('a form that was never read is no form for a receipt, and all the time in the world for a page', async () => {
  const [it, { clock, during, forReceipt }] = [scene(), start()];
  const letGo = it.hang();
  const shown = it.load('view', {}, createPatience(clock));
  expect(await during(it.load('submit', {}, forReceipt()))).toBe('service_unavailable');
  await clock.pass(60 * MINUTE);
  letGo();
  expect(await shown).toBe('first');
});

const withConditions = (...values: readonly string[]) => {
  const { attributes, ...one } = child('2', 'equals');
  const conditions = values.map((value) => ({ operator: 'equals', value }));
  return { ...one, attributes: { ...attributes, conditional: { ...attributes.conditional, conditions } } };
};

/** Judges for real, and keeps what is told of. */
function openFindings() {
  const findings = createFormFindings({ log: silentLog, now: () => 0 });
  const codes = () => findings.of(tenant('t')).flatMap((form) => form.findings.map(({ code }) => code));
  return { findings, codes };
}

test('conditions that do not count are no part of a form, so none is another without them', async () => {
  const { findings, codes } = openFindings();
  const it = scene(null, findings);
  const seen = [];
  for (const values of [['a', 'b', 'c'], ['a', 'd'], ['a'], ['b']]) {
    it.addChildren([withConditions(...values)]);
    seen.push(await it.whole());
    const told = values.length > 1 ? ['ignored_conditions'] : [];
    await expect.poll(codes).toEqual(told);
    it.pass(MINUTE + 1);
  }
  const [three, two, one, another] = seen;
  expect([three, two]).toEqual([one, one]);
  expect(another?.revision).not.toBe(one?.revision);
});
