import { at } from '../json.ts';
import { hasOnly } from '../readers.ts';
import { REJECTION } from './tag.ts';
import type { TagSeed } from './tag-catalogue.ts';

/** The body of `POST /_control/tags`. */
export const tagSeedWords =
  'The body must be {"name": NAME, "category": CATEGORY} for a custom category, or {"name": NAME, "context": "rejection"}.';

export function readTagSeed(body: unknown): TagSeed | undefined {
  const [name, category, context] = [at(body, 'name'), at(body, 'category'), at(body, 'context')];
  if (!isWritten(name) || !hasOnly(body, ['name', 'category', 'context'])) return undefined;
  if (context === REJECTION && category === undefined) return { name, category: null };
  return isWritten(category) && context === undefined ? { name, category } : undefined;
}

const isWritten = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
