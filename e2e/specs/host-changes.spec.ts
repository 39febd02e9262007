/** Pages that change around the form: they open and close it, redraw themselves, and show other pages. */
import type { Page } from 'playwright/test';
import { Applicant, fileOf } from '../support/applicant.ts';
import { openHostPage, watchForTrouble } from '../support/host-pages.ts';
import { gate } from '../support/rigged-proxy.ts';
import { expect, test } from '../support/with-server.ts';

test('the page opens, closes and reopens a job in place, next to other jobs', {
  tag: '@deep',
}, async ({ page, server, host }) => {
  await openHostPage({ page, server, host }, 'job-list');
  const button = page.getByRole('button', { name: 'Software Engineer' });
  const forms = page.locator('apply-form');
  await button.click();
  await expect(forms).toHaveAttribute('data-state', 'ready');
  await page.getByRole('button', { name: 'Nurse' }).click();
  await expect(forms).toHaveCount(2);
  await button.click();
  await expect(forms).toHaveCount(1);
  await expect(forms).toHaveAttribute('job', '4715');
  await button.click();
  await expect(forms.first()).toHaveAttribute('data-state', 'ready');
  await expect(forms).toHaveCount(2);
});

/** Records timers and listeners. Must be called before the page opens; the returned function lists those that are left. */
async function watchLeaks(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const leaks = new Map<unknown, string>();
    const { setTimeout: start, clearTimeout: end } = window;
    const timer = (act: () => void, delay = 0, ...rest: unknown[]) => {
      const done = () => {
        leaks.delete(id);
        act();
      };
      const id = start(done, delay, ...rest);
      leaks.set(id, `timer of ${delay} ms`);
      return id;
    };
    const clear = (id: number) => {
      leaks.delete(id);
      end(id);
    };
    Object.assign(window, { setTimeout: timer, clearTimeout: clear });
    for (const target of [window, document]) {
      const { addEventListener: add, removeEventListener: remove } = target;
      const key = (type: string, listener: unknown) => JSON.stringify([type, String(listener)]);
      Object.assign(target, {
        addEventListener(type: string, listener: EventListener, options?: AddEventListenerOptions) {
          leaks.set(key(type, listener), `listener of ${type}`);
          options?.signal?.addEventListener('abort', () => leaks.delete(key(type, listener)));
          add.call(target, type, listener, options);
        },
        removeEventListener(type: string, listener: EventListener) {
          leaks.delete(key(type, listener));
          remove.call(target, type, listener);
        },
      });
    }
    Object.assign(window, { loose: () => [...leaks.values()] });
  });
  return () => page.evaluate<string[]>('loose()');
}

test('removing a form at any moment ends its requests, and leaves no timer and no listener', {
  tag: '@deep',
}, async ({ page, server, host }) => {
  const leaks = await watchLeaks(page);
  await openHostPage({ page, server, host }, 'job-list');
  const before = await leaks();
  const applicant = new Applicant(page);
  const button = page.getByRole('button', { name: 'Software Engineer' });
  await button.click();
  await applicant.reaches('ready');
  await page.route(/\/files\/[^/]+$/, gate().handler);
  await applicant.answer('111', false);
  await applicant.question('106').locator('input[type=file]').setInputFiles(fileOf('cv.pdf'));
  await expect(applicant.question('106').locator('progress')).toBeVisible();
  await applicant.send();
  await expect(page.locator('[part~=summary]')).toBeFocused();
  expect((await leaks()).length).toBeGreaterThan(before.length);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/files/'));
  await button.click();
  await ended;
  expect(await leaks()).toEqual(before);

  // This form is still loading.
  await page.route(/\/sessions/, gate().handler);
  const sessionRequest = page.waitForRequest(/\/sessions/);
  await button.click();
  const request = await sessionRequest;
  const over = page.waitForEvent('requestfailed', (failed) => failed === request);
  await button.click();
  await over;
  expect(await leaks()).toEqual(before);
});

interface Drawing {
  readonly notices?: number;
  readonly order?: 'form first' | 'form last';
  readonly visitors?: number;
}

test('a host that redraws its page and moves the form keeps its text, focus, upload and position', async ({
  page,
  server,
  host,
}) => {
  const trouble = await watchForTrouble(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const upload = gate();
  await page.route(/\/files\/[^/]+$/, upload.handler);
  // The top of the form stays in view, because browsers anchor a scrolled page differently.
  await page.setViewportSize({ width: 1280, height: 1400 });
  const applicant = await openHostPage({ page, server, host }, 're-rendering');
  await applicant.reaches('ready');
  const draw = (changes: Drawing, keyed = true) =>
    page.evaluate(([next, isKeyed]) => Reflect.get(window, 'drawPage')(next, isKeyed), [
      changes,
      keyed,
    ] as const);
  const block = await applicant.question('101').elementHandle();
  await applicant.question('106').locator('input[type=file]').setInputFiles(fileOf('cv.pdf'));
  const bar = applicant.question('106').locator('progress');
  await expect(bar).toBeVisible();
  const input = applicant.question('101').locator('input');
  await input.fill('A timetable');
  await page.keyboard.type(' planner');
  await page.keyboard.press('ArrowLeft');
  const scroll = await page.evaluate('scrollY');

  await draw({ visitors: 2 });
  await draw({ visitors: 3, notices: 1 });
  await draw({ visitors: 4, notices: 0 });
  await draw({ visitors: 5 }, false);
  await expect(page.locator('apply-form')).toHaveAttribute('class', 'drawn-5');
  expect(await page.evaluate('scrollY')).toBe(scroll);
  await page.keyboard.type('!');
  await draw({ order: 'form first', visitors: 6, notices: 2 });
  await page.keyboard.type('?');
  await draw({ order: 'form last', visitors: 7, notices: 0 });
  await page.keyboard.type('.');

  await expect(input).toHaveValue('A timetable planne!?.r');
  expect(await block?.evaluate((node) => node.isConnected)).toBe(true);
  await expect(bar).toBeVisible();
  upload.open();
  await expect(bar).toHaveCount(0);
  await expect(applicant.question('106').locator('[part~=file]')).toContainText('cv.pdf');
  expect(requests.filter((path) => path === '/sessions')).toHaveLength(1);
  expect(trouble.errors).toEqual([]);
});

test('in a single-page site forms come and go with their pages, by element and by script, back and forth', {
  tag: '@deep',
}, async ({ page, server, host }) => {
  const trouble = await watchForTrouble(page);
  await openHostPage({ page, server, host }, 'single-page');
  const form = page.locator('apply-form');
  const show = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await expect(form).toHaveAttribute('data-state', 'ready');
  await new Applicant(page).answer('101', 'A timetable planner');
  await show('About us');
  await expect(form).toHaveCount(0);
  await show('Nurse');
  await expect(form).toHaveAttribute('data-state', 'ready');
  await expect(form).toHaveAttribute('job', '4715');
  await page.goBack();
  await expect(form).toHaveCount(0);
  await page.goForward();
  await expect(form).toHaveAttribute('data-state', 'ready');
  await expect(form).toHaveCount(1);
  await show('Engineer');
  await expect(form).toHaveAttribute('data-state', 'ready');
  await expect(form).toHaveAttribute('job', '4711');
  await expect(form).toHaveCount(1);
  expect(await page.evaluate('history.length')).toBe(5);
  expect(trouble.errors).toEqual([]);
});
