import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build, type PreviewServer, preview } from 'vite';
import { type Snippet, snippetsOf } from '../../src/build/docs/snippets.support.ts';
import { meet, sendShortest, shortest } from '../support/applicant.ts';
import { startServer } from '../support/apply-form-server.ts';
import { keepBusy } from '../support/host-pages.ts';
import {
  filesOf,
  install,
  manifestOf,
  type PackageName,
  packageNames,
  run,
  tarballOf,
} from '../support/packed.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';

// All tests share one project.
test.describe.configure({ mode: 'default' });

let project = '';

test.beforeAll(() => {
  project = install('e2e/consumer');
});
test.afterAll(() => rmSync(dirname(project), { recursive: true }));

test('the element package has its entry points, no dependency, and no server code', () => {
  expect(manifestOf(project, 'apply-form')).not.toHaveProperty('dependencies');
  expect(rootsOf('apply-form')).toEqual([
    'LICENSE',
    'README.md',
    'THIRD-PARTY-LICENSES.txt',
    'conditions.js',
    'define.js',
    'index.js',
    'package.json',
    'preact.js',
    'react.js',
    'shared',
    'types',
    'vue.js',
  ]);
  for (const file of filesOf('apply-form').filter((name) => name.endsWith('.js')))
    expect(bareImportsOf(`${project}/node_modules/apply-form/${file}`)).toEqual([]);
});

test('the server package has its command, entry points and site files, and two dependencies', () => {
  const { version, dependencies } = manifestOf(project, 'apply-form-server');
  expect(Object.keys(dependencies ?? {})).toEqual(['libsql', 'zod']);
  expect(rootsOf('apply-form-server')).toEqual([
    'LICENSE',
    'README.md',
    'THIRD-PARTY-LICENSES.txt',
    'dist/apply-form-server.js',
    'dist/library',
    'dist/proxy.js',
    'dist/server',
    'dist/server.js',
    'dist/site',
    'package.json',
    'types',
  ]);
  const files = filesOf('apply-form-server');
  for (const file of [
    'apply-form.js',
    'frame.js',
    'integrity.json',
    `${version}/apply-form.js`,
    `${version}/frame.js`,
  ])
    expect(files).toContain(`dist/site/${file}`);
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
});

/** Folders of `dist` count as one entry each. */
const rootsOf = (name: PackageName): readonly string[] => {
  const roots = filesOf(name).map((file) =>
    file
      .split('/')
      .slice(0, file.startsWith('dist/') ? 2 : 1)
      .join('/'),
  );
  return [...new Set(roots)].sort();
};

/** The packages that a file imports by name; the file may be one line. */
const bareImportsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:^|;)(?:import|export)\b[^"';]*["']([^."'][^"']*)["']/gm)].map(
    ([, target = '']) => target,
  );

test('the modules that other servers import need no package but zod', () => {
  const library = filesOf('apply-form-server').filter((file) => file.startsWith('dist/library/'));
  expect(library.length).toBeGreaterThan(1);
  const needed = library.flatMap((file) =>
    bareImportsOf(`${project}/node_modules/apply-form-server/${file}`),
  );
  expect([...new Set(needed)].sort()).toEqual(['zod']);
  // Control: the server itself imports modules of Node.
  const server = bareImportsOf(`${project}/node_modules/apply-form-server/dist/server.js`);
  expect(server).toContain('node:net');
});

test('each package lists the packages bundled in it, with their licences', () => {
  const licencesIn = (name: PackageName) =>
    readFileSync(`${project}/node_modules/${name}/THIRD-PARTY-LICENSES.txt`, 'utf8').match(/^## .*(?= )/gm);
  expect(licencesIn('apply-form')).toEqual(
    expect.arrayContaining(['## preact', '## @preact/signals-core', '## libphonenumber-js']),
  );
  expect(licencesIn('apply-form-server')).toEqual(
    expect.arrayContaining(['## hono', '## pino', '## preact', '## @preact/signals']),
  );
});

for (const name of packageNames) {
  test(`publint and are-the-types-wrong report nothing for ${name}`, () => {
    // The tool succeeds with suggestions too, and prints this line only without any.
    expect(run('publint/src/cli.js', [tarballOf(name), '--strict'], project).output).toContain('All good!');
    const types = run(
      '@arethetypeswrong/cli/dist/index.js',
      [tarballOf(name), '--profile', 'esm-only'],
      project,
    );
    expect(types, types.output).toMatchObject({ status: 0 });
  });
}

for (const [resolution, module] of [
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
] as const) {
  test(`a project that resolves like ${resolution} compiles with the types, of React, Preact and Vue too`, () => {
    const parameters = ['-p', '.', '--moduleResolution', resolution, '--module', module];
    expect(run('typescript/bin/tsc', parameters, project)).toEqual({ status: 0, output: '' });
  });
}

const write = (name: string, { language, text }: Snippet) =>
  writeFileSync(`${project}/${name}.${language}`, `/** @jsxImportSource react */\n${text}\nexport {};\n`);

const compile = () =>
  run('typescript/bin/tsc', ['-p', '.', '--moduleResolution', 'nodenext', '--module', 'nodenext'], project);

test('the TypeScript in the documents compiles with the package, and its wrong examples do not', () => {
  const written = snippetsOf('ts', 'tsx');
  expect(written.length).toBeGreaterThan(0);
  written.forEach((snippet, number) => {
    write(`document-${number}`, snippet);
  });
  expect(compile()).toEqual({ status: 0, output: '' });
  written.forEach((snippet, number) => {
    const text = snippet.text
      .replace('.readApplication(id, {', '.readApplication({')
      .replace('heading-level="3"', 'theme="pink"');
    write(`document-${number}`, { ...snippet, text });
  });
  const { status, output } = compile();
  for (const [number, { language }] of written.entries()) {
    expect(output).toContain(`document-${number}.${language}`);
    rmSync(`${project}/document-${number}.${language}`);
  }
  expect(status).not.toBe(0);
});

test('Node imports every entry point, and the proxy in front of the sandbox loads a form over HTTP', () => {
  const { status, output } = run(`${project}/every-door.mjs`, [], project);
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

test('a page built with the package sends a form to its server, and loads later files when needed', async ({
  page,
}) => {
  await build({ root: project, logLevel: 'warn' });
  const pages: PreviewServer = await preview({
    root: project,
    preview: { port: 0, host: '127.0.0.1' },
  });
  const server = await startServer({}, [`${project}/node_modules/apply-form-server/dist/server.js`]);
  await keepBusy(page);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const sandbox = new Sandbox(server.origin);
  const { application, token } = await sandbox.apply('one-of-each');
  const [origin] = pages.resolvedUrls?.local ?? [];
  const fragment = new URLSearchParams({ endpoint: server.origin, token, lang: 'de' });
  const applicant = await meet(page, `${origin}#${fragment}`);
  await expect(page).toHaveTitle(/^\d+ questions$/);
  // This build puts shared code into its own file.
  const own = () => scripts.filter((path) => !/\/(files|plain-digits)-/.test(path));
  expect(own()).toEqual([/index-/, /de-/].map((name) => expect.stringMatching(name)));
  await sendShortest(applicant);
  expect(await sandbox.posts(application)).toEqual(shortest);
  expect(own()[2]).toMatch(/filling-/);
  expect(scripts.slice(2).filter((path) => !path.startsWith('/assets/'))).toEqual([]);
  await server.stop();
  await pages.close();
});
