/** An applicant of the sample form `one-of-each` who answers one question with several files. */
import { at } from '../../../src/sandbox/json.ts';
import type { BigFile } from './big-file.ts';
import { sendStream } from './send-stream.ts';

export const FORM = 'one-of-each';
/** Takes several files. */
export const QUESTION = '2010';

const MEDIA = { 'content-type': 'application/vnd.api+json' };

export interface Applicant {
  readonly put: (file: BigFile) => Promise<void>;
  /** Resolves when the service has all of them. */
  readonly send: (files: readonly BigFile[]) => Promise<void>;
}

export async function readJson(address: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(address, init);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json();
}

export async function makeApplication(sandbox: string): Promise<string> {
  const body = JSON.stringify({ form: FORM });
  return String(at(await readJson(`${sandbox}/_control/applications`, { method: 'POST', body }), 'id'));
}

export async function openApplicant(
  server: string,
  application: string,
  adminKey: string,
): Promise<Applicant> {
  const session = await readJson(`${server}/sessions`, {
    method: 'POST',
    headers: { ...MEDIA, authorization: `Bearer ${adminKey}` },
    body: JSON.stringify({ data: { type: 'sessions', attributes: { application } } }),
  });
  const headers = { authorization: `Bearer ${String(at(session, 'data', 'attributes', 'token'))}` };
  const form = await readJson(`${server}/api/v1/questions?include=conditional_questions`, { headers });
  const revision = at(form, 'meta', 'revision');
  return {
    put: ({ id, name, size, chunks }) =>
      sendStream(`${server}/files/${id}`, {
        method: 'PUT',
        headers: {
          ...headers,
          'content-length': size,
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
          'apply-for': `question ${QUESTION}`,
        },
        chunks: chunks(),
      }),
    async send(files) {
      const body = JSON.stringify({ data: files.map(elementOf), meta: { revision } });
      const init = { method: 'POST', headers: { ...headers, ...MEDIA, prefer: 'wait=20' }, body };
      // The same again gives the same receipt: so long it waits for the delivery.
      while (stateOf(await readJson(`${server}/submissions`, init)) !== 'complete');
    },
  };
}

const elementOf = ({ id }: BigFile) => ({
  type: 'answers',
  attributes: { document: id },
  relationships: { question: { data: { type: 'questions', id: QUESTION } } },
});

function stateOf(submission: unknown): string {
  const state = String(at(submission, 'data', 'attributes', 'state'));
  if (state === 'attention' || state === 'refused')
    throw new Error('The service did not take what was sent.');
  return state;
}
