import { readFileSync } from 'node:fs';
import { parse } from 'acorn';
import type { Page } from 'playwright/test';
import { guardMessages } from '../../src/locale/guard-words.ts';
import { expect, test } from '../support/with-server.ts';

const script = readFileSync(new URL('../../dist/site/apply-form.js', import.meta.url), 'utf8');
const tooOld = 'This browser is too old for this form.';

/** Chrome 80 to 92, Firefox 78 to 91 and Safari 13.1 to 15.3 lack it. */
const makeOld = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(Object, 'hasOwn'));

/** Chrome from 85, Firefox from 90 and Safari from 15 read ES2022 but for static blocks. */
function isRead(code: string): boolean {
  try {
    parse(code, { ecmaVersion: 2022, sourceType: 'module' });
    return !/\bstatic\s*\{/.test(code);
  } catch {
    return false;
  }
}

test('browsers below the minimum version can parse the script', () => {
  expect(isRead(script)).toBe(true);
  expect(isRead('class Form { static { define(Form); } }')).toBe(false);
});

test('the script has no pattern that older browsers cannot parse', () => {
  const tooNew = /\(\?<[=!]/;
  expect(script.match(tooNew)).toBeNull();
  expect('(?<=a)b').toMatch(tooNew);
});

test.describe('in a browser below the floor', () => {
  test('the element says so above the page’s fallback, and tells the page by an event', async ({
    page,
    host,
    server,
  }) => {
    await makeOld(page);
    const src = `${server.origin}/apply-form.js`;
    await page.goto(
      host.show(`<!doctype html><title>Nurse</title><script>
        addEventListener('apply-error', ({ detail }) => { document.title = detail.code; });
      </script><script type="module" src="${src}"></script>
      <apply-form job="4711"><a href="/other">Apply on our page</a></apply-form>`),
    );
    await expect(page.locator('apply-form')).toHaveText(`${tooOld}Apply on our page`);
    await expect(page.getByRole('link')).toBeVisible();
    await expect(page).toHaveTitle('unsupported_browser');
  });
});

for (const [place, language] of [
  ['form', 'en'],
  ['frame/default', 'de'],
] as const) {
  const address = `${place}#job=4711&lang=${language}`;
  const files = /\/assets\/.*\.js$/;
  const { old, lost } = guardMessages[language];

  test(`our page says when a browser is too old, or when its files do not load: ${address}`, async ({
    page,
    server,
  }) => {
    const body = 'class Form { static { @@ } }';
    await page.route(files, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto(`${server.origin}/${address}`);
    await expect(page.getByRole('alert')).toHaveText(old);
    await page.unroute(files);
    await page.route(files, (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText(lost);
  });
}

test('our page shows no browser message where the form runs', async ({ page, server }) => {
  await page.goto(`${server.origin}/form#job=4711`);
  await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'ready');
  await expect(page.getByRole('alert')).toHaveCount(0);
});
