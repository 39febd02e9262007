import { test as base } from 'playwright/test';
import { type Server, startServer } from './apply-form-server.ts';
import { type HostServer, startHostServer } from './host-server.ts';
import { Sandbox } from './sandbox.ts';

/** Every worker has its own server in sandbox mode, and every test its own application. */
export const test = base.extend<
  { sandbox: Sandbox; ownServer: Server },
  { server: Server; host: HostServer }
>({
  // For tests after which the server pauses for half a minute, because its requests to the service failed.
  ownServer: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.stop();
  },
  server: [
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  host: [
    async ({}, use) => {
      const host = await startHostServer();
      await use(host);
      await host.stop();
    },
    { scope: 'worker' },
  ],
  sandbox: async ({ server }, use) => {
    const sandbox = new Sandbox(server.origin);
    await use(sandbox);
    await sandbox.faults({});
    await sandbox.jobs({});
    await sandbox.demands({});
  },
});

export { expect } from 'playwright/test';

/** Tags the test of a table row for the deep run, unless the row is tested daily. */
export const deepUnless = (isDaily: boolean) => (isDaily ? {} : { tag: '@deep' });
