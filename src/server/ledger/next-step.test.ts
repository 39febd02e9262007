import { expect, test } from 'vitest';
import {
  applicationId,
  fileId,
  jobId,
  questionId,
  reference,
  revision,
  subject,
  tenant,
} from '../../core/model/ids.ts';
import { nextStep } from './acts.ts';
import { type Item, type ItemState, newItem, newRecord, type StoredRecord } from './record.ts';

const NOW = 1_000_000;
const RECONCILE_DELAY = 60_000;
const LINGER = 120_000;
/** Of an application with all files that it may have. */
const MAKING = 400_000;

/** `2<1 queued`, `9.1 unclear due in 5`, `application delivered`; `9 unscanned`: a queued file that waits for its scan. */
function item(words: string, place: number): Item {
  const [, name = '', , part = '0', , parent, state = '', , due] =
    /^(\w+)(\.(\d))?(<(\w+))? (\w+)( due in (\d+))?$/.exec(words) ?? [];
  const isUnscanned = state === 'unscanned';
  const added = newItem(
    {
      question: name === 'application' ? null : questionId(name),
      part: Number(part),
      place,
      parent: parent === undefined ? null : questionId(parent),
      fingerprint: '',
      payload: null,
      files: isUnscanned ? [fileId('a')] : [],
    },
    0,
  );
  return {
    ...added,
    state: states.find((one) => one === state) ?? 'queued',
    failures: isUnscanned ? 1 : 0,
    dueAt: NOW + Number(due ?? 0),
  };
}
const states: readonly ItemState[] = ['queued', 'sending', 'unclear', 'delivered', 'refused', 'parked'];

const record = (items: readonly string[], change: Partial<StoredRecord>): StoredRecord => ({
  ...newRecord(
    {
      key: { tenant: tenant('t'), subject: subject('s') },
      reference: reference('R'),
      fingerprint: '',
      revision: revision('r'),
      application: applicationId('99'),
      job: null,
      items: [],
    },
    { acceptedAt: 0, doubtedAt: null },
  ),
  ...{ leaseOwner: 'w', leaseUntil: NOW + 1, preflightAt: 1, items: items.map(item) },
  ...change,
});

const job = { application: null, job: jobId('4711'), preflightAt: null };

const [made, making] = ['application delivered', 'application queued'];
/** A store that was lost so long ago that what it had begun ends in so many milliseconds. */
const lost = (time: number, left: number) => ({
  ...job,
  doubtedAt: NOW - LINGER - time - RECONCILE_DELAY + left,
});
const answersLost = (left: number) => ({ preflightAt: null, doubtedAt: lost(LINGER, left).doubtedAt });

type Row = [name: string, items: string[], step: string, change?: Partial<StoredRecord>];

const table: Row[] = [
  ['a look comes before the first answer', ['1 queued'], 'preflight 1', { preflightAt: null }],
  ['then the first answer goes', ['1 queued', '2 queued'], 'send 1'],
  ['a child goes when its parent arrived', ['1 delivered', '2<1 queued'], 'send 2'],
  ['a child waits for a parent that waits', ['1 unclear due in 5', '2<1 queued', '3 queued'], 'send 3'],
  [
    'a child waits for all files of its parent',
    ['9 delivered', '9.1 unclear due in 5', '2<9 queued'],
    'wait 5',
  ],
  ['a child whose parent is not answered goes', ['2<1 queued'], 'send 2'],
  ['nothing goes below what was refused', ['1 refused', '2<1 queued'], 'finish'],
  ['nor below what is parked', ['1 parked', '2<1 queued', '3<2 queued'], 'finish'],
  ['what was begun by a worker that stopped waits for its look', ['1 sending due in 5'], 'wait 5'],
  [
    'and is looked for, with all that is due',
    ['1 sending', '2 unclear', '3 unclear due in 5'],
    'reconcile 1 2',
  ],
  ['a look comes before further answers', ['1 unclear', '2 queued'], 'reconcile 1'],
  ['one that was put off holds up those behind it', ['1 queued due in 7', '2 queued'], 'wait 7'],
  ['a file that waits for its scan is passed over', ['9 unscanned due in 7', '2 queued'], 'send 2'],
  ['with all its question has', ['9 unscanned due in 7', '9.1 queued', '2 queued'], 'send 9'],
  [
    'before the first look it is the look that waits',
    ['9 unscanned due in 7', '2 queued'],
    'wait 7',
    { preflightAt: null },
  ],
  ['the sooner of a look and an answer', ['1 unclear due in 9', '2 queued due in 7'], 'wait 7'],
  ['all that went arrived', ['1 delivered', '2 refused'], 'finish'],
  ['when it is quiet it is counted', ['1 delivered'], 'wait 60000', { settledAt: NOW }],
  ['once', ['1 delivered'], 'audit', { settledAt: NOW - RECONCILE_DELAY }],
  ['and then never again', ['1 delivered'], 'wait null', { settledAt: 1, auditedAt: 2 }],
  ['nothing arrived, so there is nothing to count', ['1 parked'], 'wait null', { settledAt: 1 }],
  [
    'an application without answers is looked after once as well',
    ['application delivered'],
    'audit',
    { ...job, settledAt: NOW - RECONCILE_DELAY },
  ],
  ['a correction came while that was written down', ['1 queued'], 'reopen', { settledAt: 1, auditedAt: 2 }],
  ['the application is made first', ['application queued', '1 queued'], 'make', job],
  ['unclear, it is looked for', ['application unclear', '1 queued'], 'find', job],
  ['begun by a worker that stopped, too', ['application sending', '1 queued'], 'find', job],
  ['in its time', ['application unclear due in 5', '1 queued'], 'wait 5', job],
  ['nothing goes without it', ['application refused', '1 queued'], 'finish', job],
  ['nor when it is parked', ['application parked', '1 queued'], 'wait null', { ...job, settledAt: 1 }],
  ['once made, the answers go without a look', ['application delivered', '1 queued'], 'send 1', job],
  [
    'but not where a restored copy forgot what went',
    [made, '1 queued'],
    'preflight 1',
    { ...job, doubtedAt: 1 },
  ],
  [
    'of a restored store one that comes is looked for before it is made',
    [making, '1 queued'],
    'find',
    lost(MAKING, 0),
  ],
  ['when all that the lost one had begun has ended', [making, '1 queued'], 'wait 5', lost(MAKING, 5)],
  ['as are the answers that come for an application', ['1 queued'], 'wait 5', answersLost(5)],
  ['which are looked for then', ['1 queued'], 'preflight 1', answersLost(0)],
];

