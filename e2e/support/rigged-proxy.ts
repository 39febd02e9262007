/**
 * Intercepts requests to the proxy and delays, refuses or changes its replies, for states that pass too quickly or that the
 * real proxy cannot be brought into.
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
    // Refuses the form with its session, so that it is requested separately and can be rigged.
    await page.route(/\/sessions\?include=questions/, (route) =>
      route.continue({ url: route.request().url().replace(/\?.*/, '') }),
    );
    await page.route(/\/api\/v1\/questions\?/, (route) => rig.questions(route));
    const isPreflight = (route: Route) => route.request().method() === 'OPTIONS';
    await page.route(/\/submissions$/, (route) => (isPreflight(route) ? pass : rig.submissions)(route));
    await page.route(/\/submissions\/[^/]+$/, (route) => rig.receipts(route));
    await page.route(/\/files\/[^/]+$/, (route) => rig.files(route));
    return rig;
  }
}

/** Delays requests until it is opened. */
export interface Gate {
  readonly handler: Handler;
  open(): void;
}

export function gate(then: Handler = pass): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  // A page that has been closed needs no reply, and then `then` fails.
  return { handler: (route) => opened.then(() => then(route)).catch(() => {}), open };
}

const contentType = 'application/vnd.api+json';

export const refuse =
  (status: number, code: string, meta: object = {}, headers: Record<string, string> = {}): Handler =>
  (route) => {
    const body = JSON.stringify({ errors: [{ code, status: `${status}`, title: code, detail: code }], meta });
    return route.fulfill({ status, headers: { ...headers, 'content-type': contentType }, body });
  };

/** Answers that the proxy is unavailable; the form retries after this number of seconds and at most four more. */
export const refuseFor = (seconds: number): Handler =>
  refuse(503, 'service_unavailable', {}, { 'retry-after': `${seconds}` });

/** With this delay the form does not retry during a test. */
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

/** Adds two kinds that no sample form has: an unknown type, and a choice without options. */
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

/** Changes states in the real proxy's reply about a submission. */
export const changeSubmission =
  (state: string, stateOf: (question: string) => AnswerState): Handler =>
  async (route) => {
    const response = await route.fetch();
    const document: SubmissionDocument = await response.json();
    document.data.attributes.state = state;
    for (const answer of document.data.attributes.answers) answer.state = stateOf(answer.question);
    await route.fulfill({ response, json: document });
  };

/** Answers with a submission that the proxy does not have. */
export const inventSubmission =
  (state: string, answers: Readonly<Record<string, AnswerState>>): Handler =>
  (route) => {
    const list = Object.entries(answers).map(([question, answer]) => ({ question, part: 0, state: answer }));
    const attributes = { state, accepted_at: '2026-11-20T09:30:00Z', application: null, answers: list };
    const data = { type: 'submissions', id: 'APPLY-7K2M-9Q4D', attributes };
    return route.fulfill({ status: 200, contentType, body: JSON.stringify({ data }) });
  };
