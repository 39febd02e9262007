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

/** What the user interface knows of tags: which categories there are, and which tags were first created there. */

export interface KnownTag extends TagRecord {
  /** In the user interface: only where the tag was first created there. */
  readonly filterable: boolean;
}

export type TagCatalogue = ReturnType<typeof createTagCatalogue>;

export interface HeldTags {
  readonly contexts: readonly string[];
  readonly tags: readonly KnownTag[];
}

interface TagSeed {
  readonly name: string;
  /** The name of a custom category; null is the built-in rejection category. */
  readonly category: string | null;
}

/** What a fresh sandbox has: a customer who created these in the user interface. */
const sampleTags: readonly TagSeed[] = [
  { name: 'Careers site', category: 'Portal Source' },
  { name: 'Partner portal', category: 'Portal Source' },
  { name: 'Keep in touch', category: 'Talent Pool' },
  { name: 'Not enough experience', category: null },
  { name: 'Position filled', category: null },
];

/** The document says of system tags only that the service applies them: they are its own, so they can be filtered by. */
const systemTags: readonly KnownTag[] = systemTagNames.map((name) => ({
  name,
  context: null,
  filterable: true,
}));

export function createTagCatalogue(changed: () => void) {
  const contexts = new Set([REJECTION]);
  const known: KnownTag[] = [];
  const create = (tag: KnownTag): KnownTag => {
    const before = known.find((one) => isSameTag(one, tag));
    if (before !== undefined) return before;
    known.push(tag);
    changed();
    return tag;
  };
  /** As a person does in the user interface. One that the API made before stays as it is. */
  const createInInterface = (name: string, category: string | null): KnownTag => {
    const context = category === null ? REJECTION : contextOf(category);
    contexts.add(context);
    return create({ name, context, filterable: true });
  };
  for (const { name, category } of sampleTags) createInInterface(name, category);
  return {
    /** Every tag that there is, those of the service first. */
    tags: (): readonly KnownTag[] => [...systemTags, ...known],
    /** Of every category that there is. */
    contexts: (): readonly string[] => [...contexts],
    createInInterface,
    /** As a write through the API does: tags that do not exist yet are created, and are not filterable. */
    createByWriting(tags: readonly TagRecord[]): void {
      for (const { name, context } of tags) create({ name, context, filterable: false });
    },
    /** Without those of the service. */
    snapshot: (): HeldTags => ({ contexts: [...contexts], tags: [...known] }),
    /** In place of everything that there is. */
    restore(kept: HeldTags): void {
      for (const context of kept.contexts) contexts.add(context);
      known.splice(0, known.length, ...kept.tags);
    },
  };
}
