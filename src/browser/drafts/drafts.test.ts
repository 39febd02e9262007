import { beforeEach, describe, expect, test, vi } from 'vitest';
import { prefilled } from '../../form/field-state.ts';
import { fill, refuse, restrict } from '../../form/fill.ts';
import { batch } from '../../form/signals.ts';
import { detailsNamed, gender, loadWith, terms } from '../details/details.support.ts';
import { quiet } from '../settle.support.ts';
import {
  comeBack,
  id,
  KEY,
  keyOf,
  leave,
  OLDER,
  submission,
  textAnswer,
  treeWith,
  Visit,
  visit,
  world,
} from './drafts.support.ts';

const stored = () => world.local.text + world.tab.text;
const nothing = '[][]';
const CLEAR = ['Clear my answers', 'Yes, delete them'];

function fillByHost({ form }: Visit, ...names: readonly string[]): void {
  const entries = names.map((name) => ({ question: id(name), answer: textAnswer('of the host') }));
  for (const { answer } of entries) prefilled.add(answer);
  fill(form, entries);
}

/** Refuses these answers and opens them for a correction, like after a receipt. */
async function refuseAnswers({ form }: Visit, ...names: readonly string[]): Promise<void> {
  batch(() => {
    form.submission.value = { kind: 'accepted', submission: submission('attention'), sent: new Map() };
    refuse(form, names.map(id));
    restrict(form, names.map(id));
  });
  await quiet();
}

const errors = ({ form }: Visit) =>
  form.order.flatMap(({ question: each, error }) => (error.peek() ? [[each.id, error.peek()?.code]] : []));

