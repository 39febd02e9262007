/**
 * What is wrong with the questions of the forms in use, for the people who write them. Each form is judged once for
 * each revision, after it was read; none fails by it.
 */
import { checkQuestions, type QuestionFinding } from '../../core/check/check-questions.ts';
import type { Revision, Tenant } from '../../core/model/ids.ts';
import { describeError } from '../http/describe-error.ts';
import { createLruCache } from '../http/lru-cache.ts';
import type { Log } from '../log.ts';
import { type CachedForm, type FormSource, fieldsOf, MOST_FORMS, MOST_PROBLEMS } from './cached-form.ts';
import type { AllConditions } from './question-set.ts';

/** Of one form, without those that have none. */
export interface FaultyForm {
  /** What its questions belong to; null: all that the service has. */
  readonly questionable: string | null;
  /** How many there are; of these the first are named. */
  readonly count: number;
  readonly findings: readonly QuestionFinding[];
}

export interface FormFindings {
  /** @param conditions all of the questions that have several; null: not known, since a form keeps the first alone */
  note(
    source: FormSource,
    form: Pick<CachedForm, 'tree' | 'revision'>,
    conditions: AllConditions | null,
  ): void;
  of(tenant: Tenant): readonly FaultyForm[];
}

interface Judged extends FaultyForm {
  readonly tenant: Tenant;
  readonly revision: Revision;
  /** The conditions that are no part of the revision, as JSON. */
  readonly conditions: string;
  /** When the form was last read, in milliseconds since 1970. */
  readonly notedAt: number;
}

interface Dependencies {
  readonly log: Log;
  readonly now: () => number;
  /** For tests. */
  readonly check?: typeof checkQuestions;
}

/** Milliseconds. A form that is not read for so long is in use no more: a job is filled, or its id was mistyped. */
const OLDEST = 86_400_000;

export function createFormFindings({ log, now, check = checkQuestions }: Dependencies): FormFindings {
  const judged = createLruCache<string, Judged>(MOST_FORMS);
  return {
    note(source, { tree, revision }, all) {
      const { tenant, questionable } = source;
      const key = JSON.stringify([tenant, questionable]);
      const before = judged.get(key);
      const conditions = JSON.stringify([...(all ?? [])]);
      if (before?.revision === revision && (all === null || before.conditions === conditions)) {
        judged.set(key, { ...before, notedAt: now() });
        return;
      }
      let found: readonly QuestionFinding[] = [];
      try {
        found = check(tree, all ?? undefined);
      } catch (error) {
        log.warn('check_failed', { ...fieldsOf(source), ...describeError(error) });
      }
      const findings = found.slice(0, MOST_PROBLEMS);
      const form = { tenant, questionable, revision, conditions, notedAt: now() };
      judged.set(key, { ...form, count: found.length, findings });
    },
    of: (tenant) =>
      judged
        .values()
        .filter((form) => form.tenant === tenant && form.count > 0 && now() - form.notedAt <= OLDEST)
        .map(({ questionable, count, findings }) => ({ questionable, count, findings })),
  };
}
