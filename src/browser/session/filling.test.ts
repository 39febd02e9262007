import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure, success } from '../../core/model/failure.ts';
import type { View, WritableForm } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { question, treeOf } from '../../form/form.support.ts';
import { signal } from '../../form/signals.ts';
import { loadedOf } from '../drafts/drafts.support.ts';
import type { Connection, Renewal } from '../proxy/request.ts';
import { createRenewal, renewInTime } from './filling.ts';
import { plain, host as sessionHost } from './session.support.ts';
import type { SessionHost } from './session.ts';

/** One resolver for each time that the form asked the host. */
let answers: ((token: string) => void)[];
let token: string;
let renewal: Renewal;
let host: SessionHost;

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
  });
  const renewToken = () => new Promise<string>((resolve) => answers.push(resolve));
  host = {
    settings: () => ({ ...plain({ token: 'expired' }), renewToken }),
    emit: () => true,
    transport: sessionHost.transport,
    element: null,
    warn: () => {},
  };
  renewal = createRenewal({
    host,
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

/** Sends requests together while the host does not answer. */
async function wait(requests: number): Promise<string[]> {
  const asking = Array.from({ length: requests }, request);
  await vi.advanceTimersByTimeAsync(30_000);
  return Promise.all(asking);
}

test('concurrent requests ask a slow host once, and use its late token', async () => {
  expect(await wait(2)).toEqual(['timed_out', 'timed_out']);
  const waiting = request();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(1);
  answers[0]?.('late\n');
  expect(await waiting).toBe('late');
});

test.each(['<!doctype html>\n<p>Careers', 'Internal error', ''])(
  'a token that expired is not replaced by %j',
  async (given) => {
    const waiting = request();
    await vi.advanceTimersByTimeAsync(0);
    answers[0]?.(given);
    expect(await waiting).toBe('token_expired');
    expect(token).toBe('expired');
  },
);

test('a token is renewed at 80 % of its life, while the page is in use', async () => {
  const browser = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', browser);
  const { tree, meta } = loadedOf(treeOf(question('1', 'short_text')), 'r1');
  const form = createForm(tree);
  const page = { form, meta: { ...meta, expiresIn: 100 }, preview: false, close() {}, again() {} };
  const view = signal<View<WritableForm>>({ kind: 'form', form, title: null, preview: false, changed: null });
  const life = new AbortController();
  renewInTime({ host, renewal, view, page: () => page, signal: life.signal });
  await vi.advanceTimersByTimeAsync(79_000);
  expect(answers).toHaveLength(0);
  browser.hidden = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(answers).toHaveLength(0);
  browser.hidden = false;
  browser.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(1);
  life.abort();
});
