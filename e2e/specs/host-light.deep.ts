/** Forms in the page itself (`isolation="light"`), for sites that style everything themselves, and right-to-left pages. */
import type { Page } from 'playwright/test';
import { meet } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { careersPage, openHostPage, scriptTag } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';

// Elements that are still moving are not measured.
test.use({ reducedMotion: 'reduce' });

const formOf = (page: Page, job: string) => page.locator(`apply-form[job="${job}"]`);

test('the page styles a light form, which keeps its own defaults and shares nothing with the next form', async ({
  page,
  server,
  host,
}) => {
  await bringAxe(page.context());
  const headings = () =>
    page.locator('h1, header').evaluateAll((all) => all.map((node) => getComputedStyle(node).cssText));
  const change = (html: string) => html.replace('</main>', '<p class="question label">Council</p></main>');
  await openHostPage({ page, server, host }, 'light-mode', { change });
  const before = await headings();
  const [engineer, graduate] = [formOf(page, '4711'), formOf(page, '4716')];
  for (const form of [engineer, graduate]) await expect(form).toHaveAttribute('data-state', 'ready');
  expect(await page.evaluate("document.querySelectorAll('input').length")).toBeGreaterThan(5);

  // The page's rules for elements and parts apply.
  const input = engineer.getByLabel('First name');
  await expect(input).toHaveCSS('border-top', '2px solid rgb(11, 12, 12)');
  await expect(engineer.locator('[part~=button]')).toHaveCSS('background-color', 'rgb(195, 81, 47)');
  await expect(engineer.locator('[part~=help]').first()).toHaveCSS('color', 'rgb(80, 90, 95)');
  await expect(engineer.locator('[part~=question]').first()).toHaveCSS('border-bottom-width', '1px');
  // A token wins over the page's own size.
  await expect(engineer.locator('[part~=label]').first()).toHaveCSS('font-size', '16px');
  // A reset and a library with the same class names do not apply.
  await expect(input).toHaveCSS('padding-left', '12px');
  await expect(engineer.locator('[part~=option]').first()).toHaveCSS('display', 'flex');
  await expect(engineer.getByRole('status')).toHaveCSS('position', 'absolute');
  await expect(engineer.locator('[part~=button]')).toHaveCSS('float', 'none');
  // Our rules do not apply to the page.
  await expect(page.getByText('Council', { exact: true })).toHaveCSS('display', 'block');
  expect(await headings()).toEqual(before);

  await input.fill('Ada');
  await expect(graduate.getByLabel('First name')).toHaveValue('');
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(50);
  expect(new Set(ids).size).toBe(ids.length);
  await expect(page.getByRole('link', { name: 'Apply on paper' })).toHaveCount(0);
  expect(await violations(page)).toEqual([expect.stringContaining('landmark-unique')]);
});

const pageWith = (origin: string, isolation: string, css: string) =>
  careersPage(scriptTag(origin, `data-apply-job="4711" data-apply-isolation="${isolation}"`), { css });
const plain = 'body { margin: 40px; width: 600px; font: 16px/1.5 sans-serif; } * { padding: 0; border: 0 }';

test.describe('on a high page', () => {
  test.use({ viewport: { width: 700, height: 4200 } });

  test('without page rules a light form equals one in a shadow root, pixel by pixel', async ({
    page,
    server,
    host,
  }) => {
    const pictures: string[] = [];
    for (const isolation of ['shadow', 'light']) {
      const applicant = await meet(page, host.show(pageWith(server.origin, isolation, plain)));
      await applicant.answer('111', true);
      await applicant.settle();
      await applicant.send();
      await expect(page.locator('[part~=summary]')).toBeFocused();
      await page.mouse.move(0, 0);
      const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      pictures.push(picture.toString('base64'));
      // The draft of the same visitor would come back here.
      await page.evaluate(() => sessionStorage.clear());
    }
    expect(pictures[0] === pictures[1]).toBe(true);
  });
});

/** Returns the right edges of the elements, where they start on a right-to-left page. */
const startsOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => all.map((node) => Math.round(node.getBoundingClientRect().right)));

test('on a right-to-left page everything starts at the right', async ({ page, server, host }) => {
  await bringAxe(page.context());
  const applicant = await openHostPage({ page, server, host }, 'right-to-left');
  await applicant.reaches('ready');
  await expect(page.locator('.af')).toHaveAttribute('dir', 'rtl');
  await applicant.answer('111', false);
  await applicant.send();
  await expect(page.locator('[part~=summary]')).toBeFocused();
  const blocks = await startsOf(page, '[part~=question]:not([data-depth], [data-detail=last_name])');
  expect(new Set(blocks)).toEqual(new Set(await startsOf(page, '.af')));
  expect(await violations(page)).toEqual([]);
});

test('an English form on a right-to-left page runs left to right', async ({ page, server, host }) => {
  const change = (html: string) => html.replace('data-apply-job', 'data-apply-lang="en" data-apply-job');
  const applicant = await openHostPage({ page, server, host }, 'right-to-left', { change });
  await applicant.reaches('ready');
  await expect(page.locator('.af')).toHaveCSS('direction', 'ltr');
  await expect(page.locator('[part~=label]').first()).toHaveCSS('text-align', 'left');
});

/** The preflight of Tailwind CSS (MIT), with its rules for everything that a form uses. */
const reset = `*, ::before, ::after { box-sizing: border-box; border-width: 0; border-style: solid }
  h1, h2, h3 { font-size: inherit; font-weight: inherit } a { color: inherit; text-decoration: inherit }
  button, input, select, textarea { font: inherit; color: inherit; margin: 0; padding: 0 }
  button, [type='submit'] { -webkit-appearance: button; background-color: transparent; background-image: none }
  h1, h2, h3, p, fieldset { margin: 0 } fieldset, legend { padding: 0 }
  ol, ul { list-style: none; margin: 0; padding: 0 } svg { display: block } [hidden] { display: none }`;

test('a CSS reset of the page leaves *Send* and the fields visible and usable', async ({
  page,
  server,
  host,
}) => {
  await bringAxe(page.context());
  const applicant = await meet(page, host.show(pageWith(server.origin, 'light', reset)));
  const send = page.locator('button[type=submit]');
  await expect(send).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(send).toHaveCSS('padding-left', '20px');
  await expect(page.getByLabel('First name')).not.toHaveCSS('border-top-width', '0px');
  await applicant.send();
  await expect(page.locator('[part~=summary]')).toBeFocused();
  expect(await violations(page)).toEqual([]);
});

test('no rule of a light form matches an element of the page', async ({ page, server, host }) => {
  await openHostPage({ page, server, host }, 'light-mode');
  await expect(formOf(page, '4711')).toHaveAttribute('data-state', 'ready');
  const selectors = await page.evaluate(() => {
    const of = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) =>
        rule instanceof CSSStyleRule
          ? rule.selectorText.split(/,\s*(?![^(]*\))/)
          : rule instanceof CSSGroupingRule
            ? of(rule.cssRules)
            : [],
      );
    return document.adoptedStyleSheets.flatMap(({ cssRules }) => of(cssRules));
  });
  expect(selectors.filter((selector) => !/\.af\b|^:host/.test(selector))).toEqual([]);
  expect(selectors.length).toBeGreaterThan(100);
});
