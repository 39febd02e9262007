/** What every journey of the transcripts does: visit a form, send answers, wait for the outcome. */
import { pause } from './checkout.ts';
import type { Reply, Transcript } from './transcript.ts';

export const ADMIN = 'admin-key-of-the-transcripts-long-enough';
export const ORIGIN = 'https://careers.example.com';
export const FORM = '/api/v1/questions?include=conditional_questions';
export const CONTROL = '/sandbox/_control';
export const MEDIA = 'application/vnd.api+json';

export type Answer = readonly [question: string, attribute: string, value: unknown];

export const resource = (type: string, attributes: object) => ({ data: { type, attributes } });

const element = ([id, attribute, value]: Answer) => ({
  type: 'answers',
  attributes: { [attribute]: value },
  relationships: { question: { data: { type: 'questions', id } } },
});

export const submission = (answers: readonly Answer[], revision: unknown, details: object | null = null) => ({
  data: [
    ...(details === null ? [] : [{ type: 'applications', attributes: details }]),
    ...answers.map(element),
  ],
  meta: { revision },
});

export const ada = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
export const pdf = (words: string) => `%PDF-1.7\n% ${words}\n%%EOF\n`;
export const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export function fileHeaders(name: string, place: string) {
  return {
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'apply-for': place,
  };
}

export interface Visitor {
  readonly token: string;
  readonly application: string;
  readonly revision: unknown;
}

export const text = (value: unknown): string => String(value);

/** Without a word in the transcript. */
export async function visit(log: Transcript, session: object, path = '/sessions'): Promise<Visitor> {
  const reply = await log.ask('POST', path, {
    body: resource('sessions', session),
    ...(path === '/sessions' ? { token: ADMIN } : {}),
  });
  const token = text(reply.at('data', 'attributes', 'token'));
  const form = await log.ask('GET', FORM, { token });
  return {
    token,
    application: text(reply.at('data', 'attributes', 'application')),
    revision: form.at('meta', 'revision'),
  };
}

export const apply = (log: Transcript, form: string) => visit(log, { form }, '/demo/sessions');
export const visitJob = (log: Transcript, job: string) => visit(log, { job, tenant: 'default' });

export const setFaults = (log: Transcript, faults: object) =>
  log.ask('PUT', `${CONTROL}/faults`, { body: faults });

/** Until nothing more happens to it by itself. */
export async function settled(log: Transcript, { token }: Visitor, reply: Reply): Promise<void> {
  const path = `/submissions/${text(reply.at('data', 'id'))}`;
  const over: readonly unknown[] = ['complete', 'attention', 'refused'];
  for (let tries = 0; tries < 300; tries += 1) {
    const state = (await log.ask('GET', path, { token })).at('data', 'attributes', 'state');
    if (over.includes(state)) break;
    await pause(100);
  }
  await log.call('its state', 'GET', path, { token });
}

/** What the service was sent, and holds. */
export async function atService(log: Transcript, application: string): Promise<void> {
  const requests = await log.ask('GET', `${CONTROL}/requests?application=${application}`);
  const seen = [...JSON.parse(requests.text)]
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, question, status }) => ({ method, path, question, status }));
  const answers = await log.ask('GET', `${CONTROL}/answers?application=${application}`);
  const held = [...JSON.parse(answers.text)].map(({ question, value }) => ({ question, value }));
  log.note('at the service', { seen, held });
}

export const some: readonly Answer[] = [
  ['2001', 'boolean_answer', true],
  ['2101', 'text_answer', 'a follow-up'],
  ['2104', 'text_answer', 'another'],
  ['2002', 'text_answer', 'Midwife'],
  ['2004', 'url_answer', 'https://example.com/cv'],
  ['2005', 'multiple_choice_answer', ['Part time']],
  ['2006', 'multiple_choice_answer', ['Days', 'Weekends']],
  ['2007', 'number_answer', '12'],
  ['2008', 'date_answer', '2026-02-28'],
];

const WAIT = { prefer: 'wait=20' };

export function send(
  log: Transcript,
  title: string,
  { token, revision }: Visitor,
  answers: readonly Answer[],
  details: object | null = null,
) {
  const body = submission(answers, revision, details);
  return log.call(title, 'POST', '/submissions', { token, headers: WAIT, body });
}
