/** Which of what waits is shown. */
import type { Waiting, WaitingItem } from './read-reply.ts';
import { isWaitingOnly } from './reasons.ts';

export interface Filter {
  /** Of a reference, or an application, in any case. */
  readonly words: string;
  /** null: all. */
  readonly state: string | null;
  readonly code: string | null;
  readonly job: string | null;
}

export const noFilter: Filter = { words: '', state: null, code: null, job: null };

export const isFiltering = ({ words, state, code, job }: Filter): boolean =>
  words.trim() !== '' || state !== null || code !== null || job !== null;

export function filterWaiting(all: readonly Waiting[], filter: Filter): readonly Waiting[] {
  const words = filter.words.trim().toLowerCase();
  return all.filter(
    ({ reference, application, job, items }) =>
      (words === '' || reference.toLowerCase().includes(words) || application === words) &&
      (filter.job === null || job === filter.job) &&
      items.some((item) => isOfFilter(item, filter)),
  );
}

/** One item has to be of both: `parked` of one and the reason of another is nothing that is there. */
const isOfFilter = ({ state, code }: WaitingItem, filter: Filter): boolean =>
  (filter.state === null || state === filter.state) && (filter.code === null || code === filter.code);

export interface Choices {
  readonly states: readonly string[];
  readonly codes: readonly string[];
  readonly jobs: readonly string[];
}

/** What can be chosen: what is there. */
export function choicesOf(all: readonly Waiting[]): Choices {
  const items = all.flatMap((one) => one.items);
  return {
    states: sorted(items.filter((item) => !isWaitingOnly(item)).map(({ state }) => state)),
    codes: sorted(items.flatMap(({ code }) => code ?? [])),
    jobs: sorted(all.flatMap(({ job }) => job ?? [])),
  };
}

const sorted = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
