import type { TagRecord } from '../records/record-store.ts';

/** The built-in category; its context has no prefix. */
export const REJECTION = 'rejection';

/**
 * The document's examples of tags that the service applies itself. It names them without a context, so here they cannot be
 * set or removed in any context. This is the stricter of two readings: a client that works with it works with both.
 */
export const systemTagNames: readonly string[] = ['internal', 'duplicate', 'referral', 'external recruiter'];

export const isSystemTagName = (name: string): boolean => systemTagNames.includes(name.trim().toLowerCase());

/** Returns the context of a custom category: a prefix and the name in lower case, with underscores for spaces. */
export const contextOf = (category: string): string =>
  `custom_${category.toLowerCase().replaceAll(' ', '_')}`;

export const isSameTag = (left: TagRecord, right: TagRecord): boolean =>
  left.context === right.context && left.name === right.name;

export interface KnownTag extends TagRecord {
  /** Whether the user interface can filter by the tag: only if it was first created there. */
  readonly filterable: boolean;
}

export type TagCatalogue = ReturnType<typeof createTagCatalogue>;

export interface TagSnapshot {
  readonly contexts: readonly string[];
  readonly tags: readonly KnownTag[];
}

interface TagSeed {
  readonly name: string;
  /** The name of a custom category; null for the built-in rejection category. */
  readonly category: string | null;
}

/** The initial tags, as if a customer had created them in the user interface. */
const sampleTags: readonly TagSeed[] = [
  { name: 'Careers site', category: 'Portal Source' },
  { name: 'Partner portal', category: 'Portal Source' },
  { name: 'Keep in touch', category: 'Talent Pool' },
  { name: 'Not enough experience', category: null },
  { name: 'Position filled', category: null },
];

/** The document says only that the service applies system tags. We assume that they can be filtered by. */
const systemTags: readonly KnownTag[] = systemTagNames.map((name) => ({
  name,
  context: null,
  filterable: true,
}));

export function createTagCatalogue(onChange: () => void) {
  const contexts = new Set([REJECTION]);
  const known: KnownTag[] = [];
  const create = (tag: KnownTag): KnownTag => {
    const existing = known.find((other) => isSameTag(other, tag));
    if (existing !== undefined) return existing;
    known.push(tag);
    onChange();
    return tag;
  };
  /** Creates a tag as a recruiter does in the user interface. A tag that the API created earlier does not change. */
  const createInInterface = (name: string, category: string | null): KnownTag => {
    const context = category === null ? REJECTION : contextOf(category);
    contexts.add(context);
    return create({ name, context, filterable: true });
  };
  for (const { name, category } of sampleTags) createInInterface(name, category);
  return {
    /** Returns all tags, system tags first. */
    tags: (): readonly KnownTag[] => [...systemTags, ...known],
    /** Returns the contexts of all categories. */
    contexts: (): readonly string[] => [...contexts],
    createInInterface,
    /** Creates missing tags as a write through the API does: they are not filterable. */
    createByWriting(tags: readonly TagRecord[]): void {
      for (const { name, context } of tags) create({ name, context, filterable: false });
    },
    /** Omits the system tags. */
    snapshot: (): TagSnapshot => ({ contexts: [...contexts], tags: [...known] }),
    /** Replaces all tags and adds the contexts. */
    restore(kept: TagSnapshot): void {
      for (const context of kept.contexts) contexts.add(context);
      known.splice(0, known.length, ...kept.tags);
    },
  };
}
