/** When something of a submission was tried, from what the sandbox saw. */
import type { Submission } from '../core/model/submission.ts';
import type { SentRequest, Traffic } from './traffic.ts';

export interface Attempt {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly outcome: 'open' | 'arrived' | 'lost' | 'refused';
  readonly status: number | null;
}

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Every POST by the question that it answers, the oldest first; those that made the application stand under null. */
export function attemptsByQuestion(traffic: Traffic | null): ReadonlyMap<string | null, readonly Attempt[]> {
  const attempts = new Map<string | null, Attempt[]>();
  for (const request of traffic?.requests ?? []) {
    const { method, path, question } = request;
    const wanted = question === null ? '/api/v1/applications' : '/api/v1/answers';
    if (method !== 'POST' || !path.startsWith(wanted)) continue;
    const own = attempts.get(question) ?? [];
    own.push(attemptOf(request));
    attempts.set(question, own);
  }
  return attempts;
}

/** What was read of the application since: before the first answer, and to settle what is unclear. */
export const looksOf = (traffic: Traffic | null, { acceptedAt }: Submission): readonly Attempt[] =>
  (traffic?.requests ?? [])
    .filter((each) => each.method === 'GET' && Date.parse(each.at) >= Date.parse(acceptedAt))
    .map(attemptOf);

function attemptOf({ at, milliseconds, status }: SentRequest): Attempt {
  const from = Date.parse(at);
  return { from, to: from + (milliseconds ?? 0), outcome: outcomeOf(status), status };
}

function outcomeOf(status: number | null): Attempt['outcome'] {
  if (status === null) return 'open';
  if (status === 0) return 'lost';
  return status < 400 ? 'arrived' : 'refused';
}

/** From the receipt, or the first attempt, to the last thing that happened. */
export function spanOf({ acceptedAt }: Submission, attempts: readonly Attempt[]): TimeSpan {
  const accepted = Date.parse(acceptedAt);
  const starts = [accepted, ...attempts.map(({ from }) => from)].filter(Number.isFinite);
  const from = Math.min(...starts);
  const to = Math.max(from + 1, ...attempts.map((attempt) => attempt.to));
  return { from, to };
}

/** Of the hundred parts of a track, and wide enough to be seen. */
const NARROWEST = 1.6;

/** A bar of the track, as the data of an SVG path from 0 to 100. */
export function barOf({ from, to }: Attempt, span: TimeSpan): string {
  const part = (moment: number) => ((moment - span.from) / (span.to - span.from)) * 100;
  const width = Math.max(NARROWEST, part(to) - part(from));
  const start = Math.min(part(from), 100 - width);
  return `M${start.toFixed(2)} 0h${width.toFixed(2)}v6h-${width.toFixed(2)}z`;
}
