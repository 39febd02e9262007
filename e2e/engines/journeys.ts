/** What an applicant does in every engine, from the first question to the receipt. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'playwright/test';
import { fileOf } from '../support/applicant.ts';
import { entryOf, openForm, returns, sees, textOf, untilState, type Visit } from './visit.ts';

export interface Journey {
  /** What is true of the form. */
  readonly name: string;
  /** What was typed has to be found again by another page. */
  readonly isKept?: true;
  run(visit: Visit): Promise<void>;
}

const block = (question: string) => `[data-question-id="${question}"]`;
const words = (question: string) => `${block(question)} :is(input, textarea)`;
const yes = `${block('2001')} input[value=true], ${block('2001')} label:nth-of-type(1) input`;
const no = `${block('2001')} label:nth-of-type(2) input`;
const send = 'button[type=submit]';
const file = `${block('2009')} input[type=file]`;

/** A file on the disk, as a person would choose it. */
async function fileNamed(name: string): Promise<string> {
  const path = test.info().outputPath(name);
  // Written again it would be unreadable to the browser.
  if (existsSync(path)) return path;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, fileOf(name).buffer);
  return path;
}

export async function attach({ tab }: Visit, name: string): Promise<void> {
  await tab.attach(file, [await fileNamed(name)]);
}

export const untilAdded = ({ tab }: Visit, name: string): Promise<void> =>
  expect.poll(() => textOf(tab, `${block('2009')} li`)).toMatch(new RegExp(`${name}.*Added`));

/** By the button of a file that could not be uploaded. */
export async function tryAgain({ tab }: Visit): Promise<void> {
  await expect.poll(() => textOf(tab, `${block('2009')} li`)).toContain('Try again');
  await tab.click(`${block('2009')} li button`);
}

/** It says so at the first answer; the last one follows a moment later. */
export async function untilKept({ tab }: Visit): Promise<void> {
  await expect.poll(() => textOf(tab, '.af-status')).toContain('Saved on this device');
  let last: unknown = null;
  const isSame = async () => {
    const before = last;
    last = await tab.evaluate('Object.entries(localStorage)');
    return JSON.stringify(before) === JSON.stringify(last);
  };
  await expect.poll(isSame, { intervals: [300] }).toBe(true);
}

export const untilHeld = ({ tab }: Visit, question: string, text: string): Promise<void> =>
  expect.poll(() => entryOf(tab, words(question))).toBe(text);

/** The shortest application: what is answered is `sentAnswers`. */
export async function fillIn({ tab }: Visit): Promise<void> {
  await tab.click(no);
  await tab.type(words('2002'), 'Nurse');
}
export const sentAnswers = ['2001', '2002'];

export const pressSend = ({ tab }: Visit): Promise<void> => tab.click(send);

/** Each answer once, in order, and a receipt that does not offer to send again. */
export async function checkReceipt(visit: Visit, answers: readonly string[]): Promise<void> {
  await untilState(visit, 'complete');
  expect(await visit.sandbox.posts(visit.application)).toEqual(answers);
  expect(await sees(visit.tab, send)).toBe(false);
}

async function enterDate({ tab }: Visit): Promise<void> {
  for (const [part, text] of Object.entries({ day: '5', month: '6', year: '2024' }))
    await tab.type(`${block('2008')} [data-date-part=${part}]`, text);
}

export const journeys: readonly Journey[] = [
  {
    name: 'a follow-up comes and goes with the answer above it',
    async run(visit) {
      await openForm(visit);
      const isThere = () => sees(visit.tab, block('2101'));
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
      await attach(visit, 'letter.pdf');
      await untilAdded(visit, 'letter.pdf');
    },
  },
  {
    name: 'a date is typed and understood',
    async run(visit) {
      await openForm(visit);
      await enterDate(visit);
      // Shown on 5 June 2024 alone.
      await expect.poll(() => sees(visit.tab, block('2124'))).toBe(true);
    },
  },
  {
    name: 'what was typed and attached is back after a reload',
    isKept: true,
    async run(visit) {
      await openForm(visit);
      await fillIn(visit);
      await attach(visit, 'letter.pdf');
      await untilAdded(visit, 'letter.pdf');
      await untilKept(visit);
      await visit.tab.reload();
      await untilState(visit, 'ready');
      await untilHeld(visit, '2002', 'Nurse');
      await untilAdded(visit, 'letter.pdf');
    },
  },
  {
    name: 'every answer arrives once, a hidden one never, and there is a receipt',
    async run(visit) {
      const { tab } = visit;
      await openForm(visit);
      await tab.click(yes);
      await tab.type(words('2101'), 'Canary');
      await fillIn(visit);
      await enterDate(visit);
      await attach(visit, 'letter.pdf');
      await untilAdded(visit, 'letter.pdf');
      await pressSend(visit);
      await checkReceipt(visit, ['2001', '2002', '2008', '2009']);
      expect(await textOf(tab, 'code')).toMatch(/^[A-Z0-9]{4}-/);
    },
  },
  {
    name: 'back and forward lose no answer, and a receipt stays one',
    isKept: true,
    async run(visit) {
      const { tab } = visit;
      await openForm(visit);
      await fillIn(visit);
      await untilKept(visit);
      await returns['away and back'](visit);
      await untilHeld(visit, '2002', 'Nurse');
      await tab.forward();
      await tab.back();
      await untilHeld(visit, '2002', 'Nurse');
      await pressSend(visit);
      await checkReceipt(visit, sentAnswers);
      await returns['away and back'](visit);
      await checkReceipt(visit, sentAnswers);
    },
  },
];
