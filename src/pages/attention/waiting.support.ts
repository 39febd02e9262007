import { success } from '../../core/model/outcome.ts';
import type { AskServer } from './ask-server.ts';
import type { AttentionPage, Waiting, WaitingItem } from './read-reply.ts';

export const item = (more: Partial<WaitingItem> = {}): WaitingItem => ({
  question: '7',
  part: 0,
  title: 'Short text',
  state: 'parked',
  code: 'unclear',
  members: [],
  ...more,
});

export const waiting = (reference: string, more: Partial<Waiting> = {}): Waiting => ({
  reference,
  application: '99',
  job: null,
  acceptedAt: '2026-01-01T10:00:00.000Z',
  keptUntil: '2026-01-08T10:00:00.000Z',
  items: [item()],
  ...more,
});

export const pageOf = (...references: readonly string[]): AttentionPage => ({
  waiting: references.map((reference) => waiting(reference)),
  total: references.length,
  hasNext: false,
  lessons: [],
  questions: [],
  questionsLeftOut: 0,
  eventsWaiting: 0,
});

/** A server on which these wait, and which does all that it is asked. */
export function createFakeServer(references: readonly string[]) {
  let left = [...references];
  const asked: string[] = [];
  const ask: AskServer = {
    async list() {
      return success(pageOf(...left));
    },
    async state() {
      return success({ isReady: true, reasons: [], degraded: [], tenant: 'default' });
    },
    async act(_key, reference, action) {
      asked.push(`${action} ${reference}`);
      left = left.filter((one) => one !== reference);
      return success(null);
    },
    async tell(_key, { action, job, field }) {
      asked.push(`${action} ${job} ${field}`);
      return success(null);
    },
    async exportOne(_key, reference) {
      asked.push(`export ${reference}`);
      return success({ submission: { id: reference }, note: null });
    },
  };
  return { ask, asked, come: (reference: string) => void left.push(reference) };
}
