/** Leads a form through its states; the caller examines the page at every state. */
import type { Locator } from 'playwright/test';
import type { Applicant, Entry } from './applicant.ts';
import type { QuestionKind } from './question-kinds.ts';
import {
  addOddQuestions,
  changeQuestions,
  changeSubmission,
  gate,
  type Handler,
  inventSubmission,
  pass,
  type QuestionDocument,
  type RiggedProxy,
  refuse,
  refuseForAnHour,
} from './rigged-proxy.ts';
import { expect } from './with-server.ts';

export interface Walk {
  readonly rig: RiggedProxy;
  /** Opens the page of the form. */
  readonly open: () => Promise<Applicant>;
  /** The kind of question that is answered, refused or invalid. */
  readonly kind: QuestionKind;
  readonly look: (state: string) => Promise<unknown>;
}

const oneOfEach: Handler = changeQuestions(addOddQuestions);

async function openForm({ rig, open }: Walk): Promise<Applicant> {
  rig.questions = oneOfEach;
  const applicant = await open();
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  return applicant;
}

/** A question that cannot be answered is replaced by another one, so that there is an answer to send. */
const entryFor = ({ question, answer }: QuestionKind): readonly [string, Entry] =>
  answer === null ? ['2001', true] : [question, answer];

/** Waits for all effects of an answer: an uploaded file shows follow-ups, which would move the next control. */
async function answerFully(applicant: Applicant, question: string, entry: Entry): Promise<void> {
  await applicant.answer(question, entry);
  if (entry === null || typeof entry !== 'object' || !('files' in entry)) return;
  const block = applicant.question(question);
  for (const name of entry.files) await expect(block.locator('li', { hasText: name })).toBeVisible();
  await expect(block.locator('li progress')).toHaveCount(0);
}

async function answerFirst(applicant: Applicant, kind: QuestionKind): Promise<void> {
  await answerFully(applicant, ...entryFor(kind));
  for (const followUp of kind.followUps) await expect(applicant.question(followUp)).toBeVisible();
  await applicant.settle();
}

const button = (applicant: Applicant): Locator => applicant.place.locator('button[type=submit]');

async function fillInAndSend(walk: Walk): Promise<void> {
  const { rig, kind, look } = walk;
  const loading = gate(oneOfEach);
  rig.questions = loading.handler;
  const applicant = await walk.open();
  await expect(applicant.state()).toHaveAttribute('data-state', 'loading');
  await look('loading');
  loading.open();
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  const [question] = entryFor(kind);
  // A control under the pointer has colours of its own.
  await applicant.question(question).locator('label:has(input), .af-drop, .af-box').first().hover();
  await look('empty');
  await answerFirst(applicant, kind);
  await look('with follow-ups');
  const sending = gate(refuseForAnHour);
  rig.submissions = sending.handler;
  await applicant.send();
  await expect(button(applicant)).toHaveAttribute('aria-disabled', 'true');
  await look('sending');
  sending.open();
  await expect(applicant.place.locator('[part~=status]')).toBeFocused();
  await look('not sent');
  rig.submissions = pass;
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  await applicant.place.locator('[part~=receipt] summary').click();
  await look('all delivered');
}

async function makeMistakes(walk: Walk): Promise<void> {
  const { rig, kind, look } = walk;
  const applicant = await openForm(walk);
  const [question, answer] = entryFor(kind);
  await applicant.answer(question, answer);
  const uploading = gate();
  const replies: Readonly<Record<string, Handler>> = {
    'failed.pdf': refuse(503, 'service_unavailable'),
    'slow.pdf': uploading.handler,
  };
  rig.files = (route) => {
    const name = /filename\*=UTF-8''(.*)$/.exec(route.request().headers()['content-disposition'] ?? '')?.[1];
    return (replies[name ?? ''] ?? pass)(route);
  };
  await applicant.answer('2010', { files: ['there.pdf', 'failed.pdf', 'empty.pdf', 'slow.pdf'] });
  const rows = applicant.question('2010').locator('li');
  await expect(rows.locator('progress')).toHaveCount(1);
  await expect(applicant.question('2010').locator('[data-faulty]')).toHaveCount(2);
  await look('files in every state');
  uploading.open();
  await expect(rows.locator('progress')).toHaveCount(0);
  for (let left = (await rows.count()) - 1; left >= 0; left -= 1) {
    await rows.first().locator('button').last().click();
    await expect(rows).toHaveCount(left);
  }
  rig.files = pass;
  await answerFirst(applicant, kind);
  rig.submissions = refuse(409, 'form_changed');
  rig.questions = changeQuestions(changeEverything);
  await applicant.send();
  await expect(applicant.place.locator('[part~=status]').first()).toBeVisible();
  await expect(applicant.question('2902')).toBeVisible();
  await look('changed form');
  if (kind.answer !== null) await applicant.answer(question, kind.wrong);
  rig.submissions = pass;
  await applicant.send();
  await expect(applicant.place.locator('[part~=summary]')).toBeFocused();
  await look('every error');
}

