/** What we read of the service's replies. Unknown members are accepted and dropped; nothing is trusted. */
import * as z from 'zod';

/** Ids are text by the document; a number is taken as its text. */
const id = z.union([z.string().min(1), z.number().int().transform(String)]);
const optionalId = id.nullish().catch(null);
const text = z.string().nullish().catch(null);
const resources = z.array(z.unknown()).catch([]);

const linkage = z.object({ data: z.object({ type: z.string(), id }) });

export const questionsSchema = z.object({ data: z.array(z.unknown()), included: resources.default([]) });

export const applicationSchema = z.object({
  data: z.object({
    id,
    attributes: z.object({ job_id: optionalId, job_posting_id: optionalId }).catch({}),
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

export const jobSchema = z.object({
  data: z.object({
    attributes: z.object({ title: text, status: text, state: text }).catch({}),
  }),
});

export const createdAnswerSchema = z.object({ data: z.object({ type: z.literal('answers'), id }) });

export const createdApplicationSchema = z.object({ data: z.object({ type: z.literal('applications'), id }) });

export const errorsSchema = z.object({
  errors: z
    .array(
      z.object({
        source: z.object({ pointer: text }).catch({}).default({}),
        meta: z.object({ attribute: text }).catch({}).default({}),
        detail: text,
      }),
    )
    .min(1),
});
