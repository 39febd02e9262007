/** The journeys of an applicant in every engine: from the first question to the receipt, and returning at a bad moment. */
import { expect } from 'playwright/test';
import type { Errand, Silence } from './line.ts';
import {
  attachFile,
  entryOf,
  openForm,
  returns,
  sees,
  stateOf,
  textOf,
  untilState,
  type Visit,
} from './visit.ts';

export interface Journey {
  /** The title of the test. */
  readonly name: string;
  /** Whether another page must find the draft. */
  readonly isKept?: boolean;
  run(visit: Visit): Promise<unknown>;
}

const block = (question: string) => `[data-question-id="${question}"]`;
const field = (question: string) => `${block(question)} :is(input, textarea)`;
const yes = `${block('2001')} input[value=true], ${block('2001')} label:nth-of-type(1) input`;
const no = `${block('2001')} label:nth-of-type(2) input`;
const send = 'button[type=submit]';
const file = `${block('2009')} input[type=file]`;
const fileRow = `${block('2009')} li`;

const untilAdded = (visit: Visit) => expect.poll(() => textOf(visit, fileRow)).toMatch(/letter\.pdf.*Added/);

const attach = (visit: Visit) => attachFile(visit, file, 'letter.pdf');

async function attachAndWait(visit: Visit): Promise<void> {
  await attach(visit);
  await untilAdded(visit);
}

/** Waits for the notice of the first answer, and for the last answer a moment later. */
async function untilKept(visit: Visit): Promise<void> {
  await expect.poll(() => textOf(visit, '.af-status')).toContain('Saved on this device');
  let last: unknown = null;
  const isSame = async () => {
    const before = last;
    last = await visit.tab.evaluate('Object.entries(localStorage)');
    return JSON.stringify(before) === JSON.stringify(last);
  };
  await expect.poll(isSame, { intervals: [300] }).toBe(true);
}

const untilAnswered = (visit: Visit) => expect.poll(() => entryOf(visit, field('2002'))).toBe('Nurse');

/** Fills in the shortest application, whose answers are `sentAnswers`. */
async function fillIn({ tab }: Visit): Promise<void> {
  await tab.click(no);
  await tab.type(field('2002'), 'Nurse');
}
const sentAnswers = ['2001', '2002'];

async function openAndFillIn(visit: Visit): Promise<void> {
  await openForm(visit);
  await fillIn(visit);
}

/** Expects each answer once, in order, and a receipt that does not offer to send again. */
async function checkReceipt(visit: Visit, answers: readonly string[] = sentAnswers): Promise<void> {
  await untilState(visit, 'complete');
  expect(await visit.sandbox.posts(visit.application)).toEqual(answers);
  expect(await sees(visit, send)).toBe(false);
}

async function sendAndCheck(visit: Visit, answers?: readonly string[]): Promise<void> {
  await visit.tab.click(send);
  await checkReceipt(visit, answers);
}

async function enterDate({ tab }: Visit): Promise<void> {
  for (const [part, text] of Object.entries({ day: '5', month: '6', year: '2024' }))
    await tab.type(`${block('2008')} [data-date-part=${part}]`, text);
}

const steps: readonly Journey[] = [
  {
    name: 'a follow-up comes and goes with the answer above it',
    async run(visit) {
      await openForm(visit);
      const isThere = () => sees(visit, block('2101'));
      expect(await isThere()).toBe(false);
      await visit.tab.click(yes);
      await expect.poll(isThere).toBe(true);
      await visit.tab.click(no);
      await expect.poll(isThere).toBe(false);
    },
  },
  {
    name: 'a file is taken and named',
    async run(visit) {
      await openForm(visit);
      await attachAndWait(visit);
    },
  },
  {
    name: 'a date is typed and understood',
    async run(visit) {
      await openForm(visit);
      await enterDate(visit);
      // The question is shown only for 5 June 2024.
      await expect.poll(() => sees(visit, block('2124'))).toBe(true);
    },
  },
  {
    name: 'what was typed and attached is back after a reload',
    isKept: true,
    async run(visit) {
      await openAndFillIn(visit);
      await attachAndWait(visit);
      await untilKept(visit);
      await returns['loaded again'](visit);
      await untilState(visit, 'ready');
      await untilAnswered(visit);
      await untilAdded(visit);
    },
  },
  {
    name: 'every answer arrives once, a hidden one never, and there is a receipt',
    async run(visit) {
      await openForm(visit);
      await visit.tab.click(yes);
      await visit.tab.type(field('2101'), 'Canary');
      await fillIn(visit);
      await enterDate(visit);
      await attachAndWait(visit);
      await sendAndCheck(visit, ['2001', '2002', '2008', '2009']);
      expect(await textOf(visit, 'code')).toMatch(/^[A-Z0-9]{4}-/);
    },
  },
  {
    name: 'back and forward lose no answer, and a receipt stays one',
    isKept: true,
    async run(visit) {
      const { driver } = visit.tab;
      await openAndFillIn(visit);
      await untilKept(visit);
      await returns['left and returned to'](visit);
      await untilAnswered(visit);
      await driver.forward();
      await driver.back();
      await untilAnswered(visit);
      await sendAndCheck(visit);
      await returns['left and returned to'](visit);
      await checkReceipt(visit);
    },
  },
];

