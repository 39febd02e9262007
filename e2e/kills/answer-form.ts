/** What one applicant answers to the sample form `one-of-each`, and how the service must hold it. */
import { createHash, randomUUID } from 'node:crypto';
import type { Random } from '../../src/sandbox/faults/disturbance.ts';

export interface GivenFile {
  readonly id: string;
  readonly name: string;
  readonly question: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface GivenAnswer {
  readonly question: string;
  /** As the browser sends it. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** As the sandbox's control shows it, or of a file what it is known by. */
  readonly held: unknown;
}

export interface GivenAnswers {
  readonly answers: readonly GivenAnswer[];
  readonly files: readonly GivenFile[];
}

export const FORM = 'one-of-each';
export const JOB = '4712';

/** Bytes of the larger files: several network packets. */
const LARGE = 300_000;

type Make = (random: Random) => readonly (GivenAnswer | GivenFile)[];

const simple = (question: string, attribute: string, value: unknown): GivenAnswer => ({
  question,
  attributes: { [attribute]: value },
  held: value,
});

const word = (random: Random): string => `word ${Math.floor(random() * 1e9)}`;

/** By question: a parent and, of the first, its follow-ups, which must come after it and must never come without it. */
const makers: readonly Make[] = [
  (random) => [
    simple('2001', 'boolean_answer', true),
    simple('2101', 'text_answer', word(random)),
    simple('2104', 'text_answer', word(random)),
  ],
  (random) => [simple('2002', 'text_answer', word(random))],
  (random) => [simple('2003', 'text_answer', `${word(random)}\n${word(random)}`)],
  (random) => [simple('2004', 'url_answer', `https://example.com/${Math.floor(random() * 1e6)}`)],
  (random) => [simple('2005', 'multiple_choice_answer', [random() < 0.5 ? 'Part time' : 'Either'])],
  () => [simple('2006', 'multiple_choice_answer', ['Days', 'Weekends'])],
  (random) => [simple('2007', 'number_answer', String(Math.floor(random() * 1000)))],
  () => [simple('2008', 'date_answer', '2026-02-28')],
  (random) => [makeFile('2009', random)],
  (random) => [makeFile('2010', random), makeFile('2010', random)],
  () => [
    {
      question: '2011',
      attributes: { date_from_answer: '2020-01-01', date_to_answer: '2024-02-29' },
      held: { from: '2020-01-01', to: '2024-02-29' },
    },
  ],
];

/** Two to five questions with their follow-ups, in the order of the form. */
export function answerForm(random: Random): GivenAnswers {
  const wanted = 2 + Math.floor(random() * 4);
  const places = [...makers.keys()].sort(() => random() - 0.5).slice(0, wanted);
  const made = places.sort((left, right) => left - right).flatMap((place) => makers[place]?.(random) ?? []);
  const files = made.filter((one): one is GivenFile => 'bytes' in one);
  return { files, answers: made.map((one) => ('bytes' in one ? answerWith(one) : one)) };
}

function makeFile(question: string, random: Random): GivenFile {
  const size = random() < 0.2 ? LARGE : 500;
  const bytes = new TextEncoder().encode(`%PDF-1.7\n% ${word(random)}\n${'x'.repeat(size)}\n%%EOF\n`);
  return { id: randomUUID(), name: `certificate ${Math.floor(random() * 1e6)}.pdf`, question, bytes };
}

function answerWith({ id, question, bytes, name }: GivenFile): GivenAnswer {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { question, attributes: { document: id }, held: { filename: name, sha256 } };
}
