/** The form on other companies' pages: under the strictest policy, twice, as a module, without storage, without script. */
import type { Page } from 'playwright/test';
import { Applicant, visitor } from '../support/applicant.ts';
import { fillInEngineer, openHostPage, strictPolicy, watchForTrouble } from '../support/host-pages.ts';
import { gate } from '../support/rigged-proxy.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

async function sendApplication(page: Page): Promise<void> {
  const applicant = new Applicant(page);
  await applicant.introduce(visitor);
  await fillInEngineer(applicant);
  await applicant.send();
  await applicant.reaches('complete');
}

/** Returns the attributes of a script tag that pins the present version by its address and hash. */
async function pinned(origin: string): Promise<string> {
  const reply = await fetch(`${origin}/integrity.json`);
  const { version, files } = (await reply.json()) as { version: string; files: Record<string, string> };
  const path = `/${version}/apply-form.js`;
  return `src="${origin}${path}" integrity="${files[path]}" crossorigin="anonymous"`;
}

for (const script of ['as it is today', 'pinned by its hash'])
  test(
    `an application succeeds under the strictest content security policy, with 0 violations: script ${script}`,
    deepUnless(script === 'as it is today'),
    async ({ page, server, host }) => {
      const trouble = await watchForTrouble(page);
      const headers = { 'content-security-policy': strictPolicy(server.origin) };
      const source = script === 'as it is today' ? null : await pinned(server.origin);
      const change = (html: string) => (source === null ? html : html.replace(/src="[^"]*"/, source));
      const applicant = await openHostPage({ page, server, host }, 'strict-policy', { headers, change });
      await applicant.reaches('ready');
      await applicant.send();
      await expect(page.locator('[part~=summary]')).toBeFocused();
      for (const [lang, words] of [
        ['de', 'Bewerbung senden'],
        ['en', 'Send application'],
      ] as const) {
        await applicant.state().evaluate((form, value) => form.setAttribute('lang', value), lang);
        await expect(page.getByRole('button', { name: words })).toBeVisible();
      }
      await sendApplication(page);
      await expect(page.locator('[part~=receipt]')).toBeVisible();
      expect(await trouble.violations()).toEqual([]);
      expect(trouble.errors).toEqual([]);
    },
  );

test('the test sees a violation (control)', async ({ page, server, host }) => {
  const trouble = await watchForTrouble(page);
  await openHostPage({ page, server, host }, 'strict-policy');
  await page.evaluate("document.body.setAttribute('style', 'color: red')");
  await expect.poll(trouble.violations).toEqual([expect.stringContaining('style-src-attr')]);
});

test('two jobs on one page are two forms: each has its own answers and events', async ({
  page,
  server,
  host,
}) => {
  const applicant = await openHostPage({ page, server, host }, 'two-jobs');
  const [engineer, nurse] = [page.locator('apply-form').first(), page.locator('apply-form').last()];
  for (const form of [engineer, nurse]) await expect(form).toHaveAttribute('data-state', 'ready');
  await page.evaluate(() => {
    const events: (string | null)[] = [];
    Object.assign(window, { heard: events });
    addEventListener('apply-change', ({ target }) =>
      events.push(target instanceof Element ? target.getAttribute('job') : null),
    );
  });
  await applicant.answer('101', 'A timetable planner');
  await expect(engineer.locator('progress').last()).toHaveJSProperty('value', 1);
  // The number of missing answers shows from the first touch on.
  await expect(nurse.locator('progress')).toHaveCount(0);
  expect(await page.evaluate('heard')).toEqual(['4711']);
});

test('a script included five times, from three addresses, makes one form and one request', async ({
  page,
  server,
  host,
}) => {
  const trouble = await watchForTrouble(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => Object.assign(window, { first: window.ApplyForm }));
  });
  const applicant = await openHostPage({ page, server, host }, 'script-twice');
  await applicant.reaches('ready');
  await page.waitForLoadState('networkidle');
  await expect(applicant.state()).toHaveCount(1);
  expect(requests.filter((path) => path === '/apply-form.js').length).toBeGreaterThan(2);
  expect(requests.filter((path) => /^\/(sessions|api)/.test(path))).toHaveLength(1);
  expect(await page.evaluate('first === ApplyForm')).toBe(true);
  expect(trouble.errors).toEqual([]);
});