const untilSilent = ({ line }: Visit) => expect.poll(() => line.silenced()).toBeGreaterThan(0);

/** Sends a request on a silent line. */
async function askInSilence(visit: Visit, errand: Errand, silence: Silence, ask: () => Promise<unknown>) {
  visit.line.silence(errand, silence);
  await ask();
  await untilSilent(visit);
}

type Return = () => Promise<void>;

/** Forms that are left at a bad moment. */
const moments: Readonly<Record<string, (visit: Visit, comeBack: Return) => Promise<unknown>>> = {
  async load(visit, comeBack) {
    await askInSilence(visit, 'questions', 'lost', () => visit.tab.driver.go(visit.address));
    visit.line.mend();
    await comeBack();
    // WebKit restores the page with a failed request, and the form offers another try.
    await untilState(visit, 'ready', 'error');
    if ((await stateOf(visit)) === 'error') await visit.tab.click('button');
    await untilState(visit, 'ready');
    await fillIn(visit);
    await sendAndCheck(visit);
  },
  async upload(visit, comeBack) {
    await openAndFillIn(visit);
    await askInSilence(visit, 'upload', 'lost', () => attach(visit));
    await untilKept(visit);
    visit.line.mend();
    await comeBack();
    await untilAnswered(visit);
    await attachAndWait(visit);
    await sendAndCheck(visit, [...sentAnswers, '2009']);
  },
  async send(visit, comeBack) {
    await openAndFillIn(visit);
    await untilKept(visit);
    await askInSilence(visit, 'submission', 'unanswered', () => visit.tab.click(send));
    visit.line.mend();
    await comeBack();
    // At most one more press is needed, and possible.
    await untilState(visit, 'ready', 'received', 'complete');
    if ((await stateOf(visit)) !== 'ready') return checkReceipt(visit);
    await untilAnswered(visit);
    return sendAndCheck(visit);
  },
  async receipt(visit, comeBack) {
    await openAndFillIn(visit);
    await sendAndCheck(visit);
    await comeBack();
    await checkReceipt(visit);
  },
};

const comingBack = Object.entries(moments).flatMap(([moment, run]) =>
  Object.entries(returns).map(([way, comeBack]) => ({
    name: `${way} at the moment of ${moment}, it loses nothing and sends nothing twice`,
    isKept: ['upload', 'send'].includes(moment),
    run: (visit: Visit) => run(visit, () => comeBack(visit)),
  })),
);

export const journeys: readonly Journey[] = [...steps, ...comingBack];

/** Lines that neither answer nor fail. */
const silentLines: Readonly<Record<Errand, (visit: Visit, silence: Silence) => Promise<unknown>>> = {
  async questions(visit, silence) {
    visit.line.silence('questions', silence);
    await visit.tab.driver.go(visit.address);
    await untilState(visit, 'error');
    visit.line.mend();
    await visit.tab.click('button');
    await untilState(visit, 'ready');
  },
  async upload(visit, silence) {
    await openAndFillIn(visit);
    await askInSilence(visit, 'upload', silence, () => attach(visit));
    visit.line.mend();
    await expect.poll(() => textOf(visit, fileRow)).toContain('Try again');
    await visit.tab.click(`${fileRow} button`);
    await untilAdded(visit);
    await sendAndCheck(visit, [...sentAnswers, '2009']);
  },
  async submission(visit, silence) {
    await openAndFillIn(visit);
    await askInSilence(visit, 'submission', silence, () => visit.tab.click(send));
    await untilState(visit, 'error');
    visit.line.mend();
    // The form tries again by itself.
    await checkReceipt(visit);
  },
};

export const silentJourneys: readonly Journey[] = (['questions', 'upload', 'submission'] as const).flatMap(
  (errand) =>
    (['lost', 'unanswered'] as const).map((silence) => ({
      name: `where its ${errand} is ${silence}, it goes on and sends once`,
      run: (visit) => silentLines[errand](visit, silence),
    })),
);
