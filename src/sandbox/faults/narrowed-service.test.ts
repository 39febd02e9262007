import { expect, test } from 'vitest';
import { ask } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { type Faults, noFaults } from './faults.ts';

const plain = '/api/v1/questions?filter%5Bquestionable_id%5D=4711';
const operator = '/api/v1/questions?filter%5Bquestionable_id%5D%5Beq%5D=4711';
const total = '/api/v1/questions?stats%5Btotal%5D=count';
const job = '/api/v1/jobs/4711';

test.each<readonly [string, Partial<Faults>, readonly number[]]>([
  ['nothing narrowed', {}, [200, 200, 200, 200]],
  ['the operator alone', { questionable_filter: 'eq' }, [400, 200, 200, 200]],
  ['the plain form alone', { questionable_filter: 'plain' }, [200, 400, 200, 200]],
  ['no total', { no_stats: true }, [200, 200, 400, 200]],
  ['no jobs', { no_jobs: true }, [200, 200, 200, 403]],
])('a service is told what it does not know: %s', async (_, faults, statuses) => {
  const sandbox = createSandbox({ forms: ['engineer'] });
  sandbox.setFaults({ ...noFaults, ...faults });
  const replies = await Promise.all([plain, operator, total, job].map((path) => ask(sandbox, path)));
  expect(replies.map(({ status }) => status)).toEqual(statuses);
});
