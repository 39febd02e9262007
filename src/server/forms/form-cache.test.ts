import { expect, test } from 'vitest';
import { type Outcome, success } from '../../core/model/failure.ts';
import { tenant } from '../../core/model/ids.ts';
import { defaultSemantics } from '../../core/model/question.ts';
import { systemClock } from '../clock.ts';
import type { QuestionPage } from '../service/create-service.ts';
import type { ServiceError } from '../service/service-error.ts';
import { createFormCache, createPatience, type FormSource } from './form-cache.ts';

const MINUTE = 60_000;

function scene() {
  let clock = 1_000_000;
  let title = 'first';
  const logged: string[] = [];
  let children: readonly object[] = [];
  const log = {
    warn: (event: string) => logged.push(event),
    error: (event: string, { cause }: { cause?: string }) => logged.push(`${event} ${cause}`),
  };
  const source: FormSource = {
    tenant: tenant('t'),
    semantics: defaultSemantics,
    questionable: '4711',
    filterForm: 'eq',
    service: {
      listQuestions: async (): Promise<Outcome<QuestionPage, ServiceError>> => {
        const data =
          title === ''
            ? []
            : [{ type: 'questions', id: '1', attributes: { title, question_type: 'short_text' } }];
        return success({ data, included: children });
      },
    },
  };
  const cache = createFormCache({ trees: null, log, now: () => clock });
  const load = (purpose: 'view' | 'submit', change: Partial<FormSource> = {}) =>
    cache.load({ ...source, ...change }, purpose, null, createPatience(systemClock));
  return {
    logged,
    /** The form for an applicant's browser and for the check of a submission. */
    async whole() {
      const form = await load('submit');
      if (!form.ok) throw new Error(form.error.code);
      const { revision, json, shown } = form.value;
      return { revision, json, shown };
    },
    addChildren: (some: readonly object[]) => {
      children = some;
    },
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
    change: (to: string) => {
      title = to;
    },
    codes: () => cache.findingsOf(tenant('t')).flatMap((form) => form.findings.map(({ code }) => code)),
    async load(purpose: 'view' | 'submit' = 'view', change: Partial<FormSource> = {}) {
      const form = await load(purpose, change);
      if (!form.ok) return form.error.code;
      return [...form.value.tree.nodes.values()].map(({ question }) => question.title).join();
    },
  };
}

test('an empty list instead of questions is believed only when it comes twice', async () => {
  const it = scene();
  expect(await it.load()).toBe('first');
  it.change('');
  it.pass(MINUTE + 1);
  expect([await it.load('submit'), it.logged]).toEqual(['first', []]);
  it.pass(MINUTE + 1);
  expect([await it.load('submit'), it.logged]).toEqual(['', ['no_questions']]);
});

test('every tenant and every job has a form of its own', async () => {
  const it = scene();
  expect(await it.load()).toBe('first');
  it.change('other');
  expect(await it.load('view', { tenant: tenant('u') })).toBe('other');
  expect(await it.load('view', { questionable: '4712' })).toBe('other');
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

const withConditions = (...values: readonly string[]) => {
  const { attributes, ...rest } = child('2', 'equals');
  const conditions = values.map((value) => ({ operator: 'equals', value }));
  return {
    ...rest,
    attributes: { ...attributes, conditional: { ...attributes.conditional, conditions } },
  };
};

test('ignored conditions do not change a form or its revision', async () => {
  const it = scene();
  const seen = [];
  for (const values of [['a', 'b', 'c'], ['a', 'd'], ['a'], ['b']]) {
    it.addChildren([withConditions(...values)]);
    seen.push(await it.whole());
    const findings = values.length > 1 ? ['ignored_conditions'] : [];
    expect(it.codes()).toEqual(findings);
    it.pass(MINUTE + 1);
  }
  const [three, two, one, another] = seen;
  expect([three, two]).toEqual([one, one]);
  expect(another?.revision).not.toBe(one?.revision);
});
