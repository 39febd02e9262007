import { expect, test } from 'vitest';
import { failure, success } from '../../core/model/failure.ts';
import { useClientScene } from './client.support.ts';
import { type Pages, readPages } from './client.ts';
import type { Page } from './included.ts';
import type { PageParameters } from './queries.ts';

const scene = useClientScene({ forms: ['one-of-each', 'nurse'] });

async function allOf<Resource>(pages: Pages<Resource>) {
  const elements = [];
  for await (const page of pages) elements.push(page);
  return elements;
}

test('list_questions.page[number]: the pages together are the list, each asked for once', async () => {
  const whole = await scene().client.listQuestions({ page: { size: 1000 } });
  const before = scene().sent.length;
  const pages = await allOf(scene().client.questionPages({ page: { size: 7 } }));
  const numbers = scene()
    .sent.slice(before)
    .map(({ url }) => new URL(url).searchParams.get('page[number]'));
  expect(numbers).toEqual(pages.map((_, index) => String(index + 1)));
  expect(pages.flatMap((page) => (page.ok ? page.value.data : []))).toEqual(
    whole.ok ? whole.value.data : null,
  );
});

test('error.500: a failure is the last element, and nothing is asked after it', async () => {
  scene().sandbox.setFaults({
    disturb: [{ path: '/api/v1/questions', reply: 500, requests: 1 }],
  });
  const before = scene().sent.length;
  const pages = await allOf(scene().client.questionPages({ page: { size: 5 } }));
  expect(pages).toEqual([{ ok: false, error: { kind: 'server_error', status: 500 } }]);
  expect(scene().sent).toHaveLength(before + 1);
});

test('list_applications.page[size]: a page that cannot be is one failure, and nothing is sent', async () => {
  const before = scene().sent.length;
  const pages = await allOf(scene().client.applicationPages({ page: { size: 2000 } }));
  expect(pages).toEqual([{ ok: false, error: { kind: 'bad_request', parameter: 'page.size' } }]);
  expect(scene().sent).toHaveLength(before);
});

type Numbered = { readonly id: string };

const pageOf = (...ids: readonly string[]): Page<Numbered> => ({
  data: ids.map((id) => ({ id })),
  included: [],
  meta: {},
  total: null,
});

const hundred = pageOf(...Array.from({ length: 100 }, (_, place) => String(place + 1)));
const counted = (total: number, ...ids: readonly string[]) => ({ ...pageOf(...ids), total });

/** Answers page after page, the last for ever; a number of pages that no list has ends the test. */
async function walk(answers: readonly Page<Numbered>[], parameters: PageParameters) {
  const asked: number[] = [];
  const read = async ({ number }: Required<PageParameters>) => {
    asked.push(number);
    if (asked.length > 20) throw new Error('It does not end.');
    return success(answers[Math.min(asked.length, answers.length) - 1] ?? pageOf());
  };
  return { pages: await allOf(readPages(read, parameters)), asked };
}
const unreadable = failure({ kind: 'bad_document', status: 200 });

test('list_applications.page[number]: a service that gives the first page for ever is found out', async () => {
  const first = pageOf('1', '2');
  const { pages, asked } = await walk([first], { size: 2 });
  expect(pages).toEqual([success(first), unreadable]);
  expect(asked).toEqual([1, 2]);
});

test('list_applications.page[size]: a service that gives more than was asked for is not taken for its end', async () => {
  const { pages } = await walk([pageOf('1', '2', '3')], { size: 2 });
  expect(pages.at(-1)).toEqual(unreadable);
});

test.each([
  ['a short page', [pageOf('1', '2'), pageOf('3')], 2, [1, 2]],
  ['an empty page where the one before was full', [pageOf('1', '2'), pageOf()], 2, [1, 2]],
  ['an empty list', [pageOf()], 100, [1]],
  ['not a page of the default size, whatever was asked for,', [hundred, pageOf('101')], 1_000, [1, 2]],
  ['pages of nothing', [pageOf()], 0, [1]],
  ['a page that completes the total', [counted(2, '1', '2')], 2, [1]],
  [
    'not the page that is short of a total, but the one that completes it,',
    [counted(3, '1', '2'), counted(3, '3')],
    100,
    [1, 2],
  ],
  [
    'an empty page, where more was told than there is,',
    [counted(9, '1'), counted(9, '2'), counted(9)],
    100,
    [1, 2, 3],
  ],
])('list_applications.page[size]: %s is the last', async (_what, answers, size, numbers) => {
  const { pages, asked } = await walk(answers, { size });
  expect(pages).toEqual(answers.map(success));
  expect(asked).toEqual(numbers);
});
