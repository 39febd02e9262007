/** What may stand in `included`: a union by `type`, so that a comparison of the type tells the attributes. */
import * as z from 'zod';
import { anyRelationships, id, meta } from './members.ts';
import {
  answerResource,
  applicationResource,
  candidateResource,
  commentResource,
  jobSeekerResource,
  questionResource,
} from './resources.ts';

/** Types that the document names without their fields. */
const undescribedTypes = [
  'jobs',
  'job_postings',
  'stages',
  'hris_exports',
  'onboarding_applications',
  'resumes',
  'document_requests',
  'offers',
  'custom_attributes',
  'structured_section_responses',
  'scorecard_ratings',
  'scorecard_notes',
  'scorecard_answers',
  'user_scorecards',
  'users',
  'skills',
  'answer_options',
  'candidate_surveys',
] as const;

const openMembers = {
  id,
  attributes: meta,
  relationships: anyRelationships,
};

const undescribedResource = z.object({ type: z.enum(undescribedTypes), ...openMembers });

/** Of a type that the document does not name: the service's word for it moves, so that `type` tells all apart. */
const unknownResource = z
  .object({ type: z.string(), ...openMembers })
  .transform(({ type: named, ...members }) => ({ type: 'unknown' as const, named, ...members }));

const described = z.discriminatedUnion('type', [
  applicationResource,
  candidateResource,
  jobSeekerResource,
  answerResource,
  commentResource,
  questionResource,
]);

const resource = z.union([described, undescribedResource, unknownResource]);

export type UndescribedType = (typeof undescribedTypes)[number];

/** A resource whose fields the document does not show: as it came. */
export type UndescribedResource<Type extends UndescribedType = UndescribedType> = Type extends UndescribedType
  ? Omit<z.output<typeof undescribedResource>, 'type'> & { type: Type }
  : never;

/** A resource of a type that the document does not name; the service calls it `named`. */
export type UnknownResource = z.output<typeof unknownResource>;

export type IncludedResource = z.output<typeof described> | UndescribedResource | UnknownResource;

/** What names no type and id is left out: nothing can point to it. */
export const included = z
  .array(z.unknown())
  .catch([])
  .default([])
  .transform((list): readonly IncludedResource[] =>
    list.flatMap((one) => {
      const parsed = resource.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    }),
  );

type Included<Type extends string> = Extract<IncludedResource, { type: Type }>;

/** The resource that a relationship points to; undefined where it did not come along. */
export function findIncluded<Type extends string>(
  resources: readonly IncludedResource[],
  wanted: { readonly type: Type; readonly id: string },
): Included<Type> | undefined {
  const isWanted = (one: IncludedResource): one is Included<Type> =>
    (one.type === 'unknown' ? one.named : one.type) === wanted.type && one.id === wanted.id;
  return resources.find(isWanted);
}

/** One resource. */
export interface Single<Resource> {
  readonly data: Resource;
  /** What `include` asked for, each resource once. */
  readonly included: readonly IncludedResource[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** One page of a list. */
export interface Page<Resource> extends Single<readonly Resource[]> {
  /** Records that the filters match on all pages; null where the total was not asked for, or the service gives none. */
  readonly total: number | null;
}

const total = z.object({ stats: z.object({ total: z.object({ count: z.number() }) }) });

export function singleOf<Resource extends z.ZodType>(resource: Resource) {
  return z.object({ data: resource, included, meta });
}

/** A page fails as a whole where one of its records cannot be distinguished from another: a record must not vanish. */
export function pageOf<Resource extends z.ZodType>(resource: Resource) {
  return z
    .object({ data: z.array(resource), included, meta })
    .transform((page) => ({ ...page, total: totalOf(page.meta) }));
}

export function totalOf(members: Readonly<Record<string, unknown>>): number | null {
  const parsed = total.safeParse(members);
  return parsed.success ? parsed.data.stats.total.count : null;
}
