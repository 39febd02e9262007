/** What we read of the service's replies. Unknown members are accepted and dropped; nothing is trusted. */
import * as z from 'zod';
import { applicationId, jobId, postingId, questionId } from '../../core/model/ids.ts';
import { totalOf } from './included.ts';
import { anyObject, id, text } from './members.ts';
import { jobAttributes } from './queries.ts';

const optionalId = id.nullish().catch(null);
const resources = z.array(z.unknown()).catch([]);

const linkage = z.object({ data: z.object({ type: z.string(), id }) });

/** Whether a list says that there is more of it. */
const links = z.object({ next: z.unknown() }).partial().catch({}).default({});
const meta = anyObject.catch({}).default({});

/** One page as it came: each element still unread. */
export interface QuestionPage {
  readonly data: readonly unknown[];
  readonly included: readonly unknown[];
  /** Of all pages, where the service says it. */
  readonly total?: number | null;
  /** It says that there is a further page. */
  readonly hasNext?: boolean;
}

export const questionsSchema = z
  .object({ data: z.array(z.unknown()), included: resources.default([]), meta, links })
  .transform(
    ({ data, included, meta, links }): QuestionPage => ({
      data,
      included,
      total: totalOf(meta),
      hasNext: links.next != null,
    }),
  );

/** An answer that says which question it answers, or such a question itself (`include=answers.question`). */
const answeredSchema = z.union([
  z
    .object({ type: z.literal('answers'), relationships: z.object({ question: linkage }) })
    .transform((answer) => answer.relationships.question.data.id),
  z.object({ type: z.literal('questions'), id }).transform((question) => question.id),
]);

export const applicationSchema = z
  .object({
    data: z.object({
      id,
      attributes: z
        .object({ job_id: optionalId, job_posting_id: optionalId, rejected_at: text, hired_at: text })
        .catch({}),
      relationships: z
        .object({
          job: linkage.optional().catch(undefined),
          job_posting: linkage.optional().catch(undefined),
        })
        .catch({})
        .default({}),
    }),
    included: resources.default([]),
  })
  .transform(({ data: { id, attributes, relationships }, included }) => {
    const job = attributes.job_id ?? relationships.job?.data.id ?? null;
    const answered = included.flatMap((resource) => answeredSchema.safeParse(resource).data ?? []);
    return {
      id: applicationId(id),
      job: job === null ? null : jobId(job),
      posting: attributes.job_posting_id ?? relationships.job_posting?.data.id ?? null,
      /** As the service writes the time; null: it is not. */
      rejectedAt: attributes.rejected_at ?? null,
      hiredAt: attributes.hired_at ?? null,
      /** Questions that it has answers to; empty when they were not asked for. */
      answered: [...new Set(answered.map(questionId))],
    };
  });

const holder = z.object({
  id,
  /** Only where they were asked for, and are shown. */
  attributes: z
    .object({ uuid: text, attachments: z.array(z.unknown()).optional().catch(undefined) })
    .catch({})
    .default({}),
  relationships: z
    .object({
      // No `data` where the include was ignored: that is not the same as no answers.
      answers: z.object({ data: z.array(z.object({ id })).optional(), meta, links }).optional(),
    })
    .catch({})
    .default({}),
});

/** An application with the answers that it names. */
export const holderSchema = z.object({ data: holder, included: resources.default([]) });

/** What is odd of others must not hide the one that is looked for. */
export const holdersSchema = z.object({
  data: z.array(holder.nullable().catch(null)),
  included: resources.default([]),
});

export const heldAnswerSchema = z.object({
  type: z.literal('answers'),
  id,
  attributes: z.record(z.string(), z.unknown()).catch({}).default({}),
  relationships: z
    .object({ question: linkage.optional().catch(undefined) })
    .catch({})
    .default({}),
});

export const phoneSchema = z.object({
  data: z.object({ attributes: z.object({ phone: text }).catch({}).default({}) }),
});

export const listedSchema = z.object({
  data: z.array(
    z.object({
      id,
      attributes: z.object({ created_at: text, external_system_reference: text }).catch({}).default({}),
    }),
  ),
  meta,
});

const jobMembers = { attributes: z.record(z.string(), z.unknown()).catch({}) };

function toJob({ attributes }: { readonly attributes: Readonly<Record<string, unknown>> }) {
  const read = (names: readonly string[]): string | null =>
    names.map((name) => attributes[name]).find((value) => typeof value === 'string') ?? null;
  return {
    title: read(['title']),
    /** As the service names it, null when it names none. */
    status: read(jobAttributes.state),
    /** The same of who may see it. */
    visibility: read(jobAttributes.visibility),
  };
}

export const jobSchema = z.object({ data: z.object(jobMembers) }).transform(({ data }) => toJob(data));

/** The first of a list; null: it is empty. */
export const anyJobSchema = z
  .object({ data: z.array(z.object(jobMembers)) })
  .transform(({ data: [first] }) => (first === undefined ? null : toJob(first)));

/** The job that a posting advertises; null: it does not say. */
export const postingSchema = z
  .object({
    data: z.object({
      attributes: z.object({ job_id: optionalId }).catch({}).default({}),
      relationships: z
        .object({ job: linkage.optional().catch(undefined) })
        .catch({})
        .default({}),
    }),
  })
  .transform(({ data: { attributes, relationships } }) => {
    const job = relationships.job?.data.id ?? attributes.job_id ?? null;
    return job === null ? null : jobId(job);
  });

const identifiers = z.object({ data: z.array(z.object({ id })), meta, links });

/** Jobs with their postings; null: the list does not say which these are. */
export const listedJobsSchema = z
  .object({
    data: z.array(
      z.object({
        id,
        ...jobMembers,
        relationships: z
          .object({
            job_postings: identifiers
              .transform(({ data, meta, links }) =>
                meta['included'] === false || links.next != null ? null : data,
              )
              .nullish()
              .catch(null),
          })
          .catch({})
          .default({}),
      }),
    ),
  })
  .transform(({ data }) =>
    data.map(({ id, relationships, ...job }) => ({
      id: jobId(id),
      job: toJob(job),
      postings: relationships.job_postings?.map((posting) => postingId(posting.id)) ?? null,
    })),
  );

const created = <const Type extends string>(type: Type) =>
  z.object({ data: z.object({ type: z.literal(type), id }) }).transform(({ data }) => data.id);
export const createdAnswerSchema = created('answers');
export const createdApplicationSchema = created('applications').transform(applicationId);

/** Of one document: far more than a refusal has to say. */
const MOST_ERRORS = 100;
/** In characters, of each text of an error. */
const LONGEST_WORDS = 1_000;

const words = z
  .string()
  .transform((given) => given.slice(0, LONGEST_WORDS))
  .nullish()
  .catch(null);

const error = z.object({
  source: z.object({ pointer: words }).catch({}).default({}),
  meta: z.object({ attribute: words, message: words }).catch({}).default({}),
  code: words,
  title: words,
  detail: words,
});

export const errorsSchema = z.object({
  errors: z
    .array(z.unknown())
    .transform((errors) => errors.slice(0, MOST_ERRORS))
    .pipe(z.array(error).min(1)),
});
