import { expect, test } from 'vitest';
import { startCountingService } from './counting-service.ts';
import { deliverAlone } from './deliver-alone.ts';

test('twelve answers of one applicant take fourteen requests: a look before, each answer, a look after', async () => {
  const service = await startCountingService(1);
  const { submission } = await deliverAlone({ address: service.address, answers: 12, auditAfter: 50 });
  service.close();
  expect(submission.state).toBe('complete');
  const look = 'GET /api/v1/applications/1';
  expect(service.requests).toEqual([look, ...Array(12).fill('POST /api/v1/answers'), look]);
});
