/** Files: one card for one file, one message for a refusal, and nothing that moves sideways when an error comes. */
import type { Page } from 'playwright/test';
import { compound, officePackage, png } from '../../src/server/http/files/file-samples.ts';
import { Applicant } from '../support/applicant.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const [single, several] = ['2009', '2010'];

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

test('one file is a card in place of the area, until it is removed', async ({ page, server, sandbox }) => {
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  const block = applicant.question(single);
  await expect(block.getByText('or drop it here')).toBeVisible();
  await inputOf(applicant, single).setInputFiles(file('cv.pdf'));
  await expect(block.getByText('1 kB · Added')).toBeVisible();
  await expect(block.getByText('Choose another file')).toBeVisible();
  await expect(block.getByText('or drop it here')).toBeHidden();
  const [list, place] = [block.locator('.af-card'), block.locator('.af-drop')];
  const [above, below] = [await list.boundingBox(), await place.boundingBox()];
  expect(below?.y).toBeCloseTo((above?.y ?? 0) + (above?.height ?? 0), 0);
  // It is shown by the name that it is sent on under.
  await inputOf(applicant, single).setInputFiles(file('new.jpg', png(9, 9)));
  await expect(block.getByText('new.png')).toBeVisible();
  await expect(block.getByText('cv.pdf')).toHaveCount(0);
  await block.getByRole('button', { name: 'Remove: new.png' }).click();
  await expect(block.getByText('or drop it here')).toBeVisible();
  await expect(inputOf(applicant, single)).toBeFocused();
});

test('of several files each is a card, and the area adds another', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
}) => {
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  const block = applicant.question(several);
  await inputOf(applicant, several).setInputFiles([file('a.pdf'), file('b.pdf')]);
  await expect(block.getByText('1 kB · Added')).toHaveCount(2);
  await expect(block.getByText('Add another file')).toBeVisible();
  await inputOf(applicant, several).setInputFiles(file('c.pdf'));
  await expect(block.locator('.af-file')).toHaveCount(3);
});

const refusals: readonly [string, ReturnType<typeof file>, string][] = [
  ['renamed', file('photo.pdf', 'Not found'), 'Its name says PDF, but this file is TXT.'],
  ['damaged', file('cv.docx', officePackage('word').slice(0, -30)), 'This file is damaged.'],
  ['with a password', file('cv.docx', compound(['EncryptedPackage'])), 'This file has a password.'],
  [
    'with macros',
    file('cv.docx', officePackage('word', { 'word/vbaProject.bin': {} })),
    'This file has macros.',
  ],
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

test('a protected PDF is taken, with a remark', { tag: '@deep' }, async ({ page, server, sandbox }) => {
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  const content = '%PDF-1.7\ntrailer <</Encrypt 12 0 R>>\n%%EOF\n';
  await inputOf(applicant, single).setInputFiles(file('cv.pdf', content));
  const remark = 'If it needs a password, the employer may not be able to open it.';
  await expect(applicant.question(single).getByText(remark)).toBeVisible();
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
  test('dropping is not offered', { tag: '@deep' }, async ({ page, server, sandbox }) => {
    const { token } = await sandbox.apply('one-of-each');
    const applicant = await meet(page, `${server.origin}/form#token=${token}`);
    await expect(applicant.question(single).getByText('Choose a file')).toBeVisible();
    await expect(applicant.question(single).getByText('or drop it here')).toBeHidden();
  });
});

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

test('the line of follow-ups stays as it is beside an error', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
}) => {
  const { token } = await sandbox.apply('engineer');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  await applicant.question('103').getByText('Something else').click();
  const followUp = applicant.question('123');
  const line = () =>
    followUp.evaluate((block) => {
      const { backgroundImage, backgroundSize, backgroundPosition } = getComputedStyle(block);
      return [backgroundImage, backgroundSize, backgroundPosition];
    });
  const before = await line();
  expect(before[0]).toContain('gradient');
  await applicant.send();
  await expect(followUp).toHaveAttribute('data-invalid');
  expect(await line()).toEqual(before);
  const errorLine = await followUp.evaluate((block) => getComputedStyle(block, '::after').left);
  // The line of the first level is 3 px wide, and what it stands beside begins at 19 px.
  expect(errorLine).toBe('13px');
});
