/** The whole server with a scanner that behaves like clamdscan. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { type Bench, hasty, startBench, submissionBody, type Visitor } from '../process/server.support.ts';
import { startServer } from '../process/start-server.ts';
import { createCommandScan, probeScan, type ScanCommand, ScanError } from './scan.ts';

const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('');

/** Exits with 2 while its daemon is away, as clamdscan does (see "RETURN CODES" in its manual page); records its environment. */
const script = `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
const [, , folder] = process.argv;
writeFileSync(folder + '/environment', JSON.stringify(process.env));
appendFileSync(folder + '/starts', '.');
if (existsSync(folder + '/hangs')) setInterval(() => undefined, 1000);
else if (existsSync(folder + '/away')) process.exit(2);
else {
  let text = '';
  for await (const piece of process.stdin.setEncoding('latin1')) text += piece;
  const isFound = text.includes('EICAR-STANDARD-ANTIVIRUS-TEST-FILE');
  console.log(isFound ? 'stream: Win.Test.EICAR_HDB-1 FOUND' : 'stream: OK');
  process.exit(isFound ? 1 : 0);
}`;

let folder = '';
let command: ScanCommand = [process.execPath];
let bench: Bench | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-scan-'));
  await writeFile(join(folder, 'scan.mjs'), script);
  command = [process.execPath, join(folder, 'scan.mjs'), folder];
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  await setScanner(null);
  await rm(join(folder, 'starts'), { force: true });
});
afterEach(async () => {
  await bench?.close();
  bench = null;
});

async function setScanner(trouble: 'away' | 'hangs' | null): Promise<void> {
  for (const name of ['away', 'hangs'])
    if (name === trouble) await writeFile(join(folder, name), '');
    else await rm(join(folder, name), { force: true });
}

/** How often the program was started. */
const countStarts = async () => (await readFile(join(folder, 'starts'), 'utf8')).length;

async function start(more: Readonly<Record<string, string>> = {}): Promise<Bench> {
  bench = await startBench({ APPLY_SCAN: JSON.stringify(command), ...hasty, ...more });
  return bench;
}

const id = '1f8b1e7e-52f5-4b6f-9f0e-0f6f2a4e9d11';
const question = '2009';
const cv = (bytes: string) => ({ name: 'cv.txt', bytes, question });
const files = (application: string, server: Bench) => server.answers(application).map(({ value }) => value);

/** Sends without waiting for the delivery. */
async function send(server: Bench, visitor: Visitor) {
  const { revision } = (await server.readForm(visitor)).json.meta;
  const body = submissionBody([[question, { document: id }]], { revision });
  return server.call('POST', '/submissions', {
    token: visitor.token,
    body,
    headers: { prefer: 'wait=0' },
  });
}

/** Milliseconds: the pause before the next scan grows while the scanner is away. */
const PATIENCE = 60_000;

test('the EICAR test file is refused at upload, logged without its name, and counted', async () => {
  const server = await start({ APPLY_ADMIN_KEY: 'k'.repeat(32) });
  const visitor = await server.apply('one-of-each');
  const refused = await server.putFile(visitor, id, { ...cv(eicar), name: 'canary.txt' });
  expect([refused.status, refused.json.errors[0].code]).toEqual([415, 'file_type']);
  expect(refused.json.errors[0].detail).toContain('scanner');
  expect(refused.json.meta).toEqual({ reason: 'infected' });
  expect((await server.putFile(visitor, id, cv('A clean one.'))).status).toBe(201);
  expect(
    server.log.filter((line) => line.includes('file_infected')).map((line) => JSON.parse(line)),
  ).toMatchObject([{ level: 'warn', tenant: 'default', code: 'Win.Test.EICAR_HDB-1' }]);
  expect(server.log.join()).not.toContain('canary');
  const { text } = await server.call('GET', '/metrics', { token: 'k'.repeat(32) });
  expect(text).toMatch(/apply_scans_total\{.*verdict="infected".*\} 1\n/);
});

test('the EICAR test file is accepted without a scanner (control)', async () => {
  bench = await startBench();
  expect((await bench.putFile(await bench.apply('one-of-each'), id, cv(eicar))).status).toBe(201);
});

test(
  'while the scanner is away, files are accepted but none reaches the service',
  async () => {
    await setScanner('away');
    const server = await start({ APPLY_ADMIN_KEY: 'k'.repeat(32) });
    const degraded = async () => {
      const { status, text } = await server.call('GET', '/readyz', { token: 'k'.repeat(32) });
      return [status, JSON.parse(text).meta.degraded];
    };
    expect(server.log.join()).toContain('does not answer yet');
    expect(await degraded()).toEqual([200, []]);
    const visitor = await server.apply('one-of-each');
    expect((await server.putFile(visitor, id, cv('A clean one.'))).status).toBe(201);
    const sent = await send(server, visitor);
    expect([sent.status, sent.json.data.attributes.state]).toEqual([202, 'received']);
    // One scan at the start, one at the upload, and two before the delivery.
    await vi.waitFor(async () => expect(await countStarts()).toBeGreaterThan(3), { timeout: PATIENCE });
    expect(files(visitor.application, server)).toEqual([]);
    expect(server.log.join()).toContain('scan_failed');
    expect(await degraded()).toEqual([200, ['scanner']]);
    await setScanner(null);
    const delivered = () =>
      expect(files(visitor.application, server)).toMatchObject([{ filename: 'cv.txt', size: 12 }]);
    await vi.waitFor(delivered, { timeout: PATIENCE, interval: 100 });
    expect(server.log.join()).toContain('scan_works_again');
    expect(await degraded()).toEqual([200, []]);
  },
  3 * PATIENCE,
);

test('the scanner gets the environment without our own variables', async () => {
  const scan = createCommandScan(command, { APPLY_SECRET: 'canary', VITE_APPLY_X: 'canary', LANG: 'C' });
  await probeScan(scan, command, systemClock);
  const environment = await readFile(join(folder, 'environment'), 'utf8');
  expect(environment).not.toContain('canary');
  expect(environment).toContain('"LANG":"C"');
});
const node = (text: string): ScanCommand => [process.execPath, '-e', text];

test('a scanner that exits with 0 before it read the whole file gives no verdict', async () => {
  async function* chunks() {
    for (let chunk = 0; chunk < 40; chunk += 1) yield Buffer.alloc(65_536, 'a');
  }
  const large = { name: 'a.txt', type: 'text/plain', size: 40 * 65_536, chunks };
  const scan = createCommandScan(node('process.stdin.destroy(); process.exit(0)'), process.env);
  await expect(scan(large, new AbortController().signal)).rejects.toThrow(ScanError);
});

test.each<[string, string, RegExp]>([
  ['does not exist', '["/no/such/program"]', /cannot be run here: install it/],
  ['lets everything pass', JSON.stringify(node('process.stdin.resume()')), /finds nothing in the test file/],
  ['lets nothing pass', JSON.stringify(node('process.exit(1)')), /no file would ever be delivered/],
])('a start with a scanner that %s is refused', async (_name, text, sentence) => {
  const started = await startServer({ PORT: '0', APPLY_MODE: 'sandbox', APPLY_SCAN: text });
  if (started.ok) await started.value.close();
  expect(started.ok ? '' : started.error.join()).toMatch(sentence);
});
