import { Applicant } from '../support/applicant.ts';
import { expect, test } from '../support/with-server.ts';
for (const [name, width, dark, lang] of [['w', 1280, false, 'en'], ['n', 360, false, 'en'], ['nd', 360, true, 'ar'], ['wd', 1280, true, 'en']] as const)
test(`look ${name}`, async ({ page, server, sandbox }) => {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  const { token } = await sandbox.apply('one-of-each');
  await page.goto(`${server.origin}/form#token=${token}&lang=${lang}`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  const pdf = (n: string, text = '%PDF-1.4\n%%EOF\n') => ({ name: n, mimeType: 'application/pdf', buffer: Buffer.from(text) });
  const one = applicant.question('2009').locator('input[type=file]');
  const several = applicant.question('2010').locator('input[type=file]');
  await page.screenshot({ path: `/tmp/s18/files/${name}-0.png`, fullPage: true });
  await one.setInputFiles([pdf('curriculum vitae.pdf', '%PDF-1.4\n<</Encrypt 1 0 R>>\n%%EOF\n')]);
  await several.setInputFiles([pdf('a.pdf'), pdf('a long name of a document that goes on.pdf'), pdf('photo.png')]);
  await page.waitForTimeout(1500);
  await several.blur();
  await page.waitForTimeout(500);
  const box = await applicant.question('2009').boundingBox();
  await page.screenshot({ path: `/tmp/s18/files/${name}-1.png`, fullPage: true, clip: { x: 0, y: Math.max(0, (box?.y ?? 0) - 100), width, height: 900 } });
  await one.setInputFiles([pdf('cv.docx')]);
  await page.waitForTimeout(1000);
  await one.blur();
  await page.locator('button[type=submit]').click();
  await page.waitForTimeout(1500);
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `/tmp/s18/files/${name}-2.png`, fullPage: true });
});
