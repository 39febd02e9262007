/** Who has to solve a challenge, and which solutions pass, tested by requests to the proxy. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { VerifierSetting } from '../../forms/form-settings.ts';
import {
  type ProxyReply,
  recordProxy,
  stored,
  type Visit,
} from '../../submissions/recorded-proxy.support.ts';
import { mostNumbers } from './check-challenge.ts';
import { solve, written } from './solve.support.ts';

const ada = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const byScript = { seconds: 0, events: 0, hidden: 0 };
const caught = { seconds: 90, events: 30, hidden: 8 };
const optional = { phone: 'no', cv: 'no' } as const;

const challengeSchema = z.object({
  type: z.literal('challenges'),
  id: z.string(),
  attributes: z.object({
    algorithm: z.literal('SHA-256'),
    challenge: z.string(),
    salt: z.string(),
    signature: z.string(),
    maxnumber: z.number(),
  }),
});

const challengeOf = ({ json }: ProxyReply) => challengeSchema.parse(json.meta['challenge']).attributes;

const answers: NonNullable<Parameters<Visit['send']>[1]> = [
  ['2001', { boolean_answer: true }],
  ['2101', { text_answer: 'A reason' }],
  ['2002', { text_answer: 'Nurse' }],
];
const send = (visit: Visit, meta: object) => visit.send(ada, answers, meta);

test('a form filled in by hand needs no challenge, nor does a client that reports nothing', async () => {
  const proxy = recordProxy({ details: optional });
  const visit = await proxy.visit();
  expect((await send(visit, { filling: { seconds: 60, events: 12, hidden: 0 } })).status).toBe(200);
  expect((await send(await proxy.visit(), {})).status).toBe(200);
});

test('a form filled in by a script is refused with a challenge, and accepted with its solution', async () => {
  const proxy = recordProxy({ details: optional });
  const visit = await proxy.visit();
  const refused = await send(visit, { filling: byScript });
  expect(refused.status).toBe(403);
  expect(refused.json.errors[0].code).toBe('challenge_required');
  expect(challengeOf(refused).maxnumber).toBe(mostNumbers.normal);
  expect(refused.json.meta['callback']).toBeUndefined();
  expect(proxy.accepted).toEqual([]);
  const challenge = written(solve(challengeOf(refused)));
  expect((await send(visit, { filling: byScript, challenge })).status).toBe(200);
  expect(proxy.accepted).toHaveLength(1);
});

test('GET /challenge gives the holder of a token a challenge in advance', async () => {
  const proxy = recordProxy({ details: optional });
  const visit = await proxy.visit();
  const { json, status } = await visit.call('GET', '/challenge');
  expect(status).toBe(200);
  const { id, attributes } = challengeSchema.parse(json.data);
  expect(attributes.salt.startsWith(id)).toBe(true);
  const challenge = written(solve(attributes));
  expect((await send(visit, { filling: byScript, challenge })).status).toBe(200);
  expect((await proxy.fetch(new Request('http://forms.example/challenge'))).status).toBe(401);
});

test('candidates of a back end never get a challenge', async () => {
  const proxy = recordProxy();
  const visit = await proxy.apply();
  const { json } = await visit.readForm();
  expect(json.meta['filling']).toBeUndefined();
  expect((await visit.send(null, [], { filling: caught })).status).toBe(200);
});

test('the same content again gets its receipt without a challenge', async () => {
  const proxy = recordProxy({ details: optional });
  const visit = await proxy.visit();
  expect((await send(visit, {})).status).toBe(200);
  expect((await send(visit, { filling: caught })).status).toBe(403);
  proxy.store({ ...stored({ state: 'complete' }), fingerprint: proxy.accepted[0]?.fingerprint ?? '' });
  expect((await send(visit, { filling: caught })).status).toBe(200);
  expect(proxy.accepted).toHaveLength(1);
});

/* A tenant's own verifier, on a port of this machine. */

const verifiers: Server[] = [];
afterEach(() => {
  for (const verifier of verifiers.splice(0)) verifier.close();
});

interface Verifier extends VerifierSetting {
  readonly bodies: readonly string[];
}

async function startVerifier(reply: (token: string | null) => string): Promise<Verifier> {
  const bodies: string[] = [];
  const verifier = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      bodies.push(body);
      response.end(reply(new URLSearchParams(body).get('response')));
    });
  });
  verifiers.push(verifier);
  await new Promise<void>((resolve) => {
    verifier.listen(0, '127.0.0.1', resolve);
  });
  const { port }: Pick<AddressInfo, 'port'> = z.object({ port: z.number() }).parse(verifier.address());
  return { verify: `http://127.0.0.1:${port}/siteverify`, secret: 'shh & hush', bodies };
}

const goodToken = (token: string | null) => JSON.stringify({ success: token === 'good' });

test("a token of the tenant's own verifier is accepted after the verifier confirms it", async () => {
  const challenge = await startVerifier(goodToken);
  const proxy = recordProxy({ details: optional, challenge });
  const visit = await proxy.visit();
  const refused = await send(visit, { filling: byScript });
  expect(refused.json.meta['callback']).toBe(true);
  expect(challenge.bodies).toEqual([]);
  expect((await send(visit, { filling: byScript, challenge: 'bad' })).status).toBe(403);
  expect((await send(visit, { filling: byScript, challenge: 'good' })).status).toBe(200);
  expect(challenge.bodies).toEqual(['secret=shh+%26+hush&response=bad', 'secret=shh+%26+hush&response=good']);
});
