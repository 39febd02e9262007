import { describe, expect, test } from 'vitest';
import { contentOf, splitAtContents } from './bodies.ts';

const pdf = contentOf('application/pdf');
const fill = (pieces: readonly string[], contents: readonly string[]): unknown =>
  JSON.parse(pieces.map((piece, place) => piece + (contents[place] ?? '')).join(''));

describe('a body is cut where contents go', () => {
  test('without content it is whole', () => {
    const body = { cv: 'data:application/pdf;base64,', type: 'application/pdf' };
    expect(splitAtContents(body)).toEqual([JSON.stringify(body)]);
  });

  test('each content becomes a data URI with its content, in the order of the text', () => {
    const body = {
      cv: pdf,
      name: 'x',
      documents: [
        { data: contentOf('image/png'), filename: '1' },
        { data: pdf, filename: '"2' },
      ],
    };
    const pieces = splitAtContents(body);
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
