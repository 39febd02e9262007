import type { Entry } from './applicant.ts';

/** A kind of question, with its question in the form `one-of-each`. */
export interface QuestionKind {
  readonly name: string;
  readonly question: string;
  /** A valid answer, which shows follow-ups if the kind has any; null if the kind cannot be answered. */
  readonly answer: Entry | null;
  /** The follow-ups that this answer shows. */
  readonly followUps: readonly string[];
  /** Another valid answer. */
  readonly other: Entry | null;
  /** An invalid answer; null clears the answer, so that it is missing if it is required. */
  readonly wrong: Entry | null;
}

/** A question of an unknown type; `rigged-proxy.ts` puts it into the form. */
export const unknownQuestion = '2900';

type Row = readonly [string, string, Entry | null, readonly string[], Entry | null, Entry | null];

const file = (...files: readonly string[]) => ({ files });
const range = (from: string, to: string) => ({ from, to });

const rows: readonly Row[] = [
  ['boolean', '2001', true, ['2101', '2104'], false, null],
  ['short_text', '2002', 'Nurse', ['2105', '2107'], 'nurse', null],
  ['long_text', '2003', 'night shifts', ['2109', '2111'], 'Days', null],
  ['url', '2004', 'https://example.com/cv', ['2113'], 'example.org', 'not an address'],
  ['multiple_choice', '2006', ['Nights'], ['2117'], ['Days', 'Evenings'], []],
  ['number', '2007', '10', ['2119'], '1', 'ten'],
  ['date', '2008', '2024-06-05', ['2124'], '2026-01-01', null],
  [
    'date_range',
    '2011',
    range('2024-01-01', '2025-01-01'),
    [],
    range('2024-02-01', '2025-02-01'),
    range('2025-01-01', '2024-01-01'),
  ],
  ['document', '2009', file('letter.pdf'), ['2129', '2132'], file('other.pdf'), file('empty.pdf')],
  [
    'multi_document',
    '2010',
    file('one.pdf', 'two.pdf'),
    ['2133', '2136'],
    file('three.pdf'),
    file('empty.pdf'),
  ],
  ['unknown', unknownQuestion, null, [], null, null],
];

export const questionKinds: readonly QuestionKind[] = rows.map(
  ([name, question, answer, followUps, other, wrong]) => ({
    name,
    question,
    answer,
    followUps,
    other,
    wrong,
  }),
);
