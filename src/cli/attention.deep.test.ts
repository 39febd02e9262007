import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, hasty, startBench, type Visitor } from '../server/process/server.support.ts';
import { attention } from './attention.ts';
import { runCommand } from './run-command.support.ts';

let bench: Bench;
let port: string;

/** Without reading back, only the operator can settle unclear answers. */
const blind = JSON.stringify({ tenants: { default: { readBack: 'none' } } });

beforeAll(async () => {
  bench = await startBench({ ...hasty, APPLY_CONFIG: blind });
  port = new URL(bench.address).port;
});
afterAll(() => bench.close());

const run = (line: string, environment: Readonly<Record<string, string>> = {}) =>
  runCommand(attention, line, { environment: { PORT: port, ...environment } });

/** Sends a submission whose only answer is parked. */
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

test('says that nothing needs attention', async () => {
  expect(await run('')).toEqual({ code: 0, stdout: 'Nothing needs attention.', stderr: '' });
});

test('lists a parked answer, exports its text and sends it again on "retry"', async () => {
  const { visitor, reference } = await park();
  const { stdout } = await run('list');
  expect(stdout).toMatch(/^Reference +Accepted +Kept until +Application +Job\n/);
  expect(stdout).toMatch(
    new RegExp(`${reference} .* ${visitor.application}.*\\n {4}parked, unclear: question 2002 "Short text"`),
  );
  expect(stdout).toContain('\nunclear: sent, and it is not known whether it arrived');
  expect(stdout).not.toContain('canary');
  expect(await run(`show ${reference.toLowerCase()} AAAA-BBBB-CCCC`)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(reference),
    stderr: 'AAAA-BBBB-CCCC needs no attention.',
  });
  expect(JSON.parse((await run('export')).stdout)).toMatchObject([
    { reference, items: [{ content: { text_answer: 'canary answer' } }] },
  ]);
  expect(await run(`retry ${reference}`)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${reference}: queued again`),
  });
  await expect.poll(() => stateOf(visitor, reference)).toBe('complete');
  expect(bench.answers(visitor.application).map(({ value }) => value)).toEqual(['canary answer']);
});

test('gives up a parked answer and reports it as JSON', async () => {
  const { visitor, reference } = await park();
  const given = await run(`give-up ${reference} --json`);
  expect(JSON.parse(given.stdout)).toEqual([{ reference, state: 'attention' }]);
  expect(await run(`give-up ${reference}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nothing to do'),
  });
  expect(bench.answers(visitor.application)).toEqual([]);
});

test.each<readonly [string, number, string, Readonly<Record<string, string>>]>([
  ['retry AAAA-BBBB-CCCC', 1, 'AAAA-BBBB-CCCC: There is no submission with this reference.', {}],
  ['list', 2, 'set APPLY_ADMIN_KEY to the key of the server', { APPLY_ADMIN_KEY: 'another' }],
  ['list', 2, 'No Apply Form answers at', { PORT: '1' }],
  ['retry', 2, '"retry" needs a reference', {}],
  ['retry ada@example.com', 2, '"ada@example.com" is not a reference', {}],
  ['forget', 2, 'Unknown word "forget".\nUsage:', {}],
  ['find', 2, 'Name the person by exactly one of REFERENCE', {}],
  ['erase ABCD-EFGH-JKMN --email a@example.com', 2, 'Name the person by exactly one of REFERENCE', {}],
  ['erase ABCD-EFGH-JKMN --yes', 1, 'Nothing is stored.', {}],
])('"%s" exits with %i and a sentence', async (line, code, sentence, environment) => {
  expect(await run(line, environment)).toMatchObject({ code, stderr: expect.stringContaining(sentence) });
});
