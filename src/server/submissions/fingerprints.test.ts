/** Fingerprints decide whether a second request has the same content as the first. */
import { expect, test } from 'vitest';
import type { SubmissionToAccept } from '../ports.ts';
import { recordProxy } from './recorded-proxy.support.ts';

const names = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };

const optional = { phone: 'optional', address: 'optional', cv: 'optional', documents: 'optional' } as const;
const equality = [
  {
    id: 'a',
    title: { en: 'A' },
    options: [
      { id: '901', text: { en: 'B' } },
      { id: '902', text: { en: 'C' } },
    ],
  },
];
const consent = [{ id: 'pool', version: '1', required: false, text: { en: 'Keep it.' } }];

interface Content {
  readonly details?: object;
  readonly meta?: object;
  /** The content of each file by its name; every call stages new files. */
  readonly files?: Readonly<Record<string, string>>;
}

async function accept({ details, meta, files: { cv, ...documents } = {} }: Content, isRequired = false) {
  const wishes = { ...optional, ...(isRequired ? ({ documents: 'required' } as const) : {}) };
  const proxy = recordProxy({ details: wishes, equality, consent });
  const visit = await proxy.visit();
  const ids = [];
  for (const [name, content] of Object.entries(documents))
    ids.push(await visit.put('document', `${name}.txt`, content));
  const files = {
    ...(cv === undefined ? {} : { cv: await visit.put('cv', 'cv.txt', cv) }),
    ...(ids.length === 0 ? {} : { documents: ids }),
  };
  const reply = await visit.send({ ...names, ...files, ...details }, [], meta);
  const [submission] = proxy.accepted;
  if (submission === undefined) throw new Error(reply.text);
  return submission;
}

const marks = ({ fingerprint, detailsFingerprint }: SubmissionToAccept) => [fingerprint, detailsFingerprint];

test.each<readonly [string, Content, Content]>([
  [
    'formats a phone number differently',
    { details: { phone: '020 7946 0958', phone_iso2: 'GB' } },
    { details: { phone: '+44 (0)20 79460958' } },
  ],
  ['adds equality monitoring', {}, { details: { equality_monitoring_option_ids: ['901'] } }],
  ['adds a consent', {}, { meta: { consent: [{ id: 'pool', version: '1' }] } }],
  [
    'uploads the same files again under other names',
    { files: { cv: 'life', a: 'one', b: 'two' } },
    { files: { cv: 'life', c: 'two', d: 'one' } },
  ],
])('the content stays the same when an applicant %s', async (_name, before, after) => {
  expect(marks(await accept(before))).toEqual(marks(await accept(after)));
});

test.each<readonly [string, Content, Content]>([
  ['another number', { details: { phone: '+44 20 7946 0958' } }, { details: { phone: '+44 20 7946 0959' } }],
  ['another CV', { files: { cv: 'life' } }, { files: { cv: 'another life' } }],
])('%s changes both the content and the application', async (_name, before, after) => {
  const [first, second] = [marks(await accept(before)), marks(await accept(after))];
  expect([first[0] === second[0], first[1] === second[1]]).toEqual([false, false]);
});

test('documents sent after the application change the content but not the application', async () => {
  const [some, none] = [await accept({ files: { a: 'one' } }), await accept({})];
  expect(some.fingerprint).not.toBe(none.fingerprint);
  expect(some.detailsFingerprint).toBe(none.detailsFingerprint);
});

test('documents that the job requires change the application but not the content', async () => {
  const content = { files: { a: 'one' } };
  const [follows, demanded] = [await accept(content), await accept(content, true)];
  expect(demanded.fingerprint).toBe(follows.fingerprint);
  expect(demanded.detailsFingerprint).not.toBe(follows.detailsFingerprint);
  const other = await accept({ files: { a: 'two' } }, true);
  expect(other.detailsFingerprint).not.toBe(demanded.detailsFingerprint);
});
