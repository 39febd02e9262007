/** Describes a faulty value by its place and the accepted values, never by the value itself, which may be secret. */
import * as z from 'zod';

/** Writes sentences about `NAME`, or `NAME at tenants.a.origins.0`. */
export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  placeOf: (path: readonly string[]) => string,
): readonly string[] {
  const sentences = issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys')
      return [`${placeOf(path)} must be ${[wordsAt(schema, path), ownWords(issue)].flat().join(': ')}.`];
    const known = membersOf(schemaAt(schema, path));
    return issue.keys.map(
      (key) => `${placeOf([...path, key])} is unknown: the known names are ${known.join(', ')}.`,
    );
  });
  return [...new Set(sentences)];
}

/** The message of one of our own rules about the value. */
const ownWords = (issue: z.core.$ZodIssue): readonly string[] =>
  issue.code === 'custom' && issue.message !== 'Invalid input' ? [issue.message] : [];

function schemaAt(schema: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(childOf, schema);
}

/** The description of the innermost described rule on the path. */
function wordsAt(schema: unknown, path: readonly string[]): string {
  const descriptions = path.map((_, index) => descriptionOf(schemaAt(schema, path.slice(0, index + 1))));
  return (
    descriptions.findLast((description) => description !== undefined) ?? descriptionOf(schema) ?? 'valid'
  );
}

function descriptionOf(schema: unknown): string | undefined {
  if (!(schema instanceof z.ZodType)) return undefined;
  return schema.description ?? descriptionOf(innerOf(schema));
}

/** Gives the rule that this rule wraps; null if there is none. */
function innerOf(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional) return schema.unwrap();
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodDefault) return schema.unwrap();
  if (schema instanceof z.ZodPipe) return schema.out instanceof z.ZodTransform ? schema.in : schema.out;
  return null;
}

function childOf(schema: unknown, step: string): unknown {
  const inner = innerOf(schema);
  if (inner !== null) return childOf(inner, step);
  if (schema instanceof z.ZodObject) return schema.shape[step];
  if (schema instanceof z.ZodArray) return schema.element;
  return schema instanceof z.ZodRecord ? schema.valueType : undefined;
}

function membersOf(schema: unknown): readonly string[] {
  const inner = innerOf(schema);
  if (inner !== null) return membersOf(inner);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
