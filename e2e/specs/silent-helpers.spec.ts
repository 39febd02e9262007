/**
 * Extensions that fill in forms, password managers and spelling helpers: what is seen in a field when *Send* is pressed
 * is what is sent, whatever events came.
 */
import type { Locator } from 'playwright/test';
import { type Applicant, meet } from '../support/applicant.ts';
import { ANALYST, block } from '../support/whole-application.ts';
import { expect, test } from '../support/with-server.ts';

/** Ways in which a helper fills in a field; the last is the browser's own. */
const ways = [
  'without an event',
  'with "change" alone',
  'with events before the value',
  'with events that do not bubble',
  'with keyboard events alone',
  'with "input" and "change"',
] as const;
type Way = (typeof ways)[number];

/** Sets the value of a control, or the checked state of a radio or checkbox. */
function set(control: Element, { way, value }: { readonly way: string; readonly value: string }): void {
  const say = (bubbles: boolean, ...types: readonly string[]) => {
    for (const type of types) control.dispatchEvent(new Event(type, { bubbles }));
  };
  if (way.includes('before')) say(true, 'focus', 'input', 'change', 'blur');
  const name = value === 'tick' || value === 'untick' ? 'checked' : 'value';
  // Some libraries wrap the setter of one element.
  const prototype: object = Object.getPrototypeOf(control);
  Reflect.set(prototype, name, name === 'checked' ? value === 'tick' : value, control);
  if (way.includes('"change"')) say(true, 'change');
  if (way.includes('"input"')) say(true, 'input');
  if (way.includes('not bubble')) say(false, 'input', 'change');
  if (way.includes('keyboard')) say(true, 'keydown', 'keypress', 'keyup');
}

type Filling = readonly (readonly [control: Locator, value: string])[];

async function fillIn(filling: Filling, way: Way): Promise<void> {
  for (const [control, value] of filling) await control.evaluate(set, { way, value });
}

/** The entries that the form would send after a validation, by question or detail. */
const entered = (applicant: Applicant): Promise<Record<string, unknown>> =>
  applicant.state().evaluate((element) => {
    // biome-ignore lint/suspicious/noExplicitAny: only tests read this.
    const form = element as any;
    form.validate();
    const entries: Record<string, unknown> = {};
    for (const { question, answer } of form.session.form.order) {
      const { kind, ...rest } = answer.peek() ?? {};
      if (kind) entries[question.id] = Object.values(rest).length > 1 ? rest : Object.values(rest)[0];
    }
    return entries;
  });

const input = (applicant: Applicant, id: string, place = 0) =>
  applicant.question(id).locator('input, textarea').nth(place);

const ofEachKind = (applicant: Applicant): Filling => {
  const day = (id: string, date: readonly string[], end = 0) =>
    ['day', 'month', 'year'].map(
      (part, index) =>
        [applicant.question(id).locator(`[data-date-part=${part}]`).nth(end), date[index] ?? ''] as const,
    );
  return [
    [input(applicant, '2001'), 'tick'],
    [input(applicant, '2002'), 'Nurse'],
    [input(applicant, '2003'), 'day shifts'],
    [input(applicant, '2004'), 'https://example.org/me'],
    [input(applicant, '2005', 1), 'tick'],
    [input(applicant, '2006', 3), 'tick'],
    [input(applicant, '2006', 1), 'tick'],
    [input(applicant, '2007'), '5,5'],
    ...day('2008', ['5', '6', '2024']),
    ...day('2011', ['1', '2', '2023']),
    ...day('2011', ['3', '4', '2023'], 1),
  ];
};

test('the form takes answers of every type from a helper, with and without events', async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  // The number parser loads on the first touch.
  const text = input(applicant, '2002');
  await text.focus();
  await expect(text).toHaveAttribute('enterkeyhint', /./);
  for (const way of ways)
    await test.step(way, async () => {
      await fillIn(ofEachKind(applicant), way);
      expect(await entered(applicant)).toMatchObject({
        2001: true,
        2002: 'Nurse',
        2003: 'day shifts',
        2004: 'https://example.org/me',
        2005: ['Part time'],
        2006: ['Evenings', 'Weekends'],
        2007: '5.5',
        2008: '2024-06-05',
        2011: { from: '2023-02-01', to: '2023-04-03' },
      });
      await applicant.state().evaluate((element: HTMLElementTagNameMap['apply-form']) => element.reset());
      await expect(text).toHaveValue('');
    });
  await fillIn(ofEachKind(applicant), 'without an event');
  await applicant.send();
  await applicant.reaches('complete');
  expect(Object.fromEntries(await sandbox.held(application))).toMatchObject({
    2001: true,
    2002: 'Nurse',
    2007: '5.5',
  });
});

test('the form takes details, a phone number with its country, and consents from a helper', {
  tag: '@deep',
}, async ({ page, server }) => {
  const applicant = await meet(page, `${server.origin}/form#job=${ANALYST}&tenant=default`);
  const detail = (name: string, kind = 'input') => block(applicant, name).locator(kind).first();
  await fillIn(
    [
      [detail('first_name'), 'Ada'],
      [detail('phone', 'select'), 'FR'],
      [detail('phone'), '06 12 34 56 78'],
      [detail('country', 'select'), 'DE'],
      [detail('postcode'), '10115'],
      [applicant.place.locator('[data-consent] input').first(), 'tick'],
    ],
    'without an event',
  );
  const entries = await entered(applicant);
  expect(entries).toMatchObject({
    'detail:first_name': 'Ada',
    'detail:phone': { text: '06 12 34 56 78', country: 'FR' },
    'detail:country': ['DE'],
    'detail:postcode': '10115',
  });
  expect(Object.keys(entries).filter((id) => id.startsWith('detail:consent'))).toHaveLength(1);
});

test('the form takes choices that a helper removes or exchanges below a maximum', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
}) => {
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  await applicant.answer('2001', true);
  await applicant.answer('2005', ['Either']);
  await applicant.answer('2006', ['Evenings', 'Nights', 'Weekends']);
  await fillIn(
    [
      [input(applicant, '2001'), 'untick'],
      [input(applicant, '2005'), 'tick'],
      [input(applicant, '2006'), 'tick'],
      [input(applicant, '2006', 3), 'untick'],
    ],
    'without an event',
  );
  const entries = await entered(applicant);
  expect(entries).toMatchObject({ 2005: ['Full time'], 2006: ['Days', 'Evenings', 'Nights'] });
  expect(entries).not.toHaveProperty('2001');
});
