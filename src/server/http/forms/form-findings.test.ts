import { expect, test } from 'vitest';
import { question, shownWhen, treeOf } from '../../../core/check/question-sets.support.ts';
import type { AskedName } from '../../../core/model/details.ts';
import { revision, tenant } from '../../../core/model/ids.ts';
import { defaultSemantics } from '../../../core/model/question.ts';
import { type LogFields, silentLog } from '../log.ts';
import { createFormFindings } from './form-findings.ts';
import type { ReducedQuestion } from './reduce-question.ts';

const faulty = [question('1', 'boolean'), question('2', 'date', shownWhen('1', 'equals', 'yes'))];

const sourceOf = (name: string, questionable: string | null = '4711') => ({
  tenant: tenant(name),
  questionable,
  semantics: defaultSemantics,
  filterForm: 'eq' as const,
  service: { listQuestions: () => Promise.reject(new Error('A check asks for nothing.')) },
});

const formOf = (data: readonly unknown[], name: string) => ({ tree: treeOf(data), revision: revision(name) });

const noMore = new Map<string, readonly unknown[]>();

const DAY = 86_400_000;

function scene(details: readonly AskedName[] = []) {
  let judged = 0;
  let clock = 1_000_000;
  let fault: Error | null = null;
  const warned: (readonly [string, LogFields])[] = [];
  const findings = createFormFindings({
    detailsOf() {
      judged += 1;
      if (fault !== null) throw fault;
      return details;
    },
    log: { ...silentLog, warn: (...line) => void warned.push(line) },
    now: () => clock,
  });
  const told = (name = 't') =>
    findings.of(tenant(name)).map((form) => [form.questionable, form.findings.map(({ code }) => code)]);
  return {
    ...findings,
    told,
    judged: () => judged,
    warned,
    fail: (with_: Error | null) => {
      fault = with_;
    },
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
  };
}

test('a form is judged once for each revision, however often it is read', async () => {
  const it = scene();
  for (let reading = 0; reading < 5; reading += 1) await it.note(sourceOf('t'), formOf(faulty, 'a'), noMore);
  expect([it.judged(), it.told()]).toEqual([1, [['4711', ['bad_value']]]]);
});

test('faults that were put right are not told any more', async () => {
  const it = scene();
  await it.note(sourceOf('t'), formOf(faulty, 'a'), noMore);
  await it.note(sourceOf('t'), formOf([question('1', 'boolean')], 'b'), noMore);
  expect([it.judged(), it.told()]).toEqual([2, []]);
});

test('no tenant is told of the questions of another', async () => {
  const it = scene();
  await it.note(sourceOf('t'), formOf(faulty, 'a'), noMore);
  expect(it.told('u')).toEqual([]);
});

test('what the form asks visitors itself is compared with its questions', async () => {
  const it = scene(['cv']);
  await it.note(sourceOf('t', null), formOf([question('1', 'document', { title: 'Your CV' })], 'a'), noMore);
  expect(it.told()).toEqual([[null, ['asked_by_form']]]);
});

test('of very many faults the first are named, and their number', async () => {
  const it = scene();
  const many = Array.from({ length: 80 }, (_, place) => question(String(place), 'date', { title: '' }));
  await it.note(sourceOf('t'), formOf(many, 'a'), noMore);
  expect(it.of(tenant('t')).map(({ count, findings }) => [count, findings.length])).toEqual([[80, 50]]);
});

const sentences = ['What do you do today?', 'When could you start here?', 'Why do you like boats?'];
const english = sentences.map((title, place) => question(String(place), 'date', { title }));
const inGerman = (titles: readonly string[]): { data: readonly ReducedQuestion[]; included: [] } => ({
  data: titles.map((title, place) => question(String(place), 'date', { title })),
  included: [],
});

