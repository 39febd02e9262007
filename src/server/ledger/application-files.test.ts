/** Files that are sent with an application, and documents that are added to it afterwards. */
import { describe, expect, test } from 'vitest';
import { failure } from '../../core/model/failure.ts';
import { type FileId, fileId } from '../../core/model/ids.ts';
import type { FileVerdict, LedgerAnswer } from '../ports.ts';
import type { ServiceError } from '../service/service-error.ts';
import { createCipher, openDestination } from './cipher.ts';
import type { LedgerDependencies } from './dependencies.ts';
import { type Fate, toServiceAnswer } from './fake-service.support.ts';
import {
  answer,
  attached,
  createScene,
  delivered,
  document,
  file,
  firstSubmission,
  HOUR,
  key,
  pass,
  type Scene,
  send,
  started,
  states,
  tenantOne,
} from './ledger.support.ts';
import { RETENTION } from './record.ts';

const ids = (...names: readonly string[]) => names.map((name) => fileId(name));

const files = {
  cv: attached('cv'),
  cover_letter: attached('letter'),
  documents: [attached('a'), attached('b')],
};
const [cv, letter, a, b] = ids('cv', 'letter', 'a', 'b');
const sent = (change: object = {}) => firstSubmission([answer('1')], 'Ada', { files, ...change });
const emailRefused: ServiceError = { kind: 'invalid', pointers: [], members: ['email'] };

async function listed(scene: Scene, content = false) {
  const listing = scene.ledger.attention(tenantOne, { content, size: 9, number: 1 });
  await pass(scene, 10);
  const [entry] = (await listing).entries;
  if (entry === undefined) throw new Error('It is not listed.');
  return entry;
}

const made = ({ service }: Scene) => service.requests.filter((request) => request === 'application').length;

describe('the files of an application', () => {
  test('are sent with the application and released before its answers are sent', async () => {
    const scene = started();
    scene.service.before = async (request) => {
      if (request === '1') expect(scene.files.released).toEqual([cv, letter, a, b]);
    };
    await send(scene, sent());
    expect(scene.service.made).toMatchObject([{ files, details: { first_name: 'Ada' } }]);
    expect(await states(scene)).toEqual(delivered('application', '1'));
    expect([...scene.files.reserved].sort()).toEqual([a, b, cv, letter].sort());
  });

  test('prevent a receipt when one of them is gone', async () => {
    const scene = started();
    scene.files.gone.add(fileId('letter'));
    const accepted = await scene.ledger.accept(sent(), 0);
    expect(accepted).toMatchObject({ ok: false, error: { kind: 'store_unavailable' } });
    expect(await scene.ledger.find(key)).toBeNull();
  });

  test('are rejected as misdirected when the stored list differs from the sealed one', async () => {
    const scene = createScene();
    await scene.ledger.accept(sent(), 0);
    const record = await scene.store.find(key);
    const [item] = record?.items ?? [];
    if (record === null || item === undefined) throw new Error('It is not stored.');
    const { cipher } = scene.dependencies;
    expect(openDestination(cipher, record, item)).toMatchObject({ ok: true });
    for (const files of [ids('cv', 'letter', 'a'), ids('letter', 'cv', 'a', 'b'), []])
      expect(openDestination(cipher, record, { ...item, files })).toEqual(failure('misdirected'));
  });
});

describe('the scan of the files of an application', () => {
  /** A scene whose scanner gives these verdicts, and the files that it scanned. */
  function scanned(says: (file: FileId) => FileVerdict) {
    const scans: FileId[] = [];
    const { staging } = createScene().dependencies;
    const scan: LedgerDependencies['staging']['scan'] = async (_key, id) => {
      scans.push(id);
      return says(id);
    };
    return { scans, scene: started({}, { staging: { ...staging, scan } }) };
  }

  test('takes the files in order, and the application waits until each file has a verdict', async () => {
    let verdict: FileVerdict = 'unknown';
    const { scene, scans } = scanned((id) => (id === a ? verdict : 'clean'));
    await send(scene, sent(), HOUR);
    expect([made(scene), scene.service.requests]).toEqual([0, []]);
    verdict = 'clean';
    await pass(scene, HOUR);
    expect(scans.slice(-4)).toEqual([cv, letter, a, b]);
    expect(await states(scene)).toEqual(delivered('application', '1'));
  });

  test.each([
    ['cv', 'cv'],
    ['b', 'documents'],
  ])('refuses an infected file (%s) in the field %s and learns no demand from it', async (name, field) => {
    const { scene } = scanned((id) => (id === fileId(name) ? 'infected' : 'clean'));
    await send(scene, sent(), HOUR);
    const refused = { state: 'refused', code: 'invalid_details', fields: [field] };
    expect((await scene.ledger.find(key))?.submission.application).toEqual(refused);
    expect([made(scene), scene.logged]).toEqual([0, ['application_refused']]);
    expect(await scene.lessons.list(tenantOne)).toEqual([]);
    await send(scene, sent({ files: { cv: attached('cv2') } }), HOUR);
    expect(await states(scene)).toEqual(delivered('application', '1'));
  });
});

