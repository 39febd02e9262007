/** Careers sites built on the recruitment service's public feed, which names postings: `posting` in the place of `job`. */
import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { gate } from '../support/rigged-proxy.ts';
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
    `<script src="${origin}/apply-form.js" async></script><apply-form posting="64712"></apply-form>`,
  'script tag': (origin: string) =>
    `<script src="${origin}/apply-form.js" async data-apply-posting="64712"></script>`,
  code: (origin: string) =>
    `<main></main><script src="${origin}/apply-form.js"></script><script>ApplyForm.mount('main', { posting: '64712' })</script>`,
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

const requestsOf = (page: Page): readonly string[] => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/sessions|questions/.test(pathname))
      asked.push(`${request.method()} ${pathname}${search} ${request.postData() ?? ''}`);
  });
  return asked;
};

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

for (const place of ['form#posting=64711', 'frame/default#posting=64711'])
  test(`${place} asks for its form once, before its script has come`, { tag: '@deep' }, async ({
    page,
    server,
  }) => {
    const asked = requestsOf(page);
    const script = gate();
    await page.route(/\/assets\/define-/, script.handler);
    await page.goto(`${server.origin}/${place}`, { waitUntil: 'commit' });
    await expect.poll(() => asked).toHaveLength(1);
    script.open();
    await expect(new Applicant(page).state()).toHaveAttribute('data-state', 'ready');
    const attributes = { posting: '64711', tenant: 'default' };
    expect(asked).toEqual([
      `POST /sessions?include=questions ${JSON.stringify({ data: { type: 'sessions', attributes } })}`,
    ]);
  });

test('turning from one posting to another keeps what was typed with each, and a reload finds it again', {
  tag: '@deep',
}, async ({ page, server, host }) => {
  const address = host.show(
    pageWith(ways.code(server.origin).replace('ApplyForm', 'window.mounted = ApplyForm')),
  );
  await page.goto(address);
  const turn = (change: object) => page.evaluate(`window.mounted.update(${JSON.stringify(change)})`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await applicant.introduce(visitor);
  await applicant.answer('2002', 'Nurse');
  await turn({ posting: '64711' });
  await expect(applicant.question('101')).toBeVisible();
  // Details come along; an answer stays with its form.
  await expect(applicant.detail('email')).toHaveValue(visitor.email);
  await turn({ posting: '64712' });
  await expect(applicant.question('2002').locator('input')).toHaveValue('Nurse');
  await applicant.settle();
  await page.reload();
  await expect(applicant.question('2002').locator('input')).toHaveValue('Nurse');
  // The job of that posting, named as such, is a form of its own.
  await turn({ posting: null, job: '4712' });
  await expect(applicant.question('2002').locator('input')).toHaveValue('');
});

test('a job beside a posting decides, and the console says so at the first touch', { tag: '@deep' }, async ({
  page,
  server,
  host,
}) => {
  const lines = warningsOf(page);
  const body = ways.element(server.origin).replace('posting=', 'job="4711" posting=');
  await page.goto(host.show(pageWith(body)));
  const applicant = new Applicant(page);
  await expect(applicant.question('101')).toBeVisible();
  await applicant.detail('first_name').fill('Sam');
  await expect
    .poll(() => lines)
    .toEqual([
      '<apply-form> has job="4711" and posting="64712", and the job decides: leave one of them out.',
    ]);
});

test('a posting that is not there, or whose job is not public, is said to applicant and developer, with the fallback', {
  tag: '@deep',
}, async ({ page, server, host, sandbox }) => {
  await sandbox.faults({ jobs: { 4713: { visibility: 'confidential' } } });
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
    await expect.poll(() => lines.at(-1)).toContain(`finds no posting="${posting}" at ${server.origin}`);
  }
});

test('where the service does not say the job of a posting, the applicant has the fallback and the developer what to write', {
  tag: '@deep',
}, async ({ page, host, ownServer }) => {
  const status = [{ path: '/api/v1/job_postings', status: 403, requests: 9 }];
  const reply = await fetch(`${ownServer.origin}/sandbox/_control/faults`, {
    method: 'PUT',
    body: JSON.stringify({ status }),
  });
  expect(reply.status).toBe(200);
  const lines = warningsOf(page);
  const body = ways
    .element(ownServer.origin)
    .replace('64712">', '64712"><a href="/elsewhere">Apply by email</a>');
  await page.goto(host.show(pageWith(body)));
  await expect(new Applicant(page).state()).toHaveAttribute('data-state', 'error');
  await expect(page.locator('apply-form')).toContainText('We cannot tell which job this form is for.');
  await expect(page.getByRole('link', { name: 'Apply by email' })).toBeVisible();
  await expect
    .poll(() => lines.at(-1))
    .toContain(
      `has posting="64712", and the recruitment service of ${ownServer.origin} does not say which job that is: write job="…" instead`,
    );
});
