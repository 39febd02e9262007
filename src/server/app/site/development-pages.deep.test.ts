import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { type RunningServer, startServer } from '../start-server.ts';

let running: RunningServer;

beforeAll(async () => {
  const started = await startServer({ PORT: '0', APPLY_MODE: 'sandbox' }, { dev: true, log: createLog() });
  if (!started.ok) throw new Error(started.error.join());
  running = started.value;
});
afterAll(() => running.close());

test.each([
  ['/', 'text/html', 'src/demo/main.tsx'],
  ['/form', 'text/html', '"/src/browser/pages/form-page.ts"'],
  ['/frame/default', 'text/html', '"/src/browser/frame/frame-page.ts"'],
  ['/inspector.js', 'text/javascript', 'mountInspector'],
  ['/inspector.js?t=1', 'text/javascript', '/src/inspector/'],
  ['/healthz', 'application/vnd.api+json', 'alive'],
])('in development %s comes from its source', async (path, type, content) => {
  const response = await fetch(running.address + path);
  expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
  expect(await response.text()).toContain(content);
});

test('in development the attention list comes from its source too, and its API stays', async () => {
  const ask = (accept: string) => fetch(`${running.address}/attention`, { headers: { accept } });
  expect(await (await ask('text/html')).text()).toContain('"/src/pages/attention/main.tsx"');
  expect((await ask('*/*')).status).toBe(401);
});
