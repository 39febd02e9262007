import { countMixedUp } from '../support/two-versions.ts';
import { expect, test } from '../support/with-server.ts';

test('two versions of the script show two jobs, 200 times: each form has its own questions', async ({
  page,
  host,
  server,
}) => {
  test.setTimeout(600_000);
  const loads = 200;
  const mixedUp = await countMixedUp(page, { host, origin: server.origin, loads });
  console.log(`two versions: ${loads} loads, ${mixedUp} mixed up`);
  expect(mixedUp).toBe(0);
});
