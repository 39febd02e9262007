import { changeMind } from '../support/changes-of-mind.ts';
import { visit } from '../support/form-places.ts';
import { expect, test } from '../support/with-server.ts';

/** More than this after 1,000 changes is a leak. */
const MOST_KIBIBYTES = 256;

/** Rounds until the engine has compiled and thrown away what it will: its machine code counts as memory, too (262 KiB). */
const WARM_UP = 1_000;

test('1,000 changes of mind leave no node, no listener and little memory behind', async ({
  page,
  server,
  sandbox,
  host,
}) => {
  await page.clock.install();
  const applicant = await visit(
    { page, server, sandbox, host },
    { place: 'form page', form: 'one-of-each', language: 'en' },
  );
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await changeMind(page, WARM_UP);
  const left = await changeMind(page, 500);
  console.log(`left by 1,000 changes of mind: ${JSON.stringify(left)}`);
  expect(left.nodes).toBe(0);
  expect(left.listeners).toBe(0);
  expect(left.kibibytes).toBeLessThanOrEqual(MOST_KIBIBYTES);
});

test('what does leave something behind is seen', async ({ page, server, sandbox, host }) => {
  await page.clock.install();
  const applicant = await visit(
    { page, server, sandbox, host },
    { place: 'form page', form: 'one-of-each', language: 'en' },
  );
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await applicant.state().evaluate((element) => {
    const kept: Element[] = [];
    Object.assign(globalThis, { kept });
    element.addEventListener('apply-visibility', () => {
      const block = (element.querySelector('apply-form-root') ?? element.shadowRoot)?.querySelector(
        '[data-question-id="2101"]',
      );
      if (block) kept.push(block);
    });
  });
  expect((await changeMind(page, 20)).nodes).toBeGreaterThan(20);
});
