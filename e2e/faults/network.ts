/** The network to the service: requests or replies are lost, or the service is unreachable. */
import * as chances from './chances.ts';
import type { Service, ServiceRequest } from './service.ts';
import { shareOf, strikes, type World } from './world.ts';

export type Network = ReturnType<typeof createNetwork>;

type Fate = 'served' | keyof typeof chances.write;

interface Outage {
  readonly from: number;
  readonly until: number;
  readonly kind: 'unreachable' | 'failing' | 'denied';
}

/** Milliseconds: the time limit of a write without files. */
const LIMIT = 15_000;

export function createNetwork(world: World, service: Service) {
  const { clock, random } = world;
  const outages = drawOutages(world);
  let pending = 0;

  async function send(request: Request): Promise<Response> {
    const received = await world.track(read(request, clock.monotonic()));
    const now = clock.monotonic();
    const outage = outages.find(({ from, until }) => from <= now && now < until);
    if (outage !== undefined) return refuse(outage, request);
    return received.body === null ? serveRead(received, request) : serveWrite(received, request);
  }

  async function serveRead(received: ServiceRequest, request: Request): Promise<Response> {
    await clock.sleep(random.between(20, 300));
    return strikes(world, 'service', chances.read.fails) ? lose(request) : service.serve(received);
  }

  async function serveWrite(received: ServiceRequest, request: Request): Promise<Response> {
    const fate = drawFate(world);
    if (fate === 'limited') {
      await clock.sleep(random.between(10, 100));
      const headers = random.chance(0.5) ? {} : { 'retry-after': String(random.whole(0, 20)) };
      return errors(429, headers);
    }
    if (fate === 'requestLost') return lose(request);
    if (fate === 'late') {
      const { mean, most } = chances.lateCommit;
      void storeIn(LIMIT + random.tail(mean, most), received);
      return lose(request);
    }
    const reply = await storeIn(random.between(30, 900), received);
    if (fate === 'replyLost' && reply.ok) return lose(request);
    await clock.sleep(random.between(10, 200));
    return reply;
  }

  async function storeIn(milliseconds: number, received: ServiceRequest): Promise<Response> {
    pending += 1;
    await clock.sleep(milliseconds);
    const reply = await service.serve(received);
    pending -= 1;
    return reply;
  }

  /** A client notices a broken connection within seconds, but silence only at its time limit. */
  async function lose({ signal }: Request): Promise<Response> {
    const kind = random.pick(['silence', 'broken', 'error', 'page']);
    if (kind === 'silence')
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    await clock.sleep(random.between(20, 3_000));
    if (kind === 'broken') throw failed('ECONNRESET');
    return kind === 'error' ? errors(500) : new Response('<p>Welcome</p>', { status: 201 });
  }

  async function refuse({ kind }: Outage, request: Request): Promise<Response> {
    if (kind === 'failing' && random.chance(0.3)) return lose(request);
    await clock.sleep(random.between(5, 200));
    if (kind === 'unreachable') throw failed('ECONNREFUSED');
    return errors(kind === 'denied' ? 401 : 503);
  }

  return {
    send,
    /** Writes that are not stored yet. */
    pending: () => pending,
  };
}

async function read(request: Request, sentAt: number): Promise<ServiceRequest> {
  const { method, url, headers } = request;
  const body = request.body === null ? null : await request.text();
  return { method, url: new URL(url), headers, body, sentAt };
}

const errors = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify({ errors: [{ status: String(status) }] }), { status, headers });

const failed = (code: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

function drawFate(world: World): Fate {
  let drawn = world.random.next();
  for (const fate of ['limited', 'late', 'replyLost', 'requestLost'] as const) {
    drawn -= shareOf(world, 'service', chances.write[fate]);
    if (drawn < 0) return fate;
  }
  return 'served';
}

function drawOutages(world: World): readonly Outage[] {
  const { random, calmAfter } = world;
  const { share, latest, longest } = chances.outage;
  if (!strikes(world, 'service', share)) return [];
  return Array.from({ length: random.whole(1, 2) }, () => {
    const from = random.between(0, Math.min(calmAfter, latest));
    const kind = random.pick(['unreachable', 'failing', 'denied'] as const);
    return { from, until: Math.min(calmAfter, from + random.between(0, longest)), kind };
  });
}
