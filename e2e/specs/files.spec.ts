/** Files: one card for each file, one message for a refusal, and no sideways shift when an error shows. */
import type { Page } from 'playwright/test';
import { png } from '../../src/server/files/file-samples.support.ts';
import { type Applicant, meet } from '../support/applicant.ts';
import { expect, test } from '../support/with-server.ts';

const single = '2009';
const file = (name: string, content: string | Uint8Array = '%PDF-1.4\n%%EOF\n') => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
const inputOf = (applicant: Applicant) => applicant.question(single).locator('input[type=file]');

test('a single file shows as a card, and choosing another replaces it', async ({ page, server, sandbox }) => {
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  const block = applicant.question(single);
  await inputOf(applicant).setInputFiles(file('cv.pdf'));
  await expect(block.getByText('1 kB · Added')).toBeVisible();
  await expect(block.getByText('Choose another file')).toBeVisible();
  // The card shows the name under which the file is sent.
  await inputOf(applicant).setInputFiles(file('new.jpg', png(9, 9)));
  await expect(block.getByText('new.png')).toBeVisible();
  await expect(block.getByText('cv.pdf')).toHaveCount(0);
  await block.getByRole('button', { name: 'Remove: new.png' }).click();
  await expect(block.getByText('Choose another file')).toHaveCount(0);
  await expect(inputOf(applicant)).toBeFocused();
});

test('a file whose content does not match its name gets one error, with its name', async ({
  page,
  server,
  sandbox,
}) => {
  const sentence = 'Its name says PDF, but this file is TXT.';
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  const block = applicant.question(single);
  await inputOf(applicant).setInputFiles(file('photo.pdf', 'Not found'));
  await expect(block.getByText(sentence)).toHaveCount(1);
  await applicant.send();
  await expect(page.locator('.af-summary').getByRole('link')).toContainText(`photo.pdf: ${sentence}`);
  await expect(block.getByText(sentence)).toHaveCount(1);
  await expect(block.locator('.af-error')).toHaveCount(0);
  await expect(inputOf(applicant)).toHaveAccessibleDescription(new RegExp(`Error: ${sentence}`));
});

/** The left and right edges of every label and control. */
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
  test(`an error shifts nothing sideways: ${language}`, { tag: '@deep' }, async ({
    page,
    server,
    sandbox,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const { token } = await sandbox.apply('engineer');
    const applicant = await meet(page, `${server.origin}/form#token=${token}&lang=${language}`);
    const before = await places(page);
    expect(before.length).toBeGreaterThan(5);
    await applicant.send();
    await expect(page.locator('[data-invalid]').first()).toBeVisible();
    expect(await places(page)).toEqual(before);
  });
