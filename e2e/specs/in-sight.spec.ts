/** After sending has failed, the message that gets focus is visible between the host's bars and above the foot. */
import type { Page } from 'playwright/test';
import { comesToRest } from '../support/at-rest.ts';
import { visit } from '../support/form-places.ts';
import { type Handler, RiggedProxy, refuse } from '../support/rigged-proxy.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const screens = [
  { width: 1280, height: 720, place: 'form page', bar: 0 },
  { width: 360, height: 740, place: 'script', bar: 60 },
  { width: 700, height: 420, place: 'script', bar: 0 },
] as const;

const failures: Readonly<Record<string, Handler>> = {
  '403 of a gateway': (route) =>
    route.fulfill({ status: 403, body: '<h1>Blocked</h1>', contentType: 'text/html' }),
  '413': refuse(413, 'body_too_large'),
  '500': (route) => route.fulfill({ status: 500, body: '' }),
  'no network': (route) => route.abort(),
  'a changed form': refuse(409, 'form_changed'),
};

/** Pixels of the focused element that the foot, a bar or the window's edge hides; 0 if it is visible. */
const hidden = (page: Page, bar: number) =>
  page.locator('apply-form').evaluate((element, edge) => {
    const root = element.querySelector('apply-form-root') ?? element.shadowRoot;
    const focused = root?.querySelector(':focus');
    const foot = root?.querySelector('.af-foot');
    if (!focused || !foot) return Number.NaN;
    // After an automatic retry the button in the foot has focus, and the foot is always visible.
    if (foot.contains(focused)) return 0;
    const { top, bottom, height } = focused.getBoundingClientRect();
    const floor = Math.min(foot.getBoundingClientRect().top, innerHeight - edge);
    const above = Math.max(0, edge - top);
    return Math.round(height > floor - edge ? above : Math.max(above, bottom - floor, 0));
  }, bar);

const bars = (height: number) => `
  apply-form { --apply-inset-top: ${height}px; --apply-inset-bottom: ${height}px }
  body::before, body::after { content: ''; position: fixed; z-index: 9; inset: 0 0 auto; height: ${height}px; background: #10243e }
  body::after { inset: auto 0 0 }
  main { padding-block: 200px }`;

for (const { width, height, place, bar } of screens)
  test(
    `the reason why sending failed is visible: ${width} × ${height}, ${place}, bars of ${bar} px`,
    deepUnless(place === 'form page'),
    async ({ page, server, sandbox, host }) => {
      await page.setViewportSize({ width, height });
      const rig = await RiggedProxy.before(page);
      const around = { page, server, sandbox, host };
      const applicant = await visit(around, { place, form: 'one-of-each', language: 'en' });
      await applicant.reaches('ready');
      if (bar > 0) await page.addStyleTag({ content: bars(bar) });
      const last = page.locator('apply-form textarea').last();
      for (const [failure, handler] of Object.entries(failures)) {
        rig.submissions = handler;
        await last.fill(`${failure}\n${'One more line.\n'.repeat(4)}`);
        await last.evaluate((field) => field.scrollIntoView({ block: 'end' }));
        await applicant.send();
        await expect(page.locator('.af-failure, .af-waiting, .af-banner').first()).toBeFocused();
        await comesToRest(page);
        expect.soft(await hidden(page, bar), failure).toBe(0);
      }
    },
  );
