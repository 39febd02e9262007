import { expect, test } from 'vitest';
import { success } from '../../core/model/failure.ts';
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

test('list_questions.page[number]: the pages make up the list, and each is requested once', async () => {
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

test('error.500: a failure is the last element, and no request follows', async () => {
  scene().sandbox.setFaults({
    disturb: [{ path: '/api/v1/questions', reply: 500, requests: 1 }],
  });
  const before = scene().sent.length;
  const pages = await allOf(scene().client.questionPages({ page: { size: 5 } }));
  expect(pages).toEqual([{ ok: false, error: { kind: 'server_error', status: 500 } }]);
  expect(scene().sent).toHaveLength(before + 1);
});

type Numbered = { readonly id: string };

const pageOf = (...ids: readonly string[]): Page<Numbered> => ({
  data: ids.map((id) => ({ id })),
  included: [],
  meta: {},
  total: null,
});
const counted = (total: number, ...ids: readonly string[]) => ({ ...pageOf(...ids), total });

/** Returns page after page, repeating the last one; the test fails after 20 pages. */
async function walk(answers: readonly Page<Numbered>[], parameters: PageParameters) {
  const requested: number[] = [];
  const read = async ({ number }: Required<PageParameters>) => {
    requested.push(number);
    if (requested.length > 20) throw new Error('It does not end.');
    return success(answers[Math.min(requested.length, answers.length) - 1] ?? pageOf());
  };
  return { pages: await allOf(readPages(read, parameters)), requested };
}

test.each([
  ['a short page', [pageOf('1', '2'), pageOf('3')], 2, [1, 2]],
  ['an empty page after a full one', [pageOf('1', '2'), pageOf()], 2, [1, 2]],
  ['a page that completes the total', [counted(2, '1', '2')], 2, [1]],
])('list_applications.page[size]: %s is the last page', async (_name, answers, size, numbers) => {
  const { pages, requested } = await walk(answers, { size });
  expect(pages).toEqual(answers.map(success));
  expect(requested).toEqual(numbers);
});
