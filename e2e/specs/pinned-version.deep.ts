import { createHash } from 'node:crypto';
import type { Page } from 'playwright/test';
import { meet, sendShortest, shortest } from '../support/applicant.ts';
import type { Server } from '../support/apply-form-server.ts';
import { expect, test } from '../support/with-server.ts';

interface Integrity {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
}

const integrityOf = async (server: Server): Promise<Integrity> =>
  (await fetch(`${server.origin}/integrity.json`)).json();

/** Returns the version and hash that a careers page copies to pin the script. */
async function pinned(server: Server): Promise<Pin> {
  const { version, files } = await integrityOf(server);
  return { version, hash: files[`/${version}/apply-form.js`] ?? '' };
}

interface Pin {
  readonly version: string;
  readonly hash: string;
}

const snippet = (origin: string, token: string, { version, hash }: Pin) => `<!doctype html>
  <html lang="en"><title>Careers</title><link rel="icon" href="data:,">
  <script type="module" async src="${origin}/${version}/apply-form.js" integrity="${hash}"></script>
  <apply-form token="${token}" lang="fr"><a href="https://careers.example.com/4711">Apply on our careers page</a></apply-form>`;

function scriptsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

test('a page that pins version and hash gets the form, and all later files from the same version', async ({
  page,
  server,
  host,
  sandbox,
}) => {
  const { version, hash } = await pinned(server);
  const { application, token } = await sandbox.apply('one-of-each');
  const scripts = scriptsOf(page);
  await sendShortest(await meet(page, host.show(snippet(server.origin, token, { version, hash }))));
  expect(await sandbox.posts(application)).toEqual(shortest);
  const names = () => scripts.map((path) => path.replace(/-[\w-]{8}(?=\.js$)/, ''));
  await expect
    .poll(() => names().sort())
    .toEqual(['apply-form', 'assets/filling', 'assets/fr'].map((name) => `/${version}/${name}.js`));
});

test('when the hash does not match, the page keeps its own way to apply', async ({
  page,
  server,
  host,
  sandbox,
}) => {
  const { version, hash } = await pinned(server);
  const { token } = await sandbox.apply('one-of-each');
  const wrongHash = hash.replace(/(?<=-)./, (first) => (first === 'A' ? 'B' : 'A'));
  const blocked = page.waitForEvent('console', (message) => message.text().includes('integrity'));
  await page.goto(host.show(snippet(server.origin, token, { version, hash: wrongHash })));
  await blocked;
  await expect(page.getByRole('link', { name: 'Apply on our careers page' })).toBeVisible();
  await expect(page.locator('apply-form')).not.toHaveAttribute('data-state');
});

test('the list of hashes has only the present version, and its files are immutable and match', async ({
  server,
}) => {
  const { version, files } = await integrityOf(server);
  const paths = Object.keys(files);
  expect(paths.length).toBeGreaterThan(10);
  expect(new Set(paths.map((path) => path.split('/')[1]))).toEqual(new Set([version]));
  for (const path of paths) {
    const reply = await fetch(server.origin + path);
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(files[path]).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
});
