import { describe, expect, test } from 'vitest';
import type { TagRecord } from '../records/record-store.ts';
import { contextOf, createTagCatalogue, isSystemTagName } from './tag-catalogue.ts';
import { applyTagChanges, findTagFaults, readTagChanges } from './tag-changes.ts';

const open = () => createTagCatalogue(() => undefined);

const unknownContext =
  'context is not the context of a tag category. Known contexts: rejection, custom_portal_source, custom_talent_pool. ' +
  'Create a category in the user interface, in the sandbox with POST /_control/tags';

test('the context of a category is its name in lower case with underscores for spaces', () => {
  const names = ['Portal Source', 'Two  spaces', 'Hyphen-ated & signs', 'Übersicht', 'Rejection'];
  expect(names.map(contextOf)).toEqual([
    'custom_portal_source',
    'custom_two__spaces',
    'custom_hyphen-ated_&_signs',
    'custom_übersicht',
    'custom_rejection',
  ]);
  expect(open().createInInterface('Too far away', null).context).toBe('rejection');
});

test('tags.rule.system: four names are reserved for the service, in upper or lower case', () => {
  const system = ['internal', 'duplicate', 'referral', 'External Recruiter', ' Internal '];
  expect([...system, 'internally', 'external', ''].filter(isSystemTagName)).toEqual(system);
});

describe('filterable tags', () => {
  const tag: TagRecord = { context: 'custom_portal_source', name: 'Newsletter' };

  test('tags.rule.filterable: a tag first created in the user interface is filterable', () => {
    const catalogue = open();
    expect(catalogue.createInInterface('Newsletter', 'Portal Source')).toEqual({ ...tag, filterable: true });
    catalogue.createByWriting([tag]);
    expect(catalogue.tags().filter(({ name }) => name === 'Newsletter')).toEqual([
      { ...tag, filterable: true },
    ]);
  });

  test('tags.rule.filterable: a tag first created by a write never becomes filterable', () => {
    const catalogue = open();
    catalogue.createByWriting([tag]);
    expect(catalogue.createInInterface('Newsletter', 'Portal Source')).toEqual({ ...tag, filterable: false });
    expect(catalogue.tags().filter(({ name }) => name === 'Newsletter')).toHaveLength(1);
  });
});

const source = (tag: string) => ({ tag, context: 'custom_portal_source' });
const tagOf = (name: string): TagRecord => ({ context: 'custom_portal_source', name });
const [a, b, c] = ['A', 'B', 'C'].map(tagOf);

describe('tag changes in a body', () => {
  test.each<readonly [string, object, readonly (TagRecord | undefined)[]]>([
    ['tags.same_twice: an existing tag is not added', { add_tag_with_context: source('A') }, [a, b]],
    ['tags.remove_one: a missing tag is ignored', { remove_tag_with_context: source('C') }, [a, b]],
    [
      'tags.remove_one: a tag of that name in another context stays',
      { remove_tag_with_context: { tag: 'A', context: 'rejection' } },
      [a, b],
    ],
    ['tags.add_one: null is ignored', { add_tag_with_context: null, remove_tags_with_context: null }, [a, b]],
    [
      'tags.shape: in one body with all four members, removals come first',
      {
        add_tag_with_context: source('C'),
        add_tags_with_context: [source('A')],
        remove_tag_with_context: source('B'),
        remove_tags_with_context: [source('A'), source('C')],
      },
      [c, a],
    ],
  ])('%s', (_, attributes, tags) => {
    expect(findTagFaults({ ...attributes }, open())).toEqual([]);
    expect(applyTagChanges([tagOf('A'), tagOf('B')], readTagChanges({ ...attributes }))).toEqual(tags);
  });
});

describe('a tag fault has the pointer of its member', () => {
  const system = 'tag is a system tag, which only the service applies';
  const add = (tag: unknown) => ({ add_tag_with_context: tag });
  const remove = (...tags: readonly unknown[]) => ({ remove_tags_with_context: tags });

  test.each<readonly [string, object, string, string]>([
    ['tags.shape: an unknown member', add({ ...source('A'), id: '1' }), '', 'has the unknown member id'],
    ['tags.shape: a missing tag', add({ context: 'rejection' }), '/tag', 'tag must be a text'],
    ['tags.shape: a blank tag', add(source(' ')), '/tag', "tag can't be blank"],
    ['tags.shape: a missing context', add({ tag: 'A' }), '/context', 'context must be a text'],
    ['tags.shape: a text for a tag', remove(source('A'), 'A'), '/1', 'must be written as {tag, context}'],
    [
      'tags.rule.custom_context: an unknown category',
      add({ tag: 'A', context: 'custom_unknown' }),
      '/context',
      unknownContext,
    ],
    [
      'tags.rule.custom_context: the name of a category',
      add({ tag: 'A', context: 'Portal Source' }),
      '/context',
      unknownContext,
    ],
    ['tags.rule.system_write: adding a system tag', add({ tag: 'internal', context: null }), '/tag', system],
    ['tags.rule.system_write: adding one in another context', add(source('Referral')), '/tag', system],
    [
      'tags.rule.system_write: removing a system tag',
      remove({ tag: 'external recruiter', context: null }),
      '/0/tag',
      system,
    ],
  ])('%s', (_, attributes, place, message) => {
    const faults = findTagFaults({ ...attributes }, open());
    const [name] = Object.keys(attributes);
    expect(faults).toEqual([
      {
        code: 'unprocessable_entity',
        detail: `${name} ${message}`,
        pointer: `/data/attributes/${name}${place}`,
        meta: { attribute: name, message },
      },
    ]);
  });
});
