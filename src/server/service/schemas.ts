/** What we read of the service's replies. Unknown members are accepted and dropped; nothing is trusted. */
import * as z from 'zod';
import { anyObject, id, text } from './members.ts';

const optionalId = id.nullish().catch(null);
const resources = z.array(z.unknown()).catch([]);

const linkage = z.object({ data: z.object({ type: z.string(), id }) });

/** Whether a list says that there is more of it. */
const links = z.object({ next: z.unknown() }).partial().catch({}).default({});
const meta = anyObject.catch({}).default({});

export const questionsSchema = z.object({
  data: z.array(z.unknown()),
  included: resources.default([]),
  meta,
  links,
});

export const applicationSchema = z.object({
  data: z.object({
    id,
    attributes: z
      .object({ job_id: optionalId, job_posting_id: optionalId, rejected_at: text, hired_at: text })
      .catch({}),
    relationships: z
      .object({ job: linkage.optional().catch(undefined), job_posting: linkage.optional().catch(undefined) })
      .catch({})
      .default({}),
  }),
  included: resources.default([]),
});

/** An answer that says which question it answers, or such a question itself (`include=answers.question`). */
export const answeredSchema = z.union([
  z
    .object({ type: z.literal('answers'), relationships: z.object({ question: linkage }) })
    .transform((answer) => answer.relationships.question.data.id),
  z.object({ type: z.literal('questions'), id }).transform((question) => question.id),
]);

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

const job = z.object({ attributes: z.record(z.string(), z.unknown()).catch({}) });
export const jobSchema = z.object({ data: job });
export const jobsSchema = z.object({ data: z.array(job) });

export const postingSchema = z.object({
  data: z.object({
    attributes: z.object({ job_id: optionalId }).catch({}).default({}),
    relationships: z
      .object({ job: linkage.optional().catch(undefined) })
      .catch({})
      .default({}),
  }),
});

const identifiers = z.object({ data: z.array(z.object({ id })), meta, links });

/** Jobs with their postings; null: the list does not say which these are. */
export const listedJobsSchema = z.object({
  data: z.array(
    job.extend({
      id,
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
});

export const createdAnswerSchema = z.object({ data: z.object({ type: z.literal('answers'), id }) });

export const createdApplicationSchema = z.object({ data: z.object({ type: z.literal('applications'), id }) });

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
