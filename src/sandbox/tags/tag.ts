import type { TagRecord } from '../records/record-store.ts';

/** The built-in category; its context has no prefix. */
export const REJECTION = 'rejection';

/**
 * The document's examples of what the service applies itself. It names them by the tag alone, so nobody can set or remove
 * these names in any context: the stricter of two readings, so what works here works there.
 */
export const systemTagNames: readonly string[] = ['internal', 'duplicate', 'referral', 'external recruiter'];

export const isSystemTagName = (name: string): boolean => systemTagNames.includes(name.trim().toLowerCase());

/** The context of a custom category: lower-cased, each space an underscore, with a prefix. */
export const contextOf = (category: string): string =>
  `custom_${category.toLowerCase().replaceAll(' ', '_')}`;

export const isSameTag = (one: TagRecord, other: TagRecord): boolean =>
  one.context === other.context && one.name === other.name;
