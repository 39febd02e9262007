/** What people hear who cannot see the form, where it is hardest: much at once, slow uploads, what goes under focus. */
import { Applicant } from '../support/applicant.ts';
import { type Entry, Recorder } from '../support/recorder.ts';
import { gate, RiggedProxy, refuseFor, refuseForAnHour } from '../support/rigged-proxy.ts';
import { Typist } from '../support/typist.ts';
import { expect, test } from '../support/with-server.ts';

const said = (entries: readonly Entry[]) =>
  entries.filter(({ kind }) => kind === 'said').map(({ text }) => text);

const byItself = (entries: readonly Entry[]) =>
  entries.filter(({ kind }) => ['focus', 'back', 'lost', 'came'].includes(kind));

test.describe('the form one-of-each', () => {
  let recorder: Recorder;
  let applicant: Applicant;
  let typist: Typist;
  let rig: RiggedProxy;

  test.beforeEach(async ({ page, server, sandbox }, info) => {
    const { token } = await sandbox.apply('one-of-each');
    rig = await RiggedProxy.before(page);
    recorder = await Recorder.before(page, info);
    await page.goto(`${server.origin}/form#token=${token}`);
    applicant = new Applicant(page);
    typist = new Typist(page);
    await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
    await typist.enter();
  });

  test('gives focus to the parent when the question that has it goes away, and says so once', {
    tag: '@deep',
  }, async ({ page }) => {
    await recorder.step('Yes', () => typist.press('Space'));
    const inside = await recorder.step('To the follow-up', async () => {
      await typist.press('Tab');
      await typist.press('Tab');
    });
    expect(byItself(inside)).toEqual([]);
    expect((await typist.place()).question).toBe('2101');
    const entries = await recorder.step('The host empties the form', () =>
      page.evaluate("document.querySelector('apply-form').session.form.setAnswer('2001', null)"),
    );
    expect(said(entries)).toEqual(['2 questions removed after “Yes or no”']);
    expect(byItself(entries)).toEqual([{ kind: 'back', text: expect.stringMatching(/^2001 · radio/) }]);
  });

  test('gives focus to the summary, to the words of a failed send, and to the receipt, and to nothing else', async () => {
    await recorder.step('2007 = ten', () => typist.answer('2007', 'ten'));
    const wrong = await recorder.step('Send with an error', () => typist.send());
    expect(byItself(wrong)).toEqual([
      { kind: 'focus', text: expect.stringContaining('There is a problem with 1 answer') },
    ]);
    expect(said(wrong)).toEqual([]);
    await recorder.step('2007 = 5', () => typist.answer('2007', '5'));

    const held = gate(refuseForAnHour);
    rig.submissions = held.handler;
    const sending = await recorder.step('Send', () => typist.send());
    expect(said(sending)).toEqual(['Sending your answers…']);
    expect(byItself(sending)).toEqual([]);
    const failed = await recorder.step('The service does not answer', async () => {
      held.open();
      await expect(applicant.place.locator('[part~=status]')).toBeFocused();
    });
    expect(byItself(failed)).toEqual([
      { kind: 'focus', text: expect.stringContaining('Your application is on this device. We will send it') },
    ]);

    rig.submissions = (route) => route.continue();
    const sent = await recorder.step('Send again', async () => {
      await typist.send();
      await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    });
    expect(byItself(sent)).toEqual([{ kind: 'back', text: expect.stringMatching(/^receipt/) }]);
  });

  for (const { what, reach, moves, end } of [
    {
      what: 'stays in the line that waits',
      reach: () => Promise.resolve(),
      moves: [],
      end: '[part~=status]',
    },
    {
      what: 'goes from the button that clears to the one that sends',
      reach: async (keyboard: Typist, form: Applicant) => {
        await keyboard.press('Tab');
        await expect(form.place.getByRole('button', { name: /^Clear/ })).toBeFocused();
      },
      moves: [{ kind: 'back', text: expect.stringMatching(/^submit/) }],
      end: '[type=submit]',
    },
  ])
    test(`focus ${what}, as the form tries again by itself`, {
      tag: '@deep',
    }, async ({ page }) => {
      const second = gate(refuseForAnHour);
      let tries = 0;
      rig.submissions = (route) => {
        tries += 1;
        return tries < 2 ? refuseFor(20)(route) : second.handler(route);
      };
      await recorder.step('2002 = Nurse', () => typist.answer('2002', 'Nurse'));
      await typist.send();
      await expect(applicant.place.locator('[part~=status]')).toBeFocused();
      await reach(typist, applicant);
      await recorder.step('The form waits', () => Promise.resolve());
      const again = await recorder.step('The form tries again', async () => {
        await page.clock.runFor(25_000);
        await expect(applicant.state()).toHaveAttribute('data-state', 'sending');
      });
      expect(byItself(again)).toEqual(moves);
      const failed = await recorder.step('It fails again', async () => {
        second.open();
        await expect(applicant.state()).toHaveAttribute('data-state', 'error');
      });
      expect(byItself(failed)).toEqual([]);
      await expect(applicant.place.locator(end)).toBeFocused();
    });
});
