/** Bodies of `POST /submissions` for the sample form `engineer`: as it sends them, and as large and odd as is let in. */
import { type Applicant, HEADER, list, MEDIA, type Route, type Shot } from './request.ts';

type Answer = readonly [question: string, attributes: object];

const element = ([id, attributes]: Answer) => ({
  type: 'answers',
  attributes,
  relationships: { question: { data: { type: 'questions', id } } },
});

const person = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };

const post = ({ token }: Applicant, body: string, headers = {}): Shot => ({
  method: 'POST',
  path: '/submissions',
  token,
  headers: { ...MEDIA, prefer: 'wait=0', ...headers },
  body,
});

const bodyOf = ({ revision }: Applicant, answers: readonly Answer[], meta: object = {}): string =>
  JSON.stringify({
    data: [{ type: 'applications', attributes: person }, ...answers.map(element)],
    meta: { revision, ...meta },
  });

const sentence = 'A sentence or two that an applicant may write. '.repeat(3);

const answersOf = ({ file }: Applicant, long = sentence): readonly Answer[] => [
  ['101', { text_answer: sentence }],
  ['102', { number_answer: '5' }],
  ['103', { multiple_choice_answer: ['TypeScript', 'PostgreSQL'] }],
  ['124', { number_answer: '12' }],
  ['104', { text_answer: long }],
  ['105', { url_answer: 'https://example.com/work' }],
  ['126', { text_answer: sentence }],
  ['106', { document: file }],
  ['108', { date_from_answer: '2020-01-01', date_to_answer: '2024-02-29' }],
  ['109', { date_answer: '2026-02-28' }],
  ['110', { multiple_choice_answer: ['Fully remote'] }],
  ['130', { text_answer: sentence }],
  ['111', { boolean_answer: true }],
];

const others = (count: number, attributes: (place: number) => object): readonly Answer[] =>
  list(count, (place) => [`x${place}`, attributes(place)]);

const changed = (applicant: Applicant, ...changes: readonly Answer[]): readonly Answer[] => [
  ...answersOf(applicant).filter(([id]) => changes.every(([other]) => other !== id)),
  ...changes,
];

const MIB = 1_048_000;

const hostile: Route['hostile'] = {
  '4,500 files': (one) =>
    post(
      one,
      bodyOf(
        one,
        others(4_500, () => ({ document: crypto.randomUUID() })),
      ),
    ),
  '40 files that are not there': (one) =>
    post(
      one,
      bodyOf(one, changed(one, ...list(40, (): Answer => ['107', { document: crypto.randomUUID() }]))),
    ),
  '5,000 questions of another form': (one) =>
    post(
      one,
      bodyOf(
        one,
        others(5_000, () => ({ text_answer: 'x' })),
      ),
    ),
  '5,000 answers to one question': (one) =>
    post(
      one,
      bodyOf(
        one,
        list(5_000, (): Answer => ['101', { text_answer: 'x' }]),
      ),
    ),
  '5,000 elements of no kind': (one) =>
    post(
      one,
      bodyOf(
        one,
        others(5_000, () => ({ concealed: 'x' })),
      ),
    ),
  '5,000 days that are none': (one) =>
    post(
      one,
      bodyOf(
        one,
        others(5_000, () => ({ date_from_answer: '1', date_to_answer: '2' })),
      ),
    ),
  '1,000 options in each of 300 answers': (one) =>
    post(
      one,
      bodyOf(
        one,
        others(300, () => ({ multiple_choice_answer: list(1_000, () => '') })),
      ),
    ),
  '1,000 options of no question': (one) =>
    post(one, bodyOf(one, changed(one, ['103', { multiple_choice_answer: list(1_000, String) }]))),
  'the longest text': (one) => post(one, bodyOf(one, answersOf(one, 'word '.repeat(20_000)))),
  'the longest text, of marks': (one) =>
    post(one, bodyOf(one, answersOf(one, '\u0301\u0323'.repeat(50_000)))),
  'the longest text, of control characters': (one) =>
    post(one, bodyOf(one, answersOf(one, '\u0001'.repeat(100_000)))),
  'a text of 1 MiB': (one) => post(one, bodyOf(one, answersOf(one, 'x'.repeat(MIB - 5_000)))),
  'a number of 1,000 digits behind its e': (one) =>
    post(one, bodyOf(one, changed(one, ['102', { number_answer: `1e${'9'.repeat(998)}` }]))),
  'an address of 100,000 characters': (one) =>
    post(one, bodyOf(one, changed(one, ['105', { url_answer: `https://${'a.'.repeat(49_990)} ` }]))),
  'a day of 1,000 spaces': (one) =>
    post(one, bodyOf(one, changed(one, ['109', { date_answer: `1${' '.repeat(998)}x` }]))),
  'a name of 1 MiB': (one) =>
    post(one, bodyOf(one, answersOf(one)).replace('"Ada"', `"${'\\u0001'.repeat(170_000)}"`)),
  'a source of 1 MiB': (one) => post(one, bodyOf(one, answersOf(one), { source: '\u200b'.repeat(170_000) })),
  'lists in lists': (one) => post(one, `${'['.repeat(MIB / 2)}${']'.repeat(MIB / 2)}`),
  'objects without end': (one) => post(one, `[${'{},'.repeat(MIB / 3)}{}]`),
  'members without end': (one) => post(one, `{${list(80_000, (place) => `"${place}a":0`).join()}}`),
  'numbers without end': (one) => post(one, `{"data":[${'0,'.repeat(MIB / 2 - 20)}0]}`),
  'quotes in a text': (one) => post(one, `{"data":"${'\\"'.repeat(MIB / 2 - 20)}"}`),
  'no JSON': (one) => post(one, 'x'.repeat(MIB)),
  'the longest headers': (one) =>
    post(one, bodyOf(one, answersOf(one)), { prefer: ', wait='.repeat(HEADER / 7 - 300) }),
};

export const submissions: Route = {
  name: 'POST /submissions',
  storesOnce: true,
  normal: (one) => post(one, bodyOf(one, answersOf(one))),
  hostile,
};

/** What is stored must be compared with what comes: beside a first one, as the form sends it again only where a reply was lost. */
export const repeated: Route = {
  name: 'POST /submissions, once sent',
  hasSent: 'hostile',
  storesOnce: true,
  normal: (one) => post(one, bodyOf(one, answersOf(one))),
  hostile: {
    '5,000 answers more': (one) =>
      post(
        one,
        bodyOf(
          one,
          others(5_000, () => ({ text_answer: 'x' })),
        ),
      ),
    '50 answers more': (one) =>
      post(one, bodyOf(one, [...answersOf(one), ...others(40, () => ({ text_answer: 'x' }))])),
    '40 files that are not there': hostile['40 files that are not there'] ?? submissions.normal,
    'the longest text': hostile['the longest text'] ?? submissions.normal,
    'another text': (one) => post(one, bodyOf(one, answersOf(one, 'other'))),
  },
};

export const sent = (one: Applicant): Shot => post(one, bodyOf(one, answersOf(one)));
