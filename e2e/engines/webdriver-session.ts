import { member, path, text } from '../../src/core/jsonapi/json.ts';

/** One session of W3C WebDriver: one request for each command. */
export interface WebDriverSession {
  /** What the driver said of the browser when the session began. */
  readonly capabilities: unknown;
  /** @param command below the session: `element` */
  post(command: string, body?: object): Promise<unknown>;
  get(command: string): Promise<unknown>;
  remove(command: string): Promise<unknown>;
}

/** Milliseconds in which a browser starts. */
const START = 10_000;

/** @param driver `http://127.0.0.1:PORT` */
export async function openWebDriverSession(driver: string, alwaysMatch: object): Promise<WebDriverSession> {
  const wanted = { capabilities: { alwaysMatch } };
  const begun = await request('POST', `${driver}/session`, wanted, AbortSignal.timeout(START));
  const base = `${driver}/session/${text(member(begun, 'sessionId'))}`;
  return {
    capabilities: member(begun, 'capabilities'),
    post: (command, body = {}) => request('POST', `${base}/${command}`, body),
    get: (command) => request('GET', `${base}/${command}`),
    remove: (command) => request('DELETE', `${base}/${command}`),
  };
}

async function request(
  method: string,
  address: string,
  body?: object,
  signal: AbortSignal | null = null,
): Promise<unknown> {
  const reply = await fetch(address, { method, signal, ...(body && { body: JSON.stringify(body) }) });
  const document: unknown = await reply.json();
  if (reply.ok) return member(document, 'value');
  const [error, message] = ['error', 'message'].map((name) => text(path(document, 'value', name)));
  throw new Error(`${method} ${address}: ${error}, ${message}`);
}