test('a language is judged when its texts are read, and again when they change', async () => {
  const it = scene();
  const form = formOf(english, 'a');
  await it.note(sourceOf('t'), form, noMore);
  const missing = inGerman(['Was?', 'Wann?', 'Why do you like boats?']);
  await it.noteLanguage(sourceOf('t'), form, 'de', missing);
  expect(it.told()).toEqual([['4711', ['untranslated']]]);
  await it.noteLanguage(sourceOf('t'), form, 'de', inGerman(['Was?', 'Wann?', 'Warum?']));
  expect(it.told()).toEqual([]);
});

test('a language that was paired with an older form is not told of the newer one', async () => {
  const it = scene();
  await it.note(sourceOf('t'), formOf(english, 'b'), noMore);
  const missing = inGerman(['Was?', 'Wann?', 'Why do you like boats?']);
  await it.noteLanguage(sourceOf('t'), formOf(english, 'a'), 'de', missing);
  expect(it.told()).toEqual([]);
});

const followUp = question('2', 'date', shownWhen('1', 'equals', 'true'));
const several = (...values: readonly string[]) =>
  new Map([['2', values.map((value) => ({ operator: 'equals', value }))]]);

test('conditions beside the first are judged when they come and when they go, though the revision stays', async () => {
  const it = scene();
  const form = formOf([question('1', 'boolean'), followUp], 'a');
  await it.note(sourceOf('t'), form, several('true', 'false'));
  expect(it.told()).toEqual([['4711', ['ignored_conditions']]]);
  await it.note(sourceOf('t'), form, null);
  expect(it.told()).toEqual([['4711', ['ignored_conditions']]]);
  await it.note(sourceOf('t'), form, noMore);
  expect([it.judged(), it.told()]).toEqual([2, []]);
});

test('nothing is judged before the task that notes it is over', async () => {
  const it = scene();
  const noted = it.note(sourceOf('t'), formOf(faulty, 'a'), noMore);
  await Promise.resolve();
  expect(it.judged()).toBe(0);
  await noted;
  expect(it.judged()).toBe(1);
});

test('a check that fails is one line of the log, nothing is told, and the next form is judged', async () => {
  const it = scene();
  it.fail(new RangeError('Maximum call stack size exceeded'));
  await it.note(sourceOf('t'), formOf(faulty, 'a'), noMore);
  await it.note(sourceOf('t'), formOf(faulty, 'a'), noMore);
  expect(it.warned).toEqual([
    ['check_failed', expect.objectContaining({ tenant: 't', job: '4711', cause: 'RangeError' })],
  ]);
  expect([it.judged(), it.told()]).toEqual([1, []]);
  it.fail(null);
  await it.note(sourceOf('t'), formOf(faulty, 'b'), noMore);
  expect(it.told()).toEqual([['4711', ['bad_value']]]);
});

test('a form that was not read for a day is told no more', async () => {
  const it = scene();
  await it.note(sourceOf('t', '1'), formOf(faulty, 'a'), noMore);
  await it.note(sourceOf('t', '2'), formOf(faulty, 'a'), noMore);
  it.pass(DAY);
  await it.note(sourceOf('t', '2'), formOf(faulty, 'a'), noMore);
  it.pass(1);
  expect([it.judged(), it.told()]).toEqual([2, [['2', ['bad_value']]]]);
});

test('of more forms than are remembered, those that are read again stay', { tags: 'deep' }, async () => {
  const it = scene();
  const noted = Array.from({ length: 501 }, (_, job) =>
    it.note(sourceOf('t', String(job === 500 ? 0 : job)), formOf(faulty, 'a'), noMore),
  );
  await Promise.all([...noted, it.note(sourceOf('t', 'new'), formOf(faulty, 'a'), noMore)]);
  const jobs = it.told().map(([job]) => job);
  expect([jobs.length, jobs.includes('0'), jobs.includes('1'), jobs.includes('new')]).toEqual([
    500,
    true,
    false,
    true,
  ]);
});
