import { expect, test } from 'vitest';
import { applicationId } from '../core/model/ids.ts';
import { attentionTable } from './attention-table.ts';

test('an event that a webhook did not take is listed with its reason, and what to do about it', () => {
  const table = attentionTable([
    {
      reference: 'AAAA-BBBB-CCCC',
      state: 'complete',
      application: applicationId('99'),
      job: null,
      accepted_at: '2026-01-01T10:00:00.000Z',
      kept_until: '2026-01-31T10:00:00.000Z',
      items: [],
      webhooks: [
        {
          ...{ id: 'msg_1', type: 'application.complete', code: 'expired' as const },
          happened_at: '2026-01-01T10:00:00.000Z',
        },
      ],
    },
  ]);
  expect(table).toContain('    undelivered, expired: application.complete (msg_1)');
  expect(table).toContain('expired: the webhook did not take it for three days');
  expect(table).toContain(
    'Undelivered is what a webhook of yours did not take: "retry REFERENCE" tells it again',
  );
  expect(table).not.toContain('Parked is for you');
});
