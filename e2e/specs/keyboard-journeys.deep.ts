import { meet } from '../support/applicant.ts';
import { journeys } from '../support/journeys.ts';
import { type Entry, Recorder } from '../support/recorder.ts';
import { Typist } from '../support/typist.ts';
import { expect, test } from '../support/with-server.ts';

const texts = (entries: readonly Entry[], ...kinds: readonly Entry['kind'][]) =>
  entries.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);

/** Expects one announcement for each change of visible questions, in order, and no move of focus without a key. */
function expectCalm(entries: readonly Entry[], step: string): void {
  const changes = texts(entries, 'changed');
  const announcements = texts(entries, 'said');
  expect
    .soft(
      announcements.filter((text) => changes.includes(text)),
      `${step}: announcements of changes`,
    )
    .toEqual(changes);
  const remaining = announcements.filter((text) => !changes.includes(text));
  expect.soft(remaining, `${step}: said twice`).toEqual([...new Set(remaining)]);
  expect.soft(texts(entries, 'focus', 'lost', 'came'), `${step}: by itself`).toEqual([]);
  const [first = ''] = step.split(' ');
  expect
    .soft(
      texts(entries, 'back').filter((text) => !text.startsWith(first)),
      `${step}: to the parent`,
    )
    .toEqual([]);
}

for (const form of ['engineer', 'one-of-each']) {
  const journey = journeys.find((candidate) => candidate.form === form);
  if (journey === undefined) throw new Error(`There is no journey through ${form}.`);
  test(`an applicant fills in ${form} by keyboard, hears each message once, and keeps focus`, async ({
    page,
    server,
    sandbox,
  }) => {
    const { application, token } = await sandbox.apply(form);
    const recorder = await Recorder.before(page);
    const applicant = await meet(page, `${server.origin}/form#token=${token}`);
    const typist = new Typist(page);
    await typist.enter();

    const { length: required } = await page.locator('[aria-required=true], fieldset:has(.af-tag)').all();
    if (required > 0) {
      const entries = await recorder.step(() => typist.send());
      expect(texts(entries, 'focus')).toEqual([expect.stringContaining('There is a problem with')]);
      const followed = await recorder.step(async () => {
        await typist.press('Tab');
        await typist.press('Enter');
      });
      expect(texts(followed, 'focus')).toHaveLength(1);
      expect((await typist.focused()).question).not.toBeNull();
    }

    let before = journey.start;
    for (const step of journey.steps) {
      const name = `${step.answer} = ${JSON.stringify(step.with)}`;
      const entries = await recorder.step(() => typist.answer(step.answer, step.with));
      expect((await applicant.visible()).join(' '), name).toBe(step.visible);
      expectCalm(entries, name);
      if (step.visible !== before) expect.soft(texts(entries, 'changed').length, name).toBeGreaterThan(0);
      before = step.visible;
    }

    const sent = await recorder.step(async () => {
      await typist.send();
      await applicant.reaches('complete');
    });
    expect(texts(sent, 'focus', 'back')).toEqual([expect.stringMatching(/^receipt/)]);
    expect(texts(sent, 'lost')).toEqual([]);
    expect((await sandbox.posts(application)).join(' ')).toBe(journey.posts);
  });
}
