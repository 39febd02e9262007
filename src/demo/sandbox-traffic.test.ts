import { afterEach, expect, test, vi } from 'vitest';
import { applicationMadeAfter, latestRequest } from './sandbox-traffic.ts';

afterEach(() => vi.unstubAllGlobals());

const request = (number: number, application: string | null, path = '/api/v1/applications') => ({
  number,
  method: 'POST',
  path,
  application,
  question: null,
  status: 201,
});

/** What the sandbox has seen. */
const seen = (...requests: readonly object[]) => vi.stubGlobal('fetch', async () => Response.json(requests));

test('an application that was made after the form came is that of the form', async () => {
  seen(request(1, '90001'), request(2, '90001', '/api/v1/answers'), request(3, '90002'));
  expect(await latestRequest()).toBe(3);
  expect(await applicationMadeAfter(1)).toBe('90002');
});

test.each([
  ['none was made', [request(4, '90003', '/api/v1/answers')]],
  ['none could be made', [request(4, null)]],
  ['two were made, and it is unknown which one is the form’s', [request(4, '90003'), request(5, '90004')]],
])('where %s, no application is taken for the form’s', async (_title, requests) => {
  seen(...requests);
  expect(await applicationMadeAfter(3)).toBeNull();
});

test('a sandbox that tells nothing has seen nothing', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 403 }));
  expect(await latestRequest()).toBe(0);
  expect(await applicationMadeAfter(0)).toBeNull();
});
