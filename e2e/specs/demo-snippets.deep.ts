/** What the demo gives away to be copied is what it shows, and works elsewhere under exactly the policy that it prints. */
import type { FrameLocator, Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { lookInside } from '../support/look-inside.ts';
import { expect, test } from '../support/with-server.ts';

const embeds = ['element', 'script', 'iframe', 'code'] as const;
type Embed = (typeof embeds)[number];

const insideOf = (page: Page, embed: Embed): Page | FrameLocator =>
  embed === 'iframe' ? page.frameLocator('iframe[data-apply-frame]') : page;

const formOf = (page: Page, embed: Embed) => insideOf(page, embed).locator('apply-form');

interface Copied {
  readonly html: string;
  readonly style: string;
  readonly script: string;
  readonly header: string;
}

/** What stands in the panel, each as it would be copied. */
async function readPanel(page: Page): Promise<Copied> {
  const text = async (name: string) => {
    const region = page.getByRole('region', { name, exact: true });
    return (await region.count()) === 0 ? '' : ((await region.locator('code').textContent()) ?? '');
  };
  return {
    html: await text('HTML'),
    style: await text('Style, in the head'),
    script: await text('Your own script'),
    header: await text('Response header of your page'),
  };
}

const choose = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption(option);

/** The two open in the place of one another. */
const openAll = (page: Page) => page.getByRole('button', { name: 'All it needs' }).click();
const openMore = (page: Page) => page.getByRole('button', { name: 'More', exact: true }).click();

/** A page that allows nothing but its picture, and what the demo says that the form needs. */
const policyOf = (header: string) =>
  header.replace(
    /^Content-Security-Policy: /,
    "default-src 'none'; img-src data:; require-trusted-types-for 'script'; ",
  );

const hostPage = ({ html, style, script }: Copied) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Jobs</title>
    <link rel="icon" href="data:," />
    ${style}
  </head>
  <body><h1>Ward Coordinator</h1>${html}${script === '' ? '' : '<script src="/own.js" defer></script>'}</body>
</html>`;

declare global {
  interface Window {
    refused: string[];
  }
}

/** Before the page is opened: what its policy refuses. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    window.refused = [];
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      window.refused.push(`${effectiveDirective} ${blockedURI}`);
    });
  });

const accentOf = (page: Page, embed: Embed) =>
  insideOf(page, embed)
    .locator('button[type=submit]')
    .evaluate((button) => getComputedStyle(button).backgroundColor);

for (const embed of embeds) {
  test(`an embed by ${embed} works on another origin as copied, plain and dressed, under the printed policy`, async ({
    page,
    context,
    server,
    host,
  }) => {
    const visitor = await context.newPage();
    await watch(visitor);
    const show = async (copied: Copied, policy: string) => {
      await visitor.route('**/own.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: copied.script }),
      );
      await visitor.goto(host.show(hostPage(copied), { 'content-security-policy': policy }));
    };

    await page.goto(`${server.origin}/?form=engineer&embed=${embed}&applicant=new`);
    await openAll(page);
    await expect(formOf(page, embed)).toHaveAttribute('data-state', 'ready');
    const plain = await readPanel(page);
    await show(plain, policyOf(plain.header));
    await expect(formOf(visitor, embed)).toHaveAttribute('data-state', 'ready');
    expect(await visitor.evaluate(() => window.refused)).toEqual([]);

    // Without the last of the printed directives, something is refused.
    await show(plain, policyOf(plain.header.replace(/; [^;]*$/, '')));
    await expect.poll(() => visitor.evaluate(() => window.refused)).not.toEqual([]);

    // A form of its own: what is typed into the one before it would go with it.
    const firstName = insideOf(page, embed).getByLabel('First name');
    await expect(firstName).toBeVisible();
    await openMore(page);
    await choose(page, 'Applicant', 'Known (token)');
    await openAll(page);
    await expect(page.getByText('This token is for')).toBeVisible();
    await expect(firstName).toBeHidden();
    // Dressing a form takes nothing away that was typed.
    await new Applicant(insideOf(page, embed)).answer('101', 'A planner');
    await page.getByText('Bank', { exact: true }).click();
    await openMore(page);
    await choose(page, 'Theme', 'Dark');
    await openAll(page);
    await choose(page, 'Language', 'Deutsch');
    await expect(insideOf(page, embed).getByRole('button', { name: 'Bewerbung senden' })).toBeVisible();
    await expect(insideOf(page, embed).getByRole('textbox').first()).toHaveValue('A planner');
    await choose(page, embed === 'iframe' ? 'Helper' : 'Script', 'pinned');
    await expect(page.getByRole('region', { name: 'Response header of your page' })).toContainText('sha256-');
    const dressed = await readPanel(page);
    expect(dressed.html).toContain('integrity="sha384-');
    await show(dressed, policyOf(dressed.header));
    await expect(formOf(visitor, embed)).toHaveAttribute('data-state', 'ready');
    expect(await visitor.evaluate(() => window.refused)).toEqual([]);
    for (const each of [page, visitor]) {
      await expect(insideOf(each, embed).getByRole('button', { name: 'Bewerbung senden' })).toBeVisible();
      if (embed !== 'iframe') await expect.poll(() => accentOf(each, embed)).toBe('rgb(217, 179, 106)');
    }
  });
}

test('the look inside follows a form in an iframe, and what went of it', async ({ page, server }) => {
  await page.goto(`${server.origin}/?form=engineer&embed=iframe`);
  const inside = page.frameLocator('iframe');
  await expect(inside.locator('apply-form')).toHaveAttribute('data-state', 'ready');
  await lookInside(page);
  const open = (tab: string) => page.getByRole('tab', { name: tab }).click();
  const requests = page.getByRole('tabpanel', { name: 'Requests' });
  await open('Requests');
  await expect(requests).toContainText('include=answers.question · 200');
  await expect(requests).toContainText('Nothing yet: answer a question.');
  await new Applicant(inside).answer('102', '8');
  await expect(requests).toContainText('POST /api/v1/answers · question 102');
  await open('Tree');
  const shown = page.getByRole('tabpanel', { name: 'Tree' }).locator('.lit');
  await expect(shown.filter({ hasText: 'Which engineers have you helped' })).toBeVisible();
});

test('a visitor without an application makes one, and the look inside shows it', async ({ page, server }) => {
  await page.goto(`${server.origin}/?applicant=new&form=wide`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await lookInside(page);
  await page.getByLabel('First name').fill('Ward');
  await page.getByLabel('Last name').fill('Coordinator');
  await page.getByLabel('Email address').fill('ward@example.com');
  await applicant.answer('30002', false);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  await page.getByRole('tab', { name: 'Requests' }).click();
  const requests = page.getByRole('tabpanel', { name: 'Requests' });
  await expect(requests).toContainText('POST /api/v1/applications · 201');
  await expect(requests).toContainText('POST /api/v1/answers · question 30002 · 201');
});

test('the panel opens by keyboard, fits a phone, and axe finds nothing in it', async ({
  page,
  context,
  server,
}) => {
  await bringAxe(context);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${server.origin}/?form=engineer&embed=code&brand=studio&lang=ar`);
  await expect(formOf(page, 'code')).toHaveAttribute('data-state', 'ready');
  const opener = page.getByRole('button', { name: 'All it needs' });
  await opener.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('heading', { name: 'The HTML of this form' })).toBeVisible();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy Your own script' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Your own script: copied' })).toBeAttached();
  const { script } = await readPanel(page);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(script);
  expect(script).not.toContain('…');
  for (const [width, theme] of [
    [360, 'light'],
    [360, 'dark'],
    [1280, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 780 });
    await page.emulateMedia({ colorScheme: theme });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await violations(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'The HTML of this form' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Strict policy' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
