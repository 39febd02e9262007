/** What no client that behaves would do: bodies without end, connections that break off. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openConnection } from './raw-connection.support.ts';
import {
  ADMIN_KEY,
  type Bench,
  openSandbox,
  slow,
  startBench,
  submissionBody,
  type Visitor,
} from './server.support.ts';

let bench: Bench;
let visitor: Visitor;

beforeAll(async () => {
  bench = await startBench(openSandbox);
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.setFaults({});
  visitor = await bench.apply('one-of-each');
});

/** A request of the visitor whose body is still to come. */
async function open([line = '', ...headers]: readonly string[]) {
  const { socket, host, heard } = await openConnection(bench);
  const fixed = [`Host: ${host}`, `Authorization: Bearer ${visitor.token}`];
  socket.write([line, ...fixed, ...headers, '', ''].join('\r\n'));
  return { socket, heard };
}

const chunk = (size: number) => `${size.toString(16)}\r\n${'a'.repeat(size)}\r\n`;

const doors: readonly (readonly [string, readonly string[], number, string])[] = [
  [
    'a file',
    [
      `PUT /files/${crypto.randomUUID()} HTTP/1.1`,
      'Content-Disposition: attachment; filename="a.txt"',
      'Apply-For: question 2009',
    ],
    10 * 1_048_576,
    'file_too_large',
  ],
  [
    'a submission',
    ['POST /submissions HTTP/1.1', 'Content-Type: application/vnd.api+json'],
    1_048_576,
    'body_too_large',
  ],
  [
    'a session',
    ['POST /sessions HTTP/1.1', 'Content-Type: application/vnd.api+json'],
    16_384,
    'body_too_large',
  ],
];

test.each(doors)(
  '%s without an end is cut where the limit is, not after it',
  async (_name, head, limit, code) => {
    const { socket, heard } = await open([...head, 'Transfer-Encoding: chunked']);
    for (let sent = 0; sent <= limit; sent += 65_536) socket.write(chunk(65_536));
    await expect.poll(heard).toContain(code);
    expect(heard()).toMatch(/^HTTP\/1\.1 4(13|01) /);
  },
);

test('below the limit the same connection waits for the rest (control)', async () => {
  const { socket, heard } = await open([
    'POST /submissions HTTP/1.1',
    'Content-Type: application/vnd.api+json',
    'Transfer-Encoding: chunked',
  ]);
  socket.write(`${chunk(65_536)}${chunk(65_536)}0\r\n\r\n`);
  // The answer is to the whole of it.
  await expect.poll(heard).toMatch(/^HTTP\/1\.1 400 [\s\S]*JSON/);
});

/** Submissions that were refused, as they are counted once a reply was made, which no client reads here. */
async function refused(): Promise<number> {
  const { text } = await bench.call('GET', '/metrics', { token: ADMIN_KEY });
  const counted = /_count\{method="POST",route="\/submissions",status="4xx"\} (\d+)/.exec(text);
  return Number(counted?.[1] ?? 0);
}

test('a submission that breaks off halfway is none, and nothing to wake the operator for', async () => {
  const { revision } = (await bench.readForm(visitor)).json.meta;
  const body = JSON.stringify(submissionBody([['2002', { text_answer: 'Nurse' }]], { revision }));
  const { socket } = await open([
    'POST /submissions HTTP/1.1',
    'Content-Type: application/vnd.api+json',
    `Content-Length: ${body.length}`,
  ]);
  const before = await refused();
  socket.write(body.slice(0, -1), () => socket.destroy());
  await expect.poll(refused).toBe(before + 1);
  expect((await bench.readForm(visitor)).json.meta).toMatchObject({ state: 'open', submission: null });
  expect(bench.posts(visitor.application)).toEqual([]);
  expect(bench.log.join()).not.toContain('unexpected');
});

test('with its last byte it would have been one, even when the client does not wait for the receipt (control)', async () => {
  bench.setFaults(slow(100));
  const { revision } = (await bench.readForm(visitor)).json.meta;
  const answers = [
    ['2001', { boolean_answer: true }],
    ['2101', { text_answer: 'because' }],
    ['2002', { text_answer: 'Nurse' }],
  ] as const;
  const body = JSON.stringify(submissionBody(answers, { revision }));
  const { socket, heard } = await open([
    'POST /submissions HTTP/1.1',
    'Content-Type: application/vnd.api+json',
    `Content-Length: ${body.length}`,
  ]);
  socket.write(body);
  await expect.poll(() => bench.requests(visitor.application).length).toBeGreaterThan(0);
  socket.destroy();
  expect(heard()).toBe('');
  const again = await bench.send(visitor, answers);
  expect([again.status, again.json.data.attributes.state]).toEqual([200, 'complete']);
  expect(bench.posts(visitor.application)).toEqual(['2001', '2101', '2002']);
});

describe('a request names the server once', () => {
  /** All that comes back to these lines, after which the server may keep the connection. */
  async function ask(lines: readonly string[]): Promise<string> {
    const { socket, heard } = await openConnection(bench);
    socket.write([...lines, '', ''].join('\r\n'));
    await expect.poll(heard).toMatch(/\r\n\r\n/);
    return heard();
  }
  const get = 'GET /healthz HTTP/1.1';

  test.each([
    ['twice, differently', [get, 'Host: forms.example.com', 'Host: evil.example']],
    ['never', [get]],
    ['by a name with a user', [get, 'Host: forms.example.com@evil.example']],
    ['by a name without end', [get, `Host: ${'a.'.repeat(4_000)}example`]],
  ])('%s: 400', async (_name, lines) => {
    expect(await ask(lines)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('else nothing more is answered on its connection', async () => {
    const twice = [get, 'Host: a.example', 'Host: b.example', '', get, 'Host: a.example'];
    const heard = await ask(twice);
    expect(heard.split('HTTP/1.1 ')).toHaveLength(2);
    expect(heard).toMatch(/connection: close/i);
    expect(heard).toContain('bad_request');
  });

  test.each(['forms.example.com', 'apply_form:3000', '[::1]:3000'])('by %s: 200 (control)', async (host) => {
    expect(await ask([get, `Host: ${host}`])).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(['GET /healthz HTTP/1.0', `Host: ${host}`])).toMatch(/^HTTP\/1\.1 200 /);
  });
});
