/** Applicants who send while something else is measured. */
import { at } from '../../../src/sandbox/json.ts';
import { type Call, type Reply, request } from '../../kills/applicant.ts';
import { submissionOf } from '../rows/receipts-over-http.ts';

const MEDIA = { 'content-type': 'application/vnd.api+json' };

export async function ask(address: string, path: string, call: Call): Promise<Reply> {
  const reply = await request(address, path, call);
  if (reply === null) throw new Error(`${path} gives no reply.`);
  if (reply.status > 202)
    throw new Error(`${path} answers ${reply.status}: ${JSON.stringify(reply.body).slice(0, 300)}`);
  return reply;
}

export interface Visitors {
  readonly tokens: readonly string[];
  readonly submission: object;
}

/** Of the sample form `one-of-each`; while the service is there, which it need not be afterwards. */
export async function openSessions(address: string, adminKey: string, count: number): Promise<Visitors> {
  const tokens: string[] = [];
  const body = { data: { type: 'sessions', attributes: { job: '4712', tenant: 'acme' } } };
  for (let made = 0; made < count; made += 1) {
    const reply = await ask(address, '/sessions', { method: 'POST', token: adminKey, headers: MEDIA, body });
    tokens.push(String(at(reply.body, 'data', 'attributes', 'token')));
  }
  const [token = ''] = tokens;
  const form = await ask(address, '/api/v1/questions?include=conditional_questions', { token });
  return { tokens, submission: submissionOf(String(at(form.body, 'meta', 'revision'))) };
}

/** What came of those that were sent since the last time it was asked. */
export interface Sent {
  /** Milliseconds of each until its receipt. */
  readonly waits: readonly number[];
  /** Of those that got none. */
  readonly failures: readonly unknown[];
}

export interface Sending {
  /** Resolves when the last of them has its receipt, or none. */
  take(): Promise<Sent>;
  end(): void;
}

interface Stretch {
  readonly waits: number[];
  readonly failures: unknown[];
  readonly pending: Promise<void>[];
}

/** @param rate a second, whether or not earlier ones are answered */
export function keepSending(address: string, { tokens, submission }: Visitors, rate: number): Sending {
  const begin = (): Stretch => ({ waits: [], failures: [], pending: [] });
  let current = begin();
  const begun = performance.now();
  let place = 0;
  const send = async (token: string, due: number): Promise<number> => {
    const from = `10.${place >> 16}.${(place >> 8) & 255}.${place & 255}`;
    const headers = { ...MEDIA, prefer: 'wait=0', 'x-forwarded-for': from };
    await ask(address, '/submissions', { method: 'POST', token, headers, body: submission });
    return performance.now() - due;
  };
  const timer = setInterval(() => {
    for (; begun + (place * 1_000) / rate <= performance.now(); place += 1) {
      const token = tokens[place % tokens.length] ?? '';
      const { waits, failures, pending } = current;
      const sent = send(token, begun + (place * 1_000) / rate);
      pending.push(
        sent.then(
          (wait) => void waits.push(wait),
          (error: unknown) => void failures.push(error),
        ),
      );
    }
  }, 5);
  return {
    async take() {
      const taken = current;
      current = begin();
      await Promise.all(taken.pending);
      return taken;
    },
    end: () => clearInterval(timer),
  };
}
