/** For tests: processes that share a store and a service, with a clock that the test sets. */
import { beforeEach } from 'vitest';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { systemClock } from '../clock.ts';
import { type ApplyProxy, createProxy } from '../http/create-proxy.ts';
import { callProxy, openTestStore, type ProxyCall, plainTenant } from '../http/proxy.support.ts';

export const HOST = 'https://careers.example.com';
export const DAY = 86_400_000;
const began = Date.UTC(2024, 0, 1);

const tenantOf = (name: string, adminKey: string) =>
  plainTenant(name, { serviceKey: 'sandbox-key', adminKey, origins: [HOST] });

/** Gives each test an empty service and a process with this secret. */
export async function openDoors(secret: string) {
  const state = { sandbox: createSandbox(), clock: began };
  const store = await openTestStore(() => state.clock);
  /** Starts a process, which shares only the store with the others. */
  const start = (...secrets: readonly string[]): ApplyProxy =>
    createProxy({
      store,
      secrets,
      tenants: [tenantOf('default', 'key-one'), tenantOf('other', 'key-two')],
      send: async (request) => state.sandbox.fetch(request),
      clock: { ...systemClock, now: () => state.clock },
    });
  const doors = Object.assign(state, {
    start,
    proxy: start(secret),
    call: (method: string, path: string, more: ProxyCall = {}) =>
      callProxy(doors.proxy, method, path, { origin: HOST, ...more }),
  });
  beforeEach(() => {
    doors.sandbox = createSandbox();
    doors.clock = began;
    doors.proxy = start(secret);
  });
  return doors;
}
