/** Our own pages ask for the form of a public job before their files have come. */
import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { gate } from '../support/rigged-proxy.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    asked.push(`${request.method()} ${pathname}${search}`);
  });
  return asked;
}

const questions = (asked: readonly string[]) => asked.filter((one) => /sessions|questions/.test(one));

for (const place of ['form#job=4711', 'frame/default#job=4711']) {
  for (const [locale, query] of [
    ['en-GB', '?include=questions'],
    ['de-AT', '?include=questions&locale=de'],
    ['pt-BR', '?include=questions&locale=pt-BR'],
    ['ja', '?include=questions'],
  ] as const) {
    test.describe(`${place} in a browser that speaks ${locale}`, () => {
      test.use({ locale });

      test(
        'asks once, before its script has come',
        deepUnless(place.startsWith('form') && locale === 'de-AT'),
        async ({ page, server }) => {
          const asked = requestsOf(page);
          const script = gate();
          await page.route(/\/assets\/define-/, script.handler);
          await page.goto(`${server.origin}/${place}`, { waitUntil: 'commit' });
          await expect.poll(() => questions(asked)).toHaveLength(1);
          script.open();
          await expect(new Applicant(page).state()).toHaveAttribute('data-state', 'ready');
          expect(questions(asked)).toEqual([`POST /sessions${query}`]);
        },
      );
    });
  }
}

test('a link with its own language is asked for in that', { tag: '@deep' }, async ({ page, server }) => {
  const asked = requestsOf(page);
  await page.goto(`${server.origin}/form#job=4711&lang=fr`);
  await expect(new Applicant(page).state()).toHaveAttribute('data-state', 'ready');
  expect(questions(asked)).toEqual(['POST /sessions?include=questions&locale=fr']);
});

test('a tab that keeps answers goes on in their session, by one request that names it', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/form#job=4711`);
  const applicant = new Applicant(page);
  await applicant.detail('first_name').fill('Ada');
  await applicant.settle();
  const asked = requestsOf(page);
  const opening = page.waitForRequest(/\/sessions/);
  await page.reload();
  expect((await opening).postDataJSON().data.attributes).toHaveProperty('draft_handle');
  await expect(applicant.detail('first_name')).toHaveValue('Ada');
  expect(questions(asked)).toEqual(['POST /sessions?include=questions']);
});

test('where that request fails the form says so, and the next try opens it', { tag: '@deep' }, async ({
  page,
  server,
}) => {
  await page.route(/\/sessions/, (route) => route.abort(), { times: 1 });
  await page.goto(`${server.origin}/form#job=4711`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(new Applicant(page).state()).toHaveAttribute('data-state', 'ready');
});
