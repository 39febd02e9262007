import type { Entry, Item } from './ask-server.ts';
import { isForOperator, isWaitingOnly, reasonsOf, UNDELIVERED } from './reasons.ts';

interface EntryCardProps {
  readonly entry: Entry;
  retry(): void;
  giveUp(): void;
}

export function EntryCard({ entry, retry, giveUp }: EntryCardProps) {
  const { id, attributes } = entry;
  const { application, job, accepted_at, kept_until } = attributes;
  const items = itemsOf(entry);
  const own = items.filter((item) => !isWaitingOnly(item));
  const behind = items.length - own.length;
  const of = <span class="unseen"> {id}</span>;
  return (
    <li class="card">
      <article aria-labelledby={id}>
        <h3 id={id} class="mono">
          {id}
        </h3>
        <p>
          {application === null ? 'No application was made' : `Application ${application}`}
          {job !== null && `, job ${job}`}
        </p>
        <p class="hint">
          Accepted {timeOf(accepted_at)}, kept until {timeOf(kept_until)}
        </p>
        <ul>{own.map(itemLine)}</ul>
        {behind > 0 && <p>{behind} more go by themselves once what stopped the rest is done with.</p>}
        {reasonsOf(own).map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        {canAct(entry) && (
          <div class="acts">
            <button type="button" onClick={retry}>
              Retry{of}
            </button>
            {/* Asks for confirmation without a script, and screen readers announce it. */}
            <details>
              <summary>Give up{of}</summary>
              <p>{lossSentence(items)}</p>
              <button type="button" class="danger" onClick={giveUp}>
                Give up for good
              </button>
            </details>
          </div>
        )}
      </article>
    </li>
  );
}

/** Lists undelivered webhook events as items, by the id that the receiver may have seen. */
const itemsOf = ({ attributes: { items, webhooks = [] } }: Entry): readonly Item[] => [
  ...items,
  ...webhooks.map(({ id, type, code }) => ({ question: id, part: 0, title: type, state: UNDELIVERED, code })),
];

/** True if an item can be retried or given up: a wiped item has no title. */
export const canAct = (entry: Entry): boolean => itemsOf(entry).some(isStopped);

const isStopped = (item: Item): boolean =>
  isForOperator(item) && !(item.code === 'given_up' && item.question !== null && item.title === null);

function lossSentence(items: readonly Item[]): string {
  const stopped = items.filter(isStopped);
  if (stopped.every(({ state }) => state === UNDELIVERED))
    return 'Your own server never receives this webhook event. The application is not affected.';
  const isAll = stopped.some(({ question }) => question === null);
  return `This wipes ${isAll ? 'the application and its answers' : 'the answers that are stopped'} for good, with any follow-ups below: the recruitment service never gets them from here. Save first what may still be needed: npx apply-form-server attention export.`;
}

export const timeOf = (iso: string) => (
  <time dateTime={iso}>
    {new Date(iso).toLocaleString('en-GB', {
      dateStyle: 'medium',
      timeStyle: 'short',
      calendar: 'gregory',
    })}
  </time>
);

function itemLine({ question, part, title, state, code, members = [] }: Item) {
  const name = question === null ? 'The application itself' : title || 'Question';
  const named = members.length === 0 ? '' : `: ${members.join(', ')}`;
  return (
    <li key={`${question} ${part}`}>
      <strong class="bad">{[state, code].filter(Boolean).join(', ').replaceAll('_', ' ')}</strong> {name}
      {part > 0 && `, file ${part + 1}`}
      {named} <span class="mono hint">{question}</span>
    </li>
  );
}
