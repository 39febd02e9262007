/** The form in an iframe on a host page: height, scrolling, styles, and every way to insert it. */
import type { Page } from 'playwright/test';
import { answerShortest, sendShortest, shortest } from '../support/applicant.ts';
import { startServer } from '../support/apply-form-server.ts';
import {
  fits,
  formIn,
  frameAddress,
  heard,
  helper,
  iframe,
  insideOf,
  listen,
  overflow,
  post,
  reveal,
  watchViolations,
} from '../support/framed.ts';
import { careersPage, strictPolicy } from '../support/host-pages.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';

const fitting = (page: Page, place = 0) => expect.poll(() => fits(page, place)).toBe(true);

test('through 50 reveals the iframe fits its form within three frames, and never scrolls', {
  tag: '@deep',
}, async ({ page, server, sandbox, host }) => {
  const violations = await watchViolations(page);
  const { token } = await sandbox.apply('engineer');
  await page.goto(host.show(careersPage(helper(server.origin) + iframe(frameAddress(server.origin, token)))));
  await formIn(page);
  await fitting(page);
  const inside = await insideOf(page);
  let moves = await reveal(inside, '111', 50);
  // Measures again, because another process may have delayed a frame.
  for (let again = 0; again < 2 && moves.latest > 3; again += 1) moves = await reveal(inside, '111', 50);
  expect(moves.latest).toBeLessThanOrEqual(3);
  expect(moves.scrollable).toBe(0);
  expect(moves.heights.length).toBeGreaterThanOrEqual(50);
  expect(new Set(moves.heights).size).toBe(2);
  // A long text makes its box and the iframe higher, and the higher iframe must not make the box higher.
  const text = inside.locator('textarea').first();
  await text.focus();
  await expect(text).not.toHaveCSS('max-height', 'none');
  await expect(inside.getByText('Saved on this device')).toBeVisible();
  await fitting(page);
  await listen(page);
  await text.fill('A line\n'.repeat(300));
  await expect.poll(async () => (await heard(page)).heights.length).toBeGreaterThan(0);
  await reveal(inside, '', 0);
  expect((await heard(page)).heights).toHaveLength(1);
  expect(violations).toEqual([]);
});

test('the helper works in any order, and the iframe survives moving, hiding, replacing and limits', {
  tag: '@deep',
}, async ({ page, server, sandbox, host }) => {
  const { token } = await sandbox.apply('engineer');
  const address = frameAddress(server.origin, token);
  const css =
    '* { box-sizing: border-box } .cell { display: grid } .hemmed { max-height: 400px; border: 3px solid }';
  await page.goto(host.show(careersPage(`${iframe(address)}<div class="cell"></div>`, { css })));
  await formIn(page);
  expect(await fits(page)).toBe(false);
  await test.step('the helper comes last, and twice', async () => {
    for (let copy = 0; copy < 2; copy += 1) await page.addScriptTag({ url: `${server.origin}/frame.js` });
    await fitting(page);
    await listen(page);
    const inside = await insideOf(page);
    await inside.locator('apply-form').evaluate((form) => {
      form.dispatchEvent(new CustomEvent('apply-submitted', { detail: { reference: 'R' } }));
    });
    await expect.poll(async () => (await heard(page)).events).toEqual(['R']);
  });
  await test.step('it moves, loads again, and gets a new greeting', async () => {
    await page.locator('iframe').evaluate((element) => document.querySelector('.cell')?.append(element));
    await formIn(page);
    await fitting(page);
  });
  await test.step('with a height limit it scrolls inside, until the form fits again', async () => {
    const element = page.locator('iframe');
    const overflowY = async () =>
      (await insideOf(page)).evaluate(() => getComputedStyle(document.documentElement).overflowY);
    await element.evaluate((frame) => frame.classList.add('hemmed'));
    await expect.poll(overflowY).toBe('visible');
    await element.evaluate((frame) => Object.assign(frame.style, { maxHeight: 'none' }));
    await expect.poll(overflowY).toBe('hidden');
    // Its border counts into its height.
    await fitting(page);
  });
  await test.step('another iframe replaces it', async () => {
    await page.locator('iframe').evaluate(
      (old, source) => {
        const next = document.createElement('iframe');
        next.src = source;
        next.setAttribute('data-apply-frame', '');
        old.replaceWith(next);
      },
      frameAddress(server.otherOrigin, token),
    );
    await formIn(page);
    await fitting(page);
    await expect(page.locator('iframe')).toHaveAttribute('title', 'Application form');
  });
});

