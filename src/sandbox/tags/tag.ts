import type { TagRecord } from '../records/record-store.ts';

/** The built-in category; its context has no prefix. */
export const REJECTION = 'rejection';

/**
 * Examples in the document of tags that the service applies itself. It names them without a context, so they cannot be
 * set or removed in any context here: the stricter of two readings, so a client that works here works there.
 */
export const systemTagNames: readonly string[] = ['internal', 'duplicate', 'referral', 'external recruiter'];

export const isSystemTagName = (name: string): boolean => systemTagNames.includes(name.trim().toLowerCase());

/** The context of a custom category: lower-cased, each space an underscore, with a prefix. */
export const contextOf = (category: string): string =>
  `custom_${category.toLowerCase().replaceAll(' ', '_')}`;

export const isSameTag = (one: TagRecord, other: TagRecord): boolean =>
  one.context === other.context && one.name === other.name;