describe.each<readonly [string, Record<string, string>]>([
  ['with an application', { token: 'sealed' }],
  ['without an application', { job: '4711' }],
])('a draft %s', (_name, given) => {
  beforeEach(() => {
    world.attributes = given;
  });

  test('is stored sealed from the first answer on, and comes back with hidden answers', async () => {
    const first = await visit();
    expect(stored()).toBe(nothing);
    expect(first.drafts.isStored.value).toBeNull();
    await first.type('1', 'yes');
    await first.type('2', 'a canary');
    await first.type('1', 'no');
    await expect.poll(() => first.drafts.isStored.value).toBe(true);
    expect(stored()).not.toMatch(/canary|Question|"1"/);
    expect(stored()).not.toContain(KEY);
    const second = await visit();
    expect([second.entered('1'), second.entered('2')]).toEqual([textAnswer('no'), textAnswer('a canary')]);
    expect(second.notice?.text).toBe('We have restored your answers.');
  });

  test('opens with its own key only, and without a key the form says that it stores no draft', async () => {
    await (await visit()).type('1', 'yes');
    world.keys = [OLDER];
    expect((await visit()).entered('1')).toBeNull();
    world.keys = [];
    world.local.items.clear();
    world.tab.items.clear();
    const keyless = await visit();
    await keyless.type('1', 'yes');
    expect(keyless.line).toMatchObject({ text: expect.stringMatching(/cannot be saved/), buttons: [] });
    expect(stored()).toBe(nothing);
  });

  test('is deleted on request, after a confirmation', async () => {
    const first = await visit();
    await first.type('1', 'yes');
    await first.press('Clear my answers');
    expect(first.line?.isQuestion).toBe(true);
    expect(first.entered('1')).toEqual(textAnswer('yes'));
    await first.press('Yes, delete them');
    expect([first.entered('1'), stored()]).toEqual([null, nothing]);
    expect(first.announcement).toBe('Your answers have been deleted.');
  });

  test('stays until the application is delivered, and is deleted then', async () => {
    const first = await visit();
    await first.type('1', 'a canary');
    await first.accept('attention');
    expect((await visit()).entered('1')).toEqual(textAnswer('a canary'));
    await first.accept('complete');
    expect((await visit()).entered('1')).toBeNull();
  });

  test('remembers which refused answers the applicant has corrected', async () => {
    const first = await visit();
    await first.type('1', 'yes');
    await first.type('3', 'other');
    await refuseAnswers(first, '1', '3');
    await first.type('1', 'no');
    const second = await visit();
    await refuseAnswers(second, '1', '3');
    expect(errors(second)).toEqual([['3', 'refused']]);
    // A third visit stores its draft before it knows the outcome.
    await visit();
    const fourth = await visit();
    await refuseAnswers(fourth, '1', '3');
    expect(errors(fourth)).toEqual([['3', 'refused']]);
    // A corrected answer that is sent and refused again has its error again.
    fourth.form.submission.value = { kind: 'sending' };
    await quiet();
    restrict(fourth.form, null);
    await refuseAnswers(fourth, '1', '3');
    expect(errors(fourth)).toHaveLength(2);
  });

  test('is deleted when the applicant empties the form', async () => {
    const first = await visit();
    await first.type('1', 'yes');
    first.form.setAnswer(id('1'), null);
    await expect.poll(stored).toBe(nothing);
  });

  test('expires after a week, even when the clock was ahead', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await (await visit()).type('1', 'yes');
    vi.setSystemTime(Date.now() - 86_400_000);
    expect((await visit()).entered('1')).toEqual(textAnswer('yes'));
    vi.setSystemTime(Date.now() + 9 * 86_400_000);
    expect((await visit()).entered('1')).toBeNull();
  });

  test('is not stored when the host turns drafts off, and an existing one is deleted', async () => {
    await (await visit()).type('1', 'yes');
    world.attributes = { ...given, draft: 'off' };
    const second = await visit();
    await second.type('3', 'nothing');
    expect([second.entered('1'), second.line, stored()]).toEqual([null, null, nothing]);
  });

  test('that cannot be stored shows a message, and is stored as soon as possible', async () => {
    world.local.isFull = true;
    world.tab.isFull = true;
    const first = await visit();
    await first.type('1', 'yes');
    expect(first.line?.text).toMatch(/cannot be saved/);
    expect(first.drafts.isStored.value).toBe(false);
    world.local.isFull = false;
    world.tab.isFull = false;
    await first.type('1', 'more');
    await expect.poll(() => first.drafts.isStored.value).toBe(true);
  });

  test('of a changed form is restored as far as it fits, and the changes are listed', async () => {
    const first = await visit();
    await first.type('1', 'yes');
    await first.type('3', 'lost');
    const second = await visit(treeWith('30'), 'r2');
    expect(second.entered('1')).toEqual(textAnswer('yes'));
    expect(second.view.peek()).toMatchObject({
      changed: { questions: ['30'], lost: [{ answer: textAnswer('lost') }] },
    });
  });

  test('merges the answers of two pages, and drops an answer that one page removed', async () => {
    const first = await visit();
    const second = await visit();
    await first.type('1', 'of the first');
    await second.type('3', 'of the second');
    const third = await visit();
    expect([third.entered('1'), third.entered('3')]).toEqual([
      textAnswer('of the first'),
      textAnswer('of the second'),
    ]);
    third.form.setAnswer(id('1'), null);
    await quiet();
    expect((await visit()).entered('1')).toBeNull();
  });

  test('keeps the answers that another page has sent', async () => {
    const first = await visit();
    await first.type('1', 'sent');
    const second = await visit();
    await first.accept('received');
    await second.type('1', 'too late');
    expect((await visit()).entered('1')).toEqual(textAnswer('sent'));
  });

  test.each(['', '{}', 'null', '0 handle broken'])(
    'is ignored when its stored text is invalid: %s',
    async (text) => {
      await (await visit()).type('1', 'yes');
      for (const storage of [world.local, world.tab])
        for (const name of storage.items.keys()) storage.items.set(name, text);
      expect((await visit()).entered('1')).toBeNull();
    },
  );
});

