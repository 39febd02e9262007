/** Every block of shell commands in the documents: run as it stands, but for addresses, ids and what the text leaves out. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bench, hasty, startBench } from '../../server/app/server.support.ts';
import { operatingRunners, type ShellRunner, secret } from './operating-snippets.support.ts';
import { createShell, type Shell } from './shell.support.ts';
import { runnerOf, snippetsOf } from './snippets.support.ts';
import { startReceiverOfPage, tryWebhooks } from './try-webhooks.support.ts';

/** The service cannot be read back, so an answer of which nothing is known waits for the operator. */
const blind = JSON.stringify({ tenants: { default: { readBack: 'none' } } });

let shell: Shell;
let bench: Bench;
/** What the commands are given: the server's own environment. */
let own: Readonly<Record<string, string>>;

beforeAll(async () => {
  shell = createShell();
  const store = { APPLY_STORE: `file:${join(shell.home, 'apply.db')}`, APPLY_SECRET: secret };
  bench = await startBench({ ...hasty, ...store, APPLY_CONFIG: blind });
  own = { ...store, PORT: new URL(bench.address).port, APPLY_MODE: 'sandbox' };
});
afterAll(async () => {
  await bench.close();
  shell.remove();
});

/** Runs it before the bench, and fails where it does. */
async function run(script: string, environment: Readonly<Record<string, string>> = own): Promise<string> {
  const ran = await shell.run(script.replaceAll('http://127.0.0.1:3000', bench.address), environment);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return ran.stdout;
}

const commandsOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const json = (text: string) => JSON.parse(text);
const control = async (name: string) => (await bench.call('GET', `/sandbox/_control/${name}`)).text;

const failing = { path: '/api/v1/answers', status: 500, requests: 2, retry_after: null };

/** Two answers of which the service does not say whether it has them; their references. */
async function parkTwo(): Promise<readonly string[]> {
  bench.setFaults({ status: [failing] });
  const sent = [await bench.apply('one-of-each'), await bench.apply('one-of-each')].map(async (visitor) => {
    const reference = (await bench.send(visitor, [['2002', { text_answer: 'canary' }]])).json.data.id;
    await expect.poll(() => stateOf(visitor.token, reference)).toBe('attention');
    return reference;
  });
  return Promise.all(sent);
}

const stateOf = async (token: string, reference: string) =>
  (await bench.call('GET', `/submissions/${reference}`, { token })).json.data.attributes.state;

const answers = [
  ['2001', { boolean_answer: false }],
  ['2002', { text_answer: 'Nurse' }],
] as const;
const ada = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };

/** What becomes of an application that the service of this job demands more of. */
async function refuse(demanded: readonly ('phone' | 'date_of_birth')[], details: object): Promise<string> {
  bench.setDemands({ jobs: { '4712': demanded } });
  const person = { ...ada, email: 'grace@example.com', ...details };
  const reply = await bench.sendAll(await bench.visit('4712'), person, answers);
  return reply.json.data.attributes.state;
}

async function lessons(): Promise<readonly { readonly field: string }[]> {
  return json((await bench.call('GET', '/attention', { token: 'sandbox-admin' })).text).meta.lessons;
}

