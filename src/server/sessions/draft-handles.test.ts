/** Who gets the key of a visitor's draft, and for how long (`src/server/http/README.md#drafts-of-visitors`). */

import { describe, expect, test } from 'vitest';
import { changedAt } from './changed-at.support.ts';
import { DAY, openDoors } from './doors.support.ts';

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)];
/** A handle as a device makes it, with 128 random bits or more. */
const MADE = 'A'.repeat(22);

const at = await openDoors(OLD);
const call = (method: string, path: string, bearer?: string, body?: object) =>
  at.call(method, path, { bearer, body });

interface Wish {
  readonly handle?: string;
  readonly bearer?: string;
  readonly job?: string;
  readonly query?: string;
}

async function ask({ handle, bearer, job = '4712', query = '' }: Wish = {}) {
  const attributes = { job, tenant: 'default', ...(handle === undefined ? {} : { draft_handle: handle }) };
  const { json, ...reply } = await call('POST', `/sessions${query}`, bearer, {
    data: { type: 'sessions', attributes },
  });
  const { token = '', draft_handle: given = '', draft_expires_in: left } = json.data?.attributes ?? {};
  return { ...reply, id: json.data?.id, token, given, left, meta: json.meta };
}

const keyOf = async (token: string) => (await call('GET', '/api/v1/questions', token)).json.meta.draftKey;
/** An applicant keeps the draft on this device. */
const keep = async (bearer: string, handle = MADE) => ask({ bearer, handle });

test('a visitor gets the draft handle and the draft key together with the form, in one request', async () => {
  const opened = await ask({ query: '?include=questions' });
  expect(opened).toMatchObject({ status: 201, left: (7 * DAY) / 1000 });
  expect(opened.given).toMatch(/^draft\.[\w-]+$/);
  expect(opened.meta.draftKey).toMatch(/^[\w-]{43}$/);
  expect(await keyOf(opened.token)).toBe(opened.meta.draftKey);
  expect(await keyOf((await ask()).token)).not.toBe(opened.meta.draftKey);
});

test('a reloaded tab resumes its session by the handle: the same key, a new token', async () => {
  const before = await ask();
  const after = await ask({ handle: before.given });
  expect(after).toMatchObject({ status: 201, id: before.id });
  expect(after.token).not.toBe(before.token);
  expect(await keyOf(after.token)).toBe(await keyOf(before.token));
});

describe('a device that keeps the draft', () => {
  test('gets a key of its own for its handle, in the same session', async () => {
    const visit = await ask();
    const kept = await keep(visit.token);
    expect(kept).toMatchObject({ status: 201, id: visit.id, left: (7 * DAY) / 1000 });
    expect(kept.meta.draftKey).not.toBe(await keyOf(visit.token));
    expect(await keyOf(kept.token)).toBe(kept.meta.draftKey);
    expect((await keep(visit.token, 'B'.repeat(22))).meta.draftKey).not.toBe(kept.meta.draftKey);
    expect((await ask({ handle: kept.given })).meta.draftKey).toBe(kept.meta.draftKey);
  });

  test('gets the key for seven days, and requests do not extend them', async () => {
    const kept = await keep((await ask()).token);
    at.clock += 6 * DAY;
    const again = await ask({ handle: kept.given });
    expect(again.left).toBe(DAY / 1000);
    at.clock += DAY - 1_000;
    const last = await ask({ handle: again.given });
    expect(last.meta.draftKey).toBe(kept.meta.draftKey);
    at.clock += 1_000;
    for (const { given } of [kept, again, last])
      expect(await ask({ handle: given })).toMatchObject({ status: 401, code: 'token_expired' });
    expect(await keyOf(last.token)).not.toBe(kept.meta.draftKey);
    const renewed = await ask({ bearer: last.token });
    expect(await keyOf(renewed.token)).not.toBe(kept.meta.draftKey);
  });
});

test('after a change of secrets the old key comes too, and the new handle keeps its end', async () => {
  const kept = await keep((await ask()).token);
  at.clock += DAY;
  at.proxy = at.start(NEW, OLD);
  const after = await ask({ handle: kept.given });
  expect(after.meta.olderDraftKeys).toEqual([kept.meta.draftKey]);
  expect(after.left).toBe((6 * DAY) / 1000);
  at.proxy = at.start(NEW);
  expect((await ask({ handle: after.given })).meta.draftKey).toBe(after.meta.draftKey);
  expect(await ask({ handle: kept.given })).toMatchObject({ status: 401, code: 'token_invalid' });
});

describe('the draft key is refused', () => {
  const kept = async () => (await keep((await ask()).token)).given;

  test.each<readonly [string, number, () => Promise<Wish>]>([
    ['with a changed content', 401, async () => ({ handle: changedAt(await kept(), 70) })],
    ['of another job', 401, async () => ({ handle: await kept(), job: '4711' })],
    ['that is a token', 400, async () => ({ handle: (await ask()).token })],
    ['that is too short to be random', 400, async () => ({ handle: 'A'.repeat(21) })],
    ['sent by a back end', 400, async () => ({ handle: MADE, bearer: 'key-one' })],
    ['together with a token', 400, async () => ({ handle: await kept(), bearer: (await ask()).token })],
    ['that is unchanged (control: it opens)', 201, async () => ({ handle: await kept() })],
  ])('for a handle %s', async (_name, status, make) => {
    const code = { 201: undefined, 400: 'bad_request', 401: 'token_invalid' }[status];
    expect(await ask(await make())).toMatchObject({ status, code });
  });

  test('for a handle sent as a token', async () => {
    expect((await call('GET', '/api/v1/questions', await kept())).code).toBe('token_invalid');
  });

  test('after the session is revoked', async () => {
    const visit = await ask();
    const { given } = await keep(visit.token);
    expect((await call('DELETE', `/sessions/${visit.id}`, 'key-one')).status).toBe(204);
    expect(await ask({ handle: given })).toMatchObject({ status: 401, code: 'token_invalid' });
  });
});
