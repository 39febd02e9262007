import { expect, test } from 'vitest';
import { question, shownWhen, treeOf } from '../../../core/check/question-sets.support.ts';
import type { AskedName } from '../../../core/model/details.ts';
import { revision, tenant } from '../../../core/model/ids.ts';
import { defaultSemantics } from '../../../core/model/question.ts';
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

function scene(details: readonly AskedName[] = []) {
  let judged = 0;
  const findings = createFormFindings(() => {
    judged += 1;
    return details;
  });
  const told = (name = 't') =>
    findings.of(tenant(name)).map((form) => [form.questionable, form.findings.map(({ code }) => code)]);
  return { ...findings, told, judged: () => judged };
}

test('a form is judged once for each revision, however often it is read', () => {
  const it = scene();
  for (let reading = 0; reading < 5; reading += 1) it.note(sourceOf('t'), formOf(faulty, 'a'));
  expect([it.judged(), it.told()]).toEqual([1, [['4711', ['bad_value']]]]);
});

test('faults that were put right are not told any more', () => {
  const it = scene();
  it.note(sourceOf('t'), formOf(faulty, 'a'));
  it.note(sourceOf('t'), formOf([question('1', 'boolean')], 'b'));
  expect([it.judged(), it.told()]).toEqual([2, []]);
});

test('no tenant is told of the questions of another', () => {
  const it = scene();
  it.note(sourceOf('t'), formOf(faulty, 'a'));
  expect(it.told('u')).toEqual([]);
});

test('what the form asks visitors itself is compared with its questions', () => {
  const it = scene(['cv']);
  it.note(sourceOf('t', null), formOf([question('1', 'document', { title: 'Your CV' })], 'a'));
  expect(it.told()).toEqual([[null, ['asked_by_form']]]);
});

test('of very many faults the first are named, and their number', () => {
  const it = scene();
  const many = Array.from({ length: 80 }, (_, place) => question(String(place), 'date', { title: '' }));
  it.note(sourceOf('t'), formOf(many, 'a'));
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
  it.note(sourceOf('t'), form);
  const missing = inGerman(['Was?', 'Wann?', 'Why do you like boats?']);
  await it.noteLanguage(sourceOf('t'), form, 'de', missing);
  expect(it.told()).toEqual([['4711', ['untranslated']]]);
  await it.noteLanguage(sourceOf('t'), form, 'de', inGerman(['Was?', 'Wann?', 'Warum?']));
  expect(it.told()).toEqual([]);
});

test('a language that was paired with an older form is not told of the newer one', async () => {
  const it = scene();
  it.note(sourceOf('t'), formOf(english, 'b'));
  const missing = inGerman(['Was?', 'Wann?', 'Why do you like boats?']);
  await it.noteLanguage(sourceOf('t'), formOf(english, 'a'), 'de', missing);
  expect(it.told()).toEqual([]);
});
