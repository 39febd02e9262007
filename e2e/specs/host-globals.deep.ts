/** Pages whose scripts have added to what every object or list has, or have taken something away. */
import { Applicant } from '../support/applicant.ts';
import { fillInDetails, fillInEngineer } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';

/** Each runs before the form's script. */
const scripts: Readonly<Record<string, string>> = {
  'members of every object': `for (const name of ['extend', 'each', 'clone', 'keys', 'values', 'size', 'merge', 'map', 'filter', 'first', 'inspect', 'update', 'remove', 'equals', 'type', 'name', 'id', 'key', 'ref'])
    Object.prototype[name] = function () { return name; };`,
  'accessors of every object': 'Object.prototype.get = () => {}; Object.prototype.set = () => {};',
  'members of every list': `for (const name of ['remove', 'contains', 'first', 'last', 'clear', 'clone', 'each', 'compact'])
    Array.prototype[name] = function () { return name; };`,
  'lists that write themselves, as in Prototype 1.6': `Array.prototype.toJSON = function () {
      return '[' + this.map((one) => JSON.stringify(one)).join(', ') + ']';
    };`,
  'no microtasks': 'window.queueMicrotask = undefined;',
};

const hostPage = (origin: string, script: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Jobs</title><link rel="icon" href="data:,">
<script>${script}</script></head><body><main>
<script src="${origin}/apply-form.js" data-apply-job="4711"></script>
</main></body></html>`;

for (const [name, script] of Object.entries(scripts)) {
  test(`an application is made, and comes back after a reload before it, on a page with ${name}`, async ({
    page,
    server,
    host,
  }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(host.show(hostPage(server.origin, script)));
    const applicant = new Applicant(page);
    await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
    await fillInDetails(applicant);
    await applicant.answer('103', ['Rust']);
    await applicant.settle();
    await expect(page.locator('.af-line', { hasText: 'Saved in this tab' })).toBeVisible();
    await page.reload();
    await expect(applicant.detail('first_name')).toHaveValue('Ada');
    await expect(applicant.question('103').getByLabel('Rust')).toBeChecked();
    await fillInEngineer(applicant);
    await applicant.send();
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    expect(errors).toEqual([]);
  });
}
