import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { curlCommand } from './curl.ts';

const sandbox = { address: 'http://127.0.0.1:3000/sandbox', key: 'sandbox-key' };

/** What `curl` is called with when a shell reads the command. */
const argumentsOf = (command: string): readonly string[] =>
  execFileSync('sh', ['-c', `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${command}`])
    .toString()
    .split('\0')
    .slice(0, -1);

test('a command carries the key, the type and the body', () => {
  const command = curlCommand(sandbox, { method: 'POST', path: '/api/v1/answers', body: '{"data":{}}' });
  expect(argumentsOf(command)).toEqual([
    '-sSg',
    '-X',
    'POST',
    'http://127.0.0.1:3000/sandbox/api/v1/answers',
    '-H',
    'X-API-KEY: sandbox-key',
    '-H',
    'Content-Type: application/vnd.api+json',
    '--data-raw',
    '{"data":{}}',
  ]);
});

test('a read has neither body nor type', () => {
  const command = curlCommand(sandbox, { method: 'GET', path: '/api/v1/jobs?filter[id]=1', body: null });
  expect(argumentsOf(command)).toEqual([
    '-sSg',
    'http://127.0.0.1:3000/sandbox/api/v1/jobs?filter[id]=1',
    '-H',
    'X-API-KEY: sandbox-key',
  ]);
});

test('a key that is not the published one is left to be filled in', () => {
  const command = curlCommand({ ...sandbox, key: null }, { method: 'GET', path: '/', body: null });
  expect(command).toContain('X-API-KEY: YOUR-KEY');
});

describe('nothing in an answer is read by the shell', () => {
  test.each([
    "it's",
    "'; touch /tmp/owned; '",
    '$(id) `id` $HOME !! \\ "',
    '@/etc/passwd',
    'line\none\ttab',
    '-o /dev/null',
    "'\\''",
    'ünï 漢字 🙂',
  ])('%j', (text) => {
    const body = JSON.stringify({ text });
    const command = curlCommand(sandbox, { method: 'POST', path: '/', body });
    expect(argumentsOf(command).at(-1)).toBe(body);
  });
});
