/** Announcements of a screen reader in the hardest moments: sending, a failure, and the automatic retry. */
import { type Applicant, meet } from '../support/applicant.ts';
import { type Entry, Recorder } from '../support/recorder.ts';
import { gate, pass, RiggedProxy, refuseFor, refuseForAnHour } from '../support/rigged-proxy.ts';
import { Typist } from '../support/typist.ts';
import { expect, test } from '../support/with-server.ts';

const spokenTexts = (entries: readonly Entry[]) =>
  entries.filter(({ kind }) => kind === 'said').map(({ text }) => text);
const byItself = (entries: readonly Entry[]) =>
  entries.filter(({ kind }) => ['focus', 'back', 'lost', 'came'].includes(kind));

let recorder: Recorder;
let applicant: Applicant;
let typist: Typist;
let rig: RiggedProxy;

test.beforeEach(async ({ page, server, sandbox }) => {
  const { token } = await sandbox.apply('one-of-each');
  rig = await RiggedProxy.before(page);
  recorder = await Recorder.before(page);
  applicant = await meet(page, `${server.origin}/form#token=${token}`);
  typist = new Typist(page);
  await typist.enter();
});

test('focus moves only to the error summary, the message of a failed send, and the receipt', async () => {
  await recorder.step(() => typist.answer('2007', 'ten'));
  const wrong = await recorder.step(() => typist.send());
  expect(byItself(wrong)).toEqual([
    { kind: 'focus', text: expect.stringContaining('There is a problem with 1 answer') },
  ]);
  expect(spokenTexts(wrong)).toEqual([]);
  await recorder.step(() => typist.answer('2007', '5'));
  const submission = gate(refuseForAnHour);
  rig.submissions = submission.handler;
  const sending = await recorder.step(() => typist.send());
  expect(spokenTexts(sending)).toEqual(['Sending your answers…']);
  expect(byItself(sending)).toEqual([]);
  const failed = await recorder.step(async () => {
    submission.open();
    await expect(applicant.place.locator('[part~=status]')).toBeFocused();
  });
  expect(byItself(failed)).toEqual([
    { kind: 'focus', text: expect.stringContaining('Your application is on this device. We will send it') },
  ]);
  rig.submissions = pass;
  const sent = await recorder.step(async () => {
    await typist.send();
    await applicant.reaches('complete');
  });
  expect(byItself(sent)).toEqual([{ kind: 'back', text: expect.stringMatching(/^receipt/) }]);
});

test('focus moves from the clear button to the send button when the form retries by itself', {
  tag: '@deep',
}, async ({ page }) => {
  const second = gate(refuseForAnHour);
  let tries = 0;
  rig.submissions = (route) => {
    tries += 1;
    return tries < 2 ? refuseFor(20)(route) : second.handler(route);
  };
  await recorder.step(() => typist.answer('2002', 'Nurse'));
  await typist.send();
  await expect(applicant.place.locator('[part~=status]')).toBeFocused();
  await typist.press('Tab');
  await expect(applicant.place.getByRole('button', { name: /^Clear/ })).toBeFocused();
  await recorder.step(() => Promise.resolve());
  const again = await recorder.step(async () => {
    await page.clock.runFor(25_000);
    await applicant.reaches('sending');
  });
  expect(byItself(again)).toEqual([{ kind: 'back', text: expect.stringMatching(/^submit/) }]);
  const failed = await recorder.step(async () => {
    second.open();
    await applicant.reaches('error');
  });
  expect(byItself(failed)).toEqual([]);
  await expect(applicant.place.locator('[type=submit]')).toBeFocused();
});
