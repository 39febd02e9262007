import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hostPages } from './host-pages.ts';

test.each(hostPages)('$name is a page that there is', ({ page }) => {
  expect(existsSync(new URL(`../../e2e/hosts/${page}.html`, import.meta.url))).toBe(true);
});
