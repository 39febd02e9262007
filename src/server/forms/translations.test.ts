import { expect, test } from 'vitest';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { tenant } from '../../core/model/ids.ts';
import { defaultSemantics } from '../../core/model/question.ts';
import { systemClock } from '../clock.ts';
import type { LogFields } from '../log.ts';
import type { TreeStore } from '../ports.ts';
import { quiet } from '../quiet.support.ts';
import type { QuestionListParameters, QuestionPage } from '../service/create-service.ts';
import type { TranslatedLocale } from '../service/queries.ts';
import type { ServiceError } from '../service/service-error.ts';
import { createFormCache, createPatience, type FormSource } from './form-cache.ts';
import { memoryTrees } from './memory-trees.support.ts';

const MINUTE = 60_000;
const canonical = 'canonical';
type Language = TranslatedLocale | typeof canonical;

const choice = (id: string, title: string, options: readonly string[]) => ({
  type: 'questions',
  id,
  attributes: { title, question_type: 'multiple_choice', multiple_choice_options: options },
});

/** A service with lists in several languages, each to be changed, and a clock to be turned. */
function scene(trees: TreeStore | null = null) {
  let clock = 1_000_000;
  const lists = new Map<string, readonly object[]>([
    [canonical, [choice('1', 'Shift?', ['Day', 'Night'])]],
    ['de', [choice('1', 'Schicht?', ['Tag', 'Nacht'])]],
    ['fr', [choice('1', 'Équipe ?', ['Jour', 'Nuit'])]],
  ]);
  const errors = new Map<string, ServiceError>();
  const reads: string[] = [];
  const told: (LogFields & { readonly event: string })[] = [];
  let gate: Promise<void> = Promise.resolve();
  const log = {
    warn: (event: string, fields: LogFields) => told.push({ event, ...fields }),
    error: (event: string, fields: LogFields) => told.push({ event, ...fields }),
  };
  const source: FormSource = {
    tenant: tenant('t'),
    semantics: defaultSemantics,
    questionable: '4711',
    filterForm: 'eq',
    service: {
      listQuestions: async ({
        locale,
      }: QuestionListParameters): Promise<Outcome<QuestionPage, ServiceError>> => {
        const language = locale ?? canonical;
        reads.push(language);
        if (locale !== null) await gate;
        await Promise.resolve();
        const error = errors.get(language);
        return error === undefined
          ? success({ data: lists.get(language) ?? [], included: [] })
          : failure(error);
      },
    },
  };
  const cache = createFormCache({ trees, log, now: () => clock });
  const load = async (locale: TranslatedLocale | null, change: Partial<FormSource> = {}) => {
    const form = await cache.load({ ...source, ...change }, 'view', locale, createPatience(systemClock));
    if (!form.ok) throw new Error(form.error.code);
    const document = JSON.parse(form.value.shown);
    return { document, revision: form.value.revision, tree: form.value.tree };
  };
  return {
    reads,
    told,
    load,
    count: (language: Language) => reads.filter((one) => one === language).length,
    /** The title that is shown. */
    async title(locale: TranslatedLocale | null, change: Partial<FormSource> = {}) {
      const [question] = (await load(locale, change)).document.data;
      return question.meta?.shown.title ?? question.attributes.title;
    },
    /** As it is stored. */
    firstOption: async () => (await load(null)).document.data[0].attributes.multiple_choice_options[0],
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
    change: (language: Language, list: readonly object[]) => lists.set(language, list),
    fail: (language: Language, error: ServiceError | null) =>
      error === null ? errors.delete(language) : errors.set(language, error),
    /** Holds every translated list back until the function that it returns is called. */
    hold() {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    settle: quiet,
  };
}

test.each([{ kind: 'timeout' }, { kind: 'bad_document', status: 200 }] as const)(
  'a list that fails with $kind is shown canonical, told once, and asked for again after a minute',
  async (error) => {
    const it = scene();
    it.fail('de', error);
    for (let view = 0; view < 20; view += 1) expect(await it.title('de')).toBe('Shift?');
    expect(it.reads).toEqual([canonical, 'de']);
    expect(it.told).toEqual([
      {
        event: 'question_problems',
        tenant: 't',
        job: '4711',
        locale: 'de',
        revision: expect.stringMatching(/^[0-9a-f]{64}$/),
        count: 1,
        problems: [
          {
            code: 'translation_unread',
            questionId: null,
            detail: expect.stringContaining(error.kind),
          },
        ],
      },
    ]);
    expect(await it.title('fr')).toBe('Équipe ?');
    it.pass(MINUTE + 1);
    await it.title('de');
    await expect.poll(() => it.count('de')).toBe(2);
    await it.settle();
    expect(it.told).toHaveLength(1);
    it.fail('de', null);
    it.pass(MINUTE + 1);
    await expect.poll(() => it.title('de')).toBe('Schicht?');
  },
);

test('the last good texts outlive the process', async () => {
  const trees = memoryTrees();
  await scene(trees).load('de');
  expect(trees.written).toHaveLength(2);
  const after = scene(trees);
  for (const language of [canonical, 'de'] as const) after.fail(language, { kind: 'unreachable' });
  expect(await after.title('de')).toBe('Schicht?');
  expect(await after.title('fr')).toBe('Équipe ?');
});

test('what was kept of a form that changed since is not shown', async () => {
  const trees = memoryTrees();
  await scene(trees).load('de');
  const after = scene(trees);
  after.change(canonical, [choice('1', 'Which shift?', ['Day', 'Night'])]);
  after.fail('de', { kind: 'unreachable' });
  expect(await after.title('de')).toBe('Which shift?');
});
