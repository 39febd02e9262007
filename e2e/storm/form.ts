/** What everyone in the storm answers: three texts of the sample form `one-of-each`. */
export const FORM = 'one-of-each';
export const JOB = '4712';
export const ORIGIN = 'https://careers.example.com';

const [SHORT, LONG, ADDRESS] = ['2002', '2003', '2004'];

/** What is written, unlike that of all others: the service is asked for it at the end. */
export const textsOf = (who: string): readonly string[] => [
  `${who} short`,
  `${who} long`,
  `https://example.com/${who.replaceAll(' ', '-')}`,
];

export interface Wish {
  readonly texts: readonly string[];
  readonly revision: string;
  /** null: an application is there. */
  readonly email: string | null;
  /** The solution of a proof of work. */
  readonly solution?: string | null;
}

/** The body of `POST /submissions`. */
export function submissionOf({ texts, revision, email, solution = null }: Wish): string {
  const person = { first_name: 'Ada', last_name: 'Example', email };
  const details = email === null ? [] : [{ type: 'applications', attributes: person }];
  const [short, long, address] = texts;
  const answers = [
    [SHORT, { text_answer: short }],
    [LONG, { text_answer: long }],
    [ADDRESS, { url_answer: address }],
  ].map(([id, attributes]) => ({
    type: 'answers',
    attributes,
    relationships: { question: { data: { type: 'questions', id } } },
  }));
  const meta = { revision, ...(solution === null ? {} : { challenge: solution }) };
  return JSON.stringify({ data: [...details, ...answers], meta });
}

export const sessionFor = (attributes: Readonly<Record<string, string>>): string =>
  JSON.stringify({ data: { type: 'sessions', attributes } });
