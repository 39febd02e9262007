/** A form that is left at a bad moment, and a line that neither answers nor fails. */
import { expect } from 'playwright/test';
import {
  attach,
  checkReceipt,
  fillIn,
  type Journey,
  pressSend,
  sentAnswers,
  tryAgain,
  untilAdded,
  untilHeld,
  untilKept,
} from './journeys.ts';
import type { Errand, Silence } from './line.ts';
import { openForm, type ReturnName, returnNames, returns, stateOf, untilState, type Visit } from './visit.ts';

const untilSilent = ({ line }: Visit): Promise<void> => expect.poll(() => line.silenced()).toBeGreaterThan(0);

/** Sent with one more press at most, which is there to be made. */
async function sendWhatIsLeft(visit: Visit): Promise<void> {
  await untilState(visit, 'ready', 'received', 'complete');
  if ((await stateOf(visit)) !== 'ready') return;
  await untilHeld(visit, '2002', 'Nurse');
  await pressSend(visit);
}

const moments: Readonly<Record<string, (visit: Visit, comeBack: () => Promise<void>) => Promise<void>>> = {
  async load(visit, comeBack) {
    visit.line.silence('questions', 'lost');
    await visit.tab.go(visit.address);
    await untilSilent(visit);
    visit.line.mend();
    await comeBack();
    // WebKit keeps the page as one whose request has failed: it offers another try.
    await untilState(visit, 'ready', 'error');
    if ((await stateOf(visit)) === 'error') await visit.tab.click('button');
    await untilState(visit, 'ready');
    await fillIn(visit);
    await pressSend(visit);
    await checkReceipt(visit, sentAnswers);
  },
  async upload(visit, comeBack) {
    await openForm(visit);
    await fillIn(visit);
    visit.line.silence('upload', 'lost');
    await attach(visit, 'letter.pdf');
    await untilSilent(visit);
    await untilKept(visit);
    visit.line.mend();
    await comeBack();
    await untilHeld(visit, '2002', 'Nurse');
    await attach(visit, 'letter.pdf');
    await untilAdded(visit, 'letter.pdf');
    await pressSend(visit);
    await checkReceipt(visit, [...sentAnswers, '2009']);
  },
  async send(visit, comeBack) {
    await openForm(visit);
    await fillIn(visit);
    await untilKept(visit);
    visit.line.silence('submission', 'unanswered');
    await pressSend(visit);
    await untilSilent(visit);
    visit.line.mend();
    await comeBack();
    await sendWhatIsLeft(visit);
    await checkReceipt(visit, sentAnswers);
  },
  async receipt(visit, comeBack) {
    await openForm(visit);
    await fillIn(visit);
    await pressSend(visit);
    await checkReceipt(visit, sentAnswers);
    await comeBack();
    await checkReceipt(visit, sentAnswers);
  },
};

const nameOfReturn: Readonly<Record<ReturnName, string>> = {
  'away and back': 'left and returned to',
  reload: 'loaded again',
};

/** What stands in the form at these moments has to be found again by another page. */
const keptMoments: readonly string[] = ['upload', 'send'];

export const comingBack: readonly Journey[] = Object.entries(moments).flatMap(([moment, run]) =>
  returnNames.map((way) => ({
    name: `${nameOfReturn[way]} at the moment of ${moment}, it loses nothing and sends nothing twice`,
    ...(keptMoments.includes(moment) ? { isKept: true as const } : {}),
    run: (visit: Visit) => run(visit, () => returns[way](visit)),
  })),
);

const silentLines: Readonly<Record<Errand, (visit: Visit, silence: Silence) => Promise<void>>> = {
  async questions(visit, silence) {
    visit.line.silence('questions', silence);
    await visit.tab.go(visit.address);
    await untilState(visit, 'error');
    visit.line.mend();
    await visit.tab.click('button');
    await untilState(visit, 'ready');
  },
  async upload(visit, silence) {
    await openForm(visit);
    await fillIn(visit);
    visit.line.silence('upload', silence);
    await attach(visit, 'letter.pdf');
    await untilSilent(visit);
    visit.line.mend();
    await tryAgain(visit);
    await untilAdded(visit, 'letter.pdf');
    await pressSend(visit);
    await checkReceipt(visit, [...sentAnswers, '2009']);
  },
  async submission(visit, silence) {
    await openForm(visit);
    await fillIn(visit);
    visit.line.silence('submission', silence);
    await pressSend(visit);
    await untilSilent(visit);
    await untilState(visit, 'error');
    visit.line.mend();
    // Without a press: it tries again by itself.
    await checkReceipt(visit, sentAnswers);
  },
};

const silences: Readonly<Record<Silence, string>> = {
  lost: 'does not arrive',
  unanswered: 'arrives and stays unanswered',
};

const isErrand = (name: string): name is Errand => Object.hasOwn(silentLines, name);
const isSilence = (name: string): name is Silence => Object.hasOwn(silences, name);

export const silence: readonly Journey[] = Object.keys(silentLines)
  .filter(isErrand)
  .flatMap((errand) =>
    Object.keys(silences)
      .filter(isSilence)
      .map((silence) => ({
        name: `where its ${errand} ${silences[silence]}, it goes on and sends once`,
        run: (visit: Visit) => silentLines[errand](visit, silence),
      })),
  );
