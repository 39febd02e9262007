import { expect, test } from 'vitest';
import { everyField, identifiersIn, type StoredResource } from '../resources/stored-resource.ts';
import { type Follow, includeTree, renderWalk, walkIncludes } from './include-walk.ts';

/** A ring: each names the next, the last names the first, and all name the hub. */
const resource = (id: string, links: StoredResource['links']): StoredResource => ({
  type: 'things',
  id,
  attributes: {},
  extraFields: {},
  links,
});
const to = (id: string) => ({ type: 'things', id });
const ring = ['1', '2', '3'].map((id, place, all) =>
  resource(id, { next: to(all[(place + 1) % 3] ?? ''), hub: to('9') }),
);
const held = new Map(
  [...ring, resource('9', { all: ring.map(({ id }) => to(id)) })].map((one) => [one.id, one]),
);
const follow: Follow = (from, name) =>
  identifiersIn(from.links[name]).flatMap(({ id }) => held.get(id) ?? []);

function walked(data: readonly string[], ...paths: readonly string[]) {
  const roots = data.flatMap((id) => held.get(id) ?? []);
  const walk = walkIncludes(roots, includeTree(paths), follow);
  return renderWalk(roots, walk, everyField);
}

test('a ring ends, each resource stands there once, and data is not repeated', () => {
  const { included } = walked(['1'], 'next.next.next.next.next');
  expect(included.map(({ id }) => id)).toEqual(['2', '3']);
});

test('only as far as the path goes: the last one names nothing', () => {
  const { data, included } = walked(['1'], 'next');
  expect(data[0]?.relationships['next']).toEqual({ data: to('2') });
  expect(included.map(({ id, relationships }) => [id, relationships['next']])).toEqual([
    ['2', { meta: { included: false } }],
  ]);
});

test('a resource met on two paths carries the relationships of both', () => {
  const { included } = walked(['1'], 'next.next', 'hub.all.hub');
  const second = included.find(({ id }) => id === '2');
  expect(second?.relationships).toEqual({ next: { data: to('3') }, hub: { data: to('9') } });
});

test('what stands nearest to data comes first', () => {
  expect(walked(['1', '2'], 'next.hub').included.map(({ id }) => id)).toEqual(['3', '9']);
});

test('a resource that leads nowhere is named and not included', () => {
  const lost = resource('5', { next: to('404') });
  const walk = walkIncludes([lost], includeTree(['next']), follow);
  expect(renderWalk([lost], walk, everyField)).toMatchObject({
    data: [{ relationships: { next: { data: to('404') } } }],
    included: [],
  });
});
