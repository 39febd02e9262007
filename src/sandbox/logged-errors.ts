/** What the request log keeps of a refusal, since developers first ask why a request was 400 or 422. */
import { at, parseJson } from './json.ts';
import { mediaType } from './json-api.ts';
import type { LoggedError } from './request-log.ts';

const MOST_ERRORS = 5;

/** Characters; a detail may quote what the client sent. */
const LONGEST_TEXT = 300;

/** Reads the reply without consuming the body that goes to the client. */
export async function loggedErrors(reply: Response): Promise<readonly LoggedError[]> {
  if (reply.status < 400 || reply.headers.get('content-type') !== mediaType) return [];
  const errors = at(parseJson(await reply.clone().text()), 'errors');
  return Array.isArray(errors) ? errors.slice(0, MOST_ERRORS).map(loggedError) : [];
}

function loggedError(error: unknown): LoggedError {
  const pointer = at(error, 'source', 'pointer');
  return {
    code: short(at(error, 'code')),
    detail: short(at(error, 'detail')),
    pointer: typeof pointer === 'string' ? short(pointer) : null,
  };
}

function short(value: unknown): string {
  const text = String(value ?? '');
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}
