import { afterEach, expect, test, vi } from 'vitest';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { applicationId, jobId, sessionId, subject, tenant } from '../../core/model/ids.ts';
import { systemClock } from '../clock.ts';
import { type ApplicationEnd, applicationEnds } from '../http/options.ts';
import type { Application } from '../service/create-service.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { ApplicationSession } from '../sessions/tokens.ts';
import { createApplicationEnds } from './application-ends.ts';

afterEach(() => vi.useRealTimers());

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

type Reply = Outcome<Application, ServiceError>;

/** A service of one word, and a clock that stands still. */
function scene(closedWhen: readonly ApplicationEnd[] = applicationEnds) {
  let clock = 1_000 * MINUTE;
  const reads: string[] = [];
  const told: string[] = [];
  const service = { reply: (_id: string): Reply | Promise<Reply> => application(null) };
  const log = { warn: (event: string) => void told.push(event), error: () => undefined };
  const ends = createApplicationEnds({ log, clock: { ...systemClock, now: () => clock } });
  const asking = (id: string, change: Partial<ApplicationSession> = {}) => ({
    session: { ...session(id, clock - 61 * SECOND), ...change },
    tenant: {
      id: tenant('t'),
      closedWhen,
      service: {
        async readApplication(asked: string) {
          reads.push(asked);
          return service.reply(asked);
        },
      },
    },
  });
  const pass = (milliseconds: number) => {
    clock += milliseconds;
  };
  return { ends, service, reads, told, asking, pass, now: () => clock };
}

const application = (rejectedAt: string | null): Reply =>
  success({
    id: applicationId('1'),
    job: jobId('4711'),
    posting: null,
    rejectedAt,
    hiredAt: null,
    answered: [],
  });
const rejected = () => application('2026-01-02T03:04:05Z');

const session = (id: string, readAt: number): ApplicationSession => ({
  id: sessionId(id),
  tenant: tenant('t'),
  subject: subject(id),
  application: applicationId(id),
  job: jobId('4711'),
  posting: null,
  questionable: '4711',
  answered: false,
  closed: false,
  readAt,
  publicOnly: false,
  expiresAt: readAt + 24 * 60 * MINUTE,
});

test('what one tenant was told of an id says nothing of the same id of another', async () => {
  const { ends, service, asking } = scene();
  service.reply = rejected;
  await ends.look(asking('1'));
  expect(ends.isClosed(asking('1', { tenant: tenant('other') }))).toBe(false);
});

test('a service that fails changes nothing, and is left alone for five seconds', async () => {
  const { ends, service, reads, told, asking, pass } = scene();
  service.reply = () => failure({ kind: 'unreachable' });
  const [open, closed] = [asking('1'), asking('2', { closed: true })];
  await ends.look(open);
  await ends.look(closed);
  expect([ends.isClosed(open), ends.isClosed(closed)]).toEqual([false, true]);
  expect([reads, told]).toEqual([['1'], ['service_failed']]);
  pass(5 * SECOND);
  await ends.look(closed);
  expect(reads).toEqual(['1', '2']);
});

test('a form waits two seconds at the most; what is told later counts from then on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { ends, service, reads, asking } = scene();
  let answer: (reply: Reply) => void = () => undefined;
  service.reply = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const asked = asking('1');
  let isShown = false;
  const look = ends.look(asked).then(() => {
    isShown = true;
  });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isShown).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await look;
  expect(ends.isClosed(asked)).toBe(false);
  await ends.look(asking('2'));
  expect(reads).toEqual(['1']);
  answer(rejected());
  await vi.advanceTimersByTimeAsync(0);
  expect(ends.isClosed(asked)).toBe(true);
});

test('a rush to many old links reads 300 applications in a minute, and shows the others as they were sealed', async () => {
  const { ends, service, reads, asking, pass } = scene();
  service.reply = rejected;
  const links = Array.from({ length: 10_000 }, (_, index) => asking(String(index)));
  await Promise.all(links.map((link) => ends.look(link)));
  expect(reads).toHaveLength(300);
  expect(links.filter((link) => ends.isClosed(link))).toHaveLength(300);
  pass(MINUTE + 1);
  await ends.look(asking('9999'));
  expect(ends.isClosed(asking('9999', { readAt: 0 }))).toBe(true);
});
