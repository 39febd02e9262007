/** How relationships are read: without `data` where the related resources were not asked for (JSON:API 7.2.2.2). */
import * as z from 'zod';
import { anyObject, id } from './members.ts';

const meta = anyObject.optional().catch(undefined);

function identifier<const Type extends string, Id>(type: Type, name: (text: string) => Id) {
  return z.object({ type: z.literal(type), id: id.transform(name) });
}

const plain = (text: string): string => text;

/** One resource, or null where there is none. */
export function toOne<const Type extends string>(type: Type) {
  return toOneOf(type, plain);
}

/** The same with an id of its own kind. */
export function toOneOf<const Type extends string, Id>(type: Type, name: (text: string) => Id) {
  return relationship(identifier(type, name).nullable());
}

export function toMany<const Type extends string>(type: Type) {
  return toManyOf(type, plain);
}

export function toManyOf<const Type extends string, Id>(type: Type, name: (text: string) => Id) {
  return relationship(z.array(identifier(type, name)));
}

/** One resource of one of several types. */
export function toOneOfTypes<const Types extends readonly [string, ...string[]]>(types: Types) {
  return relationship(z.object({ type: z.enum(types), id }).nullable());
}

function relationship<Data extends z.ZodType>(data: Data) {
  return z
    .object({ data: data.optional().catch(undefined), meta })
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
        meta,
      })
      .catch({}),
  )
  .catch({})
  .default({});
