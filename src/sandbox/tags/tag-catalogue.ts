import type { TagRecord } from '../records/record-store.ts';
import { contextOf, isSameTag, REJECTION, systemTagNames } from './tag.ts';

/** What the user interface knows of tags: which categories there are, and which tags were first created there. */

export interface KnownTag extends TagRecord {
  /** In the user interface: only where the tag was first created there. */
  readonly filterable: boolean;
}

export interface TagCatalogue {
  /** Every tag that there is, those of the service first. */
  tags(): readonly KnownTag[];
  /** Of every category that there is. */
  contexts(): readonly string[];
  /** As a person does in the user interface. One that the API made before stays as it is. */
  createInInterface(name: string, category: string | null): KnownTag;
  /** As a write through the API does: tags that do not exist yet are created, and are not filterable. */
  createByWriting(tags: readonly TagRecord[]): void;
  /** Without those of the service. */
  snapshot(): HeldTags;
  /** In place of everything that there is. */
  restore(kept: HeldTags): void;
}

export interface HeldTags {
  readonly contexts: readonly string[];
  readonly tags: readonly KnownTag[];
}

export interface TagSeed {
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

export function createTagCatalogue(
  seeds: readonly TagSeed[] = sampleTags,
  changed: () => void = () => undefined,
): TagCatalogue {
  const contexts = new Set([REJECTION]);
  const known: KnownTag[] = [];
  const create = (tag: KnownTag): KnownTag => {
    const before = known.find((one) => isSameTag(one, tag));
    if (before !== undefined) return before;
    known.push(tag);
    changed();
    return tag;
  };
  const createInInterface: TagCatalogue['createInInterface'] = (name, category) => {
    const context = category === null ? REJECTION : contextOf(category);
    contexts.add(context);
    return create({ name, context, filterable: true });
  };
  for (const { name, category } of seeds) createInInterface(name, category);
  return {
    tags: () => [...systemTags, ...known],
    contexts: () => [...contexts],
    createInInterface,
    createByWriting(tags) {
      for (const { name, context } of tags) create({ name, context, filterable: false });
    },
    snapshot: () => ({ contexts: [...contexts], tags: [...known] }),
    restore(kept) {
      for (const context of kept.contexts) contexts.add(context);
      known.splice(0, known.length, ...kept.tags);
    },
  };
}
