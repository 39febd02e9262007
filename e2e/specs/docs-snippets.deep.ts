/** Every block of HTML, script and CSS in the documents, unchanged except for its addresses, on a page of another origin. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { runnerOf, type Snippet, snippetsOf } from '../../src/build/docs/snippets.support.ts';
import { careersPage } from '../support/host-pages.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const namedServers = /https:\/\/forms\.example\.com|http:\/\/127\.0\.0\.1:3000/g;

const placeOf = ({ page, line }: Snippet) => `${page}:${line}`;

/** Replaces the placeholders of the documents by values that a real page has. */
async function fillIn(text: string, origin: string, sandbox: Sandbox): Promise<string> {
  const { files } = await (await fetch(`${origin}/integrity.json`)).json();
  const { token } = await sandbox.apply('engineer');
  return text
    .replaceAll(namedServers, origin)
    .replace('sha384-…', files[`/${version}/apply-form.js`])
    .replace('TOKEN FROM STEP 2', token);
}

/** Errors of the page and its failed requests. */
function watch(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text());
  });
  return errors;
}

const script = (origin: string) => `<script type="module" src="${origin}/apply-form.js"></script>`;

/** Headings whose blocks `recipes.deep.ts` runs, as a content management system or a tag manager writes them. */
const recipes: readonly string[] = ['WordPress', 'Google Tag Manager'];

for (const snippet of snippetsOf('html').filter(({ heading }) => !recipes.includes(heading))) {
  test(`the HTML of ${placeOf(snippet)} shows as many forms as it names`, async ({
    page,
    server,
    host,
    sandbox,
  }) => {
    const errors = watch(page);
    const filled = await fillIn(snippet.text, server.origin, sandbox);
    expect(filled).not.toContain('…');
    const place = filled.includes("'#apply'") ? '<div id="apply"></div>' : '';
    const body = place + (filled.includes('<script') ? filled : `${script(server.origin)}${filled}`);
    await page.goto(host.show(body.startsWith('<!doctype') ? body : careersPage(body)));
    const frames = filled.match(/<iframe/g)?.length ?? 0;
    const ownForms = filled.match(/<apply-form|data-apply-job|= mount\(/g)?.length ?? 0;
    expect(frames + ownForms).toBeGreaterThan(0);
    await expect(page.locator('apply-form[data-state=ready]')).toHaveCount(ownForms);
    for (let number = 0; number < frames; number++)
      await expect(page.frameLocator('iframe').nth(number).locator('apply-form')).toHaveAttribute(
        'data-state',
        'ready',
      );
    expect(errors).toEqual([]);
  });
}

interface ScriptRunner {
  /** A text that only this block has. */
  readonly marker: string;
  readonly body: string;
  /** A stand-in for a script of a third party. */
  readonly before?: string;
  see(page: Page): Promise<void>;
}

const scriptRunners: readonly ScriptRunner[] = [
  {
    marker: 'ApplyForm.mount',
    body: '<div id="apply"></div>',
    see: (page) => expect(page.locator('#apply apply-form')).toHaveAttribute('data-state', 'ready'),
  },
  {
    marker: '.challenge =',
    body: '<div id="challenge"></div><apply-form job="4711"></apply-form>',
    before: 'globalThis.turnstile = { render: (place, { callback }) => callback("given at " + place) };',
    see: async (page) => {
      const token = await page.evaluate(() => {
        const form = document.querySelector('apply-form');
        return form !== null && 'challenge' in form && typeof form.challenge === 'function'
          ? form.challenge()
          : null;
      });
      expect(token).toBe('given at #challenge');
    },
  },
  {
    marker: 'dataLayer',
    body: '<apply-form id="apply" job="4711"></apply-form>',
    see: (page) =>
      expect
        .poll(() => page.evaluate('window.dataLayer'))
        .toEqual([{ event: 'apply_form_ready', form: 'apply' }]),
  },
  {
    marker: '/read-cv',
    body: '<input type="file" id="cv-to-read"><apply-form job="4711"></apply-form>',
    see: async (page) => {
      // The host's own service.
      await page.route('**/read-cv', (route) => route.fulfill({ json: { first_name: 'Grace' } }));
      const cv = { name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('Grace') };
      await page.locator('#cv-to-read').setInputFiles(cv);
      await expect(page.getByLabel('First name')).toHaveValue('Grace');
    },
  },
  {
    marker: '.prefill = {',
    body: '<apply-form job="4711"></apply-form>',
    see: (page) => expect(page.getByLabel('First name')).toHaveValue('Ada'),
  },
  {
    marker: '.messages =',
    body: '<apply-form job="4711"></apply-form>',
    see: (page) => expect(page.getByText('Yes, please').first()).toBeVisible(),
  },
];

for (const snippet of snippetsOf('js')) {
  test(`the script of ${placeOf(snippet)} does what the page says`, async ({ page, server, host }) => {
    const { body, before = '', see } = runnerOf(snippet, scriptRunners);
    const errors = watch(page);
    const own = `<script>${before}${snippet.text}</script>`;
    await page.goto(host.show(careersPage(`${body}${script(server.origin)}${own}`)));
    await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'ready');
    await see(page);
    expect(errors).toEqual([]);
  });
}

/** Each declaration of the page's rules, with its computed value and the value without the rule. */
const declared = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector('apply-form');
    const sheet = document.querySelector('style')?.sheet ?? null;
    if (form === null || sheet === null) return [];
    const rules = [...sheet.cssRules].filter((rule) => rule instanceof CSSStyleRule);
    const read = () =>
      rules.flatMap(({ selectorText, style }) => {
        const part = /^apply-form::part\((\w+)\)$/.exec(selectorText)?.[1];
        const element = part === undefined ? form : form.shadowRoot?.querySelector(`[part~="${part}"]`);
        if (!element) return [];
        return [...style].map((name) => ({
          name,
          value: getComputedStyle(element).getPropertyValue(name),
          wanted: style.getPropertyValue(name),
        }));
      });
    const dressed = read();
    sheet.disabled = true;
    const plain = read();
    return dressed.map((declaration, index) => ({ ...declaration, plain: plain[index]?.value }));
  });

for (const snippet of snippetsOf('css')) {
  test(`the CSS of ${placeOf(snippet)} is valid, and changes the form`, async ({ page, server, host }) => {
    const body = `<apply-form job="4711"></apply-form>${script(server.origin)}`;
    await page.goto(host.show(careersPage(body, { css: snippet.text })));
    await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'ready');
    const written = snippet.text.match(/[\w-]+:\s[^;]+;/g)?.length ?? 0;
    const all = await declared(page);
    expect(all.length).toBeGreaterThanOrEqual(written);
    expect(written).toBeGreaterThan(0);
    for (const { value, wanted, plain } of all) {
      expect(value).toBe(wanted);
      expect(value).not.toBe(plain);
    }
  });
}
