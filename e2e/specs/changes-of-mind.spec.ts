import { changeMind } from '../support/changes-of-mind.ts';
import { visit } from '../support/form-places.ts';
import { expect, test } from '../support/with-server.ts';

test('100 changes of mind leave no node and no listener behind', { tag: '@deep' }, async ({
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
  const left = await changeMind(page, 50);
  console.log(`left by 100 changes of mind: ${JSON.stringify(left)}`);
  expect(left.nodes).toBe(0);
  expect(left.listeners).toBe(0);
});

test('what does leave something behind is seen', { tag: '@deep' }, async ({
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
  await applicant.state().evaluate((element) => {
    const kept: Element[] = [];
    Object.assign(globalThis, { kept });
    element.addEventListener('apply-visibility', () => {
      const block = element.shadowRoot?.querySelector('[data-question-id="2101"]');
      if (block) kept.push(block);
    });
  });
  expect((await changeMind(page, 20)).nodes).toBeGreaterThan(20);
});
