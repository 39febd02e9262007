/** Tags of applications and job seekers, as they are written ("Tags rules" of the service's document). */

/**
 * The identifier of a tag's category: `tagContext` of its name, or `rejection`. The tags that the service itself
 * applies have none, and only the service can write them.
 */
export type TagContext = `custom_${string}` | typeof REJECTION;

/** The built-in category. */
export const REJECTION = 'rejection';

export interface TagToWrite {
  readonly tag: string;
  readonly context: TagContext;
}

/** Any of the four, together too. What is there already stays as it is, and what is not there is no fault. */
export interface TagChanges {
  readonly add_tag_with_context?: TagToWrite;
  readonly add_tags_with_context?: readonly TagToWrite[];
  readonly remove_tag_with_context?: TagToWrite;
  readonly remove_tags_with_context?: readonly TagToWrite[];
}

/**
 * The context of a custom category: `Careers site` is `custom_careers_site`. A service derives it when the category
 * is made; of one that was renamed it is read back from an existing tag (`extra_fields[applications]=tags`).
 */
export const tagContext = (categoryName: string): TagContext =>
  `custom_${categoryName.toLowerCase().split(' ').join('_')}`;
