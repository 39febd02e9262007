/** For tests: sends requests to a sandbox without a socket, and reads the replies without trusting them. */
import { jsonApiFaults } from '../server/service/json-api.support.ts';
import type { Sandbox } from './create-sandbox.ts';
import { at, parseJson } from './json.ts';
import { mediaType } from './json-api.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly address?: string;
  /** A part of the JSON:API fault that the test provokes in this reply. */
  readonly fault?: string;
}

export async function ask(sandbox: Sandbox, path: string, request: Ask = {}): Promise<Reply> {
  const {
    address = '127.0.0.1',
    headers = { 'x-api-key': sandbox.key, 'content-type': mediaType },
    fault = hostileFault,
    ...init
  } = request;
  const incoming = new Request(`http://sandbox.test${path}`, { ...init, headers });
  const response = await sandbox.fetch(incoming, { address });
  const text = await response.text();
  if (path.includes('/api/')) checkReply(incoming, response, { body: text, fault });
  return { status: response.status, headers: response.headers, text, body: parseJson(text) };
}

/** The hostile form has one question twice, with different content. */
const hostileFault = '["questions","5210"] occurs more than once';

interface ExpectedReply {
  readonly body: string;
  /** Faults that contain this text are expected. */
  readonly fault: string;
}

/** Checks that a reply of the service conforms to JSON:API. HTML pages are skipped: only disturbances send them. */
function checkReply(
  { method, url }: Request,
  { status, headers }: Response,
  { body, fault }: ExpectedReply,
): void {
  const contentType = headers.get('content-type');
  if (contentType?.startsWith('text/html')) return;
  const all = jsonApiFaults({ method, url, status, contentType, body });
  const faults = all.filter((message) => !message.includes(fault));
  if (faults.length > 0) throw new Error(`${method} ${url} ${status} breaks JSON:API: ${faults.join('; ')}`);
}

export interface AnswerParts {
  readonly question: string;
  readonly application: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly options?: readonly string[];
}

/** The body of an answer, in the form that the document shows. */
export function answerBody({ question, application, attributes = {}, options }: AnswerParts): object {
  const relationships = {
    question: { data: { type: 'questions', id: question } },
    answerable: { data: { type: 'applications', id: application } },
  };
  if (options === undefined) return { data: { type: 'answers', attributes, relationships } };
  const links = options.map((_, index) => ({
    type: 'answer_options',
    'temp-id': `o${index}`,
    method: 'create',
  }));
  const included = options.map((text, index) => ({
    type: 'answer_options',
    'temp-id': `o${index}`,
    attributes: { text },
  }));
  return {
    data: {
      type: 'answers',
      attributes,
      relationships: { ...relationships, answer_options: { data: links } },
    },
    included,
  };
}

export function post(sandbox: Sandbox, body: unknown): Promise<Reply> {
  return ask(sandbox, '/api/v1/answers', { method: 'POST', body: JSON.stringify(body) });
}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const ids = (value: unknown): readonly string[] => list(value).map((item) => String(at(item, 'id')));

/** The first error of a reply. */
export const firstError = (reply: Reply): unknown => list(at(reply.body, 'errors'))[0];
