import { applicationId, jobId, sessionId, subject, tenant } from '../../core/model/ids.ts';
import type { Session } from './tokens.ts';

/** One of an application, with this changed. */
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

/** A sealed text with another letter at this place: of its seal below 48, of its content beyond. */
export const changedAt = (text: string, place: number): string => {
  const at = text.indexOf('.') + 1 + place;
  return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
};
