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
/** Milliseconds for a request that makes an application with the most files. */
const MAKING = 400_000;

/** `2<1 queued`, `9.1 unclear due in 5`, `application delivered`; `9 unscanned`: a queued file that still needs its scan. */
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
    state: states.find((known) => known === state) ?? 'queued',
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
/** A store that was lost so long ago that its last request ends in so many milliseconds. */
const lost = (time: number, left: number) => ({
  ...job,
  doubtedAt: NOW - LINGER - time - RECONCILE_DELAY + left,
});
const answersLost = (left: number) => ({ preflightAt: null, doubtedAt: lost(LINGER, left).doubtedAt });

type Row = [name: string, items: string[], step: string, change?: Partial<StoredRecord>];

const table: Row[] = [
  ['reads the service before the first answer', ['1 queued'], 'preflight 1', { preflightAt: null }],
  ['sends the first answer after that read', ['1 queued', '2 queued'], 'send 1'],
  ['sends a follow-up when its parent is delivered', ['1 delivered', '2<1 queued'], 'send 2'],
  ['sends others while a follow-up waits', ['1 unclear due in 5', '2<1 queued', '3 queued'], 'send 3'],
  ['waits for all files of the parent', ['9 delivered', '9.1 unclear due in 5', '2<9 queued'], 'wait 5'],
  ['sends a follow-up whose parent has no answer', ['2<1 queued'], 'send 2'],
  ['sends no follow-up of a refused answer', ['1 refused', '2<1 queued'], 'finish'],
  ['sends no follow-up of a parked answer', ['1 parked', '2<1 queued', '3<2 queued'], 'finish'],
  ['waits before it reads back an answer that a stopped worker began', ['1 sending due in 5'], 'wait 5'],
  [
    'reads back every unclear answer that is due',
    ['1 sending', '2 unclear', '3 unclear due in 5'],
    'reconcile 1 2',
  ],
  ['reads back an unclear answer before it sends others', ['1 unclear', '2 queued'], 'reconcile 1'],
  ['waits for a postponed answer before those behind it', ['1 queued due in 7', '2 queued'], 'wait 7'],
  ['skips a file that waits for its scan', ['9 unscanned due in 7', '2 queued'], 'send 2'],
  [
    'sends the other files of a question while one waits for its scan',
    ['9 unscanned due in 7', '9.1 queued', '2 queued'],
    'send 9',
  ],
  [
    'waits for a postponed answer before the first read of the service',
    ['9 unscanned due in 7', '2 queued'],
    'wait 7',
    { preflightAt: null },
  ],
  [
    'waits for a read-back or an answer, whichever is sooner',
    ['1 unclear due in 9', '2 queued due in 7'],
    'wait 7',
  ],
  ['finishes when every answer is delivered or refused', ['1 delivered', '2 refused'], 'finish'],
  ['waits for the quiet time before the audit', ['1 delivered'], 'wait 60000', { settledAt: NOW }],
  ['audits after the quiet time', ['1 delivered'], 'audit', { settledAt: NOW - RECONCILE_DELAY }],
  ['does not audit twice', ['1 delivered'], 'wait null', { settledAt: 1, auditedAt: 2 }],
  ['does not audit when nothing was delivered', ['1 parked'], 'wait null', { settledAt: 1 }],
  [
    'audits an application alone',
    ['application delivered'],
    'audit',
    { ...job, settledAt: NOW - RECONCILE_DELAY },
  ],
  ['reopens a settled submission for a correction', ['1 queued'], 'reopen', { settledAt: 1, auditedAt: 2 }],
  ['creates the application before it sends the answers', ['application queued', '1 queued'], 'make', job],
  ['looks for an unclear application', ['application unclear', '1 queued'], 'find', job],
  ['looks for an application that a stopped worker began', ['application sending', '1 queued'], 'find', job],
  ['waits until an unclear application is due', ['application unclear due in 5', '1 queued'], 'wait 5', job],
  ['sends no answer when the application was refused', ['application refused', '1 queued'], 'finish', job],
  [
    'sends no answer when the application is parked',
    ['application parked', '1 queued'],
    'wait null',
    { ...job, settledAt: 1 },
  ],
  [
    'sends the answers of a new application without reading the service',
    ['application delivered', '1 queued'],
    'send 1',
    job,
  ],
  [
    'reads the service first in a restored store, which may lack deliveries',
    [made, '1 queued'],
    'preflight 1',
    { ...job, doubtedAt: 1 },
  ],
  [
    'looks for a new application in a restored store before creating it',
    [making, '1 queued'],
    'find',
    lost(MAKING, 0),
  ],
  ['waits for the requests of the lost store', [making, '1 queued'], 'wait 5', lost(MAKING, 5)],
  ['waits before answers to an existing application, too', ['1 queued'], 'wait 5', answersLost(5)],
  ['reads the service when those requests have ended', ['1 queued'], 'preflight 1', answersLost(0)],
];

const erased = { erasedAt: NOW - 1 };

const erasedTable: Row[] = [
  ['erases a queued answer instead of sending it', ['1 delivered', '2 queued'], 'erase', erased],
  ['erases a queued application', ['application queued', '1 queued'], 'erase', { ...job, ...erased }],
  ['erases nothing while an answer is being sent', ['1 sending due in 5', '2 parked'], 'wait 5', erased],
  [
    'reads back unclear answers before it erases',
    ['1 unclear', '2 sending', '3 unclear due in 5'],
    'reconcile 1 2',
    erased,
  ],
  [
    'looks for an unclear application before it erases',
    ['application unclear', '1 parked'],
    'find',
    { ...job, ...erased },
  ],
  ['erases a settled submission without an audit', ['1 delivered'], 'erase', { ...erased, settledAt: 1 }],
];

const settled = { settledAt: NOW };
const tagged = { ...settled, taggedAt: NOW };

const taggedTable: Row[] = [
  ['adds the tag before the audit', ['1 delivered'], 'tag', settled],
  ['adds no tag when an answer was refused', ['1 delivered', '2 refused'], 'wait 60000', settled],
  ['adds no tag when an answer is parked', ['1 delivered', '2 parked'], 'wait 60000', settled],
  ['adds no tag if a follow-up was not sent', ['1 refused', '2<1 queued'], 'wait null', settled],
  ['adds the tag only once', ['1 delivered'], 'wait 60000', tagged],
  ['waits until the tag is due', ['1 delivered'], 'wait 5', { ...settled, tagDueAt: NOW + 5 }],
  [
    'audits while the tag is not yet due',
    ['1 delivered'],
    'audit',
    { settledAt: NOW - RECONCILE_DELAY, tagDueAt: NOW + 5 },
  ],
  [
    'never tries a tag again that was given up',
    ['1 delivered'],
    'wait null',
    { settledAt: 1, auditedAt: 2, tagDueAt: null },
  ],
  ['adds the tag after the audit', ['1 delivered'], 'tag', { settledAt: 1, auditedAt: 2 }],
];

test.each<[hasTag: boolean, ...Row]>([
  ...table.map((row): [boolean, ...Row] => [false, ...row]),
  ...[...erasedTable, ...taggedTable].map((row): [boolean, ...Row] => [true, ...row]),
])('the next step (a tag is configured: %s): %s', (hasTag, _name, items, expected, change = {}) => {
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
