import { isObject, type JsonObject } from '../json.ts';
import type { ServiceFault } from '../json-api.ts';
import type { TagRecord } from '../records/record-store.ts';
import { textRule } from '../resource-types/attribute-rules.ts';
import { faultOf } from '../write/attribute-faults.ts';
import { isSameTag, isSystemTagName, type TagCatalogue } from './tag-catalogue.ts';

/**
 * The four tag attributes, all of which one body may have. The document names no order. Removals are applied first, so that
 * a tag which a body both removes and adds remains.
 */
const TAG_WRITE_ORDER = [
  'remove_tag_with_context',
  'remove_tags_with_context',
  'add_tag_with_context',
  'add_tags_with_context',
] as const;

type TagAttribute = (typeof TAG_WRITE_ORDER)[number];

export interface TagChanges {
  readonly remove: readonly TagRecord[];
  readonly add: readonly TagRecord[];
}

/** A tag in a body, with its location. */
interface WrittenTag {
  readonly attribute: TagAttribute;
  readonly pointer: string;
  readonly value: unknown;
}

/** The invalid member of a tag, or '' for the tag itself. */
type Complaint = readonly [member: 'tag' | 'context' | '', message: string];

/** Accepts only attributes whose shape has been checked. */
export function findTagFaults(attributes: JsonObject, catalogue: TagCatalogue): readonly ServiceFault[] {
  return writtenTags(attributes).flatMap(({ attribute, pointer, value }) => {
    const complaint = complaintOf(value, catalogue);
    if (complaint === null) return [];
    const [member, message] = complaint;
    if (member === '') return [faultOf(attribute, message, pointer)];
    return [faultOf(attribute, `${member} ${message}`, `${pointer}/${member}`)];
  });
}

/** Accepts only checked attributes. */
export function readTagChanges(attributes: JsonObject): TagChanges {
  const written = writtenTags(attributes).flatMap(({ attribute, value }) => {
    const tag = tagOf(value);
    return tag === null ? [] : [{ attribute, tag }];
  });
  const tagsOf = (verb: 'add' | 'remove') =>
    written.filter(({ attribute }) => attribute.startsWith(verb)).map(({ tag }) => tag);
  return { remove: tagsOf('remove'), add: tagsOf('add') };
}

/** Adding an existing tag and removing a missing one have no effect and are not faults. */
export function applyTagChanges(
  tags: readonly TagRecord[],
  { remove, add }: TagChanges,
): readonly TagRecord[] {
  const remaining = tags.filter((tag) => !remove.some((removed) => isSameTag(removed, tag)));
  for (const tag of add) {
    if (!remaining.some((other) => isSameTag(other, tag))) remaining.push(tag);
  }
  return remaining;
}

function writtenTags(attributes: JsonObject): readonly WrittenTag[] {
  return TAG_WRITE_ORDER.flatMap((attribute) => {
    const value = Object.hasOwn(attributes, attribute) ? (attributes[attribute] ?? null) : null;
    const pointer = `/data/attributes/${attribute}`;
    if (isObject(value)) return [{ attribute, pointer, value }];
    const items = Array.isArray(value) ? value : [];
    return items.map((item: unknown, index) => ({ attribute, pointer: `${pointer}/${index}`, value: item }));
  });
}

function complaintOf(value: unknown, catalogue: TagCatalogue): Complaint | null {
  if (!isObject(value)) return ['', 'must be written as {tag, context}'];
  const unknownName = Object.keys(value).find((name) => name !== 'tag' && name !== 'context');
  if (unknownName !== undefined) return ['', `has the unknown member ${unknownName}`];
  const { tag, context } = value;
  const tagFault = nameComplaint(tag);
  if (tagFault !== null) return ['tag', tagFault];
  if (isSystemTagName(String(tag))) return ['tag', 'is a system tag, which only the service applies'];
  const contextFault = nameComplaint(context);
  if (contextFault !== null) return ['context', contextFault];
  return catalogue.contexts().includes(String(context)) ? null : ['context', contextMessage(catalogue)];
}

const contextMessage = (catalogue: TagCatalogue): string =>
  `is not the context of a tag category. Known contexts: ${catalogue.contexts().join(', ')}. ` +
  'Create a category in the user interface, in the sandbox with POST /_control/tags';

const nameComplaint = (value: unknown): string | null =>
  textRule(value) ?? (String(value).trim() === '' ? "can't be blank" : null);

function tagOf(value: unknown): TagRecord | null {
  if (!isObject(value)) return null;
  const { tag, context } = value;
  return typeof tag === 'string' && typeof context === 'string' ? { context, name: tag } : null;
}
