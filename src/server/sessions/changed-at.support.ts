import { applicationId, jobId, sessionId, subject, tenant } from '../../core/model/ids.ts';
import type { Session } from './tokens.ts';

/** A session of an application, with these changes. */
export const sessionWith = (change: Partial<Session>): Session => ({
  id: sessionId('one'),
  tenant: tenant('default'),
  subject: subject('90001'),
  application: applicationId('90001'),
  job: jobId('4712'),
  posting: null,
  questionable: '4712',
  answered: false,
  closed: false,
  readAt: 0,
  publicOnly: false,
  expiresAt: Date.now() + 60_000,
  ...change,
});

/**
 * Changes one letter of a sealed text.
 * @param place number of the letter: below 48 it belongs to the seal, from 48 on to the content
 */
export const changedAt = (text: string, place: number): string => {
  const index = text.indexOf('.') + 1 + place;
  return text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1);
};
