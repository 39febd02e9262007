/** One thread of `npm run faults`. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Ended, runShare, type Share } from './run-threads.ts';

/** Results a message. */
const PARCEL = 100;

const share: Share = workerData;
let ended: Ended[] = [];
const post = () => {
  parentPort?.postMessage(ended);
  ended = [];
};
await runShare(share, (schedule, figures) => {
  ended.push({ schedule, figures });
  if (ended.length >= PARCEL) post();
});
post();
