/**
 * Loaded before a server: tells at each message what the longest stop of its event loop was since the one before. What
 * other programs take from this machine is not counted, where the system tells it: a thread that waits for its turn on
 * a processor is not stopped by what it does.
 */
import { openSync, readSync } from 'node:fs';

/** Milliseconds: how often the loop is looked at, which comes off what it was late by. */
const EACH = 1;

/** Milliseconds on a processor, and waiting for one, of the main thread (Linux). */
function openSchedule() {
  try {
    return openSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'r');
  } catch {
    return null;
  }
}

const schedule = openSchedule();
const text = Buffer.alloc(100);

function waited() {
  if (schedule === null) return 0;
  const length = readSync(schedule, text, 0, text.length, 0);
  return Number(text.toString('latin1', 0, length).split(' ')[1]) / 1e6;
}

let longest = 0;
let last = { at: performance.now(), waited: waited() };

function look() {
  const now = { at: performance.now(), waited: waited() };
  longest = Math.max(longest, now.at - last.at - (now.waited - last.waited) - EACH);
  last = now;
}

setInterval(look, EACH).unref();
process.on('message', () => {
  look();
  process.send?.(longest);
  longest = 0;
});
