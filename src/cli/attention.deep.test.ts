import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../server/process/run-program.support.ts';
import { type Bench, hasty, startBench, type Visitor } from '../server/process/server.support.ts';

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

const run = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  runProgram(command, words, { environment: { PORT: port, ...environment } });

/** A submission whose first answer is parked; its reference. */
async function park(): Promise<{ readonly visitor: Visitor; readonly reference: string }> {
  const visitor = await bench.apply('one-of-each');
  bench.setFaults({ disturb: [{ path: '/api/v1/answers', reply: 500, requests: 1 }] });
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

  test('lists what is parked, exports what was to be sent, and sends it again on demand', async () => {
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
    const rows: readonly (readonly [number, string, readonly string[], Record<string, string>?])[] = [
      [1, 'AAAA-BBBB-CCCC: There is no submission of this reference.', ['retry', 'AAAA-BBBB-CCCC']],
      [2, 'APPLY_ADMIN_KEY', ['list'], { APPLY_ADMIN_KEY: 'another' }],
      [2, 'No Apply Form answers at', ['list'], { PORT: '1' }],
      [2, '"retry" needs the reference', ['retry']],
      [2, 'Usage:', ['forget']],
      [2, '"clear" needs --job ID', ['clear']],
      [2, '"agree" needs --field NAME', ['agree', '--job', '4711']],
      [1, 'Nothing like this was learned', ['clear', '--job', '4711', '--field', 'phone']],
    ];
    const done = await Promise.all(rows.map(([, , words, environment]) => run(words, environment)));
    for (const [place, [code, sentence]] of rows.entries())
      expect(done[place]).toMatchObject({ code, stderr: expect.stringContaining(sentence) });
  });
});