test('each kind of script tag gets a form, and a tag in the body gets it right after the tag', async ({
  page,
  server,
  host,
}) => {
  const tag = (source: string, how = '') =>
    `<script type="module" src="${server.origin}/apply-form.js" ${how} data-apply-job="4711" data-apply-source="${source}"></script>`;
  const html = `<!doctype html><html lang="en"><head><title>Jobs</title><link rel="icon" href="data:,">
    ${tag('async', 'async')} ${tag('defer', 'defer')} ${tag('head')}</head>
    <body><main>${tag('body')}</main><aside></aside><footer>Jobs</footer></body></html>`;
  await page.goto(host.show(html));
  await page.evaluate((origin) => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = `${origin}/apply-form.js`;
    script.setAttribute('data-apply-job', '4711');
    script.setAttribute('data-apply-source', 'inserted');
    document.querySelector('aside')?.append(script);
  }, server.origin);
  for (const form of ['aside > script + apply-form', 'main > script + apply-form'])
    await expect(page.locator(form)).toHaveAttribute('data-state', 'ready');
  const ends = page.locator('footer ~ apply-form');
  await expect(ends).toHaveCount(3);
  const sources = await ends.evaluateAll((forms) => forms.map((form) => form.getAttribute('source')));
  expect(sources.sort()).toEqual(['async', 'defer', 'head']);
  for (const form of await ends.all()) await expect(form).toHaveAttribute('data-state', 'ready');
});

test('a form in a dialog in the host’s own shadow root has its styles, and the page hears its events', async ({
  page,
  server,
  host,
}) => {
  const around = { page, server, host };
  const applicant = await openHostPage(around, 'own-component');
  await page.evaluate(() => {
    const events: string[] = [];
    Object.assign(window, { heard: events });
    document.addEventListener('apply-change', ({ target }) => events.push((target as Element).localName));
  });
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Apply for this job' }).click();
  await applicant.reaches('ready');
  await expect(page.getByRole('button', { name: 'Send application' })).toHaveCSS('border-radius', '999px');
  await applicant.answer('101', 'A timetable planner');
  expect(await page.evaluate('heard')).toEqual(['meridian-job']);

  const change = (html: string) =>
    html.replace("'job', '4711'", "'isolation', 'light'); form.setAttribute('job', '4711'");
  await openHostPage(around, 'own-component', { change });
  await page.getByRole('button', { name: 'Apply for this job' }).click();
  await applicant.reaches('ready');
  await expect(page.locator('apply-form-root [part~=option]').first()).toHaveCSS('display', 'flex');
});

test('when the script is blocked, the page’s own fallback shows', async ({ page, server, host }) => {
  const trouble = await watchForTrouble(page);
  await openHostPage({ page, server, host }, 'script-blocked');
  await expect.poll(trouble.violations).toEqual([expect.stringContaining('script-src-elem')]);
  await expect(page.getByRole('link', { name: 'work@ostravaglass.example' })).toBeVisible();
  await expect(page.locator('apply-form')).not.toHaveAttribute('data-state');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the fallback of an element shows', async ({ page, server, host }) => {
    await openHostPage({ page, server, host }, 'script-twice');
    await expect(page.getByRole('link', { name: 'Apply by e-mail' })).toBeVisible();
  });
});

/** Records the layout shifts of the page. Must be called before it is opened. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate<number>('shifts.reduce((sum, each) => sum + each, 0)');
}

test('on a slow network something is always readable, and layout shifts stay inside the reserved space', {
  tag: '@deep',
}, async ({ page, server, host }) => {
  const [script, questions] = [gate(), gate()];
  await page.route('**/apply-form.js', script.handler);
  await page.route(/\/(sessions|api\/v1\/questions)\?/, questions.handler);
  const shift = await watchShifts(page);
  const applicant = await openHostPage({ page, server, host }, 'slow-network');
  const link = page.getByRole('link', { name: 'write to the station' });
  await expect(link).toBeVisible();
  // The position on the page does not depend on scrolling.
  const placeOfFooter = () =>
    page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().top + scrollY);
  const footer = await placeOfFooter();
  script.open();
  await expect(page.getByText('Loading the application form…')).toBeVisible();
  await expect(link).toBeHidden();
  questions.open();
  await applicant.reaches('ready');
  expect(await shift()).toBe(0);
  await applicant.answer('101', 'A timetable planner');
  // The form's foot grows by a line when it shows that the answer is saved.
  await expect(page.locator('.af-line', { hasText: 'Saved in this tab' })).toBeVisible();
  expect(await placeOfFooter()).toBe(footer);
});