/** Changes a title, adds a question and makes every answer required, so that errors of all kinds appear. */
function changeEverything(document: QuestionDocument): void {
  addOddQuestions(document);
  document.meta['revision'] = 'another';
  const [first] = document.data;
  if (first !== undefined) {
    document.data.push({ ...structuredClone(first), id: '2902', relationships: undefined });
    first.attributes.title = 'Yes or no, put in another way';
  }
  for (const { attributes } of [...document.data, ...document.included]) attributes.required = true;
}

async function beRefused(walk: Walk): Promise<void> {
  const { rig, kind, look } = walk;
  const applicant = await openForm(walk);
  const [question] = entryFor(kind);
  await answerFirst(applicant, kind);
  await applicant.answer('2002', kind.question === '2002' ? 'Nurse' : 'Midwife');
  rig.submissions = changeSubmission('attention', (id) => (id === question ? 'refused' : 'delivered'));
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'attention');
  // The box at the top says that an answer was refused.
  await expect(applicant.place.locator('[part~=status]').first()).toBeFocused();
  await look('refused');
  rig.submissions = inventSubmission('attention', { [question]: 'parked', '2003': 'delivered' });
  await answerFully(applicant, question, kind.other ?? false);
  await applicant.send();
  await expect(applicant.place.locator('[part~=receipt]')).toBeFocused();
  await look('needs attention');
}

export const walks = [fillInAndSend, makeMistakes, beRefused] as const;

/** The numbers of states that these walks examine. */
export const looks = [6, 3, 2] as const;

const metaOf = (meta: Record<string, unknown>): Handler =>
  changeQuestions((document) => Object.assign(document.meta, meta));

interface Screen {
  readonly name: string;
  readonly state: string;
  readonly questions: Handler;
  readonly receipts?: Handler;
}

const reference = { submission: 'APPLY-7K2M-9Q4D' };
const fallback = { fallback: 'https://careers.example.com/4712' };

/** The screens that replace a form that has just been opened. */
export const screens: readonly Screen[] = [
  { name: 'closed', state: 'closed', questions: metaOf({ state: 'closed', ...fallback }) },
  { name: 'already sent', state: 'complete', questions: metaOf({ state: 'sent' }) },
  {
    name: 'no questions',
    state: 'ready',
    questions: changeQuestions((document) => {
      document.data = [];
      document.included = [];
    }),
  },
  { name: 'a link that works no longer', state: 'error', questions: refuse(401, 'token_expired') },
  { name: 'unreachable', state: 'error', questions: refuse(503, 'service_unavailable', fallback) },
  { name: 'no document', state: 'error', questions: (route) => route.fulfill({ body: '<html>' }) },
  {
    name: 'received',
    state: 'received',
    questions: metaOf(reference),
    receipts: inventSubmission('received', { '2001': 'queued', '2002': 'queued' }),
  },
  {
    name: 'on its way',
    state: 'received',
    questions: metaOf(reference),
    receipts: inventSubmission('delivering', { '2001': 'delivered', '2002': 'queued' }),
  },
];

export async function showScreen(
  { rig, open }: Pick<Walk, 'rig' | 'open'>,
  screen: Screen,
): Promise<Applicant> {
  rig.questions = screen.questions;
  rig.receipts = screen.receipts ?? pass;
  const applicant = await open();
  await expect(applicant.state()).toHaveAttribute('data-state', screen.state);
  await expect(applicant.place.locator('[part~=status], [part~=receipt]').first()).toBeVisible();
  return applicant;
}
