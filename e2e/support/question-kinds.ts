import type { Entry } from './applicant.ts';

/** Each kind of question by its question in the form `one-of-each`. */
export interface QuestionKind {
  readonly name: string;
  readonly question: string;
  /** An answer that can be sent and has follow-ups where the kind has any; null: it cannot be answered. */
  readonly answer: Entry | null;
  /** The follow-ups that then stand below it. */
  readonly followUps: readonly string[];
  /** Another answer that can be sent. */
  readonly other: Entry | null;
  /** An answer that cannot be sent; null takes the answer away, so that it is missing where it is required. */
  readonly wrong: Entry | null;
}

/** A question of an unknown type; `rigged-proxy.ts` puts it into the form. */
export const unknownQuestion = '2900';

export const questionKinds: readonly QuestionKind[] = [
  { name: 'boolean', question: '2001', answer: true, followUps: ['2101', '2104'], other: false, wrong: null },
  {
    name: 'short_text',
    question: '2002',
    answer: 'Nurse',
    followUps: ['2105', '2107'],
    other: 'nurse',
    wrong: null,
  },
  {
    name: 'long_text',
    question: '2003',
    answer: 'night shifts',
    followUps: ['2109', '2111'],
    other: 'Days',
    wrong: null,
  },
  {
    name: 'url',
    question: '2004',
    answer: 'https://example.com/cv',
    followUps: ['2113'],
    other: 'example.org',
    wrong: 'not an address',
  },
  {
    name: 'multiple_choice',
    question: '2006',
    answer: ['Nights'],
    followUps: ['2117'],
    other: ['Days', 'Evenings'],
    wrong: [],
  },
  { name: 'number', question: '2007', answer: '10', followUps: ['2119'], other: '1', wrong: 'ten' },
  {
    name: 'date',
    question: '2008',
    answer: '2024-06-05',
    followUps: ['2124'],
    other: '2026-01-01',
    wrong: null,
  },
  {
    name: 'date_range',
    question: '2011',
    answer: { from: '2024-01-01', to: '2025-01-01' },
    followUps: [],
    other: { from: '2024-02-01', to: '2025-02-01' },
    wrong: { from: '2025-01-01', to: '2024-01-01' },
  },
  {
    name: 'document',
    question: '2009',
    answer: { files: ['letter.pdf'] },
    followUps: ['2129', '2132'],
    other: { files: ['other.pdf'] },
    wrong: { files: ['empty.pdf'] },
  },
  {
    name: 'multi_document',
    question: '2010',
    answer: { files: ['one.pdf', 'two.pdf'] },
    followUps: ['2133', '2136'],
    other: { files: ['three.pdf'] },
    wrong: { files: ['empty.pdf'] },
  },
  { name: 'unknown', question: unknownQuestion, answer: null, followUps: [], other: null, wrong: null },
];
