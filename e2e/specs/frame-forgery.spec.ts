/** Only messages between the form's own iframe and its page count. Each forged message is sent next to a genuine one. */
import {
  fits,
  formIn,
  frameAddress,
  heard,
  helper,
  iframe,
  insideOf,
  listen,
  post,
  reveal,
} from '../support/framed.ts';
import { careersPage } from '../support/host-pages.ts';
import { startHostServer } from '../support/host-server.ts';
import { expect, test } from '../support/with-server.ts';

const submitted = (id: string, reference: string) => ({
  apply: 1,
  id,
  type: 'apply-submitted',
  detail: { reference },
});
const resize = (id: string) => ({ apply: 1, id, type: 'resize', height: 7777 });
const set = (id: string, theme: string) => ({ apply: 1, id, type: 'set', attributes: { theme } });

test('forged messages from other origins, windows and times change nothing, on either side', async ({
  page,
  server,
  sandbox,
  host,
}) => {
  const otherServer = await startHostServer();
  const strange = otherServer.show('<!doctype html><title>Stranger</title><p>A stranger</p>');
  const [first, second] = [await sandbox.apply('one-of-each'), await sandbox.apply('one-of-each')];
  const frames = [first, second].map(({ token }) => iframe(frameAddress(server.origin, token))).join('');
  await page.goto(host.show(careersPage(helper(server.origin) + frames + iframe(strange, ''))));
  await listen(page);
  const applicant = await formIn(page);
  await formIn(page, 1);
  const [form, neighbour, otherPage] = [
    await insideOf(page),
    await insideOf(page, 1),
    await insideOf(page, 2),
  ];
  const tell = (message: object) => page.evaluate((data) => postMessage(data, '*'), message);
  // The form greets again, and the host now has the current id.
  await post(form, 'parent', { apply: 1, id: '', type: 'ready', nonce: '', styles: [], title: '' });
  await expect.poll(async () => (await heard(page)).ids.length).toBeGreaterThan(0);
  await expect.poll(() => fits(page)).toBe(true);
  const idNow = async () => (await heard(page)).ids.at(-1) ?? '';
  const id = await idNow();

  await test.step('to the host', async () => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((url) => void open(url), strange),
    ]);
    await popup.waitForLoadState();
    for (const message of [submitted(id, 'forged'), resize(id)]) {
      await post(otherPage, 'parent', message);
      await post(neighbour, 'parent', message);
      await post(popup, 'opener', message);
      await tell(message);
    }
    // The popup has the right origin, but it is another window.
    await popup.goto(`${server.origin}/form#token=${second.token}`);
    for (const message of [submitted(id, 'forged'), resize(id)]) await post(popup, 'opener', message);
    await popup.close();
    // The form's own window sends the id of another form.
    await post(form, 'parent', submitted('apply-0', 'forged'));
    await post(form, 'parent', submitted(id, 'true'));
    await expect.poll(async () => (await heard(page)).events).toEqual(['true']);
    expect(await fits(page)).toBe(true);
  });

  await test.step('to the form', async () => {
    await otherPage.evaluate(() => {
      const got: unknown[] = [];
      Object.assign(globalThis, { got });
      addEventListener('message', ({ data }) => got.push(data));
    });
    await post(otherPage, 'parent.frames[0]', { apply: 1, id: 'mine', type: 'hello', nonce: 'n' });
    await post(otherPage, 'parent.frames[0]', set(id, 'light'));
    await post(neighbour, 'parent.frames[0]', set(id, 'light'));
    const fromHost = (message: object) =>
      page.evaluate((data) => window.frames[0]?.postMessage(data, '*'), message);
    await fromHost(set('apply-0', 'light'));
    await reveal(form, '', 0);
    expect(await applicant.state().getAttribute('theme')).toBeNull();
    await fromHost(set(id, 'dark'));
    await expect(applicant.state()).toHaveAttribute('theme', 'dark');
    expect(await otherPage.evaluate('got')).toEqual([]);
  });

  await test.step('with a wrong nonce, or with an earlier id', async () => {
    await post(form, 'parent', { apply: 1, id, type: 'ready', nonce: 'guessed', styles: [], title: '' });
    await post(form, 'parent', submitted(id, 'forged'));
    await form.evaluate(() => location.reload());
    await formIn(page);
    await expect.poll(idNow).not.toBe(id);
    const next = await idNow();
    await post(form, 'parent', submitted(id, 'forged'));
    await post(form, 'parent', submitted(next, 'true again'));
    await expect.poll(async () => (await heard(page)).events).toEqual(['true', 'true again']);
  });
  await otherServer.stop();
});
