/** The foot with *Send* stays visible and covers the scrolling page in the colour of the background behind it. */
import type { Page } from 'playwright/test';
import { meet } from '../support/applicant.ts';
import { careersPage, scriptTag } from '../support/host-pages.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

test.use({ reducedMotion: 'reduce' });

const groundOf = (page: Page) =>
  page.locator('.af-foot').evaluate((foot) => getComputedStyle(foot).backgroundColor);

/** Our own background is a mixed colour, which browsers report in this format. */
const white = 'color(srgb 1 1 1)';
const cream = 'rgb(244, 239, 230)';
const night = 'rgb(16, 36, 62)';

interface Host {
  readonly css: string;
  readonly ground: string;
  /** Attributes of the script tag. */
  readonly attributes?: string;
}

const hosts: Readonly<Record<string, Host>> = {
  'a page that paints nothing': { css: '', ground: white },
  'a section in another colour': {
    css: 'body { background: #fff } main { background: #f4efe6 }',
    ground: cream,
  },
  'a dark section of a light page': {
    css: 'main { background: #10243e; color: #fff; color-scheme: dark }',
    ground: night,
  },
  'a gradient': { css: 'main { background: linear-gradient(#f4efe6, #e0d8c8) }', ground: cream },
  'a veil over a colour': {
    css: 'body { background: #f4efe6 } main { background: #fff1 }',
    ground: cream,
  },
  'the form in the page itself': {
    css: 'body { background: #f4efe6 }',
    attributes: 'data-apply-isolation="light"',
    ground: cream,
  },
  'the background of the theme': {
    css: 'body { background: #f4efe6 }',
    attributes: 'data-apply-theme="light"',
    ground: white,
  },
  'a background that the host sets': {
    css: 'body { background: #f4efe6 } apply-form { --apply-color-bg: #fffaf0 }',
    ground: 'rgb(255, 250, 240)',
  },
};

for (const [name, { css, attributes = '', ground }] of Object.entries(hosts))
  test(
    `the foot has the background behind it before anyone touches the form: ${name}`,
    deepUnless(name === 'a dark section of a light page'),
    async ({ page, server, host }) => {
      const tag = scriptTag(server.origin, `data-apply-job="4711" ${attributes}`);
      await meet(page, host.show(careersPage(tag, { css })));
      await expect.poll(() => groundOf(page)).toBe(ground);
    },
  );

test('the foot turns dark when the page does', { tag: '@deep' }, async ({ page, server, host }) => {
  const css = `html { background: #f4efe6; color: #222 }
    html.dark { background: #10243e; color: #fff; color-scheme: dark }`;
  await meet(page, host.show(careersPage(scriptTag(server.origin, 'data-apply-job="4711"'), { css })));
  await expect.poll(() => groundOf(page)).toBe(cream);
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  await expect.poll(() => groundOf(page)).toBe(night);
});
