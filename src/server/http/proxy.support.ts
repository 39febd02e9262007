/** For tests: a tenant's options, a store, and requests to a proxy. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { defaultSemantics } from '../../core/model/question.ts';
import { openStore } from '../store/open-store.ts';
import { toProxyStore } from './context.ts';
import type { ApplyProxy } from './create-proxy.ts';
import type { TenantOptions } from './options.ts';
import type { ProxyStore } from './proxy-store.ts';

/** A tenant whose jobs are all public, for every origin. */
export const plainTenant = (name: string, more: Partial<TenantOptions> = {}): TenantOptions => ({
  name,
  serviceUrl: 'http://service.example',
  serviceKey: 'key',
  adminKey: 'admin',
  origins: 'any',
  publicJobs: 'all',
  semantics: defaultSemantics,
  fallbackUrl: null,
  questionsBy: 'job',
  questionFilter: 'eq',
  ...more,
});

/** Opens a store in a folder of its own and closes it after the tests of the file. @param now milliseconds since 1970 */
export async function openTestStore(now?: () => number): Promise<ProxyStore> {
  const folder = mkdtempSync(join(tmpdir(), 'apply-proxy-'));
  const opened = await openStore(`file:${folder}/apply.db`, now === undefined ? {} : { now });
  if (!opened.ok) throw new Error(opened.error);
  afterAll(async () => {
    await opened.value.close();
    rmSync(folder, { recursive: true });
  });
  return toProxyStore(opened.value);
}

export interface ProxyCall {
  readonly bearer?: string | undefined;
  readonly origin?: string | undefined;
  readonly address?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

export async function callProxy(
  proxy: Pick<ApplyProxy, 'fetch'>,
  method: string,
  path: string,
  { bearer, origin, address = '192.0.2.1', headers, body }: ProxyCall = {},
) {
  const request = new Request(`http://proxy.example${path}`, {
    method,
    headers: {
      'content-type': 'application/vnd.api+json',
      ...(origin === undefined ? {} : { origin }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const response = await proxy.fetch(request, { address });
  const text = await response.text();
  const json = text.startsWith('{') ? JSON.parse(text) : null;
  return { status: response.status, headers: response.headers, text, json, code: json?.errors?.[0].code };
}