test('a late draft fills the empty fields, and wins over the prefill of the host', async () => {
  const before = await visit();
  await before.type('1', 'of the draft');
  await before.type('3', 'of the draft');
  const late = new Visit(treeWith(), 'r1');
  late.draw();
  fillByHost(late, '1');
  late.form.setAnswer(id('3'), textAnswer('typed'));
  await quiet();
  expect([late.entered('1'), late.entered('3')]).toEqual([textAnswer('of the draft'), textAnswer('typed')]);
});

test('a draft leaves out unchanged values that the host filled in', async () => {
  const first = await visit();
  fillByHost(first, '1', '3');
  await first.type('3', 'typed');
  const second = await visit();
  expect([second.entered('1'), second.entered('3')]).toEqual([null, textAnswer('typed')]);
});

test('a draft leaves out consents and equality monitoring', async () => {
  world.attributes = { job: '4711' };
  const meta = { details: detailsNamed('phone', 'address'), consent: [terms], equality: [gender] };
  const { form } = await visit(loadWith(meta).tree);
  const chosen = (option: string) => ({ kind: 'choice' as const, options: [option] });
  const phone = { kind: 'text', text: '020 7946 0018', country: 'GB' } as const;
  form.setAnswer(id('detail:phone'), phone);
  form.setAnswer(id('detail:country'), chosen('GB'));
  form.setAnswer(id('detail:consent:terms'), chosen('3'));
  form.setAnswer(id('detail:equality:gender'), chosen('9'));
  await quiet();
  const back = await visit(loadWith(meta).tree);
  expect(back.entered('detail:phone')).toEqual(phone);
  expect(back.entered('detail:country')).toEqual(chosen('GB'));
  expect([back.entered('detail:consent:terms'), back.entered('detail:equality:gender')]).toEqual([
    null,
    null,
  ]);
  // The draft has only the chosen one of 249 countries.
  expect(world.tab.text.length).toBeLessThan(4_000);
});

test('a visitor continues in the session of the tab, and drops a session that is refused', async () => {
  world.attributes = { job: '4711' };
  await (await visit()).type('1', 'yes');
  const { drafts } = await visit();
  expect(world.used).toEqual([[null, 'of.the.session']]);
  expect([drafts.forgetToken(), drafts.forgetToken()]).toEqual([true, false]);
  drafts.recall();
  expect(world.used.at(-1)).toEqual([null, null]);
});

