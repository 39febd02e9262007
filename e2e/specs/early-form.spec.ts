/** Our own pages request the form of a public job before their files have loaded. */
import type { Page } from 'playwright/test';
import { formOn, meet } from '../support/applicant.ts';
import { gate } from '../support/rigged-proxy.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

/** Records the requests for sessions and questions. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/sessions|questions/.test(pathname + search))
      requests.push(`${request.method()} ${pathname}${search}`);
  });
  return requests;
}

for (const place of ['form#job=4711', 'frame/default#job=4711'])
  test.describe(`${place} in a browser that speaks German`, () => {
    test.use({ locale: 'de-AT' });

    test(
      'requests the form once, before its script has loaded',
      deepUnless(place.startsWith('form')),
      async ({ page, server }) => {
        const requests = requestsOf(page);
        const script = gate();
        await page.route(/\/assets\/define-/, script.handler);
        await page.goto(`${server.origin}/${place}`, { waitUntil: 'commit' });
        await expect.poll(() => requests).toHaveLength(1);
        script.open();
        await formOn(page);
        expect(requests).toEqual(['POST /sessions?include=questions&locale=de']);
      },
    );
  });

test('a tab with a draft resumes its session, by one request that names it', async ({ page, server }) => {
  const applicant = await meet(page, `${server.origin}/form#job=4711`);
  await applicant.detail('first_name').fill('Ada');
  await applicant.settle();
  const requests = requestsOf(page);
  const opening = page.waitForRequest(/\/sessions/);
  await page.reload();
  expect((await opening).postDataJSON().data.attributes).toHaveProperty('draft_handle');
  await expect(applicant.detail('first_name')).toHaveValue('Ada');
  expect(requests).toEqual(['POST /sessions?include=questions']);
});

test('shows a failure when that request fails, and opens the form on the next try', { tag: '@deep' }, async ({
  page,
  server,
}) => {
  await page.route(/\/sessions/, (route) => route.abort(), { times: 1 });
  await page.goto(`${server.origin}/form#job=4711`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await formOn(page);
});
