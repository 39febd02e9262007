/** For tests: what `public/docs/webhooks.md#try-it-on-your-own-machine` says to do, done as it stands there. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sessionBody, submissionBody } from '../../server/app/server.support.ts';
import type { Shell, Started } from './shell.support.ts';
import { snippetsOf } from './snippets.support.ts';

const PAGE = 'public/docs/webhooks.md';

interface PageReceiver extends Started {
  readonly folder: string;
}

/** The three files, and the receiver; on a free port in the place of 4100. */
export async function startReceiverOfPage(shell: Shell, command: string): Promise<PageReceiver> {
  const folder = join(shell.home, 'webhooks');
  const port = String(await freePort());
  mkdirSync(folder, { recursive: true });
  const write = (name: string, language: string, has: string) =>
    writeFileSync(join(folder, name), blockWith(language, has).replaceAll('4100', port));
  write('verify.mjs', 'mjs', 'export function readWebhook');
  write('receiver.mjs', 'mjs', './verify.mjs');
  write('config.json', 'json', '"allowPrivate"');
  const started = await shell.start(command, /waits at http:\S+/);
  return { ...started, folder };
}

/** @param command that starts the server */
export async function tryWebhooks(shell: Shell, command: string): Promise<void> {
  const [receiving = ''] = snippetsOf('sh').flatMap(({ page, text }) =>
    page === PAGE && text.includes('receiver.mjs') ? [text] : [],
  );
  const receiver = await startReceiverOfPage(shell, receiving);
  const left = command.replace('npm start', shell.program('src/server/app/main.ts'));
  const server = await shell.start(left, /Apply Form {2}http:\S+/, { PORT: '0', APPLY_DRAIN_SECONDS: '0' });
  const [, address = ''] = /Apply Form {2}(http:\S+)/.exec(server.printed()) ?? [];
  const reference = await sendOne(address);
  const lines = () => receiver.printed().trim().split('\n').slice(1);
  const told = [`application.received ${reference}`, `application.complete ${reference}`];
  await expect.poll(lines, { timeout: 20_000 }).toEqual(told);
  await Promise.all([server.stop(), receiver.stop()]);
}

function blockWith(language: string, has: string): string {
  const [block, ...others] = snippetsOf(language).filter(
    ({ page, text }) => page === PAGE && text.includes(has),
  );
  if (block === undefined || others.length > 0) throw new Error(`${PAGE} needs one block with ${has}.`);
  return block.text;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** As the page of the demo does. @returns the reference */
async function sendOne(address: string): Promise<string> {
  const type = { 'content-type': 'application/vnd.api+json' };
  const ask = async (path: string, headers: object, body?: unknown) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const reply = await fetch(`${address}${path}`, { ...sent, headers: { ...type, ...headers } });
    expect(reply.ok).toBe(true);
    return JSON.parse(await reply.text());
  };
  const session = await ask('/demo/sessions', {}, sessionBody({ form: 'one-of-each' }));
  const authorization = { authorization: `Bearer ${session.data.attributes.token}` };
  const { meta } = await ask('/api/v1/questions?include=conditional_questions', authorization);
  const body = submissionBody([['2002', { text_answer: 'Nurse' }]], { revision: meta.revision });
  return (await ask('/submissions', authorization, body)).data.id;
}
