/** What an operator is told of consents, which no erasing takes along. */
import { expect, test } from 'vitest';
import { success } from '../core/model/outcome.ts';
import { type PeopleWish, runPeople } from './people.ts';
import type { PeopleClient, PersonRows } from './people-client.ts';

const consent = {
  id: 'pool',
  version: '1',
  hash: 'abc',
  language: 'en',
  reference: 'K7M2-Q9XD-40TB',
  given_at: '2026-01-01T00:00:00.000Z',
};
const nothing: PersonRows = { submissions: [], files: [], consents: [], unsearched: 0 };
const submission: PersonRows['submissions'][number] = {
  reference: consent.reference,
  state: 'complete',
  application: null,
  job: '4711',
  accepted_at: '2026-01-01T00:00:00.000Z',
  kept_until: '2026-01-31T00:00:00.000Z',
  items: [],
  files: [],
  consents: [consent],
};

const erased = { state: 'erased', delivered: 1, unsent: 0, sending: 0 } as const;

const clientThatHolds = (rows: PersonRows): PeopleClient => ({
  find: async () => success(rows),
  readFile: async () => success(new Uint8Array()),
  erase: async () =>
    success({ erasures: rows.submissions.map(({ reference }) => ({ reference, ...erased })), files: 0 }),
});

async function run(rows: PersonRows, wish: Partial<PeopleWish>): Promise<string> {
  const done = await runPeople(clientThatHolds(rows), {
    word: 'find',
    references: [],
    application: null,
    email: null,
    json: false,
    isMeant: true,
    to: null,
    wait: 0,
    ...wish,
  });
  if (!done.ok) throw new Error(done.error.message);
  return done.value.notes.join('\n');
}

const byEmail = { email: 'ada@example.com' };

test('erasing by email says that consents stay, how many, and where it is written how they are deleted', async () => {
  const told = await run({ ...nothing, submissions: [submission] }, { word: 'erase', ...byEmail });
  expect(told).toContain('Not erased: 1 consent, without who gave it. public/docs/privacy.md says');
});
