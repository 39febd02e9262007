import { describe, expect, test } from 'vitest';
import { compareTitles, reasonsFor, withoutIds } from './compare-titles.ts';

describe('titles before and after', () => {
  test('a title that stands in another order and with an id is not missing', () => {
    expect(compareTitles(['a > b', 'c'], ['c [R1] [R2]', 'a > b [W-3]'], {})).toEqual({
      missing: [],
      explained: [],
      added: [],
      unused: [],
    });
  });

  test('a title that two tests had and one has is missing once', () => {
    expect(compareTitles(['a', 'a', 'b'], ['a', 'b'], {}).missing).toEqual(['a']);
  });

  test('a renamed title is missing and added', () => {
    expect(compareTitles(['old'], ['new'], {})).toMatchObject({ missing: ['old'], added: ['new'] });
  });

  test('a title with a reason is not missing', () => {
    expect(compareTitles(['old'], ['new'], { old: 'renamed' })).toMatchObject({
      missing: [],
      explained: [['old', 'renamed']],
    });
  });

  test('a reason for a block is one for each of its tests', () => {
    const { missing, explained } = compareTitles(['a > b > c', 'a > b > d', 'a > e'], [], {
      'a > b > *': 'gone',
    });
    expect(missing).toEqual(['a > e']);
    expect(explained).toHaveLength(2);
  });

  test('a reason for a title that stands is named', () => {
    expect(compareTitles(['a'], ['a'], { a: 'gone', 'b > *': 'gone' }).unused).toEqual(['a', 'b > *']);
  });

  test('brackets within a title stay', () => {
    expect(withoutIds('[1,2] is read [A]')).toBe('[1,2] is read');
  });
});

describe('why titles vanished', () => {
  const none = { files: {}, renamed: {}, gone: {} };

  test('a new name is a reason only if it stands', () => {
    const renamed = { old: 'new', older: 'newer' };
    expect(reasonsFor(['old', 'older'], ['new [A]'], { ...none, renamed })).toEqual({ old: 'Now: new' });
  });

  test('the path of a moved file is followed', () => {
    const files = { 'a.ts': 'b/a.ts' };
    expect(reasonsFor(['a.ts x'], ['b/a.ts x'], { ...none, files })).toEqual({ 'a.ts x': 'Now: b/a.ts x' });
  });

  test('what is gone keeps its reason', () => {
    expect(reasonsFor(['old'], [], { ...none, gone: { old: 'why' } })).toEqual({ old: 'why' });
  });
});
