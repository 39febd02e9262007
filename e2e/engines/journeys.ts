/** The journeys of an applicant in every engine: from the first question to the receipt, and back after leaving at a bad moment. */
import { expect } from 'playwright/test';
import type { RequestKind, Silence } from './line.ts';
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
  readonly needsDraft?: boolean;
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
async function untilSaved(visit: Visit): Promise<void> {
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
    name: 'a follow-up appears and disappears with the answer above it',
    async run(visit) {
      await openForm(visit);
      const isShown = () => sees(visit, block('2101'));
      expect(await isShown()).toBe(false);
      await visit.tab.click(yes);
      await expect.poll(isShown).toBe(true);
      await visit.tab.click(no);
      await expect.poll(isShown).toBe(false);
    },
  },
  {
    name: 'an attached file is listed by its name',
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
    needsDraft: true,
    async run(visit) {
      await openAndFillIn(visit);
      await attachAndWait(visit);
      await untilSaved(visit);
      await returns['loaded again'](visit);
      await untilState(visit, 'ready');
      await untilAnswered(visit);
      await untilAdded(visit);
    },
  },
  {
    name: 'every visible answer arrives once, a hidden one never, and there is a receipt',
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
    name: 'back and forward lose no answer, and a receipt stays a receipt',
    needsDraft: true,
    async run(visit) {
      const { driver } = visit.tab;
      await openAndFillIn(visit);
      await untilSaved(visit);
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
async function sendInSilence(visit: Visit, kind: RequestKind, silence: Silence, act: () => Promise<unknown>) {
  visit.line.silence(kind, silence);
  await act();
  await untilSilent(visit);
}

type Return = () => Promise<void>;

/** What an applicant does who leaves the form at each of these moments. */
const moments: Readonly<Record<string, (visit: Visit, comeBack: Return) => Promise<unknown>>> = {
  async load(visit, comeBack) {
    await sendInSilence(visit, 'questions', 'lost', () => visit.tab.driver.go(visit.address));
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
    await sendInSilence(visit, 'upload', 'lost', () => attach(visit));
    await untilSaved(visit);
    visit.line.mend();
    await comeBack();
    await untilAnswered(visit);
    await attachAndWait(visit);
    await sendAndCheck(visit, [...sentAnswers, '2009']);
  },
  async send(visit, comeBack) {
    await openAndFillIn(visit);
    await untilSaved(visit);
    await sendInSilence(visit, 'submission', 'unanswered', () => visit.tab.click(send));
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
    name: `a form that is ${way} during the ${moment} loses nothing and sends nothing twice`,
    needsDraft: ['upload', 'send'].includes(moment),
    run: (visit: Visit) => run(visit, () => comeBack(visit)),
  })),
);

export const journeys: readonly Journey[] = [...steps, ...comingBack];

/** Lines that neither answer nor fail. */
const silentLines: Readonly<Record<RequestKind, (visit: Visit, silence: Silence) => Promise<unknown>>> = {
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
    await sendInSilence(visit, 'upload', silence, () => attach(visit));
    visit.line.mend();
    await expect.poll(() => textOf(visit, fileRow)).toContain('Try again');
    await visit.tab.click(`${fileRow} button`);
    await untilAdded(visit);
    await sendAndCheck(visit, [...sentAnswers, '2009']);
  },
  async submission(visit, silence) {
    await openAndFillIn(visit);
    await sendInSilence(visit, 'submission', silence, () => visit.tab.click(send));
    await untilState(visit, 'error');
    visit.line.mend();
    // The form tries again by itself.
    await checkReceipt(visit);
  },
};

export const silentJourneys: readonly Journey[] = (['questions', 'upload', 'submission'] as const).flatMap(
  (kind) =>
    (['lost', 'unanswered'] as const).map((silence) => ({
      name: `a form whose request "${kind}" is ${silence} recovers and sends once`,
      run: (visit) => silentLines[kind](visit, silence),
    })),
);
