import { cleanup, render, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AttentionItem } from '../../core/model/attention.ts';
import { applicationId, questionId } from '../../core/model/ids.ts';
import type { Entry, Lesson } from './ask-server.ts';
import { AttentionPage } from './attention-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const item = (more: Partial<AttentionItem> = {}): AttentionItem => ({
  ...({ question: questionId('7'), part: 0, title: 'Short text', state: 'parked', code: 'unclear' } as const),
  ...more,
});

const entry = (id: string, more: Partial<Entry['attributes']> = {}): Entry => ({
  id,
  attributes: {
    state: 'attention',
    application: applicationId('99'),
    job: null,
    accepted_at: '2026-01-01T10:00:00.000Z',
    kept_until: '2026-01-08T10:00:00.000Z',
    items: [item()],
    ...more,
  },
});

interface Replied {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

/** The server's data; `instead` replaces the reply of an address, and null means no reply. */
const server = {
  entries: [] as readonly Entry[],
  meta: {} as object,
  health: {} as object,
  instead: {} as Readonly<Record<string, Replied | null>>,
};
const requests: (readonly [address: string, init: RequestInit])[] = [];

function reply(address: string): Replied | null {
  const [path = ''] = address.split('?');
  const instead = server.instead[path];
  if (instead !== undefined) return instead;
  const { entries, meta, health } = server;
  const ready = { state: 'ready', tenant: 'default', reasons: [], degraded: [], ...health };
  if (path === './readyz') return { body: { meta: ready } };
  const all = { total: entries.length, lessons: [], questions: [], ...meta };
  return path === './attention' ? { body: { data: entries, meta: all } } : { body: { data: {} } };
}

beforeEach(() => {
  requests.length = 0;
  Object.assign(server, { entries: [], meta: {}, health: {}, instead: {} });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push([address, init]);
    const answer = reply(address);
    if (answer === null) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer.body), {
      status: answer.status ?? 200,
      headers: answer.headers ?? {},
    });
  });
});

async function open() {
  render(<AttentionPage isSandbox={false} />);
  await userEvent.type(screen.getByLabelText('Admin key'), 'the key{Enter}');
}

async function show(entries: readonly Entry[], meta = {}, health = {}) {
  Object.assign(server, { entries, meta, health });
  await open();
  await screen.findByRole('button', { name: 'Lock' });
}

const press = (name: RegExp | string) => userEvent.click(screen.getByRole('button', { name }));
const posted = () =>
  requests.flatMap(([address, { body }]) => (typeof body === 'string' ? [[address, JSON.parse(body)]] : []));

describe('the key', () => {
  test('is sent in the header of requests that nothing caches', async () => {
    await show([]);
    for (const [address, init] of requests) {
      expect(new Headers(init.headers).get('authorization')).toBe('Bearer the key');
      expect(init).toMatchObject({ cache: 'no-store', credentials: 'omit', redirect: 'error' });
      expect(address).not.toContain('key');
    }
  });

  const refusal = (status: number, headers = {}) => ({
    status,
    headers,
    body: { errors: [{ detail: 'Its words.' }] },
  });

  test.each<[string, Replied | null, RegExp]>([
    ['is wrong', refusal(401), /^The server does not know this key/],
    ['was wrong too often', refusal(429, { 'retry-after': '42' }), /Try again in 42 seconds\.$/],
    ['reaches no server', null, /^The server does not answer/],
    ['is for a server whose store is down', refusal(503), /^Its words\.$/],
    ['reaches another server', { status: 404, body: 'Not here' }, /is not Apply Form/],
    ['reaches a server that accepts every key', { body: { hello: 'you' } }, /is not Apply Form/],
  ])('that %s unlocks nothing, and shows the reason', async (_name, response, message) => {
    server.instead = { './attention': response };
    await open();
    expect((await screen.findByRole('alert')).textContent).toMatch(message);
    expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull();
  });

  test('that is revoked locks the page, and so does leaving it', async () => {
    await show([]);
    server.instead = { './attention': refusal(401) };
    await press('Refresh');
    expect(await screen.findByText(/^Locked\. The server does not know this key/)).toBeTruthy();
    server.instead = {};
    await userEvent.type(screen.getByLabelText('Admin key'), 'another{Enter}');
    await screen.findByRole('button', { name: 'Lock' });
    dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Admin key').value).toBe(''));
  });
});