describe('a draft stored on the device', () => {
  const KEEP = 'Keep on this device for 7 days';
  const UNTIL = /^Kept on this device until /;

  beforeEach(() => {
    world.attributes = { job: '4711' };
  });

  async function keepOne(): Promise<Visit> {
    const first = await visit();
    await first.type('1', 'canary');
    await first.press(KEEP);
    return first;
  }

  test('is sealed with its handle and expiry, and the form announces it', async () => {
    const first = await keepOne();
    expect(first.line?.text).toMatch(UNTIL);
    expect(first.announcement).toBe(first.line?.text);
    expect(world.local.text).toMatch(/^\[\["apply-form:[\w-]{22}","\d{13} given\.back [\w-]+"\]\]$/);
    expect(world.used).toEqual([['of-the-device', 'given.back']]);
    expect(stored()).not.toMatch(/canary|of-the-device/);
  });

  test('moves back to the tab when the visitor turns storage off', async () => {
    const first = await keepOne();
    await first.press('Do not keep on this device');
    expect([first.line?.text, world.local.text]).toEqual(['Saved in this tab', '[]']);
    expect(world.tab.items.size).toBe(1);
  });

  test('stays closed until the visitor presses Continue, and newer answers win', async () => {
    await (await keepOne()).type('3', 'of the first visit');
    const back = await comeBack();
    expect([back.entered('1'), back.entered('3')]).toEqual([null, null]);
    expect(back.notice?.buttons.map(({ text }) => text)).toEqual(['Continue', 'Start again']);
    fillByHost(back, '1');
    await back.type('3', 'meanwhile');
    await back.press('Continue');
    expect([back.entered('1'), back.entered('3')]).toEqual([textAnswer('canary'), textAnswer('meanwhile')]);
    expect(back.announcement).toBe('We have restored your answers.');
    expect(back.line?.text).toMatch(UNTIL);
    // A reload of the tab now restores the draft by itself.
    expect((await visit()).entered('3')).toEqual(textAnswer('meanwhile'));
  });

  test.each([
    ['no longer gives the key', null],
    ['gives another key', keyOf(9)],
  ])('when the proxy %s, the form says so and keeps the newer answers', async (_, key) => {
    await keepOne();
    const back = await comeBack();
    await back.type('3', 'meanwhile');
    world.keptKey = key;
    await back.press('Continue');
    expect(back.notice?.text).toMatch(/no longer available/);
    expect(back.announcement).toMatch(/no longer available/);
    expect([back.entered('1'), back.entered('3')]).toEqual([null, textAnswer('meanwhile')]);
    expect(world.local.text).toBe('[]');
  });

  test('is deleted after delivery, by Start again, and by Clear my answers', async () => {
    await (await keepOne()).accept('complete');
    expect(world.local.text).toBe('[]');
    await keepOne();
    const back = await comeBack();
    await back.press('Start again');
    expect(world.local.items.size).toBe(1);
    await back.press('Yes, delete them');
    expect(world.local.text).toBe('[]');
    await (await keepOne()).press(...CLEAR);
    expect(stored()).toBe(nothing);
  });

  test.each<readonly [string, (visitor: Visit) => unknown]>([
    ['sent', (visitor) => visitor.accept('complete')],
    ['cleared', (visitor) => visitor.press(...CLEAR)],
    ['left', leave],
  ])('of another person stays unchanged while a form is typed in, and then %s', async (_, act) => {
    await keepOne();
    const before = world.local.text;
    const visitor = await comeBack();
    await visitor.type('1', 'of another person');
    await act(visitor);
    await quiet();
    expect(world.local.text).toBe(before);
    // A page with drafts turned off deletes all of it.
    world.attributes = { job: '4711', draft: 'off' };
    await visit();
    expect(world.local.text).toBe('[]');
  });

  test('of another person must be deleted before a new one is stored', async () => {
    await keepOne();
    const visitor = await comeBack();
    await visitor.type('1', 'of another person');
    expect(visitor.line?.buttons.map(({ text }) => text)).toEqual(['Clear my answers']);
    await visitor.press('Start again', 'Yes, delete them');
    world.keptKey = keyOf(9);
    await visitor.press(KEEP);
    expect(visitor.line?.text).toMatch(UNTIL);
  });

  test('stays in the tab when storing fails, and the next press tries again', async () => {
    world.keepStatus = 503;
    const first = await keepOne();
    expect(first.line?.text).toMatch(/could not be kept on this device; they are saved in this tab/);
    expect([world.local.items.size, world.tab.items.size]).toEqual([0, 1]);
    world.keepStatus = 201;
    await first.press(KEEP);
    expect(first.line?.text).toMatch(UNTIL);
  });

  test('expires after a week, and the next form of the site deletes it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await keepOne();
    vi.setSystemTime(Date.now() + 604_800_000);
    world.attributes = { job: '4712' };
    await comeBack();
    expect(world.local.text).toBe('[]');
  });
});

describe('after a rotation of the secret', () => {
  const names = () => [...world.local.items.keys()];

  test('a draft opens with the old key, and is sealed with the new one', async () => {
    world.keys = [OLDER];
    await (await visit()).type('1', 'yes');
    const [oldName] = names();
    world.keys = [KEY, OLDER];
    expect((await visit()).entered('1')).toEqual(textAnswer('yes'));
    expect(names()).toHaveLength(1);
    expect(names()).not.toContain(oldName);
    world.keys = [KEY];
    expect((await visit()).entered('1')).toEqual(textAnswer('yes'));
  });

  test('turning drafts off deletes the draft under both keys', async () => {
    world.keys = [OLDER];
    await (await visit()).type('1', 'yes');
    world.keys = [KEY, OLDER];
    world.attributes = { token: 'sealed', draft: 'off' };
    await visit();
    expect(names()).toEqual([]);
  });
});
