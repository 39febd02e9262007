/** A sealed payload reaches only the destination that it was sealed for, however its row in the store was changed. */
import { expect, test } from 'vitest';
import { applicationId, jobId, reference, subject } from '../../core/model/ids.ts';
import type { SubmissionToAccept } from '../ports.ts';
import { type Cipher, createCipher } from './cipher.ts';
import {
  answer,
  createScene,
  delivered,
  firstSubmission,
  HOUR,
  key,
  pass,
  type Scene,
  send,
  states,
  submission,
} from './ledger.support.ts';
import { createLedger } from './ledger.ts';
import type { StoredRecord } from './record.ts';

const cipher = createCipher(['s'.repeat(32)]);
/** A cipher that binds a payload only to tenant, subject, question and part. */
const withoutDestination: Cipher = {
  ...cipher,
  seal: (context, plain) => cipher.seal(narrow(context), plain),
  open: (context, sealed) => cipher.open(narrow(context), sealed),
};
function narrow(context: string): string {
  const parts: unknown = JSON.parse(context);
  const [kind, tenant, subject, , , , question, part] = Array.isArray(parts) ? parts : [];
  return kind === 'item' ? JSON.stringify([tenant, subject, question, part]) : context;
}

/** Changes one applicant's row in the store, perhaps to values of another applicant's row. */
type Change = (row: StoredRecord, otherRow: StoredRecord) => void;

const anotherApplication: Change = (row) => Object.assign(row, { application: applicationId('98') });
const anotherJob: Change = (row) => Object.assign(row, { job: jobId('4712') });
const anotherReference: Change = (row) => Object.assign(row, { reference: reference('R9') });
const anotherMade: Change = ({ items: [made] }) => Object.assign(made ?? {}, { serviceId: '98' });
const exchanged: Change = (row) => {
  const [first, second] = row.items;
  const payloads = [second?.payload, first?.payload];
  for (const [index, item] of row.items.entries()) Object.assign(item, { payload: payloads[index] });
};
const ofAnother: Change = (row, otherRow) => {
  for (const [index, item] of row.items.entries())
    Object.assign(item, { payload: otherRow.items[index]?.payload });
};

const otherKey = { ...key, subject: subject('other') };
const answers = [answer('1'), answer('2')];
const toApplication = submission(answers);
const toJob = firstSubmission(answers);

async function change({ store }: Scene, by: Change): Promise<void> {
  const [row, otherRow] = [await store.find(key), await store.find(otherKey)];
  if (row === null || otherRow === null) throw new Error('It is not stored.');
  by(row, otherRow);
}

/** Accepts the same content from two applicants, and delivers nothing yet. */
async function accepted(sent: SubmissionToAccept, own = cipher): Promise<Scene> {
  const scene = createScene({}, { cipher: own });
  for (const owner of [otherKey, key]) await send(scene, { ...sent, key: owner }, 0);
  return scene;
}

const written = ({ service }: Scene) =>
  service.requests.filter((request) => request !== 'read' && request !== 'find');
const parked = (...names: readonly string[]) => names.map((name) => `${name} parked misdirected`);

test.each<readonly [string, SubmissionToAccept, Change, readonly string[]]>([
  ['an answer with another application in its row', toApplication, anotherApplication, parked('1', '2')],
  ['an answer with another reference in its row', toApplication, anotherReference, parked('1', '2')],
  ['an answer swapped with another', toApplication, exchanged, parked('1', '2')],
  ['an answer of another applicant', toApplication, ofAnother, parked('1', '2')],
  ['an application with another job in its row', toJob, anotherJob, parked('application')],
  ['an application with another reference in its row', toJob, anotherReference, parked('application')],
])('does not send %s, and logs that it is misdirected', async (_name, sent, by, ended) => {
  const scene = await accepted(sent);
  await change(scene, by);
  await scene.store.amend({ key: otherKey, version: 0, items: [], erases: true });
  scene.ledger.start();
  await pass(scene, HOUR);
  expect(written(scene)).toEqual([]);
  expect((await states(scene)).filter((state) => !state.includes('held'))).toEqual(ended);
  expect(scene.logged).toContain('payload_misdirected');
});

test('control: an answer sealed without its destination reaches the wrong application', async () => {
  const scene = await accepted(toApplication, withoutDestination);
  await change(scene, anotherApplication);
  const reached: string[] = [];
  const { sendAnswer } = scene.service;
  scene.service.sendAnswer = (of, sent, application) => {
    reached.push(application);
    return sendAnswer(of, sent, application);
  };
  scene.ledger.start();
  await pass(scene, HOUR);
  expect(reached.sort()).toEqual(['98', '98', '99', '99']);
});

test.each<readonly [string, Change | null, readonly string[]]>([
  ['the id of another application', anotherMade, parked('1', '2')],
  ['an application id that it did not have', anotherApplication, parked('1', '2')],
  ['control: unchanged', null, delivered('1', '2')],
])(
  'sends the answers of a created application only when its row is unchanged: %s',
  async (_name, by, ended) => {
    const scene = await accepted(toJob);
    await scene.store.amend({ key: otherKey, version: 0, items: [], erases: true });
    scene.service.fates.push(
      'stored',
      ...Array.from({ length: 99 }, () => ({ kind: 'unreachable' }) as const),
    );
    scene.ledger.start();
    await pass(scene, 1_000);
    const drained = scene.ledger.drain(0);
    await pass(scene, 10_000);
    await drained;
    scene.service.fates.length = 0;
    scene.service.requests.length = 0;
    if (by !== null) await change(scene, by);
    createLedger({ ...scene.dependencies, owner: 'two' }).start();
    await pass(scene, HOUR);
    expect(await states(scene)).toEqual([...delivered('application'), ...ended]);
    expect(written(scene)).toEqual(by === null ? ['1', '2'] : []);
  },
);