const runners: readonly ShellRunner[] = [
  ...operatingRunners,
  {
    has: 'npm start  ',
    elsewhere: '`npm test` runs this file, and each browser spec the server that `npm start` starts',
  },
  {
    has: '--times 20',
    elsewhere: 'it runs tests, as these run this file: here, that the named files are there',
    async run(text) {
      const files = [...text.matchAll(/ -- (\S+)/g)].map(([, file = '']) => file);
      expect(files.map((file) => existsSync(file))).toEqual([true, true]);
    },
  },
  {
    has: 'npm run test:deep -- properties',
    elsewhere: '`npm run test:deep` calls each with a seed, and each takes minutes',
  },
  {
    has: 'npm install ./apply-form-0',
    elsewhere: '`e2e/specs/apps.deep.ts` builds apps with the tarball',
  },
  {
    has: 'createdb',
    elsewhere: 'it wants a Postgres of one’s own: `npm run kills` runs real servers on a real Postgres',
  },
  {
    has: 'npx apply-form-server --version',
    elsewhere: 'it installs a package: `e2e/specs/package.deep.ts` installs ours',
  },
  {
    has: 'node ~/webhooks/receiver.mjs',
    run: async (text) => (await startReceiverOfPage(shell, text)).stop(),
  },
  { has: 'APPLY_CONFIG_FILE=~/webhooks', run: (text) => tryWebhooks(shell, text) },
  {
    has: 'conformance',
    run: async (text) => expect(await run(text)).toMatch(/^[1-9]\d+ passed, 0 failed\n$/),
  },
  {
    has: '"disturb"',
    async run(text) {
      const [disturb = '', well = '', demand = '', ask = ''] = commandsOf(text);
      await run(disturb);
      expect(json(await control('faults')).disturb).toHaveLength(1);
      await run(well);
      expect(json(await control('faults')).disturb).toEqual([]);
      await run(demand);
      expect(json(await run(ask))).toEqual(expect.any(Array));
      expect(json(await control('demands')).jobs['4712']).toEqual(['phone', 'cv']);
      bench.setDemands({});
    },
  },
  {
    has: 'APPLY_SERVICE_KEY=… APPLY_ORIGINS',
    async run(text) {
      const left = text
        .replace('npm install ./apply-form-server-0.3.0.tgz\n', '')
        .replace('APPLY_SERVICE_URL=https://…', `APPLY_SERVICE_URL=${bench.address}/sandbox`)
        .replace('APPLY_SERVICE_KEY=…', `APPLY_SERVICE_KEY=${bench.sandboxKey}`)
        .replace('npx apply-form-server start', shell.program('src/server/app/main.ts'));
      expect(left).not.toContain('…');
      const environment = {
        PORT: '0',
        APPLY_DRAIN_SECONDS: '0',
        APPLY_STORE: `file:${join(shell.home, 'started.db')}`,
      };
      const server = await shell.start(left, /Apply Form {2}http:\S+/, environment);
      const [, address = ''] = /Apply Form {2}(http:\S+)/.exec(server.printed()) ?? [];
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      const key = readFileSync(join(shell.home, '.apply-form/admin-key'), 'utf8').trim();
      expect(statSync(join(shell.home, '.apply-form/admin-key')).mode & 0o777).toBe(0o600);
      const listed = await fetch(`${address}/attention`, { headers: { authorization: `Bearer ${key}` } });
      expect(listed.status).toBe(200);
      await server.stop();
    },
  },
  {
    has: '_control/applications',
    async run(text) {
      const [first = '', second = ''] = text.split('\n\n');
      const { id } = json(await run(first));
      const { data } = json(await run(second.replace('ID FROM STEP 1', id)));
      const form = await bench.readForm({ application: id, token: data.attributes.token });
      expect(form.status).toBe(200);
    },
  },
  {
    has: 'TOKEN OF THE FIRST',
    async run(text) {
      const [first = '', posting = '', renewal = ''] = text.split('\n\n');
      const known = {
        details: { first_name: 'Ada', email: 'ada@example.com' },
        answers: { '101': 'Compilers' },
      };
      const { attributes } = json(await run(first)).data;
      const form = await bench.readForm({ token: attributes.token });
      expect([attributes.expires_in, form.json.meta.prefill]).toEqual([3600, known]);
      expect(form.json.data.map(({ id }: { readonly id: string }) => id)).toContain('101');
      const { token } = json(await run(posting)).data.attributes;
      expect((await bench.readForm({ token })).json.data).toEqual(form.json.data);
      const renewed = json(await run(renewal.replace('TOKEN OF THE FIRST', attributes.token))).data
        .attributes;
      expect(renewed.token).not.toBe(attributes.token);
      expect((await bench.readForm({ token: renewed.token })).json.meta.prefill).toEqual(known);
    },
  },
  {
    has: '"link":"invitation"',
    async run(text) {
      const [first = '', second = ''] = text.split('\n\n');
      const { application } = await bench.apply('engineer');
      const { data } = json(await run(first.replace('ID FROM STEP 1', application)));
      const exchange = {
        data: { type: 'sessions', attributes: { code: data.attributes.link.split('#code=')[1] } },
      };
      expect((await bench.call('POST', '/sessions', { body: exchange })).status).toBe(201);
      await run(second.replace('DATA.ID', data.id));
      expect((await bench.call('POST', '/sessions', { body: exchange })).status).toBe(401);
    },
  },
  {
    has: 'give-up',
    async run(text) {
      const references = await parkTwo();
      const [list = '', retry = '', giveUp = '', all = ''] = commandsOf(text);
      const listed = await run(list);
      for (const reference of references) expect(listed).toContain(reference);
      expect(json(await run(all))).toHaveLength(2);
      const named = (line: string, place: number) => line.replace('K7M2-Q9XD-…', references[place] ?? '');
      expect(await run(named(retry, 0))).toContain(`${references[0]}: is on its way again`);
      expect(await run(named(giveUp, 1))).toContain(references[1]);
    },
  },
  {
    has: 'agree --job',
    async run(text) {
      const [list = '', agree = '', clear = ''] = commandsOf(text.replaceAll('4711', '4712'));
      expect(await refuse(['phone'], {})).toBe('refused');
      const shown = /… (.*)$/.exec(list)?.[1] ?? 'nothing';
      expect(await run(list)).toContain(shown);
      expect(await refuse(['date_of_birth'], { phone: '020 7946 0958', phone_iso2: 'GB' })).toBe('refused');
      expect((await lessons()).map(({ field }) => field).sort()).toEqual(['date_of_birth', 'phone']);
      await run(agree);
      await run(clear);
      expect((await lessons()).map(({ field }) => field)).toEqual(['date_of_birth']);
      await run('npm run --silent attention -- clear --job 4712');
      bench.setDemands({});
    },
  },
  {
    has: 'erase  --email',
    async run(text) {
      const sent = await bench.sendAll(await bench.visit('4712'), ada, answers);
      const { id } = sent.json.data;
      const made = bench.requests().findLast(({ application }) => application !== null)?.application;
      const folder = join(shell.home, 'ada');
      const own = commandsOf(text).map((line) =>
        line
          .replace('K7M2-Q9XD-40TB', id)
          .replace('--application 99 --to ada', `--application ${made} --to ${folder}`),
      );
      const [find = '', findEmail = '', all = '', ask = '', erase = ''] = own;
      expect(await run(find)).toContain(id);
      expect(await run(findEmail)).toContain(id);
      await run(all);
      expect(existsSync(join(folder, 'person.json'))).toBe(true);
      const asked = await shell.run(ask, { PORT: new URL(bench.address).port });
      expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('--yes erases it')]);
      expect(await run(erase)).toContain(`${id}: erased`);
    },
  },
  {
    has: 'sandbox -- --port 4000',
    async run(text) {
      const [plain = '', kept = '', ask = ''] = commandsOf(text);
      for (const command of [plain, kept]) {
        const free = command
          .replace('--port 4000', '--port 0')
          .replace('held.json', join(shell.home, 'held.json'));
        const sandbox = await shell.start(free, /http:\S+\d/);
        const [address = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(sandbox.printed()) ?? [];
        const found = json(await run(ask.replace('http://127.0.0.1:4000', address)));
        expect(found.data.length).toBeGreaterThan(1);
        expect(found.included.length).toBeGreaterThan(0);
        await sandbox.stop();
      }
      expect(existsSync(join(shell.home, 'held.json'))).toBe(true);
    },
  },
];

