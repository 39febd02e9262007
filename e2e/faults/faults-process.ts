/** One process of `npm run faults`. */
import { useLightAbort } from './light-abort.ts';
import { type Ended, runShare, type Share } from './run-processes.ts';

/** Results a message. */
const PARCEL = 100;

let ended: Ended[] = [];
const post = () => {
  process.send?.(ended);
  ended = [];
};
const share: Share = JSON.parse(process.argv[2] ?? '{}');
if (share.store === 'memory') useLightAbort();
await runShare(share, (schedule, figures, lines) => {
  ended.push({ schedule, figures, lines });
  if (ended.length >= PARCEL) post();
});
post();
// The channel to the parent would keep it waiting.
process.disconnect?.();
