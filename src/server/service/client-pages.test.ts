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

type Numbered = { readonly id: string };

const pageOf = (...ids: readonly string[]): Page<Numbered> => ({
  data: ids.map((id) => ({ id })),
  included: [],
  meta: {},
  total: null,
});
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

test.each([
  ['a short page', [pageOf('1', '2'), pageOf('3')], 2, [1, 2]],
  ['an empty page where the one before was full', [pageOf('1', '2'), pageOf()], 2, [1, 2]],
  ['a page that completes the total', [counted(2, '1', '2')], 2, [1]],
])('list_applications.page[size]: %s is the last', async (_what, answers, size, numbers) => {
  const { pages, asked } = await walk(answers, { size });
  expect(pages).toEqual(answers.map(success));
  expect(asked).toEqual(numbers);
});
