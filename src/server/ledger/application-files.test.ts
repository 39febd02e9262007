/** An application that is made with files: held, scanned, sent and released with it, and what comes of one that is lost. */
import { describe, expect, test } from 'vitest';
import { failure } from '../../core/model/failure.ts';
import { type FileId, fileId } from '../../core/model/ids.ts';
import type { FileVerdict } from '../ports.ts';
import { openDestination } from './cipher.ts';
import type { LedgerDependencies } from './dependencies.ts';
import {
  answer,
  attached,
  createScene,
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

/** A scanner that says this of each file, and all that it was asked. */
function scanned(says: (file: FileId) => FileVerdict | Promise<FileVerdict>) {
  const asked: FileId[] = [];
  const { files: own, dependencies } = createScene();
  const scan: LedgerDependencies['staging']['scan'] = async (_key, id) => {
    asked.push(id);
    return says(id);
  };
  const scene = started({}, { staging: { ...dependencies.staging, scan } });
  return { asked, scene: { ...scene, files: own } };
}

async function listed(scene: Scene, content = false) {
  const listing = scene.ledger.attention(tenantOne, { content, size: 9, number: 1 });
  await pass(scene, 10);
  const { entries } = await listing;
  const [entry] = entries;
  if (entry === undefined) throw new Error('It is not listed.');
  return entry;
}

const made = ({ service }: Scene) => service.asked.filter((one) => one === 'application').length;

describe('the files of an application', () => {
  test('go out with it, and are released once it is there, before its answers', async () => {
    const scene = started();
    scene.service.before = async (asked) => {
      if (asked === '1') expect(scene.files.released).toEqual([cv, letter, a, b]);
    };
    await send(scene, sent());
    expect(scene.service.made).toMatchObject([{ files, details: { first_name: 'Ada' } }]);
    expect(await states(scene)).toEqual(['application delivered', '1 delivered']);
    expect([...scene.files.held].sort()).toEqual([a, b, cv, letter].sort());
  });

  test('give no receipt where one of them is gone', async () => {
    const scene = started();
    scene.files.gone.add(fileId('letter'));
    const accepted = await scene.ledger.accept(sent(), 0);
    expect(accepted).toMatchObject({ ok: false, error: { kind: 'store_unavailable' } });
    expect(await scene.ledger.find(key)).toBeNull();
  });

  test('stay while it is unclear whether it was made, and go with what is found', async () => {
    const scene = started();
    scene.service.fates.push('reply lost');
    await send(scene, sent(), 30_000);
    expect(scene.files.released).toEqual([]);
    await pass(scene, HOUR);
    expect([made(scene), await states(scene)]).toEqual([1, ['application delivered', '1 delivered']]);
    expect(scene.files.released).toEqual(expect.arrayContaining([cv, letter, a, b]));
  });

  test('another file in the row than was sealed for it is never sent', async () => {
    const scene = createScene();
    await scene.ledger.accept(sent(), 0);
    const record = await scene.store.find(key);
    const [item] = record?.items ?? [];
    if (record === null || item === undefined) throw new Error('It is not stored.');
    const { cipher } = scene.dependencies;
    expect(openDestination(cipher, record, item)).toMatchObject({ ok: true });
    for (const other of [ids('cv', 'letter', 'a'), ids('letter', 'cv', 'a', 'b'), []])
      expect(openDestination(cipher, record, { ...item, files: other })).toEqual(failure('misdirected'));
  });
});

describe('before it is made each file is scanned', () => {
  test('in their order, and once found clean it goes', async () => {
    const { scene, asked } = scanned(() => 'clean');
    await send(scene, sent());
    expect(asked).toEqual([cv, letter, a, b]);
    expect(made(scene)).toBe(1);
  });

  test('and while one has no verdict nothing of it goes', async () => {
    let verdict: FileVerdict = 'unknown';
    const { scene } = scanned((id) => (id === a ? verdict : 'clean'));
    await send(scene, sent(), HOUR);
    expect([made(scene), scene.service.asked]).toEqual([0, []]);
    verdict = 'clean';
    await pass(scene, HOUR);
    expect(await states(scene)).toEqual(['application delivered', '1 delivered']);
  });

  test.each([
    ['cv', 'cv'],
    ['b', 'documents'],
  ])('an infected one (%s) comes back to the field of %s, and teaches nothing', async (name, field) => {
    const { scene } = scanned((id) => (id === fileId(name) ? 'infected' : 'clean'));
    await send(scene, sent(), HOUR);
    const found = await scene.ledger.find(key);
    expect(found?.submission.application).toEqual({
      state: 'refused',
      code: 'invalid_details',
      fields: [field],
    });
    expect([made(scene), scene.logged]).toEqual([0, ['application_refused']]);
    expect(await scene.lessons.list(tenantOne)).toEqual([]);
    const other = { ...files, cv: attached('cv2'), cover_letter: attached('letter2'), documents: [] };
    await send(scene, sent({ files: other }), HOUR);
    expect(await states(scene)).toEqual(['application delivered', '1 delivered']);
  });
});

describe('a file that is not there when it is to go', () => {
  const gone = (name: string) => failure({ kind: 'file_gone', file: fileId(name) } as const);

  test('sends nothing and comes back to its field, so that the application is not lost', async () => {
    const scene = started();
    const { makeApplication } = scene.service;
    scene.service.makeApplication = async () => gone('letter');
    await send(scene, sent(), HOUR);
    expect(await states(scene)).toEqual(['application refused invalid_details', '1 held']);
    expect((await listed(scene)).items[0]).toMatchObject({ fields: ['cover_letter'] });
    scene.service.makeApplication = makeApplication;
    await send(scene, sent({ files: { ...files, cover_letter: attached('letter2') } }), HOUR);
    expect(await states(scene)).toEqual(['application delivered', '1 delivered']);
    expect(scene.logged).toEqual(['application_refused']);
  });
});

describe('what is kept of it', () => {
  test('is shown to the operator with the names of its files and their bytes, and nothing of equality', async () => {
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
    scene.service.fates.push({ kind: 'invalid', pointers: [], members: ['email'] });
    await send(scene, sent({ equality: ['canary'] }), HOUR);
    const sealed = (await scene.store.find(key))?.items[0]?.payload ?? [];
    expect(Buffer.from(sealed).toString()).toContain('canary');
    const attention = await listed(scene, true);
    const data = 'data:text/plain;base64,YWI=';
    expect(attention.items[0]?.content).toEqual({
      first_name: 'Ada',
      last_name: 'Example',
      email: 'ada@example.com',
      cv_base64_filename: 'cv.pdf',
      cv_base64_data: data,
      cover_letter_base64_filename: 'letter.pdf',
      cover_letter_base64_data: data,
      documents_base64: [
        { filename: 'a.pdf', data },
        { filename: 'b.pdf', data },
      ],
    });
    const { reference } = attention;
    const held = await scene.ledger.people.find(tenantOne, { kind: 'reference', reference }, true);
    expect(held.submissions[0]?.items[0]).toMatchObject({ file: null, files: [cv, letter, a, b] });
    for (const told of [attention, held, await scene.ledger.find(key)])
      expect(JSON.stringify(told)).not.toContain('canary');
  });

  test('is released when the operator gives it up, and when it is wiped', async () => {
    const refusal = { kind: 'invalid', pointers: [], members: ['email'] } as const;
    const givenUp = started();
    givenUp.service.fates.push(refusal);
    await send(givenUp, firstSubmission([file('9', 'x')], 'Ada', { files }), HOUR);
    await givenUp.ledger.act(tenantOne, (await listed(givenUp)).reference, 'give_up');
    expect(givenUp.files.released).toEqual(expect.arrayContaining(ids('cv', 'letter', 'a', 'b', 'x')));
    const wiped = started();
    wiped.service.fates.push(refusal);
    await send(wiped, firstSubmission([], 'Ada', { files }), RETENTION.payloads + HOUR);
    expect(wiped.files.released).toEqual(expect.arrayContaining(ids('cv', 'letter', 'a', 'b')));
    expect(wiped.logged).toContain('wiped');
  });
});
