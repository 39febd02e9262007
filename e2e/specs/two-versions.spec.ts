import { countMixedUp } from '../support/two-versions.ts';
import { expect, test } from '../support/with-server.ts';

test('two versions of the script show two jobs: each form has its own questions', async ({
  page,
  host,
  server,
}) => {
  expect(await countMixedUp(page, { host, origin: server.origin, loads: 8 })).toBe(0);
});
