/** For tests: sample submissions and items. */
import { applicationId, questionId, reference, revision, subject, tenant } from '../../core/model/ids.ts';
import type { NewItem, NewSubmission } from '../ledger/record.ts';
import type { SubjectKey } from '../ports.ts';

export const acme = tenant('acme');
export const keyOf = (name: string, owner = acme): SubjectKey => ({ tenant: owner, subject: subject(name) });

/** @param name null for the item that creates the application */
export const newItem = (name: string | null, change: Partial<NewItem> = {}): NewItem => ({
  question: name === null ? null : questionId(name),
  part: 0,
  place: 0,
  parent: null,
  fingerprint: `fingerprint of ${name}`,
  payload: new Uint8Array([1, 2, 3]),
  files: [],
  ...change,
});

/** A submission with two answers, the second a follow-up of the first. */
export const newSubmission = (change: Partial<NewSubmission> = {}): NewSubmission => ({
  key: keyOf('one'),
  reference: reference(`R-${change.key?.subject ?? 'one'}`),
  fingerprint: 'fingerprint',
  revision: revision('revision'),
  application: applicationId('application'),
  job: null,
  items: [newItem('a'), newItem('b', { place: 1, parent: questionId('a') })],
  ...change,
});

export const withOneAnswer = (name: string, change: Partial<NewSubmission> = {}): NewSubmission =>
  newSubmission({ key: keyOf(name), items: [newItem('a')], ...change });