test('a file that is gone when the application is due is refused in its field, and can be replaced', async () => {
  const scene = started();
  const { makeApplication } = scene.service;
  scene.service.makeApplication = async () => failure({ kind: 'file_gone', file: fileId('letter') });
  await send(scene, sent(), HOUR);
  expect(await states(scene)).toEqual(['application refused invalid_details', '1 held']);
  expect((await listed(scene)).items[0]).toMatchObject({ fields: ['cover_letter'] });
  scene.service.makeApplication = makeApplication;
  await send(scene, sent({ files: { ...files, cover_letter: attached('letter2') } }), HOUR);
  expect(await states(scene)).toEqual(delivered('application', '1'));
});

test('an operator sees the names and bytes of the files, but no equality answers', async () => {
  const { staging } = createScene().dependencies;
  const open: LedgerDependencies['staging']['open'] = async (_key, id) => ({
    name: id,
    type: 'text/plain',
    size: 2,
    async *chunks() {
      yield Buffer.from('ab');
    },
  });
  const scene = started({}, { staging: { ...staging, open } });
  scene.service.fates.push(emailRefused);
  await send(scene, sent({ equality: ['canary'] }), HOUR);
  const sealed = (await scene.store.find(key))?.items[0]?.payload ?? [];
  expect(Buffer.from(sealed).toString()).toContain('canary');
  const attention = await listed(scene, true);
  const data = 'data:text/plain;base64,YWI=';
  expect(attention.items[0]?.content).toMatchObject({
    cv_base64_filename: 'cv.pdf',
    cv_base64_data: data,
    cover_letter_base64_filename: 'letter.pdf',
    documents_base64: [
      { filename: 'a.pdf', data },
      { filename: 'b.pdf', data },
    ],
  });
  const { reference } = attention;
  const found = await scene.ledger.people.find(tenantOne, { kind: 'reference', reference }, true);
  expect(found.submissions[0]?.items[0]).toMatchObject({ file: null, files: [cv, letter, a, b] });
  for (const shown of [attention, found, await scene.ledger.find(key)])
    expect(JSON.stringify(shown)).not.toContain('canary');
});

test('the files are released when the operator gives the application up and when retention wipes it', async () => {
  const givenUp = started();
  givenUp.service.fates.push(emailRefused);
  await send(givenUp, firstSubmission([file('9', 'x')], 'Ada', { files }), HOUR);
  await givenUp.ledger.runAction(tenantOne, (await listed(givenUp)).reference, 'give_up');
  expect(givenUp.files.released).toEqual(expect.arrayContaining(ids('cv', 'letter', 'a', 'b', 'x')));
  const wiped = started();
  wiped.service.fates.push(emailRefused);
  await send(wiped, firstSubmission([], 'Ada', { files }), RETENTION.payloads + HOUR);
  expect(wiped.files.released).toEqual(expect.arrayContaining(ids('cv', 'letter', 'a', 'b')));
});