test('the form takes the tokens, the colour scheme, the language and the theme of its iframe', {
  tag: '@deep',
}, async ({ page, server, sandbox, host }) => {
  const violations = await watchViolations(page);
  const { token } = await sandbox.apply('engineer');
  const css = `
    :root { color-scheme: light }
    iframe { --apply-color-accent: rgb(1, 2, 3); --apply-font: "Not Installed" }
    .night iframe { --apply-color-accent: rgb(4, 5, 6); color-scheme: dark }
    @media (prefers-color-scheme: dark) { iframe { --apply-radius: 1px } }
    @media (max-width: 400px) { iframe { --apply-radius: 5px } }`;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(
    host.show(careersPage(iframe(frameAddress(server.origin, token)) + helper(server.origin), { css })),
  );
  const applicant = await formIn(page);
  const inside = await insideOf(page);
  const button = inside.locator('button[type=submit]');
  const scheme = () => inside.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await expect(button).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await expect(button).toHaveCSS('border-radius', '1px');
  await expect(button).toHaveCSS('font-family', /^"Not Installed", system-ui/);
  expect(await scheme()).toBe('light');
  await page.evaluate(() => document.documentElement.classList.add('night'));
  await expect(button).toHaveCSS('background-color', 'rgb(4, 5, 6)');
  expect(await scheme()).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(button).not.toHaveCSS('border-radius', '1px');
  await page.setViewportSize({ width: 380, height: 700 });
  await expect(button).toHaveCSS('border-radius', '5px');

  const words = await button.textContent();
  await page
    .locator('iframe')
    .evaluate((frame) => Object.assign(frame.dataset, { applyLang: 'ar', applyTheme: 'light' }));
  await expect(button).not.toHaveText(words ?? '');
  await expect(applicant.state()).toHaveAttribute('theme', 'light');
  await expect(inside.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(inside.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect.poll(scheme).toBe('light');
  expect(violations).toEqual([]);

  // The frame's own policy keeps a value from loading anything from elsewhere.
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(response.url()));
  await page
    .locator('iframe')
    .evaluate((frame) => frame.style.setProperty('--apply-color-bg', 'url(https://elsewhere.example/x)'));
  await expect.poll(() => violations).toContain('img-src https://elsewhere.example/x');
  expect(loaded.filter((url) => url.includes('elsewhere'))).toEqual([]);
});

test('the form scrolls a target into view below a sticky header, and inside a scrolling box', {
  tag: '@deep',
}, async ({ page, server, sandbox, host }) => {
  const { token } = await sandbox.apply('engineer');
  const css = `
    header { position: sticky; top: 0; height: 80px; background: silver }
    html { scroll-padding-top: 90px }
    body.boxed header { display: none } body.boxed div { height: 500px; overflow: auto }`;
  const body = `<header></header><div><p style="height:600px"></p>${iframe(frameAddress(server.origin, token))}</div>`;
  await page.goto(host.show(careersPage(helper(server.origin) + body, { css })));
  await listen(page);
  const applicant = await formIn(page);
  await fitting(page);
  const inside = await insideOf(page);
  const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? Number.NaN;
  await applicant.send();
  const summary = inside.locator('[part~=summary]');
  await expect(summary).toBeFocused();
  await expect.poll(async () => (await summary.boundingBox())?.y).toBeGreaterThanOrEqual(90);
  expect((await summary.boundingBox())?.y).toBeLessThan(200);
  await summary.getByRole('link').last().click();
  const last = inside.locator('[data-invalid]').last();
  await expect.poll(async () => (await last.boundingBox())?.y).toBeGreaterThanOrEqual(90);
  // In browsers that do not scroll the outer page themselves, the helper scrolls it.
  const message = { apply: 1, id: (await heard(page)).ids.at(-1), type: 'scroll', top: 1000 };
  await page.evaluate(() => scrollTo(0, 0));
  await post(inside, 'parent', message);
  await expect.poll(async () => Math.round(await top('iframe'))).toBe(90 - 1000);
  await page.evaluate(() => document.body.classList.add('boxed'));
  await fitting(page);
  await page.evaluate(() => document.querySelector('div')?.scrollTo(0, 0));
  await post(inside, 'parent', message);
  await expect.poll(async () => Math.round((await top('iframe')) - (await top('div')))).toBe(-1000);
});

test('without the helper the form scrolls in its iframe, and the keyboard can enter and leave it', {
  tag: '@deep',
}, async ({ page, server, sandbox, host }) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const css = 'body { margin: 0 } iframe { width: 100%; height: 500px; border: 0 }';
  const body = `<button>Before</button>${iframe(frameAddress(server.origin, token), '')}<a href="#">After</a>`;
  await page.goto(host.show(careersPage(body, { css })));
  const applicant = await formIn(page);
  const inside = await insideOf(page);
  expect(await overflow(page)).toBe(0);
  expect(await overflow(inside)).toBeGreaterThan(500);
  const focused = () => page.evaluate(() => document.activeElement?.localName);
  await page.getByRole('button', { name: 'Before' }).focus();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('iframe');
  await expect(applicant.question('2001').locator('input').first()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('button');
  await answerShortest(applicant);
  await inside.locator('button[type=submit]').focus();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('a');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await applicant.reaches('complete');
  expect(await sandbox.posts(application)).toEqual(shortest);
});

test('an applicant sends a form in a sandbox, without storage, under the host’s strictest policy', async ({
  page,
  server,
  sandbox,
  host,
}) => {
  const violations = await watchViolations(page);
  await page.addInitScript(() => {
    if (parent === window) return;
    const refuse = {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
      Object.defineProperty(window, name, refuse);
    Object.defineProperty(Document.prototype, 'cookie', refuse);
  });
  const { application, token } = await sandbox.apply('one-of-each');
  const sandboxed = 'data-apply-frame sandbox="allow-scripts allow-same-origin allow-forms"';
  const policy = `${strictPolicy(server.origin)}; frame-src ${server.origin}; img-src data:`;
  const body = helper(server.origin) + iframe(frameAddress(server.origin, token, '&lang=de'), sandboxed);
  await page.goto(host.show(careersPage(body), { 'content-security-policy': policy }));
  await listen(page);
  const applicant = await formIn(page);
  await fitting(page);
  const inside = await insideOf(page);
  await expect(inside.evaluate(() => localStorage.length)).rejects.toThrow('Access is denied');
  await expect(inside.locator('html')).toHaveAttribute('lang', 'de');
  await applicant.answer('2010', { files: ['zeugnis.pdf'] });
  await sendShortest(applicant);
  expect(await sandbox.posts(application)).toEqual([...shortest, '2010']);
  expect((await heard(page)).events).toHaveLength(1);
  expect(violations).toEqual([]);
  // A stricter sandbox breaks the form, so it names the missing permission.
  const warning = page.waitForEvent('console', (message) => message.text().includes('allow-same-origin'));
  await page.locator('iframe').evaluate((frame) => {
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.replaceWith(frame.cloneNode());
  });
  expect((await warning).type()).toBe('warning');
});

test('only the origins of a tenant may frame its form: elsewhere the browser refuses, and the page stays', async ({
  page,
  host,
}) => {
  const origin = host.show('').slice(0, -1);
  const tenants = {
    default: { origins: [origin], adminKey: 'one' },
    other: { origins: ['https://portal.example.com'], adminKey: 'two' },
  };
  const server = await startServer({ APPLY_CONFIG: JSON.stringify({ tenants }) });
  const { token } = await new Sandbox(server.origin).apply('engineer');
  const body =
    iframe(frameAddress(server.origin, token)) + iframe(`${server.origin}/frame/other#token=${token}`);
  // The host's own page is isolated.
  const isolated = {
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
  };
  await page.goto(host.show(careersPage(helper(server.origin) + body), isolated));
  expect(await page.evaluate('crossOriginIsolated')).toBe(true);
  await formIn(page);
  await fitting(page);
  await expect.poll(async () => (await insideOf(page, 1)).url()).toMatch(/^chrome-error:/);
  await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  await server.stop();
});
