/** Pages whose scripts have changed what the browser gives them. */
import { Applicant } from '../support/applicant.ts';
import { expect, test } from '../support/with-server.ts';

const hostPage = (origin: string, script: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Jobs</title><link rel="icon" href="data:,">
<script>${script}</script></head>
<body><script src="${origin}/apply-form.js"></script>
<apply-form job="4711"><a href="/other">Apply on paper</a></apply-form></body></html>`;

for (const [change, script] of [
  [
    'members of every object and list',
    'Object.prototype.extend = () => {}; Array.prototype.last = () => {};',
  ],
  [
    'a fetch that hands out copies',
    'const own = fetch; fetch = async (...all) => (await own(...all)).clone();',
  ],
] as const) {
  test(`a form works on a page with ${change}`, async ({ page, host, server }) => {
    await page.goto(host.show(hostPage(server.origin, script)));
    const applicant = new Applicant(page);
    await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
    await applicant.answer('111', true);
    await applicant.send();
    await expect(page.locator('[part~=summary]')).toBeFocused();
  });
}

for (const [change, script] of [
  ['throws', 'fetch = () => { throw new Error("blocked"); };'],
  [
    'adds a header',
    'const own = fetch; fetch = (to, how) => { how.headers["x-trace"] = "1"; return own(to, how); };',
  ],
  ['drops its second argument', 'const own = fetch; fetch = (to) => own(to);'],
] as const) {
  test(`the page's developer is told of a fetch that ${change}`, async ({ page, host, server }) => {
    const told = page.waitForEvent('console', (message) => message.text().includes('<apply-form>'));
    await page.goto(host.show(hostPage(server.origin, script)));
    expect((await told).text()).toContain('window.fetch');
    await expect(new Applicant(page).state()).toHaveAttribute('data-state', 'error');
    await expect(page.getByRole('link', { name: 'Apply on paper' })).toBeVisible();
  });
}
