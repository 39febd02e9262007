import { describe, expect, test } from 'vitest';
import { ContentPlace, splitAtPlaces } from './gapped-text.ts';

const pdf = new ContentPlace('application/pdf');
const fill = (pieces: readonly string[], contents: readonly string[]): unknown =>
  JSON.parse(pieces.map((piece, place) => piece + (contents[place] ?? '')).join(''));

describe('a body is cut where contents go', () => {
  test.each<[string, unknown]>([
    ['a text', 'a "quoted" text'],
    ['nothing', null],
    ['lists and objects', { a: [1, true, null, { b: 'c' }, []], 'd"': {} }],
    ['what JSON leaves out', { a: undefined, b: [undefined] }],
    ['what looks like a place', { cv: 'data:application/pdf;base64,', type: 'application/pdf' }],
  ])('without a place it is whole: %s', (_name, body) => {
    expect(splitAtPlaces(body)).toEqual([JSON.stringify(body)]);
  });

  test('each place becomes a data URI with its content, in the order of the text', () => {
    const body = {
      cv: pdf,
      name: 'x',
      documents: [
        { data: new ContentPlace('image/png'), filename: '1' },
        { data: pdf, filename: '"2' },
      ],
    };
    const pieces = splitAtPlaces(body);
    expect(pieces).toHaveLength(4);
    expect(fill(pieces, ['AAAA', 'BBBB', 'CCCC'])).toEqual({
      cv: 'data:application/pdf;base64,AAAA',
      name: 'x',
      documents: [
        { data: 'data:image/png;base64,BBBB', filename: '1' },
        { data: 'data:application/pdf;base64,CCCC', filename: '"2' },
      ],
    });
  });
});
