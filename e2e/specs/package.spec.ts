import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { publint } from 'publint';
import { build, type PreviewServer, preview } from 'vite';
import { type Snippet, snippetsOf } from '../../src/build/docs/snippets.support.ts';
import { Applicant } from '../support/applicant.ts';
import { startServer } from '../support/apply-form-server.ts';
import { keepBusy } from '../support/host-pages.ts';
import { type Packed, pack, run } from '../support/packed.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';

// One package for all of them.
test.describe.configure({ mode: 'default' });

let packed: Packed;

test.beforeAll(() => {
  packed = pack();
});
test.afterAll(() => rmSync(dirname(packed.tarball), { recursive: true }));

test('the package has its doors, the files of the site, and nothing of how it is made', () => {
  const roots = new Set(packed.files.map((file) => file.split('/').slice(0, 2).join('/')));
  expect([...roots].sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/library',
    'dist/server',
    'dist/server.js',
    'dist/site',
    'package.json',
  ]);
  const { version } = JSON.parse(
    readFileSync(`${packed.project}/node_modules/apply-form/package.json`, 'utf8'),
  );
  for (const file of [
    'apply-form.js',
    'frame.js',
    'integrity.json',
    `${version}/apply-form.js`,
    `${version}/frame.js`,
  ])
    expect(packed.files).toContain(`dist/site/${file}`);
  expect(packed.files.filter((file) => file.endsWith('.map'))).toEqual([]);
});

test('the package has the lazy files of every release that its list names', () => {
  const site = `${packed.project}/node_modules/apply-form/dist/site`;
  const { releases } = JSON.parse(readFileSync(`${site}/releases.json`, 'utf8'));
  const named: readonly string[] = releases.flatMap(({ files }: { files: readonly string[] }) => files);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((file) => !packed.files.includes(`dist/site/${file}`))).toEqual([]);
});

test('publint and are-the-types-wrong find nothing to say', async () => {
  const { buffer } = new Uint8Array(readFileSync(packed.tarball));
  expect((await publint({ pack: { tarball: buffer }, strict: true })).messages).toEqual([]);
  const types = run(
    '@arethetypeswrong/cli/dist/index.js',
    [packed.tarball, '--profile', 'esm-only'],
    packed.project,
  );
  expect(types, types.output).toMatchObject({ status: 0 });
});

for (const [resolution, module] of [
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
] as const) {
  test(`a project that resolves like ${resolution} compiles with its types, those of React's and Preact's JSX too`, () => {
    const parameters = ['-p', '.', '--moduleResolution', resolution, '--module', module];
    expect(run('typescript/bin/tsc', parameters, packed.project)).toEqual({ status: 0, output: '' });
  });
}

const write = (name: string, { language, text }: Snippet) =>
  writeFileSync(`${packed.project}/${name}.${language}`, `${text}\nexport {};\n`);

const compile = () =>
  run(
    'typescript/bin/tsc',
    ['-p', '.', '--moduleResolution', 'nodenext', '--module', 'nodenext'],
    packed.project,
  );

test('the TypeScript in the documents compiles with the package, and does not where it is wrong', () => {
  const written = snippetsOf('ts', 'tsx');
  expect(written.length).toBeGreaterThan(1);
  written.forEach((snippet, number) => {
    write(`document-${number}`, snippet);
  });
  expect(compile()).toEqual({ status: 0, output: '' });
  written.forEach((snippet, number) => {
    const text = snippet.text
      .replace('heading-level="3"', 'theme="pink"')
      .replace('.readApplication(id, {', '.readApplication({');
    write(`document-${number}`, { ...snippet, text });
  });
  const { status, output } = compile();
  for (const [number, { language }] of written.entries()) {
    expect(output).toContain(`document-${number}.${language}`);
    rmSync(`${packed.project}/document-${number}.${language}`);
  }
  expect(status).not.toBe(0);
});

test('Node imports every door; the proxy before the sandbox loads a form over HTTP', () => {
  const { status, output } = run(`${packed.project}/every-door.mjs`, [], packed.project);
  expect(status, output).toBe(0);
  expect(JSON.parse(output)).toEqual({
    job: expect.any(String),
    session: 201,
    form: 200,
    title: expect.stringContaining('urse'),
    questions: true,
    shown: true,
    hidden: false,
  });
});

test('a page built with it sends a form to the server in it, and loads late what it needs late', async ({
  page,
}) => {
  await build({ root: packed.project, logLevel: 'warn' });
  const pages: PreviewServer = await preview({
    root: packed.project,
    preview: { port: 0, host: '127.0.0.1' },
  });
  const server = await startServer({}, `${packed.project}/node_modules/apply-form/dist/server.js`);
  await keepBusy(page);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const sandbox = new Sandbox(server.origin);
  const { application, token } = await sandbox.apply('one-of-each');
  const [origin] = pages.resolvedUrls?.local ?? [];
  await page.goto(`${origin}#${new URLSearchParams({ endpoint: server.origin, token, lang: 'de' })}`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await expect(page).toHaveTitle(/^\d+ questions$/);
  expect(scripts).toEqual([/index-/, /de-/, /dates-/].map((name) => expect.stringMatching(name)));
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete', { timeout: 20_000 });
  expect(await sandbox.posts(application)).toEqual(['2001', '2101']);
  expect(scripts[3]).toMatch(/lazy-/);
  expect(scripts.slice(2).filter((path) => !path.startsWith('/assets/'))).toEqual([]);
  await server.stop();
  await pages.close();
});