describe('a submission', () => {
  test('shows each reason once for all its items, and the number of items that wait', async () => {
    const refused = item({
      question: null,
      title: null,
      state: 'refused',
      code: 'invalid_details',
      members: ['cv'],
    });
    const behind = ['1', '2'].map((id) => item({ question: questionId(id), state: 'queued', code: null }));
    await show([
      entry('AAAA', { items: [refused, item(), item({ part: 1 }), ...behind], application: null }),
    ]);
    const row = within(screen.getByRole('article', { name: 'AAAA' }));
    expect(row.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'refused, invalid details The application itself: cv ',
      'parked, unclear Short text 7',
      'parked, unclear Short text, file 2 7',
    ]);
    expect(row.getAllByText(/^unclear: sent, and it is not known whether it arrived/)).toHaveLength(1);
    expect(row.getByText(/^2 more go by themselves/)).toBeTruthy();
    expect(row.getByText('No application was made')).toBeTruthy();
  });

  test.each([
    ['a refused answer, which the applicant corrects', item({ state: 'refused', code: 'invalid_answer' })],
    ['an item that was given up and deleted', item({ code: 'given_up', title: null })],
  ])('offers no action for %s', async (_name, parked) => {
    await show([entry('AAAA', { items: [parked] })]);
    expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Refresh',
      'Lock',
    ]);
  });

  test.each<readonly [string, Partial<Entry['attributes']>, RegExp]>([
    ['an answer', {}, /^This wipes the answers that are stopped for good/],
    [
      'the application',
      { items: [item({ question: null, state: 'refused' })] },
      /^This wipes the application and its answers for good/,
    ],
    [
      'an event of a webhook',
      {
        items: [],
        webhooks: [
          {
            id: 'msg_1',
            type: 'application.complete',
            code: 'gone',
            happened_at: '2026-01-01T10:00:00.000Z',
          },
        ],
      },
      /The application is not affected\.$/,
    ],
  ])('lists the loss when an operator gives up %s', async (_name, more, loss) => {
    await show([entry('AAAA', more)]);
    expect(screen.getByText(loss).closest('details')?.open).toBe(false);
    server.entries = [];
    await press('Give up for good');
    expect(await screen.findByText(/^AAAA is given up: what was to be sent is wiped\.$/)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Nothing needs attention.');
    expect(posted()).toEqual([
      ['./attention/AAAA', { data: { type: 'attention', attributes: { action: 'give_up' } } }],
    ]);
  });

  test('shows the reason when the server refuses the action', async () => {
    await show([entry('AAAA')]);
    server.instead = {
      './attention/AAAA': { status: 400, body: { errors: [{ detail: 'Nothing is parked.' }] } },
    };
    await press('Retry AAAA');
    expect(await screen.findByText('Nothing is parked.')).toBeTruthy();
  });
});

test('one button retries all, and the heading counts more than are listed', async () => {
  await show([entry('AAAA'), entry('BBBB'), entry('CCCC', { items: [] })], { total: 1_200 });
  expect(screen.getByText(/^The oldest 3 are listed/)).toBeTruthy();
  await press('Retry all 2');
  expect(await screen.findByText(/^2 are on the way again\./)).toBeTruthy();
  expect(posted().map(([address]) => address)).toEqual(['./attention/AAAA', './attention/BBBB']);
});

test('a server that is not ready shows why, its warnings, its tenant and its waiting webhooks', async () => {
  const health = {
    state: 'not_ready',
    reasons: ['store'],
    degraded: ['service_key', 'new_one'],
    tenant: 'north',
  };
  await show([], { webhooks_waiting: 12 }, health);
  for (const words of [
    'The server takes no applications now.',
    /^The store cannot be written/,
    /^The recruitment service refuses the key/,
    'It says: new_one.',
    /north/,
    /waiting for delivery: 12\./,
  ])
    expect(screen.getByText(words)).toBeTruthy();
});

const lesson = (field: string): Lesson => ({
  job: '4711',
  field,
  agreed: false,
  refused_at: '2026-01-02T00:00:00.000Z',
  configuration: '"jobs": …',
});

test('a lesson can be agreed only for sensitive fields, and can be forgotten', async () => {
  await show([], { lessons: [lesson('phone'), lesson('date_of_birth')] });
  expect(screen.getAllByRole('button', { name: /^Agree/ })).toHaveLength(1);
  await press('Agree that date_of_birth is asked for job 4711');
  expect(await screen.findByText(/^Job 4711: date_of_birth is asked from now on\./)).toBeTruthy();
  await press('Forget that job 4711 demands phone');
  expect(await screen.findByText(/^Job 4711: phone is forgotten\./)).toBeTruthy();
  expect(posted()).toEqual([
    [
      './attention/lessons',
      { data: { type: 'lessons', attributes: { action: 'agree', job: '4711', field: 'date_of_birth' } } },
    ],
    [
      './attention/lessons',
      { data: { type: 'lessons', attributes: { action: 'clear', job: '4711', field: 'phone' } } },
    ],
  ]);
});
