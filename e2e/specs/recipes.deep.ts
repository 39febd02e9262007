/**
 * Runs the blocks of `public/docs/embedding.md` for WordPress and Google Tag Manager in pages that change and insert them
 * as WordPress, its plugins and Tag Manager do.
 */
import type { Page } from 'playwright/test';
import { snippetsOf } from '../../src/build/docs/snippets.support.ts';
import { Applicant } from '../support/applicant.ts';
import { careersPage, watchForTrouble } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';

const blocks = snippetsOf('html').filter(
  ({ heading }) => heading === 'WordPress' || heading === 'Google Tag Manager',
);

/** Returns the block with this text, changed to this server's origin. */
function blockWith(words: string, origin: string): string {
  const [block, ...more] = blocks.filter(({ text }) => text.includes(words));
  if (block === undefined || more.length > 0) throw new Error(`${words} is not in exactly one block.`);
  return block.text.replaceAll('https://forms.example.com', origin);
}

const wordPress = (origin: string) => blockWith('endpoint="https://forms.example.com">', origin);
const place = (origin: string) => blockWith('data-job="4711"', origin);
const tag = (origin: string) => blockWith('getAttribute(', origin);

const isOpen = (page: Page, count = 1) =>
  expect(page.locator('apply-form[data-state=ready]')).toHaveCount(count);

const link = (page: Page) => page.getByRole('link', { name: 'Apply on our careers page' });

test('these tests run every code block of the page', () => {
  const run = [wordPress, place, tag].map((block) => block('https://forms.example.com'));
  expect(blocks.map(({ text }) => text)).toEqual(run);
});

/** Changes that plugins and editors of WordPress make to the block. */
const rewritten: readonly (readonly [name: string, rewrite: (html: string) => string])[] = [
  ['unchanged', (html) => html],
  ['deferred', (html) => html.replace(' async', ' defer')],
  ['neither async nor deferred', (html) => html.replace(' async', '')],
  [
    'by its classic file, with nothing but its address',
    (html) =>
      html
        .replace(' type="module"', '')
        .replace(' crossorigin', '')
        .replace('apply-form.js', 'apply-form-classic.js'),
  ],
  ['in a paragraph of the classic editor', (html) => `<p>${html.replaceAll('\n', '<br />\n')}</p>`],
  ['twice', (html) => `${html}${html}`],
];

for (const [name, rewrite] of rewritten) {
  test(`WordPress: the block shows the form ${name}`, async ({ page, server, host }) => {
    const { errors } = await watchForTrouble(page);
    const html = rewrite(wordPress(server.origin));
    await page.goto(host.show(careersPage(html)));
    await isOpen(page, html.match(/<apply-form/g)?.length);
    await expect(link(page)).toHaveCount(0);
    expect(errors).toEqual([]);
  });
}

test('WordPress: when a plugin delays scripts, the link shows until the first touch loads the form', async ({
  page,
  server,
  host,
}) => {
  const delayed = wordPress(server.origin)
    .replace('type="module"', 'type="delayed" data-type="module"')
    .replace(' src=', ' data-src=');
  const plugin = `addEventListener('pointerdown', () => {
    for (const waiting of document.querySelectorAll('script[type=delayed]')) {
      const script = document.createElement('script');
      script.type = waiting.dataset.type;
      script.src = waiting.dataset.src;
      script.async = waiting.async;
      waiting.replaceWith(script);
    }
  }, { once: true });`;
  await page.goto(host.show(careersPage(`${delayed}<script>${plugin}</script>`)));
  await expect(link(page)).toBeVisible();
  await page.mouse.click(2, 2);
  await isOpen(page);
});

test('WordPress: a copy of the script on the site starts, and requests its other files from the site', async ({
  page,
  server,
  host,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const script = await (await fetch(`${server.origin}/apply-form.js`)).text();
  await page.route('**/combined.js', (route) =>
    route.fulfill({ body: script, contentType: 'text/javascript' }),
  );
  const copied = wordPress(server.origin).replace(
    `src="${server.origin}/apply-form.js"`,
    'src="/combined.js"',
  );
  const address = host.show(careersPage(copied, { lang: 'de' }));
  await page.goto(address);
  await expect(page.locator('apply-form')).toHaveAttribute('data-state', /./);
  await expect
    .poll(() => requests.filter((url) => url.startsWith(`${address}assets/`)).length)
    .toBeGreaterThan(0);
});

/** Inserts a tag like Tag Manager: new scripts in a hidden element at the end, with no attribute but `src`. */
const insertTag = (page: Page, html: string) =>
  page.evaluate((text) => {
    const hidden = document.createElement('div');
    hidden.hidden = true;
    document.body.append(hidden);
    const parsed = document.createElement('div');
    parsed.innerHTML = text;
    for (const node of [...parsed.childNodes]) {
      if (!(node instanceof HTMLScriptElement)) {
        hidden.append(node);
        continue;
      }
      const script = document.createElement('script');
      script.async = false;
      script.text = node.text;
      if (node.src) script.src = node.src;
      hidden.append(script);
    }
  }, html);

test('Google Tag Manager: however often it fires, the tag adds one form, with the fallback inside', async ({
  page,
  server,
  host,
}) => {
  const { errors } = await watchForTrouble(page);
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto(host.show(careersPage(place(server.origin), { lang: 'de' })));
  await expect(link(page)).toBeVisible();
  await insertTag(page, tag(server.origin));
  await insertTag(page, tag(server.origin));
  await isOpen(page);
  await expect(page.locator('#apply > apply-form > a')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Bewerbung senden' })).toBeVisible();
  expect(scripts.filter((script) => script.endsWith('/apply-form.js'))).toHaveLength(1);
  expect(scripts.filter((script) => !script.startsWith(server.origin))).toEqual([]);
  await new Applicant(page).answer('101', 'A timetable planner');
  expect(errors).toEqual([]);
});

test('Google Tag Manager: a script tag loses its job attribute, and no form shows (control)', async ({
  page,
  server,
  host,
}) => {
  await page.goto(host.show(careersPage('')));
  const script = `<script src="${server.origin}/apply-form-classic.js" data-apply-job="4711"></script>`;
  await insertTag(page, script);
  await expect.poll(() => page.evaluate('typeof window.ApplyForm')).toBe('object');
  await expect(page.locator('apply-form')).toHaveCount(0);
  await page.setContent(careersPage(script));
  await isOpen(page);
});
