import { expect, test } from 'vitest';
import { checkQuestions } from '../../core/check/check-questions.ts';
import { question, shownWhen, treeOf } from '../../core/check/question-sets.support.ts';
import { revision, tenant } from '../../core/model/ids.ts';
import { defaultSemantics } from '../../core/model/question.ts';
import { type LogFields, silentLog } from '../log.ts';
import { createFormFindings } from './form-findings.ts';

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

function scene() {
  let judged = 0;
  let fault: Error | null = null;
  const warned: (readonly [string, LogFields])[] = [];
  const findings = createFormFindings({
    check(...given) {
      judged += 1;
      if (fault !== null) throw fault;
      return checkQuestions(...given);
    },
    log: { ...silentLog, warn: (...line) => void warned.push(line) },
    now: () => 0,
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
  };
}

test('a form is judged once for each revision, however often it is read, and no other tenant sees it', () => {
  const it = scene();
  for (let reading = 0; reading < 5; reading += 1) it.note(sourceOf('t'), formOf(faulty, 'a'), noMore);
  expect([it.judged(), it.told(), it.told('u')]).toEqual([1, [['4711', ['bad_value']]], []]);
});

test('conditions beside the first are judged when they come and when they go, though the revision stays', () => {
  const it = scene();
  const followUp = question('2', 'date', shownWhen('1', 'equals', 'true'));
  const form = formOf([question('1', 'boolean'), followUp], 'a');
  const several = new Map([['2', ['true', 'false'].map((value) => ({ operator: 'equals', value }))]]);
  it.note(sourceOf('t'), form, several);
  expect(it.told()).toEqual([['4711', ['ignored_conditions']]]);
  it.note(sourceOf('t'), form, null);
  expect(it.told()).toEqual([['4711', ['ignored_conditions']]]);
  it.note(sourceOf('t'), form, noMore);
  expect([it.judged(), it.told()]).toEqual([2, []]);
});

test('a check that fails is one line of the log, and the next form is judged', () => {
  const it = scene();
  it.fail(new RangeError('Maximum call stack size exceeded'));
  it.note(sourceOf('t'), formOf(faulty, 'a'), noMore);
  it.note(sourceOf('t'), formOf(faulty, 'a'), noMore);
  expect(it.warned).toEqual([
    ['check_failed', expect.objectContaining({ tenant: 't', job: '4711', cause: 'RangeError' })],
  ]);
  it.fail(null);
  it.note(sourceOf('t'), formOf(faulty, 'b'), noMore);
  expect([it.judged(), it.told()]).toEqual([2, [['4711', ['bad_value']]]]);
});
