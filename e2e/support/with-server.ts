import { test as base } from 'playwright/test';
import { type Server, startServer } from './apply-form-server.ts';
import { type HostServer, startHostServer } from './host-server.ts';
import { Sandbox } from './sandbox.ts';

/** Every worker has a server of its own, in sandbox mode; every test its own application. */
export const test = base.extend<
  { sandbox: Sandbox; ownServer: Server },
  { server: Server; host: HostServer }
>({
  // For what would disturb later tests: faults that meet what a server asks by itself, which then rests for half a minute.
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

/** Of a row of a table: its test is for the deep run unless the row is one of every day. */
export const deepUnless = (isDaily: boolean) => (isDaily ? {} : { tag: '@deep' });
