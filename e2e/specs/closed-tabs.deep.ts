import { closeTabs } from '../support/closed-tabs.ts';
import { expect, test } from '../support/with-server.ts';

test('200 tabs closed 0 to 250 ms after the press: all arrived or restored, none by halves', async ({
  browser,
  host,
  sandbox,
}) => {
  test.setTimeout(900_000);
  const tally = await closeTabs({ browser, host, sandbox }, 200);
  expect(tally).toMatchObject({ closed: 200, lost: 0, halfSent: 0 });
});
