/**
 * Parses single members of a resource. A missing member stays missing, because it was not requested or is not sent. A
 * member of another type than documented becomes null, and never makes the whole document fail.
 */
import * as z from 'zod';

/** The document declares ids as text; a number is converted. */
export const id = z.union([z.string().min(1), z.number().int().transform(String)]);

export const text = z.string().nullish().catch(null);

export const texts = z.array(z.string()).nullish().catch(null);

export const flag = z.boolean().nullish().catch(null);

export const number = z.number().nullish().catch(null);

/** `candidate_id`, `job_id` and the like: the document declares integers; digits in text are converted. */
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

/** The `meta` of a document or a relationship. */
export const meta = anyObject.catch({}).default({});

/** `next` is present if the list continues. */
export const links = z.object({ next: z.unknown() }).partial().catch({}).default({});

export const resources = z.array(z.unknown()).catch([]).default([]);

export const linkage = z.object({ data: z.object({ type: z.string(), id }) });
export const optionalLinkage = linkage.optional().catch(undefined);

/** `{context, name, url}` of a file; the address is the service's own and may expire soon. */
export const attachments = z
  .array(z.object({ context: text, name: text, url: text }))
  .nullish()
  .catch(null);

/** `{context, name}`; the context of a system tag (internal, duplicate, referral, …) is null. */
export const tags = z
  .array(z.object({ context: z.string().nullable().catch(null), name: z.string() }))
  .nullish()
  .catch(null);

const optionalMeta = anyObject.optional().catch(undefined);

function identifier<const Type extends string, Id>(type: Type, name: (text: string) => Id) {
  return z.object({ type: z.literal(type), id: id.transform(name) });
}

const unchanged = (text: string): string => text;

/** One resource, or null. */
export function toOne<const Type extends string>(type: Type) {
  return toOneOf(type, unchanged);
}

/** One resource with a branded id, or null. */
export function toOneOf<const Type extends string, Id>(type: Type, name: (text: string) => Id) {
  return relationship(identifier(type, name).nullable());
}

export function toMany<const Type extends string>(type: Type) {
  return toManyOf(type, unchanged);
}

export function toManyOf<const Type extends string, Id>(type: Type, name: (text: string) => Id) {
  return relationship(z.array(identifier(type, name)));
}

/** One resource of several possible types. */
export function toOneOfTypes<const Types extends readonly [string, ...string[]]>(types: Types) {
  return relationship(z.object({ type: z.enum(types), id }).nullable());
}

function relationship<Data extends z.ZodType>(data: Data) {
  return z
    .object({ data: data.optional().catch(undefined), meta: optionalMeta })
    .optional()
    .catch(undefined);
}

/** Relationships of a resource whose fields the document does not show. */
export const anyRelationships = z
  .record(
    z.string(),
    z
      .object({
        data: z
          .union([z.object({ type: z.string(), id }), z.array(z.object({ type: z.string(), id })), z.null()])
          .optional()
          .catch(undefined),
        meta: optionalMeta,
      })
      .catch({}),
  )
  .catch({})
  .default({});
