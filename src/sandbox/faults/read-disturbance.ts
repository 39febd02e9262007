/** Reads one member of the fault `disturb`. */

import { at } from '../json.ts';
import { hasOnly, type Read, readOneOf, readOptional, readPath, readWhole } from '../readers.ts';
import { commits, type Disturbance, type DisturbedReply, disturbedReplies } from './disturbance.ts';

/** Milliseconds, ten minutes: longer than any time limit of a client. */
export const LONGEST_DELAY = 600_000;

const names = ['path', 'method', 'reply', 'commit', 'after', 'retry_after', 'requests', 'probability'];

export const disturbanceWords =
  'a list of {"path": "/api/v1/answers", "method": "POST", "reply": "drop", "commit": "late", "after": 500}; ' +
  `"reply" ${disturbedReplies.join(', ')} or a status from 400 to 599, "commit" ${commits.join(', ')}, ` +
  'and if wanted "retry_after" in seconds, "requests", "probability" from 0 to 1';

export const readRetryAfter = readOptional<number | null>(readWhole(0, LONGEST_DELAY), null);
export const readRequests = readWhole(1, Number.MAX_SAFE_INTEGER);
export const readStatus = readWhole(400, 599);

const readReply: Read<DisturbedReply | number> = (value) =>
  readOneOf(...disturbedReplies)(value) ?? readStatus(value);

const readMethod = readOptional<string | null>(readOneOf('GET', 'POST', 'PATCH', 'PUT', 'DELETE'), null);
const readCommit = readOptional(readOneOf(...commits), 'none');
const readAfter = readOptional(readWhole(0, LONGEST_DELAY), 0);
const readCount = readOptional<number | null>(readRequests, null);
const readProbability: Read<number> = readOptional(
  (value) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined),
  1,
);

export const readDisturbance: Read<Disturbance> = (value) => {
  const read = {
    path: readPath(at(value, 'path')),
    method: readMethod(at(value, 'method')),
    reply: readReply(at(value, 'reply')),
    commit: readCommit(at(value, 'commit')),
    after: readAfter(at(value, 'after')),
    retry_after: readRetryAfter(at(value, 'retry_after')),
    requests: readCount(at(value, 'requests')),
    probability: readProbability(at(value, 'probability')),
  };
  return hasOnly(value, names) && isWhole(read) ? read : undefined;
};

type Partly = { readonly [Name in keyof Disturbance]: Disturbance[Name] | undefined };

const isWhole = (read: Partly): read is Disturbance =>
  Object.values(read).every((member) => member !== undefined);
