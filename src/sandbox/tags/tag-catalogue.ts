import { contextOf, isSameTag, REJECTION, systemTagNames, type Tag } from './tag.ts';

/** What the user interface knows of tags: which categories there are, and which tags were first created there. */

export interface KnownTag extends Tag {
  /** In the user interface: only where the tag was first created there. */
  readonly filterable: boolean;
}

export interface TagCatalogue {
  /** Every tag that there is, those of the service first. */
  tags(): readonly KnownTag[];
  hasContext(context: string): boolean;
  /** As a person does in the user interface. One that the API made before stays as it is. */
  createInInterface(name: string, category: string | null): KnownTag;
  /** As a write through the API does: one that nobody has made yet comes to be, and is not filterable. */
  createByWriting(tag: Tag): void;
}

export interface TagSeed {
  readonly name: string;
  /** The name of a custom category; null is the built-in rejection category. */
  readonly category: string | null;
}

/** What a fresh sandbox has: a customer who created these in the user interface. */
export const sampleTags: readonly TagSeed[] = [
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

export function createTagCatalogue(seeds: readonly TagSeed[] = sampleTags): TagCatalogue {
  const contexts = new Set([REJECTION]);
  const known: KnownTag[] = [...systemTags];
  const create = (tag: KnownTag): KnownTag => {
    const before = known.find((one) => isSameTag(one, tag));
    if (before === undefined) known.push(tag);
    return before ?? tag;
  };
  const createInInterface: TagCatalogue['createInInterface'] = (name, category) => {
    const context = category === null ? REJECTION : contextOf(category);
    contexts.add(context);
    return create({ name, context, filterable: true });
  };
  for (const { name, category } of seeds) createInInterface(name, category);
  return {
    tags: () => [...known],
    hasContext: (context) => contexts.has(context),
    createInInterface,
    createByWriting: ({ name, context }) => void create({ name, context, filterable: false }),
  };
}
