import { expect, test } from 'vitest';
import { createSearch, type Place } from './search-places.ts';

const place = (heading: string, text = '', title = 'A page'): Place => ({
  page: 'page',
  title,
  anchor: 'anchor',
  heading,
  text,
});

const headings = (places: readonly Place[], query: string) =>
  createSearch(places)(query).map((found) => found.place.heading);

test.each([
  ['a word of a heading before the same word in a text', 'backup', ['Backup', 'Stores']],
  ['the begin of a word', 'back', ['Backup', 'Stores']],
  ['all words, wherever they stand', 'backup disk', ['Backup', 'Stores']],
  ['in any case and with any accent', 'BÀCKUP', ['Backup', 'Stores']],
  ['nothing where one word stands nowhere', 'backup zebra', []],
  ['nothing for nothing', '  ', []],
])('finds %s', (_name, query, found) => {
  const places = [place('Stores', 'A backup on a disk'), place('Backup', 'To another disk'), place('Health')];
  expect(headings(places, query)).toEqual(found);
});

test('shows what stands around the word', () => {
  const search = createSearch([place('Long', `${'before '.repeat(50)}the needle ${'after '.repeat(50)}`)]);
  expect(search('needle')[0]?.excerpt).toMatch(/^… .*the needle after.* …$/);
});

test('shows twelve places at most', () => {
  expect(createSearch(Array.from({ length: 40 }, () => place('Same')))('same')).toHaveLength(12);
});
