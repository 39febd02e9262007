import { fileURLToPath } from 'node:url';
import { releasedVersions } from '../../src/build/released-versions.ts';
import { countMixedUp } from '../support/two-versions.ts';
import { expect, test } from '../support/with-server.ts';

test('two versions of the script show two jobs, 200 times: each form has its own questions', async ({
  page,
  host,
  server,
}) => {
  const loads = 200;
  const mixedUp = await countMixedUp(page, { host, origin: server.origin, loads });
  console.log(`two versions: ${loads} loads, ${mixedUp} mixed up`);
  expect(mixedUp).toBe(0);
});

for (const version of releasedVersions(fileURLToPath(new URL('../../public', import.meta.url))))
  test(`so do the script of this build and that of ${version}`, async ({ page, host, server }) => {
    const scripts = ['apply-form.js', `${version}/apply-form.js`] as const;
    expect(await countMixedUp(page, { host, origin: server.origin, loads: 8, scripts })).toBe(0);
  });
