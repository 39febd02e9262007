import { expect, test } from 'vitest';
import { applicationId } from '../core/model/ids.ts';
import { attentionLines } from './attention-report.ts';

const lesson = {
  job: '4711',
  field: 'date_of_birth',
  agreed: false,
  refused_at: '2026-01-02T00:00:00.000Z',
  configuration: '"jobs": …',
};
const form = { job: '4711', title: 'Nurse', count: 2 };
const undelivered = {
  reference: 'AAAA-BBBB-CCCC',
  state: 'complete' as const,
  application: applicationId('99'),
  job: null,
  accepted_at: '2026-01-01T10:00:00.000Z',
  kept_until: '2026-01-31T10:00:00.000Z',
  items: [],
  webhooks: [
    {
      id: 'msg_1',
      type: 'application.complete',
      code: 'expired' as const,
      happened_at: '2026-01-01T10:00:00.000Z',
    },
  ],
};

test.each([
  ['an event that a webhook did not take', '    undelivered, expired: application.complete (msg_1)'],
  ['the meaning of the code "expired"', 'expired: the webhook did not take it for three days'],
  [
    'a detail that the service demands and the operator has to agree to',
    '    job 4711, date_of_birth (last refusal 2026-01-02 00:00), not asked until you agree on the page /attention: "jobs": …',
  ],
  ['forms with faulty questions', '    --job 4711 Nurse: 2 faults'],
])('the list shows %s', (_, line) => {
  const lines = attentionLines([undelivered], { lessons: [lesson], questions: [form] });
  expect(lines.join('\n')).toContain(line);
});

test('a line break in a title cannot begin a new line', () => {
  const lines = attentionLines([], { lessons: [], questions: [{ ...form, title: 'A\nB' }] });
  expect(lines.at(-1)).toBe('    --job 4711 A\\u000aB: 2 faults');
});
