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
