/** A store as the proxy uses it, without types of its database, which the package does not have. */
import { type Outcome, success } from '../../core/model/failure.ts';
import type { Tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import type { Cipher } from '../ledger/cipher.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { Allowance } from '../ledger/rate-limiter.ts';
import type { Lessons, LimitStore, Scanner, Staging, TreeStore } from '../ports.ts';
import type { SessionStore } from '../session-store.ts';
import { openStore as open } from '../store/open-store.ts';
import { toProxyStore } from './context.ts';

export interface ProxyStore {
  readonly ledger: LedgerStore;
  readonly trees: TreeStore;
  readonly sessions: SessionStore;
  readonly lessons: Lessons;
  /** null for a store of one process, which counts requests in memory. */
  readonly limits: LimitStore | null;
  /** The rate limit that all processes share; null for a store of one process. */
  allowanceOf(tenant: Tenant): Allowance | null;
  openFiles(work: FilesWork): Staging & { close(): Promise<void> };
  /** Call it after closing the proxies that use the store. */
  close(): Promise<void>;
}

interface FilesWork {
  readonly cipher: Cipher;
  readonly clock: Clock;
  readonly scanner: Scanner | undefined;
}

/**
 * @param address `file:PATH` or `postgres://USER:PASSWORD@HOST/DATABASE`
 * @returns a failure with a sentence for people
 */
export async function openStore(address: string): Promise<Outcome<ProxyStore, string>> {
  const opened = await open(address);
  return opened.ok ? success(toProxyStore(opened.value)) : opened;
}
