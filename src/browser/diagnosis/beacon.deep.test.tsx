import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownFailure } from '../api/own-failure.ts';
import { ApplyFormElement, defineApplyForm } from '../element/define.ts';
import { readSettings } from '../element/settings.ts';
import { endpointFrom } from '../session/endpoint.ts';
import type { Session } from '../session/session.ts';
import { quiet } from '../settle.support.ts';
import { createBeacon } from './beacon.ts';

const endpoint = 'https://forms.example.com';

let words: string[];
let isHidden: boolean;
let end: () => void;

beforeEach(() => {
  words = [];
  isHidden = false;
  end = () => {};
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
});

afterEach(() => {
  end();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const transport = {
  loadLazy: () => Promise.reject(new TypeError('It is not there.')),
  loadDates: () => Promise.reject(new TypeError('It is not there.')),
  loadDetails: () => Promise.reject(new TypeError('It is not there.')),
  loadWords: () => Promise.reject(new TypeError('It is not there.')),
  fetch: async (address: unknown, init?: RequestInit) => {
    if (String(address).endsWith('/beacons')) words.push(`${init?.body}`);
    return new Response(null, { status: 503 });
  },
};

/** @param session what the beacon reads of it */
function show(attributes: Record<string, string | null>, session: object | null = null): void {
  const element = document.createElement('div');
  element.dataset['state'] = 'ready';
  const settings = () => readSettings((name) => attributes[name] ?? null, attributes['endpoint'] ?? null);
  end = createBeacon({ settings, transport, session: () => session as Session | null, element });
}

const formOf = (countedAs?: string | null) => ({
  view: { peek: () => ({ kind: 'form' }) },
  hasBegun: () => false,
  countedAs,
});

const failedWith = (code: 'bad_setup' | 'offline', retryable: boolean) => ({
  ...formOf(),
  view: { peek: () => ({ kind: 'failed', failure: { ...ownFailure(code), retryable } }) },
});

const leave = () => dispatchEvent(new Event('pagehide'));

function hide(): void {
  isHidden = true;
  dispatchEvent(new Event('visibilitychange'));
}

function forbid(blockedURI: string): void {
  dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { disposition: 'enforce', blockedURI }));
}

test.each([
  ['a job of a tenant', { job: '1', tenant: 'acme', endpoint }, null, ['acme left ready']],
  ['a token, before anything was read', { token: 'sealed', endpoint }, formOf(), ['? left ready']],
  ['a token, once its form was read', { token: 'sealed', endpoint }, formOf('acme'), ['acme left ready']],
  ['a proxy that counts nothing', { job: '1', tenant: 'acme', endpoint }, formOf(null), []],
  ['an element without a proxy', { job: '1', tenant: 'acme' }, null, []],
])('whose end it is: %s', (_, attributes, session, told) => {
  show(attributes, session);
  leave();
  expect(words).toEqual(told);
});

test.each([
  ['what cannot be tried again is told when the page is hidden', 'bad_setup', false, 1],
  ['what can is not: the applicant may come back and try', 'offline', true, 0],
] as const)('%s', (_, code, retryable, count) => {
  show({ job: '1', endpoint }, failedWith(code, retryable));
  hide();
  expect(words).toHaveLength(count);
  leave();
  expect(words).toHaveLength(1);
});

test.each([
  ['a lazy file of ours', 'https://cdn.example.com/apply/assets/later-1.js', 'policy'],
  ['a question set', 'https://forms.example.com/api/v1/questions', 'policy'],
  ['a file of the host below the same origin', 'https://forms.example.com/analytics.js', 'left'],
  ['another script of the same network', 'https://cdn.example.com/ads.js', 'left'],
])('a policy that forbids %s', (_, blocked, outcome) => {
  endpointFrom('https://cdn.example.com/apply/apply-form.js');
  show({ job: '1', tenant: 'acme', endpoint });
  forbid(blocked);
  leave();
  expect(words).toEqual([`acme ${outcome} ready`]);
});

test('an element that is taken out for good is told as if the page were left, one that is moved is not', async () => {
  defineApplyForm();
  ApplyFormElement.transport = transport;
  const element = document.createElement('apply-form');
  for (const [name, value] of Object.entries({ job: '1', tenant: 'acme', endpoint }))
    element.setAttribute(name, value);
  document.body.append(element);
  await quiet();
  const place = document.createElement('main');
  document.body.append(place);
  place.append(element);
  await quiet();
  expect(words).toEqual([]);
  element.remove();
  await quiet();
  expect(words).toEqual([expect.stringMatching(/^acme \w+ \w+$/)]);
  leave();
  expect(words).toHaveLength(1);
});
