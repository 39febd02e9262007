import { expect, test } from 'vitest';
import { failure, success } from '../../core/model/failure.ts';
import { tenant } from '../../core/model/ids.ts';
import { defaultSemantics } from '../../core/model/question.ts';
import { systemClock } from '../clock.ts';
import type { LogFields } from '../log.ts';
import type { TranslatedLocale } from '../service/queries.ts';
import type { ServiceError } from '../service/service-error.ts';
import { createFormCache, createPatience, type FormSource } from './form-cache.ts';
import { memoryTrees } from './memory-trees.support.ts';

const MINUTE = 60_000;

/** A service with a list in several languages; by `canonical` its own. */
function scene(trees = memoryTrees()) {
  let clock = 1_000_000;
  const titles: Record<string, string> = { canonical: 'Shift?', de: 'Schicht?', fr: 'Équipe ?' };
  const errors = new Map<string, ServiceError>();
  const told: (LogFields & { readonly event: string })[] = [];
  const tell = (event: string, fields: LogFields) => told.push({ event, ...fields });
  const source: FormSource = {
    ...{ tenant: tenant('t'), semantics: defaultSemantics, questionable: '4711', filterForm: 'eq' },
    service: {
      async listQuestions({ locale }) {
        const error = errors.get(locale ?? 'canonical');
        if (error !== undefined) return failure(error);
        const attributes = { title: titles[locale ?? 'canonical'], question_type: 'short_text' };
        return success({ data: [{ type: 'questions', id: '1', attributes }], included: [] });
      },
    },
  };
  const cache = createFormCache({ trees, log: { warn: tell, error: tell }, now: () => clock });
  return {
    ...{ errors, told, titles },
    /** The title that is shown. */
    async title(locale: TranslatedLocale | null): Promise<string> {
      const form = await cache.load(source, 'view', locale, createPatience(systemClock));
      if (!form.ok) throw new Error(form.error.code);
      const [question] = JSON.parse(form.value.shown).data;
      return question.meta?.shown.title ?? question.attributes.title;
    },
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
  };
}

test.each([{ kind: 'timeout' }, { kind: 'bad_document', status: 200 }] as const)(
  'a list that fails with $kind is shown canonical, told once, and asked for again after a minute',
  async (error) => {
    const it = scene();
    it.errors.set('de', error);
    for (let view = 0; view < 20; view += 1) expect(await it.title('de')).toBe('Shift?');
    const problem = { code: 'translation_unread', detail: expect.stringContaining(error.kind) };
    expect(it.told).toEqual([
      expect.objectContaining({ locale: 'de', problems: [{ ...problem, questionId: null }] }),
    ]);
    expect(await it.title('fr')).toBe('Équipe ?');
    it.errors.delete('de');
    it.pass(MINUTE + 1);
    await expect.poll(() => it.title('de')).toBe('Schicht?');
    expect(it.told).toHaveLength(1);
  },
);
