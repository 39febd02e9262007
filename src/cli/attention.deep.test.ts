import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programArguments } from '../../e2e/support/programs/program-arguments.ts';
import { type Bench, hasty, startBench, type Visitor } from '../server/app/server.support.ts';

const command = fileURLToPath(new URL('./attention.ts', import.meta.url));

let bench: Bench;
let port: string;

/** The service cannot be read back, so the operator settles unclear answers. */
const blind = JSON.stringify({ tenants: { default: { readBack: 'none' } } });

beforeAll(async () => {
  bench = await startBench({ ...hasty, APPLY_CONFIG: blind });
  port = new URL(bench.address).port;
});
afterAll(() => bench.close());

async function run(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [...programArguments(command), ...words], {
    env: { PATH, PORT: port, ...environment },
  });
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    out.stdout += String(data);
  });
  child.stderr.on('data', (data) => {
    out.stderr += String(data);
  });
  const [code] = await once(child, 'close');
  return { code, ...out };
}

/** A submission whose first answer is parked; its reference. */
async function park(): Promise<{ readonly visitor: Visitor; readonly reference: string }> {
  const visitor = await bench.apply('one-of-each');
  bench.setFaults({ status: [{ path: '/api/v1/answers', status: 500, requests: 1, retry_after: null }] });
  const reply = await bench.send(visitor, [['2002', { text_answer: 'canary answer' }]]);
  const reference = reply.json.data.id;
  await expect.poll(() => stateOf(visitor, reference)).toBe('attention');
  return { visitor, reference };
}

const stateOf = async ({ token }: Visitor, reference: string) =>
  (await bench.call('GET', `/submissions/${reference}`, { token })).json.data.attributes.state;

describe('attention', () => {
  test('says that there is nothing', async () => {
    expect(await run([])).toEqual({ code: 0, stdout: 'Nothing needs attention.\n', stderr: '' });
  });

  test('lists what is parked, exports what was to be sent, and sends it again when it is told to', async () => {
    const { visitor, reference } = await park();
    const listed = await run(['list']);
    expect(listed.stdout).toMatch(/^Reference +Accepted +Kept until +Application +Job\n/);
    expect(listed.stdout).toMatch(
      new RegExp(
        `${reference} .* ${visitor.application}.*\\n {4}parked, unclear: question 2002 "Short text"`,
      ),
    );
    expect(listed.stdout).toContain('\nunclear: sent, and it is not known whether it arrived');
    expect(listed.stdout).not.toContain('canary');
    const exported = JSON.parse((await run(['export', reference.toLowerCase()])).stdout);
    expect(exported).toMatchObject([
      { reference, application: visitor.application, items: [{ content: { text_answer: 'canary answer' } }] },
    ]);
    const retried = await run(['retry', reference]);
    expect([retried.code, retried.stdout]).toEqual([
      0,
      expect.stringContaining(`${reference}: is on its way again`),
    ]);
    await expect.poll(() => stateOf(visitor, reference)).toBe('complete');
    expect(bench.held(visitor.application).map(({ value }) => value)).toEqual(['canary answer']);
  });

  test('gives up what cannot be helped, and says so as JSON', async () => {
    const { visitor, reference } = await park();
    const given = await run(['give-up', reference, '--json']);
    expect(JSON.parse(given.stdout)).toEqual([{ reference, state: 'attention' }]);
    const again = await run(['give-up', reference]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('nothing to do')]);
    expect(bench.held(visitor.application)).toEqual([]);
  });

  test('says in words what is wrong', async () => {
    const [unknown, wrongKey, noServer, missing, strange, usage, several] = await Promise.all([
      run(['retry', 'AAAA-BBBB-CCCC']),
      run(['list'], { APPLY_ADMIN_KEY: 'another' }),
      run(['list'], { PORT: '1' }),
      run(['retry']),
      run(['list', 'extra']),
      run(['forget']),
      run(['list'], { APPLY_CONFIG: '{"tenants":{"north":{"adminKey":"n"},"south":{"adminKey":"s"}}}' }),
    ]);
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      'AAAA-BBBB-CCCC: There is no submission of this reference.\n',
    ]);
    expect([wrongKey.code, wrongKey.stderr]).toEqual([2, expect.stringContaining('APPLY_ADMIN_KEY')]);
    expect([noServer.code, noServer.stderr]).toEqual([
      2,
      expect.stringContaining('No Apply Form answers at'),
    ]);
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('"retry" needs the reference'),
    ]);
    expect([strange.code, strange.stderr]).toEqual([2, expect.stringContaining('"EXTRA" is no reference')]);
    expect([usage.code, usage.stderr]).toEqual([2, expect.stringContaining('Usage:')]);
    expect([several.code, several.stderr]).toEqual([
      2,
      expect.stringContaining('say which by --tenant NAME'),
    ]);
  });

  test('agrees and clears only with a job, and says when nothing was learned', async () => {
    const [noJob, noField, beside, nothing, strange] = await Promise.all([
      run(['clear']),
      run(['agree', '--job', '4711']),
      run(['list', '--job', '4711']),
      run(['clear', '--job', '4711', '--field', 'phone']),
      run(['agree', '--job', '4711', '--field', 'hired_at']),
    ]);
    expect([noJob.code, noJob.stderr]).toEqual([2, expect.stringContaining('"clear" needs --job ID')]);
    expect([noField.code, noField.stderr]).toEqual([
      2,
      expect.stringContaining('"agree" needs --field NAME'),
    ]);
    expect([beside.code, beside.stderr]).toEqual([2, expect.stringContaining('Usage:')]);
    expect([nothing.code, nothing.stderr]).toEqual([
      1,
      'Job 4711: Nothing like this was learned of this job.\n',
    ]);
    expect([strange.code, strange.stderr]).toEqual([
      1,
      expect.stringContaining('A field is one of first_name'),
    ]);
  });

  test('lists what is wrong with the questions of the forms in use, for the people who wrote them', async () => {
    await bench.readForm(await bench.visit('4711'));
    const { stdout, code } = await run(['list']);
    expect(code).toBe(0);
    expect(stdout).toContain('Questions to put right, of the forms in use');
    expect(stdout).toContain('Job 4711, Software Engineer, Timetables: 1 thing.');
    expect(stdout).toContain('To do   Write the month in words: “5 June 2027” or “6 May 2027”.');
  });

  test('the figures count it all, and name no person', async () => {
    const key = { headers: { authorization: 'Bearer sandbox-admin' } };
    const { text } = await bench.call('GET', '/metrics', key);
    expect(text).toMatch(/^apply_receipts_total\{tenant="default"\} 2$/m);
    expect(text).toMatch(/^apply_posts_total\{outcome="unclear",tenant="default"\} 2$/m);
    expect(text).toMatch(/^apply_posts_total\{outcome="stored",tenant="default"\} 1$/m);
    expect(text).toMatch(/^apply_backlog_items\{state="parked",tenant="default"\} \d+$/m);
    expect(text).toMatch(/^apply_service_breaker\{state="closed",tenant="default"\} 1$/m);
    for (const name of [
      'apply_oldest_undelivered_seconds',
      'apply_service_rate',
      'apply_late_commit_seconds_count',
      'apply_duplicates_observed_total',
      'apply_missing_observed_total',
    ])
      expect(text).toContain(`${name}{tenant="default"}`);
    expect(text).not.toMatch(/canary|Short text/);
    expect((await bench.call('GET', '/readyz', key)).status).toBe(200);
  });
});
