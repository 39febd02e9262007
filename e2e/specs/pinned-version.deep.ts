import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import releasedHashes from '../../src/build/released-files.json' with { type: 'json' };
import { releasedVersions } from '../../src/build/released-versions.ts';
import { Applicant } from '../support/applicant.ts';
import type { Server } from '../support/apply-form-server.ts';
import { expect, test } from '../support/with-server.ts';

interface Integrity {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
}

const integrityOf = async (server: Server): Promise<Integrity> =>
  (await fetch(`${server.origin}/integrity.json`)).json();

/** What a careers page takes over when it pins the version: address and hash. */
async function pinned(server: Server): Promise<{ readonly version: string; readonly hash: string }> {
  const { version, files } = await integrityOf(server);
  return { version, hash: files[`/${version}/apply-form.js`] ?? '' };
}

/** Those that pages may still pin. */
const earlierVersions = releasedVersions(fileURLToPath(new URL('../../public', import.meta.url)));

interface Tag {
  /** Of the element: its token, or its job. */
  readonly form: string;
  /** null: the evergreen script, without a hash. */
  readonly pin: { readonly version: string; readonly hash: string } | null;
}

const snippet = (origin: string, { form, pin }: Tag) => `<!doctype html>
  <html lang="en"><title>Careers</title><link rel="icon" href="data:,">
  <script src="${origin}/${pin === null ? '' : `${pin.version}/`}apply-form.js" ${
    pin === null ? '' : `integrity="${pin.hash}" crossorigin="anonymous"`
  } async></script>
  <apply-form ${form} lang="fr"><a href="https://careers.example.com/4711">Apply on our careers page</a></apply-form>`;

function scriptsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

test('a page that pins version and hash gets the form, and all that comes later from the same version', async ({
  page,
  server,
  host,
  sandbox,
}) => {
  const { version, hash } = await pinned(server);
  const { application, token } = await sandbox.apply('one-of-each');
  const scripts = scriptsOf(page);
  await page.goto(host.show(snippet(server.origin, { form: `token="${token}"`, pin: { version, hash } })));
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(await sandbox.posts(application)).toEqual(['2001', '2101']);
  const names = () => scripts.map((path) => path.replace(/-[\w-]{8}(?=(-fr)?\.js$)/, ''));
  // What a form is drawn with comes side by side.
  expect(names().slice(0, 4).sort()).toEqual([
    `/${version}/apply-form.js`,
    `/${version}/assets/later.js`,
    `/${version}/assets/typed-dates.js`,
    `/${version}/assets/words-fr.js`,
  ]);
  const rarer = ['adopt', 'draft-manager', 'host-page', 'other-forms', 'outcome-screens', 'rare-styles'].map(
    (name) => `/${version}/assets/${name}.js`,
  );
  await expect.poll(() => names().slice(4).sort()).toEqual(rarer);
});

test('where the hash is that of another file, the page keeps its own way to apply', async ({
  page,
  server,
  host,
  sandbox,
}) => {
  const { version, hash } = await pinned(server);
  const { token } = await sandbox.apply('one-of-each');
  const other = hash.replace(/(?<=-)./, (first) => (first === 'A' ? 'B' : 'A'));
  const blocked = page.waitForEvent('console', (message) => message.text().includes('integrity'));
  await page.goto(
    host.show(snippet(server.origin, { form: `token="${token}"`, pin: { version, hash: other } })),
  );
  await blocked;
  await expect(page.getByRole('link', { name: 'Apply on our careers page' })).toBeVisible();
  await expect(page.locator('apply-form')).not.toHaveAttribute('data-state');
});

