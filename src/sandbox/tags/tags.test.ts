import { describe, expect, test } from 'vitest';
import type { TagRecord } from '../records/record-store.ts';
import { contextOf, createTagCatalogue, isSystemTagName } from './tag-catalogue.ts';
import { applyTagChanges, findTagFaults, readTagChanges } from './tag-changes.ts';

const open = () => createTagCatalogue(() => undefined);

const unknownContext =
  'context is not the context of a tag category. Known contexts: rejection, custom_portal_source, custom_talent_pool. ' +
  'Create a category in the user interface, in the sandbox with POST /_control/tags';

test('the context of a category is its name in small letters, its spaces low lines; the built-in one has its own', () => {
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

test('tags.rule.system: four names are the service’s, in any case', () => {
  const system = ['internal', 'duplicate', 'referral', 'External Recruiter', ' Internal '];
  expect([...system, 'internally', 'external', ''].filter(isSystemTagName)).toEqual(system);
});

describe('which tags can be filtered by', () => {
  const tag: TagRecord = { context: 'custom_portal_source', name: 'Newsletter' };

  test('tags.rule.filterable: one that was first created in the user interface can', () => {
    const catalogue = open();
    expect(catalogue.createInInterface('Newsletter', 'Portal Source')).toEqual({ ...tag, filterable: true });
    catalogue.createByWriting([tag]);
    expect(catalogue.tags().filter(({ name }) => name === 'Newsletter')).toEqual([
      { ...tag, filterable: true },
    ]);
  });

  test('tags.rule.filterable: one that a write made first cannot, also when it is created there later', () => {
    const catalogue = open();
    catalogue.createByWriting([tag]);
    expect(catalogue.createInInterface('Newsletter', 'Portal Source')).toEqual({ ...tag, filterable: false });
    expect(catalogue.tags().filter(({ name }) => name === 'Newsletter')).toHaveLength(1);
  });
});

const source = (tag: string) => ({ tag, context: 'custom_portal_source' });
const held = (name: string): TagRecord => ({ context: 'custom_portal_source', name });
const [a, b, c] = ['A', 'B', 'C'].map(held);

describe('tag changes in a body', () => {
  test.each<readonly [string, object, readonly (TagRecord | undefined)[]]>([
    ['tags.same_twice: no second one of what is there', { add_tag_with_context: source('A') }, [a, b]],
    ['tags.remove_one: what is not there is gone already', { remove_tag_with_context: source('C') }, [a, b]],
    [
      'tags.remove_one: the same name in another context stays',
      { remove_tag_with_context: { tag: 'A', context: 'rejection' } },
      [a, b],
    ],
    ['tags.add_one: null is nothing', { add_tag_with_context: null, remove_tags_with_context: null }, [a, b]],
    [
      'tags.shape: all four in one body, what is to go goes first',
      {
        add_tag_with_context: source('C'),
        add_tags_with_context: [source('A')],
        remove_tag_with_context: source('B'),
        remove_tags_with_context: [source('A'), source('C')],
      },
      [c, a],
    ],
  ])('%s', (_, attributes, left) => {
    expect(findTagFaults({ ...attributes }, open())).toEqual([]);
    expect(applyTagChanges([held('A'), held('B')], readTagChanges({ ...attributes }))).toEqual(left);
  });
});

describe('a tag fault has the pointer of its member', () => {
  const system = 'tag is a system tag, which only the service applies';
  const add = (tag: unknown) => ({ add_tag_with_context: tag });
  const remove = (...tags: readonly unknown[]) => ({ remove_tags_with_context: tags });

  test.each<readonly [string, object, string, string]>([
    ['tags.shape: an unknown member', add({ ...source('A'), id: '1' }), '', 'has the unknown member id'],
    ['tags.shape: no tag', add({ context: 'rejection' }), '/tag', 'tag must be a text'],
    ['tags.shape: blank', add(source(' ')), '/tag', "tag can't be blank"],
    ['tags.shape: no context', add({ tag: 'A' }), '/context', 'context must be a text'],
    ['tags.shape: a text', remove(source('A'), 'A'), '/1', 'must be written as {tag, context}'],
    [
      'tags.rule.custom_context: of no category',
      add({ tag: 'A', context: 'custom_unknown' }),
      '/context',
      unknownContext,
    ],
    [
      'tags.rule.custom_context: the name of one',
      add({ tag: 'A', context: 'Portal Source' }),
      '/context',
      unknownContext,
    ],
    ['tags.rule.system_write: not set', add({ tag: 'internal', context: null }), '/tag', system],
    ['tags.rule.system_write: nor in another context', add(source('Referral')), '/tag', system],
    [
      'tags.rule.system_write: nor removed',
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