describe('documents that follow the application', () => {
  const QUESTION = 'detail:documents';
  const refused: ServiceError = { kind: 'invalid', pointers: [], members: [] };
  const [first, second] = [document('a'), document('b', 1)];
  const following = firstSubmission([first, second, answer('1')]);
  const all = delivered('application', QUESTION, `${QUESTION}.1`, '1');
  const copiesOf = ({ service }: Scene, name: string): number =>
    service.answers.filter(({ attributes }) => JSON.stringify(attributes).includes(`"${name}"`)).length;
  const itemsOf = async ({ store }: Scene) => (await store.find(key))?.items ?? [];
  const withCv = (name: string, answers: readonly LedgerAnswer[]) =>
    firstSubmission(answers, 'Ada', { files: { cv: attached('cv', name) } });

  test('are added one by one, after the application is created and before its answers are sent', async () => {
    const scene = started();
    await send(scene, following);
    expect(scene.service.requests.slice(0, 4)).toEqual(['application', QUESTION, QUESTION, '1']);
    expect(await states(scene)).toEqual(all);
    expect(scene.files.released).toEqual([a, b]);
  });

  test('are refused without delaying the answers, and can be replaced', async () => {
    const scene = started();
    scene.service.fates.push('stored', refused);
    await send(scene, following, HOUR);
    expect(await states(scene)).toEqual(all.with(1, `${QUESTION} refused invalid_answer`));
    await send(scene, firstSubmission([document('c'), second, answer('1')]), HOUR);
    expect(await states(scene)).toEqual(all);
    expect([copiesOf(scene, 'c.pdf'), copiesOf(scene, 'b.pdf')]).toEqual([1, 1]);
  });

  test.each<readonly [string, Fate, Partial<Scene['service']>, number | undefined, number, string]>([
    ['the reply was lost', 'reply lost', {}, undefined, 1, 'delivered'],
    ['the service stored it late', { late: 40_000 }, {}, undefined, 1, 'delivered'],
    [
      'control: the service stored it late, and there is no quiet time',
      { late: 40_000 },
      {},
      0,
      2,
      'delivered',
    ],
    ['the request was lost', 'request lost', {}, undefined, 1, 'delivered'],
    [
      'the service shows no answers and no documents',
      'reply lost',
      { hides: true },
      undefined,
      1,
      'parked unclear',
    ],
    [
      'the service shows no documents',
      'reply lost',
      { showsDocuments: false },
      undefined,
      1,
      'parked unclear',
    ],
  ])('are read back before one is sent again: %s', async (_name, fate, service, delay, copies, state) => {
    const rules = delay === undefined ? {} : { reconcileDelay: delay };
    const scene = started({ withoutReadBack: () => 'park', ...rules });
    Object.assign(scene.service, service);
    scene.service.fates.push('stored', fate);
    await send(scene, following, HOUR);
    expect([copiesOf(scene, 'a.pdf'), copiesOf(scene, 'b.pdf')]).toEqual([copies, 1]);
    expect((await states(scene))[1]).toBe(`${QUESTION} ${state}`);
  });

  test.each<readonly [string, string, string, number]>([
    ['the CV has another name', 'cv.pdf', 'delivered', 1],
    ['the CV has another name after the service changed it', 'CV_.pdf', 'delivered', 1],
    ['the service may have renamed the document', '20260101-1.pdf', 'parked unclear', 0],
  ])(
    'are sent again only when no file in the service can be the same one: %s',
    async (_name, shown, end, copies) => {
      const scene = started();
      scene.service.fates.push('stored', 'request lost', 'request lost');
      scene.service.answers.push(
        toServiceAnswer({ ...first, value: { kind: 'document', file: attached('x', shown) } }, 9, 0),
      );
      await send(scene, withCv('cv.pdf', [first, second]), HOUR);
      expect((await states(scene))[1]).toBe(`${QUESTION} ${end}`);
      expect(copiesOf(scene, 'a.pdf')).toBe(copies);
    },
  );

  test.each<readonly [string, readonly Fate[], number]>([
    ['the audit is done', [], HOUR],
    ['retention wipes them', ['stored', refused], RETENTION.payloads + HOUR],
  ])('keep their names sealed in the store until %s', async (_name, fates, after) => {
    const scene = started();
    scene.service.fates.push(...fates);
    const sealed = async () =>
      (await itemsOf(scene)).map(({ payload }) => Buffer.from(payload ?? []).toString()).join();
    await send(scene, withCv('Canary.pdf', [first]), 10_000);
    expect(await sealed()).toMatch(/Canary.*a\.pdf/s);
    await pass(scene, after);
    expect(await sealed()).not.toMatch(/Canary|a\.pdf/);
  });

  test('leave no name in plain text in the store', async () => {
    const scene = started({}, { cipher: createCipher(['s'.repeat(32)]) });
    await send(scene, firstSubmission([document('a', 0, 'Canary.pdf')]), 10_000);
    const items = await itemsOf(scene);
    expect(items.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    const bytes = items.map(({ payload }) => Buffer.from(payload ?? []).toString('latin1'));
    expect(JSON.stringify(items) + bytes.join()).not.toContain('Canary');
  });
});
