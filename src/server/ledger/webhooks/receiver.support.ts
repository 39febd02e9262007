/** For tests: a back end that receives webhooks over real HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { applicationId, jobId, reference, subject, tenant } from '../../../core/model/ids.ts';
import { messageOf } from './outbox.ts';

/** Standard Webhooks requires at least 24 bytes. */
export const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
export const OTHER_SECRET = `whsec_${Buffer.from('another of thirty-two bytes, ok!').toString('base64')}`;

/** The event that the page on webhooks shows. */
export const sampleMessage = messageOf({
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

const bodySchema = z.strictObject({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.strictObject({
    reference: z.string(),
    tenant: z.string(),
    job: z.string().nullable(),
    application: z.string().nullable(),
    state: z.string(),
    accepted_at: z.iso.datetime(),
    sequence: z.number(),
  }),
});

export interface Heard {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: z.output<typeof bodySchema>;
}

export interface Receiver {
  readonly url: string;
  /** Every request, including those that the back end refused. */
  readonly heard: readonly Heard[];
  /** `received 1`, `complete 2`, … for each accepted event; a repetition has the same id and counts once. */
  known(): readonly string[];
  /** Resolves after so many requests. */
  hears(count: number): Promise<void>;
}

/** Returns the status for a request; null when it answers the request itself. */
export type Answer = (heard: Heard, response: ServerResponse) => number | null;

export async function startReceiver(answer: Answer = () => 204): Promise<Receiver> {
  const heard: Heard[] = [];
  const accepted: Heard[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const received = await read(request);
    const status = answer(received, response);
    heard.push(received);
    if (status !== null && status < 300) accepted.push(received);
    if (status !== null) response.writeHead(status).end();
    for (const wake of waiting) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    heard,
    known() {
      const ids = new Map(accepted.map((event) => [event.id, event]));
      return [...ids.values()].map(({ body: { data } }) => `${data.state} ${data.sequence}`);
    },
    hears: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (heard.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

async function read(request: IncomingMessage): Promise<Heard> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { id: headers['webhook-id'] ?? '', headers, text, body: bodySchema.parse(JSON.parse(text)) };
}
