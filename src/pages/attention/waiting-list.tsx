import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Acts, canAct } from './acts.ts';
import type { Desk } from './desk.ts';
import { useKeptFocus } from './kept-focus.ts';
import type { Waiting } from './read-reply.ts';
import { WaitingCard } from './waiting-card.tsx';

interface WaitingListProps {
  readonly desk: Desk;
  readonly acts: Acts;
}

/** Submissions on one page of the list. */
const PAGE = 25;

export function WaitingList({ desk, acts }: WaitingListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [number, setNumber] = useState(1);
  const all = desk.told.value?.list.waiting ?? [];
  const pages = Math.max(1, Math.ceil(all.length / PAGE));
  const page = Math.min(number, pages);
  const rows = all.slice((page - 1) * PAGE, page * PAGE);
  const turn = (to: number) => {
    setNumber(to);
    heading.current?.focus();
  };
  useKeptPlace(rows, heading);
  const part = useKeptFocus(() => heading.current);
  if (all.length === 0)
    return (
      <section class="card empty" aria-labelledby="waiting-title" ref={part}>
        <span class="tick" aria-hidden="true" />
        <h2 id="waiting-title" ref={heading} tabindex={-1}>
          Nothing needs attention.
        </h2>
        <p>What is on its way to the recruitment service is delivered without you.</p>
      </section>
    );
  return (
    <section class="waiting" aria-labelledby="waiting-title" ref={part}>
      <div class="head">
        <h2 id="waiting-title" ref={heading} tabindex={-1}>
          What waits
        </h2>
        <RetryAll acts={acts} rows={all} heading={heading} />
      </div>
      <ul class="cards">
        {rows.map((row) => (
          <WaitingCard key={row.reference} row={row} acts={acts} now={desk.told.value?.readAt ?? 0} />
        ))}
      </ul>
      {pages > 1 && <Pager page={page} pages={pages} turn={turn} />}
    </section>
  );
}

const referenceAtFocus = (): string | null =>
  document.activeElement?.closest('[data-reference]')?.getAttribute('data-reference') ?? null;

/** Where the focus was in a submission that has gone, it goes to the one that took its place. */
function useKeptPlace(rows: readonly Waiting[], heading: { readonly current: HTMLElement | null }): void {
  const before = useRef<readonly string[]>([]);
  const focused = referenceAtFocus();
  const now = rows.map(({ reference }) => reference);
  useLayoutEffect(() => {
    const place = focused === null ? -1 : before.current.indexOf(focused);
    before.current = now;
    if (focused === null || place < 0 || now.includes(focused)) return;
    const next = now[Math.min(place, now.length - 1)];
    const title = next === undefined ? null : document.getElementById(`title-${next}`);
    (title ?? heading.current)?.focus();
  });
}

interface RetryAllProps {
  readonly acts: Acts;
  readonly rows: readonly Waiting[];
  readonly heading: { readonly current: HTMLElement | null };
}

/** One button, so that the focus stays on it when it becomes the one that stops. */
function RetryAll({ acts, rows, heading }: RetryAllProps) {
  const part = useKeptFocus<HTMLDivElement>(() => heading.current);
  const round = acts.round.value;
  const waiting = rows.filter(canAct);
  if (round === null && waiting.length < 2) return null;
  const start = () => void acts.retryAll(waiting.map(({ reference }) => reference));
  return (
    <div class="round" ref={part}>
      {round !== null && (
        <label>
          {round.done} of {round.total} <progress value={round.done} max={round.total} />
        </label>
      )}
      <button
        type="button"
        class={round === null ? '' : 'quiet'}
        aria-disabled={round?.isStopping === true}
        onClick={round === null ? start : acts.stop}
      >
        {round === null ? `Retry all ${waiting.length}` : 'Stop'}
      </button>
    </div>
  );
}

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  turn(to: number): void;
}

function Pager({ page, pages, turn }: PagerProps) {
  return (
    <nav class="pager" aria-label="Pages of the list">
      <button
        type="button"
        class="quiet"
        aria-disabled={page === 1}
        onClick={() => page > 1 && turn(page - 1)}
      >
        Previous
      </button>
      <span>
        Page {page} of {pages}
      </span>
      <button
        type="button"
        class="quiet"
        aria-disabled={page === pages}
        onClick={() => page < pages && turn(page + 1)}
      >
        Next
      </button>
    </nav>
  );
}
