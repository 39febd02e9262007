/**
 * How single members of a resource are read. A member that is missing stays missing (it was not asked for, or is not
 * sent); one of another type than the document gives it reads as null; nothing fails for it.
 */
import * as z from 'zod';

/** Ids are text by the document; a number is taken as its text. */
export const id = z.union([z.string().min(1), z.number().int().transform(String)]);

export const text = z.string().nullish().catch(null);

export const texts = z.array(z.string()).nullish().catch(null);

export const flag = z.boolean().nullish().catch(null);

export const number = z.number().nullish().catch(null);

/** `candidate_id`, `job_id` and the like: integers by the document; digits are taken as their number. */
export const integer = z
  .union([
    z.number().int(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .nullish()
  .catch(null);

/** An object that the document does not describe. */
export const anyObject = z.record(z.string(), z.unknown());

/** `{context, name, url}` of a file; the address is the service's own and may not work for long. */
export const attachments = z
  .array(z.object({ context: text, name: text, url: text }))
  .nullish()
  .catch(null);

/** `{context, name}`; a system tag (internal, duplicate, referral, …) has the context null. */
export const tags = z
  .array(z.object({ context: z.string().nullable().catch(null), name: z.string() }))
  .nullish()
  .catch(null);
