/**
 * The time that the store needs for a mark and for a settlement on a file, compared with one bare commit by the same driver on
 * the same disk. An earlier version wrote each in one statement: a mark then took 2.5 times as long as the
 * commit, a settlement 1.7 times. The budgets allow one and a half times that.
 */
import { join } from 'node:path';
import Libsql from 'libsql';
import {
  applicationId,
  questionId,
  reference,
  revision,
  subject,
  tenant,
} from '../../../src/core/model/ids.ts';
import type { NewSubmission } from '../../../src/server/ledger/record.ts';
import { openStore } from '../../../src/server/store/open-store.ts';
import { type Workplace, withWorkplace } from '../built-server.ts';
import { median, type RowGroup } from '../row.ts';

const SUBMISSIONS = 500;
const ITEMS_PER_SUBMISSION = 12;
const BYTES_PER_ITEM = 400;
const acme = tenant('acme');
const owner = 'bench';

const submissionOf = (number: number): NewSubmission => ({
  key: { tenant: acme, subject: subject(`${number}`) },
  reference: reference(`R${number}`),
  fingerprint: 'f'.repeat(64),
  revision: revision('r'.repeat(64)),
  application: applicationId(`${number}`),
  job: null,
  items: Array.from({ length: ITEMS_PER_SUBMISSION }, (_, place) => ({
    question: questionId(`${place}`),
    part: 0,
    place,
    parent: null,
    fingerprint: 'f'.repeat(64),
    payload: new Uint8Array(BYTES_PER_ITEM).fill(place),
    files: [],
  })),
});

/** Creates a plain table with the same number of rows of the same size. Returns a function that updates one row and commits. */
function openBare(path: string): (number: number) => void {
  const file = new Libsql(path);
  file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
  file.exec('create table bare (id integer primary key, payload blob)');
  const add = file.prepare('insert into bare values (?, ?)');
  const change = file.prepare('update bare set payload = ? where id = ?');
  file.exec('begin');
  for (let id = 0; id < SUBMISSIONS * ITEMS_PER_SUBMISSION; id += 1)
    add.run(id, Buffer.alloc(BYTES_PER_ITEM));
  file.exec('commit');
  return (number) => {
    file.exec('begin');
    change.run(Buffer.alloc(BYTES_PER_ITEM, number), number);
    file.exec('commit');
  };
}

async function measureWrites({ folder, fileStore }: Workplace) {
  const commitBare = openBare(join(folder, 'bare.db'));
  const opened = await openStore(fileStore);
  if (!opened.ok) throw new Error(opened.error);
  const { ledger, close } = opened.value;
  for (let number = 0; number < SUBMISSIONS; number += 1) await ledger.insert(submissionOf(number));
  const times: Record<'bare' | 'mark' | 'settle', number[]> = { bare: [], mark: [], settle: [] };
  const time = async <Result>(name: keyof typeof times, act: () => Result | Promise<Result>) => {
    const began = performance.now();
    const result = await act();
    times[name].push(performance.now() - began);
    return result;
  };
  const lease = { owner, duration: 3_600_000, most: SUBMISSIONS, tenants: [acme] };
  for (const { key, items } of await ledger.lease(lease))
    for (const item of items) {
      await time('bare', () => commitBare(times.bare.length));
      const mark = await time('mark', () => ledger.mark({ key, owner }, item, 75_000));
      if (mark === null) throw new Error('The mark was refused.');
      const change = { state: 'delivered', payload: null, serviceId: '12345' } as const;
      await time('settle', () => ledger.changeItem(key, { ...item, ...mark }, change));
    }
  await close();
  return { bare: median(times.bare), mark: median(times.mark), settle: median(times.settle) };
}

export const writesRow: RowGroup = {
  name: 'writes',
  async measure() {
    const { bare, mark, settle } = await withWorkplace(measureWrites);
    const beside = { beside: bare, unit: 'ms' } as const;
    return [
      { row: 'a mark on a file, beside a bare commit', ours: mark, ...beside, budget: 3.8 },
      { row: 'a settlement on a file, beside a bare commit', ours: settle, ...beside, budget: 2.5 },
    ];
  },
};
