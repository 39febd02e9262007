/** From a reply of the service to a document or a cause: status first, then whether the body can be read. */
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { readRefusal } from './refused-members.ts';
import { errorsSchema } from './schemas.ts';
import type { ServiceError } from './service-error.ts';

/** Of one reply after decompression: a page of 1,000 questions with their children is about 2 MB. */
const REPLY_LIMIT_BYTES = 8 * 1_048_576;

/** Longest wait that we believe, in seconds; more is a mistake or an attack. */
const RETRY_AFTER_LIMIT = 900;

export interface Reply {
  /** A 2xx. */
  readonly status: number;
  readonly document: unknown;
  /** Milliseconds that the service's clock is ahead of ours, to about a second; null: not told. */
  readonly clockAhead: number | null;
}

export async function readReply(response: Response, now: number): Promise<Outcome<Reply, ServiceError>> {
  const { status } = response;
  const text = await readLimited(response);
  if (text === null) return failure({ kind: 'bad_document', status });
  const document = parseJson(text);
  if (response.ok && document !== undefined)
    return success({ status, document, clockAhead: clockAheadOf(response, now) });
  return failure(causeOf(status, document, retryAfterOf(response, now)));
}

function causeOf(status: number, document: unknown, retryAfter: number | null): ServiceError {
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 403) return { kind: 'forbidden' };
  if (status === 429) return { kind: 'rate_limited', retryAfter };
  if (status >= 500) return { kind: 'server_error', status };
  const errors = errorsSchema.safeParse(document);
  if (status < 400 || !errors.success) return { kind: 'bad_document', status };
  if (status === 400) return badRequest(errors.data.errors);
  if (status === 404) return { kind: 'not_found' };
  return [409, 413, 415, 422].includes(status)
    ? invalidOf(errors.data.errors)
    : { kind: 'bad_document', status };
}

type Errors = (typeof errorsSchema)['_output']['errors'];

const faultsOf = (errors: Errors) =>
  errors.map(({ source, meta, detail }) => ({
    pointer: source.pointer ?? null,
    attribute: meta.attribute ?? null,
    detail: detail ?? null,
    message: meta.message ?? null,
  }));

function badRequest(errors: Errors): ServiceError {
  const named = readRefusal(faultsOf(errors));
  return { kind: 'bad_request', ...(named.members.length === 0 ? {} : named) };
}

function invalidOf(errors: Errors): ServiceError {
  const faults = faultsOf(errors);
  const pointers = faults.flatMap(({ pointer }) => pointer ?? []);
  return { kind: 'invalid', pointers, ...readRefusal(faults) };
}

/** `Date` tells whole seconds, the fraction cut off: half of one is missing in the mean. */
function clockAheadOf(response: Response, now: number): number | null {
  const date = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(date) ? null : date + 500 - now;
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3); null for anything else. */
function retryAfterOf(response: Response, now: number): number | null {
  const header = response.headers.get('retry-after')?.trim() ?? '';
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), RETRY_AFTER_LIMIT);
}

/** undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Bytes are counted as they come: a length that a header claims says nothing of a compressed body. */
async function readLimited(response: Response): Promise<string | null> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of chunksOf(response.body)) {
    size += chunk.byteLength;
    if (size > REPLY_LIMIT_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** `for await` over the stream itself is not there in every runtime; leaving early must end the transfer. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
