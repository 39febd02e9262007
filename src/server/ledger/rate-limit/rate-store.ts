/** Where the account of a tenant's service is kept, for all processes that share it and for those that come after them. */
import type { Tenant } from '../../../core/model/ids.ts';
import type { SharedRate, WrittenRate } from './rate-share.ts';

export interface StoredRate {
  readonly shared: SharedRate;
  /** 0: there is none yet. */
  readonly version: number;
  /** Milliseconds since 1970, by the clock that all of them share. */
  readonly now: number;
}

/** Both reject where the store does not answer. */
export interface RateStore {
  read(tenant: Tenant): Promise<StoredRate>;
  /** false: it was written since that version was read. */
  write(tenant: Tenant, version: number, shared: WrittenRate): Promise<boolean>;
}
