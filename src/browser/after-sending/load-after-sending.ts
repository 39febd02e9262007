/* On the built site `load-after-sending-file.ts` replaces this file (vite.config.ts), as with `lazy/load-lazy.ts`. */
import type { AfterSendingFile } from '../contract.ts';

export const loadAfterSending = async (): Promise<AfterSendingFile> =>
  (await import('./after-sending-file.ts')).afterSendingFile;