const erased = { erasedAt: NOW - 1 };

const erasedTable: Row[] = [
  ['nothing that waits is sent', ['1 delivered', '2 queued'], 'erase', erased],
  ['no application is made', ['application queued', '1 queued'], 'erase', { ...job, ...erased }],
  ['what was being sent has its time', ['1 sending due in 5', '2 parked'], 'wait 5', erased],
  ['and is looked for', ['1 unclear', '2 sending', '3 unclear due in 5'], 'reconcile 1 2', erased],
  ['an application, too', ['application unclear', '1 parked'], 'find', { ...job, ...erased }],
  ['what is settled goes without an audit', ['1 delivered'], 'erase', { ...erased, settledAt: 1 }],
];

const settled = { settledAt: NOW };
const tagged = { ...settled, taggedAt: NOW };

const taggedTable: Row[] = [
  ['then the tag is added, before anything is counted', ['1 delivered'], 'tag', settled],
  ['not with an answer that was refused', ['1 delivered', '2 refused'], 'wait 60000', settled],
  ['not with one that is parked', ['1 delivered', '2 parked'], 'wait 60000', settled],
  ['not with what stands below a refused one', ['1 refused', '2<1 queued'], 'wait null', settled],
  ['once', ['1 delivered'], 'wait 60000', tagged],
  ['in its time', ['1 delivered'], 'wait 5', { ...settled, tagDueAt: NOW + 5 }],
  [
    'the audit does not wait for it',
    ['1 delivered'],
    'audit',
    { settledAt: NOW - RECONCILE_DELAY, tagDueAt: NOW + 5 },
  ],
  ['given up, never again', ['1 delivered'], 'wait null', { settledAt: 1, auditedAt: 2, tagDueAt: null }],
  ['after the audit, too', ['1 delivered'], 'tag', { settledAt: 1, auditedAt: 2 }],
];

test.each<[hasTag: boolean, ...Row]>([
  ...table.map((row): [boolean, ...Row] => [false, ...row]),
  ...[...erasedTable, ...taggedTable].map((row): [boolean, ...Row] => [true, ...row]),
])('of a tenant with a tag: %s: %s', (hasTag, _name, items, expected, change = {}) => {
  const step = nextStep(record(items, change), {
    now: NOW,
    reconcileDelay: RECONCILE_DELAY,
    lingerFor: LINGER,
    hasTag,
  });
  const names = () => {
    if (step.kind === 'wait') return step.until === null ? ' null' : ` ${step.until - NOW}`;
    if (step.kind === 'send' || step.kind === 'preflight') return ` ${step.item.question}`;
    return step.kind === 'reconcile' ? ` ${step.items.map(({ question }) => question).join(' ')}` : '';
  };
  expect(`${step.kind}${names()}`).toBe(expected);
});
