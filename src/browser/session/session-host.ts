import type { Host } from '../host/host.ts';
import type { Transport } from './transport.ts';

/** What a session needs from where it is used. */
export interface SessionHost extends Host {
  readonly transport: Transport;
  /** Acts when the page has nothing else to do; absent where there is no page. */
  readonly whenIdle?: (act: () => void) => void;
}
