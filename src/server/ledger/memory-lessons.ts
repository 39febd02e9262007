/** What refusals taught, in this process's memory: for a proxy without a store, and for tests. */
import type { FieldName } from '../../core/model/details.ts';
import type { JobId, Tenant } from '../../core/model/ids.ts';
import { LESSON_KEPT, type Lesson, type Lessons } from '../ports.ts';

/** @param now milliseconds since 1970 */
export function createMemoryLessons(now: () => number): Lessons {
  const all = new Map<string, Lesson & { readonly tenant: Tenant }>();
  const forget = () => {
    for (const [name, { refusedAt }] of all) if (refusedAt <= now() - LESSON_KEPT) all.delete(name);
  };
  return {
    async list(tenant) {
      forget();
      return [...all.values()].flatMap(({ tenant: owner, ...lesson }) => (owner === tenant ? [lesson] : []));
    },
    async learn(tenant, job, fields) {
      forget();
      const fresh: FieldName[] = [];
      for (const field of new Set(fields)) {
        const name = nameOf(tenant, job, field);
        const known = all.get(name);
        if (known === undefined) fresh.push(field);
        const { learnedAt = now(), agreed = false } = known ?? {};
        all.set(name, { tenant, job, field, learnedAt, agreed, refusedAt: now() });
      }
      return fresh;
    },
    async agree(tenant, job, field) {
      forget();
      const known = all.get(nameOf(tenant, job, field));
      if (known !== undefined) all.set(nameOf(tenant, job, field), { ...known, agreed: true });
      return known !== undefined;
    },
    async clear(tenant, job, field) {
      forget();
      const gone = [...all].filter(
        ([, one]) => one.tenant === tenant && one.job === job && (field === null || one.field === field),
      );
      for (const [name] of gone) all.delete(name);
      return gone.length > 0;
    },
  };
}

const nameOf = (tenant: Tenant, job: JobId, field: FieldName): string => JSON.stringify([tenant, job, field]);
