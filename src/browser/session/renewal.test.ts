import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure, success } from '../../core/model/outcome.ts';
import type { Connection } from '../api/connection.ts';
import { inTime } from '../api/in-time.ts';
import { requestProxy } from '../api/request.ts';
import type { Renewal } from '../contract.ts';
import { createRenewal } from './renewal.ts';
import { plain } from './session.support.ts';

/** Each is one time that the host was asked. */
let answers: ((token: string) => void)[];
let token: string;
let renewal: Renewal;

const expired = { status: 401, document: { errors: [{ code: 'token_expired' }] }, retryAfter: null };

beforeEach(() => {
  vi.useFakeTimers();
  const page = new EventTarget();
  for (const name of ['addEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  answers = [];
  token = 'expired';
  const connection = (): Connection => ({
    endpoint: 'https://forms.example.com',
    token,
    fetch,
    inTime,
    ask: requestProxy,
  });
  const renewToken = () => new Promise<string>((resolve) => answers.push(resolve));
  renewal = createRenewal({
    inTime,
    host: {
      settings: () => ({ ...plain({ token: 'expired' }), renewToken }),
      emit: () => true,
      transport: {
        fetch,
        loadFilling: () => Promise.reject(),
        loadWords: () => Promise.reject(),
      },
      element: null,
      warn: () => {},
    },
    access: {
      connection,
      open: async () => success({ form: null }),
      draftHandle: () => null,
      use: (given) => {
        token = given ?? '';
      },
    },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function request(): Promise<string> {
  const outcome = await renewal.authorised(async (connection) =>
    connection.token === 'expired' ? failure(expired) : success(connection.token),
  );
  return outcome.ok ? outcome.value : outcome.error.code;
}

/** As many as are sent together, to a host that says nothing. */
async function wait(requests: number): Promise<string[]> {
  const asking = Array.from({ length: requests }, request);
  await vi.advanceTimersByTimeAsync(30_000);
  return Promise.all(asking);
}

test('a host that is slow is asked once by all who wait, and what it gives late is used', async () => {
  expect(await wait(2)).toEqual(['timed_out', 'timed_out']);
  const waiting = request();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(1);
  answers[0]?.('late');
  expect(await waiting).toBe('late');
});

test('a host that has not answered by the second wait is asked anew', async () => {
  await wait(2);
  expect(await wait(1)).toEqual(['timed_out']);
  expect(answers).toHaveLength(1);
  const third = request();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(2);
  answers[1]?.('fresh');
  expect(await third).toBe('fresh');
});

test('a page that comes back as it was left asks its host anew, for all who wait at once', async () => {
  const waiting = [request(), request()];
  await vi.advanceTimersByTimeAsync(1_000);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answers).toHaveLength(2);
  answers[1]?.('fresh');
  expect(await Promise.all(waiting)).toEqual(['fresh', 'fresh']);
});
