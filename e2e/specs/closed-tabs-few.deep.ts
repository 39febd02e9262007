import { closeTabs } from '../support/closed-tabs.ts';
import { expect, test } from '../support/with-server.ts';

test('12 tabs closed right after the press: all arrived or restored, none by halves', async ({
  browser,
  host,
  sandbox,
}) => {
  const tally = await closeTabs({ browser, host, sandbox }, 12);
  expect(tally).toMatchObject({ closed: 12, lost: 0, halfSent: 0 });
});
