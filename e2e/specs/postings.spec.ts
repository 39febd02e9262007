/** Careers sites built on the recruitment service's public feed, which names postings: `posting` in the place of `job`. */
import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const visitor = { first_name: 'Sam', last_name: 'Doe', email: 'sam@example.com' };

/** `one-of-each`: the shortest application that it accepts. */
async function answerRequired(applicant: Applicant): Promise<void> {
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.answer('2002', 'Nurse');
}

/** Of the sandbox: the job of a posting is its id without the 6. */
const ways = {
  element: (origin: string) =>
    `<script type="module" async src="${origin}/apply-form.js"></script><apply-form posting="64712"></apply-form>`,
  'script tag': (origin: string) =>
    `<script type="module" async src="${origin}/apply-form.js" data-apply-posting="64712"></script>`,
  code: (origin: string) =>
    `<main></main><script type="module" src="${origin}/apply-form.js"></script><script type="module">ApplyForm.mount('main', { posting: '64712' })</script>`,
  iframe: (origin: string) =>
    `<iframe src="${origin}/frame/default#posting=64712" title="Application form" data-apply-frame></iframe><script src="${origin}/frame.js"></script>`,
};

const pageWith = (body: string) =>
  `<!doctype html><html lang="en"><title>Jobs</title><link rel="icon" href="data:," /><h1>Jobs</h1>${body}`;

function warningsOf(page: Page): readonly string[] {
  const lines: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'warning' && line.text().startsWith('<apply-form>')) lines.push(line.text());
  });
  return lines;
}

for (const [way, write] of Object.entries(ways))
  test(
    `a posting named by ${way} opens the form of its job, and the application goes to that job`,
    deepUnless(way === 'script tag'),
    async ({ page, server, host, sandbox }) => {
      const [before, lines] = [await sandbox.made(), warningsOf(page)];
      await page.goto(host.show(pageWith(write(server.origin))));
      const applicant = new Applicant(way === 'iframe' ? page.frameLocator('iframe') : page);
      await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
      await applicant.introduce(visitor);
      await answerRequired(applicant);
      await applicant.send();
      await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
      const made = (await sandbox.made()).slice(before.length);
      expect(made).toHaveLength(1);
      expect(await sandbox.attributes(made[0] ?? '')).toMatchObject({ ...visitor, job_id: 4712 });
      expect(lines).toEqual([]);
    },
  );

test('a posting that is not there, or whose job is not public, is said to applicant and developer, with the fallback', {
  tag: '@deep',
}, async ({ page, server, host, sandbox }) => {
  await sandbox.jobs({ 4713: { visibility: 'confidential' } });
  for (const posting of ['999', '64713']) {
    const lines = warningsOf(page);
    const body = ways
      .element(server.origin)
      .replace('64712">', `${posting}"><a href="/elsewhere">Apply by email</a>`);
    await page.goto(host.show(pageWith(body)));
    const applicant = new Applicant(page);
    await expect(applicant.state()).toHaveAttribute('data-state', 'error');
    await expect(page.locator('apply-form')).toContainText('We cannot find this job or application.');
    await expect(page.getByRole('link', { name: 'Apply by email' })).toBeVisible();
    await expect
      .poll(() => lines.at(-1))
      .toContain(`was refused by ${server.origin} (not_found): There is no such posting.`);
  }
});
