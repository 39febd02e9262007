import { isObject, type JsonObject } from '../json.ts';
import type { ServiceFault } from '../json-api.ts';
import type { TagRecord } from '../records/record-store.ts';
import { textRule } from '../resource-types/attribute-rules.ts';
import { faultOf } from '../write/attribute-faults.ts';
import type { TagCatalogue } from './tag-catalogue.ts';
import { isSameTag, isSystemTagName } from './tag-catalogue.ts';

/** The four tag attributes of a write: what they ask, what is wrong with them, and what is left afterwards. */

/**
 * All four may come in one body. The document names no order: what is to go goes first, so that a tag which a body both
 * removes and adds is there afterwards.
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

/** A tag in a body, and where it stands. */
interface Written {
  readonly attribute: TagAttribute;
  readonly pointer: string;
  readonly value: unknown;
}

/** A member of the tag that is wrong, '' for the tag itself. */
type Complaint = readonly [member: 'tag' | 'context' | '', message: string];

/** Called with attributes that are objects and lists where they must be. */
export function findTagFaults(attributes: JsonObject, catalogue: TagCatalogue): readonly ServiceFault[] {
  return writtenTags(attributes).flatMap(({ attribute, pointer, value }) => {
    const complaint = complaintOf(value, catalogue);
    if (complaint === null) return [];
    const [member, message] = complaint;
    const place = member === '' ? pointer : `${pointer}/${member}`;
    return [faultOf(attribute, member === '' ? message : `${member} ${message}`, place)];
  });
}

/** Called with checked attributes only. */
export function readTagChanges(attributes: JsonObject): TagChanges {
  const written = writtenTags(attributes).flatMap(({ attribute, value }) => {
    const tag = tagOf(value);
    return tag === null ? [] : [{ attribute, tag }];
  });
  const of = (verb: string) =>
    written.filter(({ attribute }) => attribute.startsWith(verb)).map(({ tag }) => tag);
  return { remove: of('remove'), add: of('add') };
}

/** A tag that is there already stays the one it is; one that is not there is gone already: neither is a fault. */
export function applyTagChanges(
  tags: readonly TagRecord[],
  { remove, add }: TagChanges,
): readonly TagRecord[] {
  const held = tags.filter((tag) => !remove.some((gone) => isSameTag(gone, tag)));
  for (const tag of add) {
    if (!held.some((one) => isSameTag(one, tag))) held.push(tag);
  }
  return held;
}

function writtenTags(attributes: JsonObject): readonly Written[] {
  return TAG_WRITE_ORDER.flatMap((attribute) => {
    const value = Object.hasOwn(attributes, attribute) ? (attributes[attribute] ?? null) : null;
    const pointer = `/data/attributes/${attribute}`;
    if (isObject(value)) return [{ attribute, pointer, value }];
    const items = Array.isArray(value) ? value : [];
    return items.map((item: unknown, place) => ({ attribute, pointer: `${pointer}/${place}`, value: item }));
  });
}

function complaintOf(value: unknown, catalogue: TagCatalogue): Complaint | null {
  if (!isObject(value)) return ['', 'must be written as {tag, context}'];
  const stranger = Object.keys(value).find((name) => name !== 'tag' && name !== 'context');
  if (stranger !== undefined) return ['', `has the member ${stranger}, which no tag has`];
  const { tag, context } = value;
  const badTag = nameComplaint(tag);
  if (badTag !== null) return ['tag', badTag];
  if (isSystemTagName(String(tag))) return ['tag', 'is a system tag, which only the service applies'];
  const badContext = nameComplaint(context);
  if (badContext !== null) return ['context', badContext];
  return catalogue.contexts().includes(String(context)) ? null : ['context', contextWords(catalogue)];
}

const contextWords = (catalogue: TagCatalogue): string =>
  `is not the context of a tag category: known are ${catalogue.contexts().join(', ')}. ` +
  'A category is created in the user interface, in the sandbox by POST /_control/tags';

const nameComplaint = (value: unknown): string | null =>
  textRule(value) ?? (String(value).trim() === '' ? "can't be blank" : null);

function tagOf(value: unknown): TagRecord | null {
  if (!isObject(value)) return null;
  const { tag, context } = value;
  return typeof tag === 'string' && typeof context === 'string' ? { context, name: tag } : null;
}