for (const version of earlierVersions) {
  const path = `/${version}/apply-form.js`;
  const hash = new Map(Object.entries(releasedHashes)).get(path) ?? '';

  test(`a page that pinned ${version} goes on with that version before this server, and sends once`, async ({
    page,
    server,
    host,
    sandbox,
  }) => {
    const { application, token } = await sandbox.apply('one-of-each');
    const scripts = scriptsOf(page);
    await page.goto(host.show(snippet(server.origin, { form: `token="${token}"`, pin: { version, hash } })));
    const applicant = new Applicant(page);
    await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
    await expect(applicant.question('2101')).toHaveCount(0);
    await applicant.answer('2001', true);
    await applicant.answer('2101', 'A reason');
    await applicant.answer('2002', 'Nurse');
    await applicant.answer('2009', { files: ['cv.pdf'] });
    await applicant.send();
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    expect(await sandbox.posts(application)).toEqual(['2001', '2101', '2002', '2009']);
    expect(scripts.filter((one) => !one.startsWith(`/${version}/`))).toEqual([]);
  });

  test(`a visitor's form that pinned ${version} makes one application before this server`, async ({
    page,
    server,
    host,
    sandbox,
  }) => {
    const before = await sandbox.made();
    await page.goto(host.show(snippet(server.origin, { form: 'job="4712"', pin: { version, hash } })));
    const applicant = new Applicant(page);
    await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
    await applicant.introduce({ first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' });
    await applicant.answer('2001', true);
    await applicant.answer('2101', 'A reason');
    await applicant.send();
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    const [made = '', ...others] = (await sandbox.made()).slice(before.length);
    expect(others).toEqual([]);
    expect(await sandbox.posts(made)).toEqual(['2001', '2101']);
    expect(await sandbox.attributes(made)).toMatchObject({ first_name: 'Ada', email: 'ada@example.com' });
  });

  test(`a form that was opened from the script of ${version} finds the rest of itself after the upgrade`, async ({
    page,
    server,
    host,
    sandbox,
  }) => {
    const { application, token } = await sandbox.apply('one-of-each');
    const script = readFileSync(new URL(`../../public${path}`, import.meta.url));
    await page.route(`${server.origin}/apply-form.js`, (route) =>
      route.fulfill({ body: script, contentType: 'text/javascript' }),
    );
    const scripts = scriptsOf(page);
    await page.goto(host.show(snippet(server.origin, { form: `token="${token}"`, pin: null })));
    const applicant = new Applicant(page);
    await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
    await applicant.answer('2001', true);
    await applicant.answer('2101', 'A reason');
    await applicant.send();
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    expect(await sandbox.posts(application)).toEqual(['2001', '2101']);
    const lazy = scripts.filter((one) => one.startsWith('/assets/'));
    expect(lazy.length).toBeGreaterThan(2);
    const own = new Set(Object.keys(releasedHashes).map((one) => one.slice(version.length + 1)));
    expect(lazy.filter((one) => !own.has(one))).toEqual([]);
  });
}

test('the server says which version and which build it is', async ({ server }) => {
  const { meta } = await (await fetch(`${server.origin}/healthz`)).json();
  const { version } = await integrityOf(server);
  expect(meta).toEqual({ state: 'alive', version, build: expect.stringMatching(/^[0-9a-f]{12}$/) });
});

test('the list of hashes has this version and every earlier one, each served as it says', async ({
  server,
}) => {
  const { version, files } = await integrityOf(server);
  const versions = [...earlierVersions, version];
  expect(new Set(Object.keys(files).map((path) => path.split('/')[1]))).toEqual(new Set(versions));
  for (const path of versions.map((one) => `/${one}/apply-form.js`)) {
    const bytes = Buffer.from(await (await fetch(server.origin + path)).arrayBuffer());
    expect(files[path]).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
  }
});

test('the lazy files of every release that is kept are served, each for good', async ({ server }) => {
  const { releases } = await (await fetch(`${server.origin}/releases.json`)).json();
  const named: readonly string[] = releases.flatMap(({ files }: { files: readonly string[] }) => files);
  expect(named.length).toBeGreaterThan(10);
  for (const file of new Set(named)) {
    const reply = await fetch(`${server.origin}/${file}`, { method: 'HEAD' });
    expect([file, reply.status, reply.headers.get('cache-control')]).toEqual([
      file,
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
});
