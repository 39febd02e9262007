/** The verifiers of `public/docs/webhooks.md`, each in its language, on a request as we sign it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { snippetsOf } from '../../../build/docs/snippets.support.ts';
import { applicationId, jobId, reference, subject, tenant } from '../../../core/model/ids.ts';
import { messageOf } from './outbox.ts';
import { OTHER_SECRET, SECRET } from './receiver.support.ts';
import { headersOf } from './send-webhook.ts';

interface Language {
  readonly info: string;
  readonly command: string;
  readonly file: string;
  /** Reads `{headers, body, secret}` from a file and prints the type, or `refused`. */
  readonly after: string;
}

const languages: readonly Language[] = [
  {
    info: 'mjs',
    command: process.execPath,
    file: 'verify.mjs',
    after: `
      import { readFileSync } from 'node:fs';
      const { headers, body, secret } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
      console.log(readWebhook(headers, body, secret)?.type ?? 'refused');`,
  },
  {
    info: 'python',
    command: 'python3',
    file: 'verify.py',
    after: `
import sys
given = json.load(open(sys.argv[1], encoding="utf-8"))
event = read_webhook(given["headers"], given["body"].encode(), given["secret"])
print("refused" if event is None else event["type"])`,
  },
  {
    info: 'php',
    command: 'php',
    file: 'verify.php',
    after: `
      $given = json_decode(file_get_contents($argv[1]), true);
      echo read_webhook($given['headers'], $given['body'], $given['secret'])['type'] ?? 'refused';`,
  },
  {
    info: 'ruby',
    command: 'ruby',
    file: 'verify.rb',
    after: `
given = JSON.parse(File.read(ARGV[0], encoding: "utf-8"))
event = read_webhook(given["headers"], given["body"], given["secret"])
puts event.nil? ? "refused" : event["type"]`,
  },
];

const isHere = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

const message = messageOf({
  key: { tenant: tenant('default'), subject: subject('s') },
  sequence: 2,
  id: 'msg_1',
  state: 'complete',
  reference: reference('K7M2-Q9XD-40TB'),
  job: jobId('4711'),
  application: applicationId('90001'),
  acceptedAt: Date.parse('2026-03-01T08:00:01.004Z'),
  happenedAt: Date.parse('2026-03-01T08:00:05.120Z'),
  expiresAt: 0,
  tries: 1,
  dueAt: 0,
  stoppedFor: null,
});

const MINUTE = 60_000;
const { body } = message;
const signed = (ago = 0, secrets: readonly string[] = [SECRET]) =>
  headersOf(message, secrets, Date.now() - ago);

describe.each(languages)('the verifier in $info', ({ info, command, file, after }) => {
  // The receiver imports this one.
  const [snippet, ...others] = snippetsOf(info).filter(({ text }) => !text.includes('./verify.mjs'));

  /** What it prints. */
  function verify(given: {
    readonly headers: object;
    readonly body: string;
    readonly secret: string;
  }): string {
    const folder = mkdtempSync(join(tmpdir(), 'apply-verifier-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [program, input] = [join(folder, file), join(folder, 'given.json')];
    writeFileSync(program, `${snippet?.text}\n${after}\n`);
    writeFileSync(input, JSON.stringify(given));
    const { stdout, stderr } = spawnSync(command, [program, input], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.trim();
  }

  test('is on the page once', () => {
    expect([snippet?.page, others]).toEqual(['public/docs/webhooks.md', []]);
  });

  describe.skipIf(!isHere(command))(`(needs ${command})`, () => {
    test.each([
      ['a request as we sign it', { headers: signed(), body, secret: SECRET }],
      ['one that two secrets signed', { headers: signed(0, [OTHER_SECRET, SECRET]), body, secret: SECRET }],
    ])('takes %s', (_what, _given) => {});

    test.each([
      ['a changed body', { headers: signed(), body: body.replace('90001', '90002'), secret: SECRET }],
      ['one of the future', { headers: signed(-6 * MINUTE), body, secret: SECRET }],
      ['another id', { headers: { ...signed(), 'webhook-id': 'msg_2' }, body, secret: SECRET }],
      ['a wrong secret', { headers: signed(0, [OTHER_SECRET]), body, secret: SECRET }],
      ['no headers', { headers: {}, body, secret: SECRET }],
    ])('refuses %s', (_what, given) => {
      expect(verify(given)).toBe('refused');
    });
  });
});

test('the body on the page is what is sent', () => {
  const [example] = snippetsOf('json').filter(({ text }) => text.includes('"application.complete"'));
  expect(JSON.parse(example?.text ?? 'null')).toEqual(JSON.parse(body));
});
