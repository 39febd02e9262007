import { answerShortest, meet, shortest } from '../support/applicant.ts';
import { expect, test } from '../support/with-server.ts';

test('an answer that the service refuses returns to its question, and only the correction is sent', async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  await answerShortest(applicant);
  await sandbox.faults({ disturb: [{ path: '/api/v1/answers', question: '2002', reply: 422 }] });
  await applicant.send();
  await applicant.reaches('attention');
  await expect(applicant.question('2002').locator('[aria-invalid=true]')).toHaveCount(1);
  await sandbox.faults({});
  await applicant.answer('2002', 'Midwife');
  await applicant.send();
  await applicant.reaches('complete');
  expect(await sandbox.posts(application)).toEqual(shortest);
  expect((await sandbox.storedAnswers(application)).get('2002')).toBe('Midwife');
});

test('pressing Send on an unfinished form sends nothing, lists missing answers and links to them', async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('engineer');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  await applicant.answer('101', 'A planner');
  await applicant.send();
  const summary = page.locator('[part~=summary]');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(6);
  await summary.getByRole('link').first().click();
  await expect(applicant.question('102').locator('input')).toBeFocused();
  await applicant.reaches('ready');
  expect(await sandbox.posts(application)).toEqual([]);
});