const blocks = snippetsOf('sh').map((snippet) => ({ ...snippet, place: `${snippet.page}:${snippet.line}` }));

describe('the shell commands of', () => {
  test.each(blocks)('$place do what the page says', async (snippet) => {
    expect(await shell.parse(snippet.text)).toBe('');
    const runner = runnerOf(snippet, runners);
    expect(runner.run !== undefined || runner.elsewhere !== undefined).toBe(true);
    await runner.run?.(snippet.text, { shell, run });
  });

  test('the machine of the page is set up with files that are there', () => {
    const folder = new URL('../../../public/docs/operating/', import.meta.url);
    const page = blocks.filter(({ page: name }) => name.endsWith('/operating.md')).map(({ text }) => text);
    const named =
      page.join('\n').match(/(?:apply-form[\w@-]*\.\w+|\.env\.example|Containerfile|nginx\.conf)\b/g) ?? [];
    const ours = named.filter((name) => !/^apply-form(?:-server-0\.2|\.conf|\.db)$/.test(name));
    expect(new Set(ours).size).toBeGreaterThan(7);
    expect(ours.filter((name) => !existsSync(new URL(name, folder)))).toEqual([]);
  });

  test('a command that fails, or that does not parse, is found', async () => {
    expect((await shell.run('npm run --silent attention -- no-such-word\necho on', own)).code).not.toBe(0);
    expect((await shell.run(`curl -s ${bench.address}/no-such-page\necho on`)).stdout).not.toContain('on');
    expect((await shell.run('npm run no-such-command')).code).toBe(64);
    expect(await shell.parse("echo 'open")).not.toBe('');
  });

  test('all pages name variables that exist', () => {
    const named = blocks.flatMap(({ text }) => text.match(/\bAPPLY_[A-Z_]+/g) ?? []);
    const table = readFileSync(new URL('../../../public/docs/deploying.md', import.meta.url), 'utf8');
    const rows = table
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .join('\n');
    expect(named.length).toBeGreaterThan(10);
    expect(
      named.filter(
        (name) => !rows.includes(`\`${name}\``) && !rows.includes(`\`${name.replace(/_FILE$/, '')}\``),
      ),
    ).toEqual([]);
  });
});
