/** Every block of code in the documents has a test; this one has those that the server reads or runs. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfiguration } from '../../server/process/configuration/configuration.ts';
import { type Bench, startBench } from '../../server/process/server.support.ts';
import { appSnippets, runBy, runnerOf, type Snippet, snippets, snippetsOf } from './snippets.support.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'apply-snippets-'));
const store = join(folder, 'apply.db');
let bench: Bench;

beforeAll(async () => {
  bench = await startBench({
    APPLY_STORE: `file:${store}`,
    APPLY_SECRET: 'a secret of thirty-two characters',
  });
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

const withPlaces = (some: readonly Snippet[]) =>
  some.map((snippet): [string, Snippet] => [`${snippet.page}:${snippet.line}`, snippet]);

describe('the blocks of code in the documents', () => {
  test('have a language that a test runs', () => {
    expect(snippets.length).toBeGreaterThan(30);
    expect(snippets.filter(({ language }) => runBy[language] === undefined)).toEqual([]);
    expect(Object.values(runBy).filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
  });
});

/** Returns the files of an app that its specs build and run. */
const filesOf = (app: string): readonly string[] =>
  readdirSync(`${root}${app}`, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

describe('the blocks of code about an app', () => {
  test('exist for each app', () => {
    expect(new Set(appSnippets.map(({ app }) => app)).size).toBe(2);
  });

  test.each(appSnippets.map((snippet) => [`${snippet.page}:${snippet.line}`, snippet] as const))(
    '%s is the exact text of a file of the app',
    (_place, { app, text }) => {
      expect(filesOf(app)).toContain(text);
    },
  );
});

const service = {
  APPLY_SERVICE_URL: 'https://company.example.com',
  APPLY_SERVICE_KEY: 'key',
  APPLY_SECRET: 'an-own-secret-of-thirty-two-letters-and-more',
};

interface JsonRunner {
  readonly marker: string;
  run(text: string): Promise<unknown>;
  readonly gives: unknown;
}

const configure = async (text: string) => readConfiguration({ ...service, APPLY_CONFIG: text }).ok;

async function submit(text: string): Promise<unknown> {
  const visitor = await bench.apply('one-of-each');
  const body: unknown = JSON.parse(text.replace('<uuid of a staged file>', crypto.randomUUID()));
  const reply = await bench.call('POST', '/submissions', { token: visitor.token, body });
  return [reply.status, reply.json.errors[0].code];
}

const control = (name: string, text: string) =>
  bench.call('PUT', `/sandbox/_control/${name}`, { bytes: text });

const jsonRunners: readonly JsonRunner[] = [
  // Another test compares it with a sent event: `src/server/ledger/webhooks/verifier.test.ts`.
  { marker: '"application.complete"', run: async (text) => JSON.parse(text).data.state, gives: 'complete' },
  { marker: '"tenants"', run: configure, gives: true },
  {
    // The body is valid, but no form has its revision.
    marker: '"revision": "…"',
    run: submit,
    gives: [409, 'form_changed'],
  },
  {
    marker: '"temp-id"',
    run: async (text) => {
      const { application } = await bench.apply('one-of-each');
      const headers = { 'x-api-key': bench.sandboxKey };
      const body: unknown = JSON.parse(text.replace('"90001"', `"${application}"`));
      const reply = await bench.call('POST', '/sandbox/api/v1/answers', { headers, body });
      return [reply.status, bench.answers(application).map(({ question, value }) => [question, value])];
    },
    gives: [201, [['2005', ['Full time']]]],
  },
  {
    marker: '"disturb"',
    run: async (text) => {
      const { status } = await control('faults', text);
      const { json } = await bench.call('GET', '/sandbox/_control/faults');
      const current: unknown = json;
      await control('faults', '{}');
      expect(current).toEqual(JSON.parse(text));
      return status;
    },
    gives: 200,
  },
];

describe('JSON in the documents', () => {
  test.each(withPlaces(snippetsOf('json')))('%s is accepted by the server', async (_place, snippet) => {
    const { run, gives } = runnerOf(snippet, jsonRunners);
    expect(await run(snippet.text)).toEqual(gives);
  });

  test('wrong JSON is refused (control)', async () => {
    expect(await configure('{"tenants":{"default":{"caps":{"queue":1}}}}')).toBe(false);
    expect(await submit('{"data":[{"type":"answers"}],"meta":{"revision":"…"}}')).toEqual([
      400,
      'bad_request',
    ]);
    expect((await control('faults', '{"integration_disable":true}')).status).toBe(400);
  });
});

describe('SQL in the documents', () => {
  test.each(withPlaces(snippetsOf('sql')))('%s runs on a store of the server', (_place, { text }) => {
    const database = new Libsql(store);
    const statements = text.split(';\n').filter((statement) => statement.trim() !== '');
    expect(statements.map((statement) => database.prepare(statement).run().changes)).toEqual(
      statements.map(() => 0),
    );
    database.close();
  });
});
