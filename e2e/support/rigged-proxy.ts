/**
 * A proxy that holds back, refuses or changes what the real one says, for states that pass too quickly or that the
 * real one cannot be brought into. It stands between the page and the server; the page cannot tell.
 */
import type { Page, Route } from 'playwright/test';
import { unknownQuestion } from './question-kinds.ts';

export type Handler = (route: Route) => Promise<unknown>;

export const pass: Handler = (route) => route.continue();

export class RiggedProxy {
  questions: Handler = pass;
  submissions: Handler = pass;
  receipts: Handler = pass;
  files: Handler = pass;

  static async before(page: Page): Promise<RiggedProxy> {
    const rig = new RiggedProxy();
    // As where the form cannot be had with its session: it is asked for by itself, and so can be rigged.
    await page.route(/\/sessions\?include=questions/, (route) =>
      route.continue({ url: route.request().url().replace(/\?.*/, '') }),
    );
    await page.route(/\/api\/v1\/questions\?/, (route) => rig.questions(route));
    // A form asks beforehand whether it may send; that is no submission.
    const isAsking = (route: Route) => route.request().method() === 'OPTIONS';
    await page.route(/\/submissions$/, (route) => (isAsking(route) ? pass(route) : rig.submissions(route)));
    await page.route(/\/submissions\/[^/]+$/, (route) => rig.receipts(route));
    await page.route(/\/files\/[^/]+$/, (route) => rig.files(route));
    return rig;
  }
}

/** What waits for it goes on once it is let go. */
export interface Gate {
  readonly handler: Handler;
  open(): void;
}

export function gate(then: Handler = pass): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  // A page that was closed meanwhile needs no answer.
  return { handler: (route) => opened.then(() => then(route)).catch(() => {}), open };
}

const contentType = 'application/vnd.api+json';

export const refuse =
  (status: number, code: string, meta: object = {}, headers: Record<string, string> = {}): Handler =>
  (route) => {
    const body = JSON.stringify({ errors: [{ code, status: `${status}`, title: code, detail: code }], meta });
    return route.fulfill({ status, headers: { ...headers, 'content-type': contentType }, body });
  };

/** Away: the form tries again by itself after this many seconds and at most four more. */
export const refuseFor = (seconds: number): Handler =>
  refuse(503, 'service_unavailable', {}, { 'retry-after': `${seconds}` });

/** The form does not try again while a test lasts. */
export const refuseForAnHour: Handler = refuseFor(3600);

interface QuestionResource {
  readonly type: 'questions';
  id: string;
  attributes: { title: string; required: boolean; question_type: string } & Record<string, unknown>;
  relationships?: unknown;
}

export interface QuestionDocument {
  data: QuestionResource[];
  included: QuestionResource[];
  meta: Record<string, unknown>;
}

export const changeQuestions =
  (change: (document: QuestionDocument) => void): Handler =>
  async (route) => {
    const response = await route.fetch();
    const document: QuestionDocument = await response.json();
    change(document);
    await route.fulfill({ response, json: document });
  };

/** Two kinds that no sample form has: an unknown type, and a choice with nothing to choose from. */
export function addOddQuestions({ data }: QuestionDocument): void {
  const odd = (id: string, title: string, type: string): QuestionResource => ({
    type: 'questions',
    id,
    attributes: { title, required: false, question_type: type, multiple_choice_options: [] },
  });
  data.push(odd(unknownQuestion, 'A kind of question of next year', 'telepathy'));
  data.push(odd('2901', 'A choice without options', 'multiple_choice'));
}

interface SubmissionDocument {
  readonly data: {
    readonly id: string;
    readonly attributes: { state: string; answers: { question: string; state: string; code?: string }[] };
  };
}

export type AnswerState = 'queued' | 'delivered' | 'refused' | 'parked';

/** What the real proxy says of a submission, with other states. */
export const changeSubmission =
  (state: string, stateOf: (question: string) => AnswerState): Handler =>
  async (route) => {
    const response = await route.fetch();
    const document: SubmissionDocument = await response.json();
    document.data.attributes.state = state;
    for (const answer of document.data.attributes.answers) answer.state = stateOf(answer.question);
    await route.fulfill({ response, json: document });
  };

/** A submission that the proxy does not have. */
export const inventSubmission =
  (state: string, answers: Readonly<Record<string, AnswerState>>): Handler =>
  (route) => {
    const list = Object.entries(answers).map(([question, each]) => ({ question, part: 0, state: each }));
    const attributes = { state, accepted_at: '2026-11-20T09:30:00Z', application: null, answers: list };
    const data = { type: 'submissions', id: 'APPLY-7K2M-9Q4D', attributes };
    return route.fulfill({ status: 200, contentType, body: JSON.stringify({ data }) });
  };
