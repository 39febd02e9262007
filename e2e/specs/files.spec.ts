/** Files: one card for one file, one message for a refusal, and nothing that moves sideways when an error comes. */
import type { Page } from 'playwright/test';
import { png } from '../../src/server/files/file-samples.support.ts';
import { Applicant } from '../support/applicant.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const single = '2009';

const file = (name: string, content: string | Uint8Array = '%PDF-1.4\n%%EOF\n') => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

async function meet(page: Page, address: string): Promise<Applicant> {
  await page.goto(address);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  return applicant;
}

const inputOf = (applicant: Applicant, question: string) =>
  applicant.question(question).locator('input[type=file]');

test('one file is a card, and the area takes another in its place', async ({ page, server, sandbox }) => {
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  const block = applicant.question(single);
  await expect(block.getByText('or drop it here')).toBeVisible();
  await inputOf(applicant, single).setInputFiles(file('cv.pdf'));
  await expect(block.getByText('1 kB · Added')).toBeVisible();
  await expect(block.getByText('Choose another file')).toBeVisible();
  // It is shown by the name that it is sent on under.
  await inputOf(applicant, single).setInputFiles(file('new.jpg', png(9, 9)));
  await expect(block.getByText('new.png')).toBeVisible();
  await expect(block.getByText('cv.pdf')).toHaveCount(0);
  await block.getByRole('button', { name: 'Remove: new.png' }).click();
  await expect(block.getByText('Choose another file')).toHaveCount(0);
  await expect(inputOf(applicant, single)).toBeFocused();
});

const refusals: readonly [string, ReturnType<typeof file>, string][] = [
  ['renamed', file('photo.pdf', 'Not found'), 'Its name says PDF, but this file is TXT.'],
  [
    'too large',
    file('cv.pdf', Buffer.alloc(11 * 1_048_576)),
    'This file is too big: 11 MB. Choose one of up to 10 MB.',
  ],
];

for (const [title, given, sentence] of refusals)
  test(
    `a file that is ${title} is told once, by its name`,
    deepUnless(title === 'renamed'),
    async ({ page, server, sandbox }) => {
      const { token } = await sandbox.apply('one-of-each');
      const applicant = await meet(page, `${server.origin}/form#token=${token}`);
      const block = applicant.question(single);
      await inputOf(applicant, single).setInputFiles(given);
      await expect(block.getByText(sentence)).toHaveCount(1);
      await applicant.send();
      const summary = page.locator('.af-summary');
      await expect(summary.getByRole('link')).toContainText(`${given.name}: ${sentence}`);
      await expect(block.getByText(sentence)).toHaveCount(1);
      await expect(block.locator('.af-error')).toHaveCount(0);
      await expect(inputOf(applicant, single)).toHaveAccessibleDescription(new RegExp(`Error: ${sentence}`));
    },
  );

/** Left and right of whatever is named, typed into or chosen. */
const places = (page: Page) =>
  page.locator('[part=question]').evaluateAll((blocks) =>
    blocks.flatMap((block) =>
      [...block.querySelectorAll('[part=label], [part=control], [part=option], .af-drop')].map((part) => {
        const { left, right } = part.getBoundingClientRect();
        const owner = block.getAttribute('data-question-id') ?? block.getAttribute('data-detail');
        return `${owner} ${part.getAttribute('part')} ${Math.round(left * 10)} ${Math.round(right * 10)}`;
      }),
    ),
  );

for (const language of ['en', 'ar'])
  for (const width of [360, 1280])
    test(`an error moves nothing sideways: ${language}, ${width} px`, { tag: '@deep' }, async ({
      page,
      server,
      sandbox,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      const { token } = await sandbox.apply('engineer');
      const applicant = await meet(page, `${server.origin}/form#token=${token}&lang=${language}`);
      const before = await places(page);
      expect(before.length).toBeGreaterThan(5);
      await applicant.send();
      await expect(page.locator('[data-invalid]').first()).toBeVisible();
      expect(await places(page)).toEqual(before);
      const isWider = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(isWider).toBe(false);
    });
