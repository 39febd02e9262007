/** A run in figures, and in lines for people. */
import { percentile } from '../bench/percentile.ts';
import { type Applied, type CandidateKind, candidateKinds } from './candidate.ts';
import type { StormRun } from './run-storm.ts';

/** Seconds; null: not until the end of the run. */
interface Times {
  readonly half: number | null;
  readonly most: number | null;
}

type Figures = Readonly<Record<'form' | 'receipt' | 'delivery', Times>>;

const timesOf = (values: readonly (number | null)[]): Times => {
  const told = values.map((value) => value ?? Number.POSITIVE_INFINITY);
  const seconds = (share: number) => {
    const found = percentile(told, share) / 1_000;
    return Number.isFinite(found) ? Number(found.toFixed(2)) : null;
  };
  return { half: seconds(0.5), most: seconds(0.99) };
};

function figuresOf(candidates: readonly Applied[]): Figures {
  const times = (name: keyof Figures) => timesOf(candidates.map((one) => one[name]));
  return { form: times('form'), receipt: times('receipt'), delivery: times('delivery') };
}

const countAll = (words: readonly string[]): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].sort());
};

/** What the last line has of a run. */
export function summaryOf({ candidates, ...run }: StormRun) {
  const of = (kind: CandidateKind) => figuresOf(candidates.filter((one) => one.kind === kind));
  return {
    ...run.judged,
    seconds: Object.fromEntries(candidateKinds.map((kind) => [kind, of(kind)])),
    refusals: countAll(candidates.flatMap(({ refusals }) => refusals)),
    growth: run.growth,
    fakes: run.fakes,
  };
}

/** Bytes of a MiB. */
const MIB = 1_048_576;

/** @param alone the run without a storm */
export function tellStorm(name: string, run: StormRun, alone: StormRun): readonly string[] {
  const kinds = candidateKinds.map((kind) => {
    const of = ({ candidates }: StormRun) => figuresOf(candidates.filter((one) => one.kind === kind));
    const [{ receipt, delivery }, before] = [of(run), of(alone)];
    const ratio = run === alone ? '' : `, ${ratioOf(delivery.most, before.delivery.most)} × alone`;
    return `${name}, ${kind}: receipt ${words(receipt)}, delivery ${words(delivery)}${ratio}`;
  });
  const { store, staging } = run.growth;
  const grown = `${name}: store ${(store / MIB).toFixed(1)} MiB more, staging ${(staging / MIB).toFixed(1)}`;
  const fakes = run.fakes === null ? [] : [`${name}, fakes: ${JSON.stringify(run.fakes)}`];
  return [...kinds, grown, ...fakes, `${name}: ${JSON.stringify(run.judged)}`];
}

const words = ({ half, most }: Times): string => `p50 ${wordOf(half)}, p99 ${wordOf(most)}`;
const wordOf = (seconds: number | null): string => (seconds === null ? 'not yet' : `${seconds} s`);
const ratioOf = (most: number | null, before: number | null): string =>
  most === null || before === null ? '?' : (most / before).toFixed(1);
