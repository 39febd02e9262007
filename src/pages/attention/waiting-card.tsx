import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Acts, canAct, lossOf } from './acts.ts';
import { InPlace } from './in-place.tsx';
import { useKeptFocus } from './kept-focus.ts';
import type { Waiting, WaitingItem } from './read-reply.ts';
import { isForOperator, isWaitingOnly, meaningOf, UNTOLD } from './reasons.ts';
import { Time } from './time.tsx';

interface WaitingCardProps {
  readonly row: Waiting;
  readonly acts: Acts;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What is asked once more before it is done. */
type Asked = 'give_up' | 'export';

export function WaitingCard({ row, acts, now }: WaitingCardProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const opener = useRef<Asked | null>(null);
  const { reference } = row;
  const card = useKeptFocus<HTMLLIElement>(() => document.getElementById(`title-${reference}`));
  const isBusy = acts.busy.value.has(reference);
  const fault = acts.faults.value.get(reference);
  const ask = (what: Asked) => {
    opener.current = what;
    setAsked(what);
  };
  // The button that asked has the focus again, or the title where the button is gone.
  useLayoutEffect(() => {
    const from = opener.current;
    if (asked !== null || from === null) return;
    opener.current = null;
    const button = card.current?.querySelector<HTMLElement>(`[data-act="${from}"]`);
    (button ?? document.getElementById(`title-${reference}`))?.focus();
  }, [asked, reference]);
  const confirm = () => {
    setAsked(null);
    if (asked === 'give_up') void acts.act(reference, 'give_up');
    if (asked === 'export') void acts.exportOne(reference);
  };
  return (
    <li class="card row" data-reference={reference} ref={card} aria-busy={isBusy}>
      <article aria-labelledby={`title-${reference}`}>
        <h3 id={`title-${reference}`} class="mono" tabindex={-1}>
          {reference}
        </h3>
        <Facts row={row} now={now} />
        <ul class="groups">
          {groupsOf(row.items).map((group) => (
            <Group key={group.name} group={group} />
          ))}
        </ul>
        {fault !== undefined && <p class="fault">{fault}</p>}
        {asked === null ? (
          <div class="acts">
            <RowButtons row={row} isBusy={isBusy} retry={() => void acts.act(reference, 'retry')} ask={ask} />
          </div>
        ) : (
          <InPlace {...wordsOf(asked, row)} confirm={confirm} cancel={() => setAsked(null)} />
        )}
      </article>
    </li>
  );
}

interface RowButtonsProps {
  readonly row: Waiting;
  readonly isBusy: boolean;
  retry(): void;
  ask(what: Asked): void;
}

function RowButtons({ row, isBusy, retry, ask }: RowButtonsProps) {
  const of = <span class="unseen"> {row.reference}</span>;
  return (
    <>
      {canAct(row) && (
        <>
          <button type="button" aria-disabled={isBusy} onClick={retry}>
            Retry{of}
          </button>
          <button
            type="button"
            class="quiet"
            data-act="give_up"
            aria-disabled={isBusy}
            onClick={() => !isBusy && ask('give_up')}
          >
            Give up{of}
          </button>
        </>
      )}
      <button
        type="button"
        class="quiet"
        data-act="export"
        aria-disabled={isBusy}
        onClick={() => !isBusy && ask('export')}
      >
        Export{of}
      </button>
    </>
  );
}

function wordsOf(asked: Asked, row: Waiting) {
  if (asked === 'export')
    return {
      title: `Export ${row.reference}?`,
      text: 'The file holds what the applicant wrote, with the documents. Keep it where few can read it, and delete it when it has served.',
      yes: 'Download the file',
      isDanger: false,
    };
  const all = lossOf(row);
  const lost = all.filter(({ state }) => state !== UNTOLD);
  if (lost.length === 0)
    return {
      title: `Give up ${row.reference}?`,
      text: 'Your own server is never told of this by its webhook. The application is not concerned.',
      yes: 'Give up for good',
      isDanger: true,
    };
  const count = lost.filter(({ question }) => question !== null).length;
  const answers = count === 1 ? 'one answer' : `${count} answers`;
  const isAll = lost.some(({ question }) => question === null);
  const what = isAll ? (count === 0 ? 'the application' : `the application and ${answers}`) : answers;
  return {
    title: `Give up ${row.reference}?`,
    text: `This wipes ${what} for good, with any follow-ups below: the recruitment service never gets them from here. Export first what may still be needed.`,
    yes: 'Give up for good',
    isDanger: true,
  };
}

function Facts({ row: { acceptedAt, keptUntil, application, job }, now }: Omit<WaitingCardProps, 'acts'>) {
  const isSoon = Date.parse(keptUntil) - now < SOON;
  return (
    <dl class="facts">
      <div>
        <dt>Accepted</dt>
        <dd>
          <Time iso={acceptedAt} now={now} />
        </dd>
      </div>
      <div class={isSoon ? 'is-soon' : ''}>
        <dt>Kept until</dt>
        <dd>
          <Time iso={keptUntil} now={now} />
        </dd>
      </div>
      <div>
        <dt>Application</dt>
        <dd>{application ?? 'not made'}</dd>
      </div>
      {job !== null && (
        <div>
          <dt>Job</dt>
          <dd>{job}</dd>
        </div>
      )}
    </dl>
  );
}

/** Milliseconds before it is wiped in which it is told louder: a day, as in the log. */
const SOON = 86_400_000;

interface ItemGroup {
  readonly name: string;
  readonly items: readonly [WaitingItem, ...WaitingItem[]];
}

/** Items of one state and reason, whose meaning is said once; what the operator can act on comes first. */
function groupsOf(items: readonly WaitingItem[]): readonly ItemGroup[] {
  const groups = new Map<string, ItemGroup>();
  const ordered = [...items].sort((one, other) => Number(isForOperator(other)) - Number(isForOperator(one)));
  for (const item of ordered) {
    const name = JSON.stringify([item.state, item.code, item.question === null]);
    const known = groups.get(name)?.items;
    groups.set(name, { name, items: known === undefined ? [item] : [...known, item] });
  }
  return [...groups.values()];
}

const GOES_BY_ITSELF = 'goes by itself once what stopped the rest is done with';

/** Items of a group that are named at once; the others are folded away. */
const NAMED = 4;

function Group({ group: { items } }: { readonly group: ItemGroup }) {
  const [first] = items;
  const meaning = meaningOf(first) ?? (isWaitingOnly(first) ? GOES_BY_ITSELF : null);
  const folded = items.slice(NAMED);
  return (
    <li>
      <p>
        <span class="chip" data-kind={isForOperator(first) ? 'bad' : 'calm'}>
          {[first.state, first.code].filter(Boolean).join(', ').replaceAll('_', ' ')}
        </span>{' '}
        {meaning !== null && <span class="meaning">{capital(meaning)}.</span>}
      </p>
      <ul class="items">{items.slice(0, NAMED).map(itemLine)}</ul>
      {folded.length > 0 && (
        <details>
          <summary>{folded.length} more</summary>
          <ul class="items">{folded.map(itemLine)}</ul>
        </details>
      )}
    </li>
  );
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function itemLine({ question, part, title, members }: WaitingItem) {
  const named = members.length === 0 ? '' : `: ${members.join(', ')}`;
  return (
    <li key={`${question} ${part}`}>
      {question === null ? (
        `The application itself${named}`
      ) : (
        <>
          {title === null || title === '' ? 'Question' : title}
          {part === 0 ? '' : `, file ${part + 1}`}
          {named} <span class="mono hint">{question}</span>
        </>
      )}
    </li>
  );
}
