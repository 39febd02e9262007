/** Whole documents of the service: one resource, or a page of them, with what came along. */
import * as z from 'zod';
import { type IncludedResource, included } from './resources/included.ts';
import { anyObject } from './resources/members.ts';

/** One resource. */
export interface Single<Resource> {
  readonly data: Resource;
  /** What `include` asked for, each resource once. */
  readonly included: readonly IncludedResource[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** One page of a list. */
export interface Page<Resource> {
  readonly data: readonly Resource[];
  /** What `include` asked for, each resource once. */
  readonly included: readonly IncludedResource[];
  readonly meta: Readonly<Record<string, unknown>>;
  /** Records that the filters match on all pages; null where the total was not asked for, or is not told. */
  readonly total: number | null;
}

const meta = anyObject.catch({}).default({});

const total = z.object({ stats: z.object({ total: z.object({ count: z.number() }) }) });

export function singleOf<Resource extends z.ZodType>(resource: Resource) {
  return z.object({ data: resource, included, meta });
}

/** A page fails as a whole where one of its records cannot be told from another: a record must not vanish. */
export function pageOf<Resource extends z.ZodType>(resource: Resource) {
  return z
    .object({ data: z.array(resource), included, meta })
    .transform((page) => ({ ...page, total: totalOf(page.meta) }));
}

export function totalOf(members: Readonly<Record<string, unknown>>): number | null {
  const parsed = total.safeParse(members);
  return parsed.success ? parsed.data.stats.total.count : null;
}
