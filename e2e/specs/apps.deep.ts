/** Single-page apps of other companies, each built with its own tools around the package, on another origin than the server. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { meet, sendShortest, shortest } from '../support/applicant.ts';
import { type App, appNames, checkTypes, installApp } from '../support/apps.ts';
import { watchForTrouble } from '../support/host-pages.ts';
import { run } from '../support/packed.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';

/** The policy that the page about frameworks recommends, with our icon added. */
const policy = (server: string) =>
  `default-src 'none'; script-src 'self'; connect-src ${server}; img-src data:`;

/** Walks through an app as its applicant, and checks it as its developer. */
async function walkThroughApp(page: Page, app: string, server: string): Promise<void> {
  const trouble = await watchForTrouble(page);
  const sandbox = new Sandbox(server);
  const before = await sandbox.made();
  const applicant = await meet(page, app);
  const said = page.getByRole('status').first();
  await expect(said).toHaveText('14 questions');
  await expect(applicant.detail('first_name')).toHaveValue('Ada');
  await expect(page.getByRole('button', { name: 'Apply now' })).toBeVisible();
  const element = await applicant.state().elementHandle();
  await page.getByRole('button', { name: 'Job 4712' }).click();
  await expect(applicant.question('2001')).toBeVisible();
  expect(await element?.evaluate((form) => form.isConnected)).toBe(true);
  await applicant.introduce({ last_name: 'Example', email: 'ada@example.com' });
  await sendShortest(applicant);
  const made = (await sandbox.made()).slice(before.length);
  expect(made).toHaveLength(1);
  expect(await sandbox.posts(made[0] ?? '')).toEqual(shortest);
  await expect(said).toHaveText(/^Received as \w{4}-/);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('apply-form')).toHaveCount(0);
  await expect.poll(() => element?.evaluate((form) => form.shadowRoot?.childElementCount)).toBe(0);
  expect(trouble.errors).toEqual([]);
}

for (const name of appNames) {
  test(`an app of ${name} shows the form of each job under a strict policy, sends it once, and removes it`, async ({
    page,
    server,
  }) => {
    const app = installApp(name, server.origin);
    await app.build();
    await walkThroughApp(page, await app.serve(policy(server.origin)), server.origin);
    await app.remove();
  });
}

/** A page rendered by Node with the framework's development build, since only that one reports differences. */
async function renderOnServer(app: App): Promise<string> {
  const entry = existsSync(`${app.project}/src/server.tsx`) ? 'src/server.tsx' : 'src/server.ts';
  await app.build({ build: { ssr: entry, outDir: 'dist-server' } });
  writeFileSync(
    `${app.project}/print.mjs`,
    "console.log(await (await import('./dist-server/server.js')).render());",
  );
  const { status, output } = run(`${app.project}/print.mjs`, [], app.project);
  expect(status, output).toBe(0);
  await app.build({ define: { 'process.env.NODE_ENV': '"development"' }, build: { minify: false } });
  const file = `${app.project}/dist/index.html`;
  const html = readFileSync(file, 'utf8');
  writeFileSync(file, html.replace('<div id="root"></div>', `<div id="root">${output.trim()}</div>`));
  return output;
}

test('the Next component renders its fallback on a server, and hydrates without a warning', async ({
  page,
  server,
}) => {
  const app = installApp('react', server.origin);
  const careers = `${app.project}/src/careers.tsx`;
  const inBrowser = "import { ApplyInBrowser as Apply } from './apply-in-browser'";
  const text = readFileSync(careers, 'utf8');
  writeFileSync(careers, text.replace("import { Apply } from './apply'", inBrowser));
  expect(await renderOnServer(app)).toContain('<a href="mailto:jobs@example.com?subject=4711">');
  await walkThroughApp(page, await app.serve(), server.origin);
  await app.remove();
});

test('an element that React rendered on a server has no listeners or properties (control)', async ({
  page,
  server,
}) => {
  const app = installApp('react', server.origin);
  expect(await renderOnServer(app)).toContain('<apply-form endpoint=');
  await page.goto(await app.serve());
  await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'ready');
  await expect(page.getByRole('status').first()).toHaveText('Loading');
  expect(await page.locator('apply-form').evaluate((form) => Reflect.get(form, 'messages'))).toBeNull();
  await app.remove();
});

test('Vue renders the element on a server, and hydrates it unchanged', async ({ page, server }) => {
  const app = installApp('vue', server.origin);
  expect(await renderOnServer(app)).toContain('<apply-form ');
  await walkThroughApp(page, await app.serve(), server.origin);
  await app.remove();
});

const typed = [
  ['react', 'apply.tsx', 'heading-level="3"', 'theme="pink"'],
  ['vue', 'apply.vue', 'heading-level="3"', 'theme="pink"'],
  ['plain', 'apply.ts', 'headingLevel: 3', "theme: 'pink'"],
] as const;

for (const [name, file, right, wrong] of typed) {
  test(`the app of ${name} compiles, and a theme that does not exist fails to compile`, () => {
    const { project, remove } = installApp(name, 'http://127.0.0.1:3000');
    const text = readFileSync(`${project}/src/${file}`, 'utf8');
    writeFileSync(`${project}/src/wrong-${file}`, text.replace(right, wrong));
    const { status, output } = checkTypes(name, project);
    expect(status).not.toBe(0);
    const lines = output.trim().split('\n');
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^src/wrong-${file}.* Type '"pink"' is not`))]);
    return remove();
  });
}
