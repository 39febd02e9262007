/** What gives receipts: the built server with its service down, or the bare control, in one process or several. */
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { at } from '../../../src/sandbox/json.ts';
import type { Processes, Start, StartedProcess } from '../../kills/processes.ts';
import { type Line, MEDIA, openLine } from '../../load/line.ts';
import { programArguments } from '../../support/programs/program-arguments.ts';
import { startService } from './service-up.ts';
import { textSubmission } from './text-form.ts';
import { sealTokens } from './tokens.ts';

export type ReceiverKind = 'ours' | 'bare';

export interface Receivers {
  readonly pids: readonly number[];
  readonly line: Line;
  /** The body of each submission. */
  readonly body: string;
  close(): Promise<void>;
}

export interface ReceiversWish {
  readonly kind: ReceiverKind;
  /** `APPLY_STORE`, empty. */
  readonly store: string;
  readonly count: number;
}

export const SECRET = 'the secret of the measured server';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const built = path('../../../dist/server.js');
const bare = path('./bare-server.ts');

export const startReceivers = (processes: Processes, wish: ReceiversWish): Promise<Receivers> =>
  wish.kind === 'ours' ? startOurs(processes, wish) : startBare(processes, wish);

/** One after the other: the first makes the tables. */
async function startAll(processes: Processes, count: number, start: Start) {
  const started: StartedProcess[] = [];
  const addresses: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const one = processes.start(start);
    const address = (await one.ready)?.[1];
    if (address === undefined) throw new Error(`It does not start: ${one.complaint()}`);
    started.push(one);
    addresses.push(address);
  }
  const end = async () => void (await Promise.all(started.map((one) => one.kill())));
  return { pids: started.map(({ pid }) => pid), addresses, end };
}

async function startBare(processes: Processes, { store, count }: ReceiversWish): Promise<Receivers> {
  const args = [...programArguments(bare), store];
  const { pids, addresses, end } = await startAll(processes, count, { args, ready: /Bare {2}(\S+)/ });
  return receiversOf({ pids, addresses, end, body: textSubmission('none') });
}

async function startOurs(processes: Processes, { store, count }: ReceiversWish): Promise<Receivers> {
  const service = await startService();
  const environment = {
    PORT: '0',
    APPLY_SERVICE_URL: service.address,
    APPLY_SERVICE_KEY: 'sandbox-key',
    APPLY_SECRET: SECRET,
    APPLY_STORE: store,
  };
  const start = { args: [built], environment, ready: /Apply Form {2}(\S+)/ };
  const { pids, addresses, end } = await startAll(processes, count, start);
  const revisions = await Promise.all(addresses.map(readRevision));
  await service.end();
  const receivers = receiversOf({ pids, addresses, end, body: textSubmission(revisions[0] ?? '') });
  await openBreaker(receivers, count);
  return receivers;
}

const receiversOf = ({
  addresses,
  end,
  ...rest
}: Pick<Receivers, 'pids' | 'body'> & {
  readonly addresses: readonly string[];
  readonly end: () => Promise<void>;
}): Receivers => {
  const line = openLine(addresses);
  return {
    ...rest,
    line,
    async close() {
      await line.close();
      await end();
    },
  };
};

/** Each process reads the form while there is a service. */
async function readRevision(address: string): Promise<string> {
  const [token = ''] = await sealTokens(SECRET, 1);
  const line = openLine([address]);
  const headers = { authorization: `Bearer ${token}` };
  const reply = await line.send({ method: 'GET', path: '/api/v1/questions', headers });
  await line.close();
  const revision = reply.ok ? at(reply.value.body, 'meta', 'revision') : null;
  if (typeof revision !== 'string') throw new Error(`There is no form: ${JSON.stringify(reply)}`);
  return revision;
}

/** Submissions to each process whose delivery fails, and milliseconds until their tries have opened its breaker. */
const [FIRST, OPENED_AFTER] = [20, 3_000];

async function openBreaker({ line, body }: Receivers, count: number): Promise<void> {
  for (const token of await sealTokens(SECRET, FIRST * count)) await line.send(submission(token, body));
  await setTimeout(OPENED_AFTER);
}

export const submission = (token: string, body: string) => ({
  method: 'POST' as const,
  path: '/submissions',
  headers: { ...MEDIA, authorization: `Bearer ${token}`, prefer: 'wait=0' },
  body,
});
