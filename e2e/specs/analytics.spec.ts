/** The script of `public/docs/analytics.md`, as it stands there, on a careers page of another origin. */
import type { FrameLocator, Page } from 'playwright/test';
import { snippetsOf } from '../../src/build/docs/snippets.support.ts';
import { Applicant } from '../support/applicant.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const [script] = snippetsOf('js').filter(({ page }) => page.endsWith('/analytics.md'));

/** In every text that is typed: none of them may come out. */
const CANARY = 'canary';
const visitor = { first_name: `Sam ${CANARY}`, last_name: CANARY, email: `${CANARY}@example.com` };

const pageWith = (
  body: string,
  text = script?.text ?? '',
) => `<!doctype html><html lang="en"><head><meta charset="utf-8" />
  <title>Jobs</title><link rel="icon" href="data:," /><script>${text}</script></head>
  <body><h1>Jobs</h1>${body}</body></html>`;

const ways = {
  element: (origin: string, asked: string) =>
    `<script type="module" async src="${origin}/apply-form.js"></script><apply-form id="apply" ${asked.replace('=', '="')}"></apply-form>`,
  'script tag': (origin: string, asked: string) =>
    `<script type="module" async src="${origin}/apply-form.js" data-apply-${asked.replace('=', '="')}"></script>`,
  iframe: (origin: string, asked: string) =>
    `<iframe id="apply" src="${origin}/frame/default#${asked}" title="Application form" data-apply-frame></iframe>
     <script src="${origin}/frame.js" async></script>`,
};

/** Origins that were asked for anything. */
function originsOf(page: Page): ReadonlySet<string> {
  const origins = new Set<string>();
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) origins.add(new URL(request.url()).origin);
  });
  return origins;
}

async function fillIn(place: Page | FrameLocator): Promise<Applicant> {
  const applicant = new Applicant(place);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await applicant.introduce(visitor);
  await applicant.answer('2001', true);
  await applicant.answer('2101', `A ${CANARY}`);
  await applicant.answer('2002', CANARY);
  return applicant;
}

const layer = (page: Page) => page.evaluate<Record<string, unknown>[]>('window.dataLayer');
const eventsOf = async (page: Page) =>
  (await layer(page)).map(({ event, section }) => [event, section].filter(Boolean).join(' '));

const begun = [
  'apply_form_seen',
  'apply_form_begun',
  'apply_form_section_done details',
  'apply_form_section_done questions',
];

for (const [way, write] of Object.entries(ways))
  for (const asked of ['job=4712', 'posting=64712'])
    test(
      `${way}, ${asked}: what happens to an application is in the data layer once and in order, and no answer`,
      deepUnless(`${way} ${asked}` === 'element job=4712'),
      async ({ page, server, host }) => {
        const origins = originsOf(page);
        const address = host.show(pageWith(write(server.origin, asked)));
        await page.goto(address);
        const applicant = await fillIn(way === 'iframe' ? page.frameLocator('iframe') : page);
        await applicant.send();
        await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
        await expect.poll(() => eventsOf(page)).toEqual([...begun, 'apply_form_sent', 'apply_form_complete']);
        const form = way === 'script tag' ? 'apply-form-1' : 'apply';
        const entries = await layer(page);
        expect(new Set(entries.map((entry) => entry['form']))).toEqual(new Set([form]));
        expect(entries[2]).toMatchObject({ section: 'details', answered: 3 });
        expect(entries[3]).toMatchObject({ section: 'questions', answered: 3 });
        // Follow-ups were shown.
        const [seen, sent] = [Number(entries[0]?.['questions']), Number(entries[4]?.['questions'])];
        expect(sent).toBeGreaterThan(seen);
        expect(JSON.stringify(entries)).not.toContain(CANARY);
        expect(origins).toEqual(new Set([server.origin, new URL(address).origin]));
        // A receipt that is opened again counts nothing.
        await page.reload();
        await expect(applicant.state()).toHaveAttribute('data-state', /complete|ready/);
        expect(await page.evaluate('window.dataLayer ?? []')).not.toContainEqual(
          expect.objectContaining({ event: 'apply_form_complete' }),
        );
      },
    );

test('control: a script that took an answer along, or asked another origin, would be found', async ({
  page,
  server,
  host,
}) => {
  const origins = originsOf(page);
  const leak = `({ answer: target.shadowRoot.querySelector('[data-detail=first_name] input').value`;
  const text = (script?.text ?? '').replace(
    'push({',
    `new Image().src = 'http://third.localhost:9/'; push${leak},`,
  );
  const address = host.show(pageWith(ways.element(server.origin, 'job=4712'), text));
  await page.goto(address);
  await fillIn(page);
  await expect.poll(async () => JSON.stringify(await layer(page))).toContain(CANARY);
  expect(origins).toEqual(new Set([server.origin, new URL(address).origin, 'http://third.localhost:9']));
});

test('a form further down the page is seen when it comes into view, and not before', {
  tag: '@deep',
}, async ({ page, server, host }) => {
  const body = `<div style="height: 300vh"></div>${ways.element(server.origin, 'job=4712')}`;
  await page.goto(host.show(pageWith(body)));
  await expect(new Applicant(page).state()).toHaveAttribute('data-state', 'ready');
  expect(await page.evaluate('window.dataLayer ?? []')).toEqual([]);
  await page.locator('apply-form').scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate('window.dataLayer?.length')).toBe(1);
  expect(await eventsOf(page)).toEqual(['apply_form_seen']);
});

// Other specs of this server fill in the form as it is without what it has learned.
test.afterEach(({ sandbox }) => sandbox.forgetLessons('4712'));

test('an application that the service refuses is counted as refused, and once it is corrected as sent and complete', {
  tag: '@deep',
}, async ({ page, server, host, sandbox }) => {
  await sandbox.demands({ jobs: { '4712': ['linkedin_url'] } });
  await page.goto(host.show(pageWith(ways.element(server.origin, 'job=4712'))));
  const applicant = await fillIn(page);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'attention');
  await expect.poll(() => eventsOf(page)).toEqual([...begun, 'apply_form_refused']);
  await applicant.detail('linkedin_url').fill(`https://www.linkedin.com/in/${CANARY}`);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  await expect
    .poll(() => eventsOf(page))
    .toEqual([...begun, 'apply_form_refused', 'apply_form_sent', 'apply_form_complete']);
  expect(JSON.stringify(await layer(page))).not.toContain(CANARY);
});
