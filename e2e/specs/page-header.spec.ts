import { expect, test } from '../support/with-server.ts';

const masthead = 'header.masthead';

test('the page of a job shows the employer, the place and how long the form takes', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/form#job=4711&tenant=default&lang=en`);
  const header = page.locator(masthead);
  await expect(header).toContainText('Lumen Rail');
  await expect(header.locator('bdi')).toHaveText([
    'Lumen Rail',
    'Ghent, Belgium, or remote in Europe',
    /^About\s5\sminutes$/,
  ]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Software Engineer, Timetables');
  await expect(page.locator('.logo')).toHaveCount(0);
});
