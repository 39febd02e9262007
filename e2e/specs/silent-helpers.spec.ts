/**
 * The form works with extensions that fill in forms, password managers and spelling helpers: it sends what the fields
 * contain when *Send* is pressed, whatever events were dispatched.
 */
import type { Locator } from 'playwright/test';
import { type Applicant, meet } from '../support/applicant.ts';
import { ANALYST, block } from '../support/whole-application.ts';
import { expect, test } from '../support/with-server.ts';

/** The events that a helper dispatches around the change of a field. */
interface Way {
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** Default true. */
  readonly bubbles?: boolean;
}

/** Browsers themselves fill in fields in the last way. */
const ways = {
  'without an event': {},
  'with "change" alone': { after: ['change'] },
  'with events before the value': { before: ['focus', 'input', 'change', 'blur'] },
  'with events that do not bubble': { after: ['input', 'change'], bubbles: false },
  'with keyboard events alone': { after: ['keydown', 'keypress', 'keyup'] },
  'with "input" and "change"': { after: ['input', 'change'] },
} satisfies Readonly<Record<string, Way>>;

const silently: Way = ways['without an event'];

interface Change {
  readonly way: Way;
  readonly value: string;
}

/** Sets the value of a control, or the checked state of a radio or checkbox. */
function set(control: Element, { way: { before = [], after = [], bubbles = true }, value }: Change): void {
  const dispatch = (type: string) => control.dispatchEvent(new Event(type, { bubbles }));
  before.forEach(dispatch);
  const name = value === 'tick' || value === 'untick' ? 'checked' : 'value';
  // Some libraries wrap the setter of one element, so this is the setter of the prototype.
  const prototype: object = Object.getPrototypeOf(control);
  Reflect.set(prototype, name, name === 'checked' ? value === 'tick' : value, control);
  after.forEach(dispatch);
}

type Filling = readonly (readonly [control: Locator, value: string])[];

async function fillIn(filling: Filling, way: Way): Promise<void> {
  for (const [control, value] of filling) await control.evaluate(set, { way, value });
}

/** Validates the form and returns the entries that it would send, by question or detail. */
const entered = (applicant: Applicant): Promise<Record<string, unknown>> =>
  applicant.state().evaluate((element) => {
    // biome-ignore lint/suspicious/noExplicitAny: only tests read this.
    const form = element as any;
    form.validate();
    const entries: Record<string, unknown> = {};
    for (const { question, answer } of form.session.form.order) {
      const { kind, ...content } = answer.peek() ?? {};
      const values = Object.values(content);
      if (kind) entries[question.id] = values.length > 1 ? content : values[0];
    }
    return entries;
  });

const input = (applicant: Applicant, id: string, index = 0) =>
  applicant.question(id).locator('input, textarea').nth(index);

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
  // The parser of numbers loads when a field gets the focus.
  const text = input(applicant, '2002');
  await text.focus();
  await expect(text).toHaveAttribute('enterkeyhint', /./);
  for (const [name, way] of Object.entries(ways))
    await test.step(name, async () => {
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
  await fillIn(ofEachKind(applicant), silently);
  await applicant.send();
  await applicant.reaches('complete');
  expect(Object.fromEntries(await sandbox.storedAnswers(application))).toMatchObject({
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
    silently,
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
    silently,
  );
  const entries = await entered(applicant);
  expect(entries).toMatchObject({ 2005: ['Full time'], 2006: ['Days', 'Evenings', 'Nights'] });
  expect(entries).not.toHaveProperty('2001');
});
