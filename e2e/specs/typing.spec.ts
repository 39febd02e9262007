/** Typing of real people: early input, the keys of a touch keyboard, and a form whose script has died. */
import type { Locator, Page } from 'playwright/test';
import { type Applicant, meet } from '../support/applicant.ts';
import { careersPage, scriptTag } from '../support/host-pages.ts';
import { block } from '../support/whole-application.ts';
import { expect, test } from '../support/with-server.ts';

const fillingFile = /\/assets\/filling-[\w-]+\.js/;

const input = (applicant: Applicant, question: string): Locator =>
  applicant.question(question).locator('input, textarea').first();

/** Waits until the typing help has loaded, after the first touch. */
async function touch(control: Locator): Promise<void> {
  await control.focus();
  await expect(control).toHaveAttribute('enterkeyhint', /./);
}

test('a number sent before its parser has loaded is parsed first, and arrives', async ({
  page,
  server,
  sandbox,
}) => {
  let bring = () => {};
  const requested = new Promise<void>((resolve) => {
    void page.route(fillingFile, async (route) => {
      resolve();
      await new Promise<void>((come) => {
        bring = come;
      });
      await route.continue();
    });
  });
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.answer('2007', '€ 70 000');
  await applicant.send();
  await requested;
  bring();
  await applicant.reaches('complete');
  expect((await sandbox.storedAnswers(application)).get('2007')).toBe('70000');
});

test.describe('on a touch keyboard', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  async function engineer(page: Page, origin: string): Promise<Applicant> {
    const applicant = await meet(page, `${origin}/form#job=4711&tenant=default`);
    await touch(applicant.detail('first_name'));
    return applicant;
  }

  test('Next moves to the next field, and skips answered options and files', async ({ page, server }) => {
    const applicant = await engineer(page, server.origin);
    const fields = [
      applicant.detail('last_name'),
      applicant.detail('email'),
      block(applicant, 'phone').locator('input'),
      input(applicant, '101'),
      input(applicant, '102'),
    ];
    for (const next of fields) {
      await page.keyboard.press('Enter');
      await expect(next).toBeFocused();
      await expect(next).toHaveAttribute('enterkeyhint', 'next');
    }
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await expect(input(applicant, '122'), 'a follow-up that has just appeared').toBeFocused();
    await page.keyboard.press('Enter');
    await expect(input(applicant, '103'), 'options without an answer').toBeFocused();
    await applicant.answer('103', ['PostgreSQL']);
    await input(applicant, '122').focus();
    await page.keyboard.press('Enter');
    await expect(input(applicant, '124'), 'past options that are answered').toBeFocused();
    await input(applicant, '105').focus();
    await page.keyboard.press('Enter');
    await expect(input(applicant, '106'), 'a file that is required').toBeFocused();
    await applicant.answer('106', { files: ['cv.pdf'] });
    await input(applicant, '105').focus();
    await page.keyboard.press('Enter');
    await expect(applicant.question('108').locator('input').first(), 'past files').toBeFocused();
  });

  test('the last field moves to the button, and does not press it', { tag: '@deep' }, async ({
    page,
    server,
    sandbox,
  }) => {
    const { application, token } = await sandbox.apply('engineer');
    const applicant = await meet(page, `${server.origin}/form#token=${token}`);
    await touch(input(applicant, '101'));
    await applicant.answer('114', false);
    await input(applicant, '113').focus();
    await expect(input(applicant, '113')).toHaveAttribute('enterkeyhint', 'send');
    await page.keyboard.press('Enter');
    await expect(page.locator('button[type=submit]')).toBeFocused();
    await expect(page.locator('[part~=summary]')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.locator('[part~=summary]')).toBeFocused();
    expect(await sandbox.posts(application)).toEqual([]);
  });
});

/** Replaces the element by a copy of its form without listeners, as if its script had died, and enters an email. */
async function withoutScript(page: Page, applicant: Applicant): Promise<void> {
  await applicant.state().evaluate((element) => {
    const copy = element.shadowRoot?.querySelector('form')?.cloneNode(true);
    if (!(copy instanceof HTMLFormElement)) throw new Error('There is no form.');
    element.replaceWith(copy);
  });
  await page.locator('[name=email]').fill('ada@example.com');
}

test('a form whose script has died submits nothing, so no answer gets into the address', {
  tag: '@deep',
}, async ({ page, server, host }) => {
  const address = host.show(careersPage(scriptTag(server.origin, 'data-apply-job="4711"')));
  const visited: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) visited.push(request.url());
  });
  await withoutScript(page, await meet(page, address));
  const field = page.locator('[name=email]');
  await field.press('Enter');
  // A request of the first press would arrive before the allowed one of the second.
  await field.fill('marker@example.com');
  await page.locator('form').evaluate((form) => form.setAttribute('method', 'get'));
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/[?&]email=marker%40example\.com/);
  expect(visited).toEqual([address, page.url()]);
});
