/** A simulated service behind a hidden limit, away for a while; it counts what it stores. */

import { failure, type Outcome, success } from '../../src/core/model/failure.ts';
import type { ApplicationId, QuestionId } from '../../src/core/model/ids.ts';
import type { HeldAnswer, ServiceGateway } from '../../src/server/ledger/http-gateway.ts';
import type { RateLimitEvent } from '../../src/server/ledger/rate-limiter.ts';
import type { ServiceError } from '../../src/server/service/service-error.ts';
import type { VirtualClock } from '../../src/server/virtual-clock.support.ts';
import type { HiddenLimit } from './hidden-limit.ts';

/** What becomes of requests while it is away. */
export type ServiceFate = 'unreachable' | 'timeout' | 'server_error';

/** Milliseconds there and back; until a POST is given up. */
const [ROUND_TRIP, LIMIT] = [100, 15_000];

export interface LimitedService {
  readonly gateway: ServiceGateway;
  readonly probe: () => Promise<RateLimitEvent>;
  /** How often each answer is stored. */
  readonly stored: Map<string, number>;
  requests: number;
  refused: number;
  /** Milliseconds since the beginning. */
  lastStoredAt: number;
  requestsUntilStored: number;
}

export interface LimitedServiceDependencies {
  readonly clock: VirtualClock;
  readonly limit: HiddenLimit;
  /** Milliseconds for which it is away from the beginning. */
  readonly outage: number;
  readonly fate: ServiceFate;
}

export function createLimitedService(dependencies: LimitedServiceDependencies): LimitedService {
  const { clock } = dependencies;
  const held = new Map<ApplicationId, HeldAnswer[]>();
  const ask = async <Value>(answer: () => Value): Promise<Outcome<Value, ServiceError>> => {
    service.requests += 1;
    const error = await meet(dependencies, service);
    return error === null ? success(answer()) : failure(error);
  };
  const store = (application: ApplicationId, question: QuestionId, title: string) => {
    const answers = held.get(application) ?? [];
    held.set(application, [...answers, toHeld(question, title, answers.length)]);
    const name = `${application} ${question}`;
    service.stored.set(name, (service.stored.get(name) ?? 0) + 1);
    [service.lastStoredAt, service.requestsUntilStored] = [clock.monotonic(), service.requests];
    return name;
  };
  const service: LimitedService = {
    stored: new Map(),
    requests: 0,
    refused: 0,
    lastStoredAt: 0,
    requestsUntilStored: 0,
    async probe() {
      const reply = await ask(() => null);
      return reply.ok ? { kind: 'fine' } : { kind: 'unreachable' };
    },
    gateway: {
      limitOf: () => LIMIT,
      sendAnswer: (_key, { question, title }, application) => ask(() => store(application, question, title)),
      makeApplication: async () => failure({ kind: 'bad_request' }),
      readAnswers: (application) =>
        ask(() => ({
          answers: held.get(application) ?? [],
          clockAhead: 0,
          hasAnswers: true,
          hasDocuments: false,
        })),
      findApplication: () => ask(() => null),
    },
  };
  return service;
}

async function meet(
  { clock, limit, outage, fate }: LimitedServiceDependencies,
  service: LimitedService,
): Promise<ServiceError | null> {
  if (clock.monotonic() < outage) return away(clock, fate);
  await clock.sleep(ROUND_TRIP / 2);
  const refusal = limit.take(clock.monotonic());
  await clock.sleep(ROUND_TRIP / 2);
  if (refusal === null) return null;
  service.refused += 1;
  return { kind: 'rate_limited', ...refusal };
}

async function away(clock: VirtualClock, fate: ServiceFate): Promise<ServiceError> {
  await clock.sleep(fate === 'timeout' ? LIMIT : ROUND_TRIP);
  return fate === 'server_error' ? { kind: fate, status: 503 } : { kind: fate };
}

const toHeld = (question: QuestionId, title: string, place: number): HeldAnswer => ({
  id: `${question} ${place}`,
  question,
  title,
  type: 'short_text',
  attributes: { text_answer: 'x' },
  createdAt: null,
});
