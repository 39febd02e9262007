/** The line with *Send* stays in sight and covers what scrolls below it: with the ground that it stands on. */
import type { Page } from 'playwright/test';
import { deepUnless, expect, test } from '../support/with-server.ts';

test.use({ reducedMotion: 'reduce' });

interface Host {
  readonly css: string;
  readonly theme?: string;
  readonly isolation?: string;
}

const hostPage = (origin: string, { css, theme = 'auto', isolation = 'shadow' }: Host) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Jobs</title><link rel="icon" href="data:,">
<style>${css}</style></head><body><main>
<script type="module" src="${origin}/apply-form.js" data-apply-job="4711" data-apply-theme="${theme}" data-apply-isolation="${isolation}"></script>
</main></body></html>`;

const groundOf = (page: Page) =>
  page.locator('.af-foot').evaluate((foot) => getComputedStyle(foot).backgroundColor);

/** Our own paper is mixed, as every colour of a pair is. */
const white = 'color(srgb 1 1 1)';
const cream = 'rgb(244, 239, 230)';

const hosts: Readonly<Record<string, Host & { readonly ground: string }>> = {
  'a page that paints nothing': { css: '', ground: white },
  'a coloured page': { css: 'body { background: #f4efe6 }', ground: cream },
  'a section in another colour': {
    css: 'body { background: #fff } main { background: #f4efe6 }',
    ground: cream,
  },
  'a dark section of a light page': {
    css: 'main { background: #10243e; color: #fff; color-scheme: dark }',
    ground: 'rgb(16, 36, 62)',
  },
  'a colour written in another way': {
    css: 'main { background: oklch(0.9 0.05 90) }',
    ground: 'oklch(0.9 0.05 90)',
  },
  'a gradient': { css: 'main { background: linear-gradient(#f4efe6, #e0d8c8) }', ground: cream },
  'a veil over a colour': {
    css: 'body { background: #f4efe6 } main { background: #fff1 }',
    ground: cream,
  },
  'the form in the page itself': {
    css: 'body { background: #f4efe6 }',
    isolation: 'light',
    ground: cream,
  },
  'paper of its own, as the theme says': {
    css: 'body { background: #f4efe6 }',
    theme: 'light',
    ground: white,
  },
  'a ground that the host has named': {
    css: 'body { background: #f4efe6 } apply-form { --apply-color-bg: #fffaf0 }',
    ground: 'rgb(255, 250, 240)',
  },
};

for (const [name, { ground, ...given }] of Object.entries(hosts)) {
  test(
    `the foot has the ground it stands on, before anything is touched: ${name}`,
    deepUnless(name === 'a dark section of a light page'),
    async ({ page, server, host }) => {
      await page.goto(host.show(hostPage(server.origin, given)));
      await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'ready');
      await expect.poll(() => groundOf(page)).toBe(ground);
    },
  );
}

test('the foot follows a page that turns dark', { tag: '@deep' }, async ({ page, server, host }) => {
  const css = `html { background: #f4efe6; color: #222 }
    html.dark { background: #10243e; color: #fff; color-scheme: dark }`;
  await page.goto(host.show(hostPage(server.origin, { css })));
  await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'ready');
  await expect.poll(() => groundOf(page)).toBe(cream);
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  await expect.poll(() => groundOf(page)).toBe('rgb(16, 36, 62)');
});
