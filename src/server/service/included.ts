/** The resources of `included`: a union by `type`, so that a comparison of the type narrows the attributes. */
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

/**
 * A type that the document does not name. The service's name moves to `named`, so that `type` distinguishes all
 * members.
 */
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

/** A resource whose fields the document does not show, unchanged. */
export type UndescribedResource<Type extends UndescribedType = UndescribedType> = Type extends UndescribedType
  ? Omit<z.output<typeof undescribedResource>, 'type'> & { type: Type }
  : never;

/** A resource of a type that the document does not name; `named` is the service's name. */
export type UnknownResource = z.output<typeof unknownResource>;

export type IncludedResource = z.output<typeof described> | UndescribedResource | UnknownResource;

/** Leaves out elements without type and id, because nothing can point to them. */
export const included = z
  .array(z.unknown())
  .catch([])
  .default([])
  .transform((list): readonly IncludedResource[] =>
    list.flatMap((element) => {
      const parsed = resource.safeParse(element);
      return parsed.success ? [parsed.data] : [];
    }),
  );

type Included<Type extends string> = Extract<IncludedResource, { type: Type }>;

/** The resource that a relationship points to; undefined if it is not included. */
export function findIncluded<Type extends string>(
  resources: readonly IncludedResource[],
  wanted: { readonly type: Type; readonly id: string },
): Included<Type> | undefined {
  const isWanted = (candidate: IncludedResource): candidate is Included<Type> =>
    (candidate.type === 'unknown' ? candidate.named : candidate.type) === wanted.type &&
    candidate.id === wanted.id;
  return resources.find(isWanted);
}

export interface Single<Resource> {
  readonly data: Resource;
  /** Resources requested with `include`, each once. */
  readonly included: readonly IncludedResource[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** One page of a list. */
export interface Page<Resource> extends Single<readonly Resource[]> {
  /** Number of matching records on all pages; null if it was not requested, or the service does not state it. */
  readonly total: number | null;
}

const total = z.object({ stats: z.object({ total: z.object({ count: z.number() }) }) });

export function singleOf<Resource extends z.ZodType>(resource: Resource) {
  return z.object({ data: resource, included, meta });
}

/** A page fails as a whole if one of its records has no id: a record must not vanish. */
export function pageOf<Resource extends z.ZodType>(resource: Resource) {
  return z
    .object({ data: z.array(resource), included, meta })
    .transform((page) => ({ ...page, total: totalOf(page.meta) }));
}

export function totalOf(members: Readonly<Record<string, unknown>>): number | null {
  const parsed = total.safeParse(members);
  return parsed.success ? parsed.data.stats.total.count : null;
}
