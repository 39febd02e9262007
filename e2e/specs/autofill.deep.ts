/** Fills in the form by Chromium's own autofill, in a full browser because the headless one has no autofill. */
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { findWholeBrowser } from '../support/browser/locate-browser.ts';
import { ANALYST, block } from '../support/whole-application.ts';
import { expect, test } from '../support/with-server.ts';

const ada = {
  NAME_FULL: 'Ada Lovelace',
  NAME_FIRST: 'Ada',
  NAME_LAST: 'Lovelace',
  EMAIL_ADDRESS: 'ada@example.com',
  PHONE_HOME_WHOLE_NUMBER: '+442079460018',
  ADDRESS_HOME_STREET_ADDRESS: '12 St James’s Square',
  ADDRESS_HOME_LINE1: '12 St James’s Square',
  ADDRESS_HOME_CITY: 'London',
  ADDRESS_HOME_ZIP: 'SW1Y 4LE',
  ADDRESS_HOME_COUNTRY: 'GB',
};

/** Gives the browser its own profile, without the environment variables of the packaged browser. */
function openWhole(executablePath: string, profile: string): Promise<BrowserContext> {
  const { LD_LIBRARY_PATH: _own, FONTCONFIG_PATH: _fonts, FONTCONFIG_FILE: _file, ...env } = process.env;
  const args = ['--no-sandbox', '--disable-gpu'];
  return chromium.launchPersistentContext(profile, { executablePath, args, env });
}

/** Acts as the applicant who picks this address at a field; Chromium itself decides what it fills in. */
async function fillFrom(page: Page, session: CDPSession, css: string, address: object): Promise<void> {
  const fields = Object.entries(address).map(([name, value]) => ({ name, value: String(value) }));
  const found = await session.send('Runtime.evaluate', {
    expression: `document.querySelector('${css}')`,
  });
  const { node } = await session.send('DOM.describeNode', { objectId: found.result.objectId ?? '' });
  await page.locator(css).click();
  await expect
    .poll(() =>
      session
        .send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } })
        .then(() => true)
        .catch(() => false),
    )
    .toBe(true);
}

test('one autofill fills names, email, phone and the whole address', async ({ server }, info) => {
  const { TEST_BROWSER: browser = null } = findWholeBrowser() ?? {};
  test.skip(browser === null, 'No whole Chromium is here, and none can be installed.');
  const whole = await openWhole(browser ?? '', info.outputPath('profile'));
  const page = await whole.newPage();
  await page.goto(`${server.origin}/form#job=${ANALYST}&tenant=default`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  const session = await whole.newCDPSession(page);
  await session.send('Autofill.enable');
  await fillFrom(page, session, '[name=given-name]', ada);
  for (const [name, value] of Object.entries({
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
    address1: '12 St James’s Square',
    town: 'London',
    postcode: 'SW1Y 4LE',
  })) {
    await expect(applicant.detail(name)).toHaveValue(value);
    await expect(applicant.detail(name)).not.toHaveAttribute('aria-invalid');
  }
  await expect(block(applicant, 'country').locator('select')).toHaveValue('GB');
  await expect(block(applicant, 'phone').locator('select')).toHaveValue('GB');
  await expect(block(applicant, 'phone').locator('input')).toHaveValue('020 7946 0018');
  // A script would fill in this field, but autofill does not.
  await expect(page.locator('[name=af-topic]')).toHaveValue('');
  // The address book has no such entry.
  await expect(applicant.detail('preferred_name')).toHaveValue('');
  const answers = await page.evaluate<unknown>(
    `[...document.querySelector('apply-form').session.form.order]
      .filter(({ question }) => ['first_name', 'email', 'town', 'country'].includes(question.detail))
      .map(({ entry }) => entry.peek())`,
  );
  expect(answers).toEqual([
    { kind: 'text', text: 'Ada' },
    { kind: 'text', text: 'ada@example.com' },
    { kind: 'choice', options: ['GB'] },
    { kind: 'text', text: 'London' },
  ]);
  await whole.close();
});
