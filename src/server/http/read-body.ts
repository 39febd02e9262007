/**
 * Reads request bodies: bytes are counted as they arrive, only small enough bodies are parsed, and the shape must
 * match exactly.
 */
import type * as z from 'zod';
import { success } from '../../core/model/failure.ts';
import { type Checked, MEDIA_TYPE, refused } from './replies.ts';

/** A declared length that is too large is refused at once; without one, bytes are counted as they arrive. */
async function readBytes(request: Request, limit: number): Promise<Checked<Uint8Array>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return refused('body_too_large');
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of bodyChunks(request)) {
      size += chunk.byteLength;
      if (size > limit) return refused('body_too_large');
      chunks.push(chunk);
    }
  } catch {
    return refused('bad_request', { detail: 'The body broke off.' });
  }
  return success(Buffer.concat(chunks, size));
}

/** Yields the body as it arrives; when the caller stops reading, the body is cancelled. */
export async function* bodyChunks(request: Request): AsyncGenerator<Uint8Array, void> {
  const reader = request.body?.getReader();
  if (reader === undefined) return;
  let isWhole = false;
  try {
    for (let chunk = await reader.read(); chunk.value !== undefined; chunk = await reader.read())
      yield chunk.value;
    isWhole = true;
  } finally {
    if (!isWhole) await reader.cancel().catch(() => undefined);
  }
}

/** A page of another origin cannot send these types without a CORS preflight. */
const mediaTypes = [MEDIA_TYPE, 'application/json'];

/** Compressed bodies are refused, because their unpacked size has no limit. */
export function checkEncoding(request: Request): Checked<null> {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  return encoding === 'identity'
    ? success(null)
    : refused('bad_request', { detail: 'Send the body uncompressed.' });
}

interface Allowed {
  /**
   * A type that a page of another origin may send without asking first: only where the origin is checked with each
   * request and nothing is changed for the caller's person.
   */
  readonly simpleType?: 'text/plain';
  /** Of one object. */
  readonly mostMembers?: number | undefined;
}

export async function readJson<Shape extends z.ZodType>(
  request: Request,
  limit: number,
  shape: Shape,
  { simpleType, mostMembers = MOST_MEMBERS }: Allowed = {},
): Promise<Checked<z.output<Shape>>> {
  const encoding = checkEncoding(request);
  if (!encoding.ok) return encoding;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== simpleType && !mediaTypes.includes(type))
    return refused('bad_request', { detail: `Send the body as ${MEDIA_TYPE}.` });
  const bytes = await readBytes(request, limit);
  if (!bytes.ok) return bytes;
  const json = parseJson(bytes.value, mostMembers);
  if (!json.ok) return json;
  const parsed = shape.safeParse(json.value);
  return parsed.success ? success(parsed.data) : refused('bad_request', { detail: describe(parsed.error) });
}

/** Enough for 5,000 answers: five nested objects and perhaps a list for each. */
const MOST_OBJECTS = 6 * 5_001;
const DEEPEST = 16;
/** Members of one object. */
const MOST_MEMBERS = 100;

/** Objects, lists and members cost more than their bytes, so they are counted before they are created. */
function isModest(bytes: Uint8Array, mostMembers: number): boolean {
  let objects = 0;
  let depth = 0;
  /** Members of each open object, by depth. */
  const members = new Uint32Array(DEEPEST + 1);
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place];
    if (byte === QUOTE) place = endOfText(bytes, place);
    else if (byte === BRACE || byte === BRACKET) {
      objects += 1;
      depth += 1;
      if (objects > MOST_OBJECTS || depth > DEEPEST) return false;
      members[depth] = 0;
    } else if (byte === BRACE + 2 || byte === BRACKET + 2) depth -= 1;
    else if (byte === COLON) {
      const count = (members[depth] ?? 0) + 1;
      members[depth] = count;
      if (count > mostMembers) return false;
    }
  }
  return true;
}

const [QUOTE, BACKSLASH, COLON, BRACE, BRACKET] = [0x22, 0x5c, 0x3a, 0x7b, 0x5b];

/** Index of the quote that ends a string. */
function endOfText(bytes: Uint8Array, start: number): number {
  let end = start + 1;
  while (end < bytes.length && bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1;
  return end;
}

function parseJson(bytes: Uint8Array, mostMembers: number): Checked<unknown> {
  const wide = Number.isFinite(mostMembers) ? `, or an object of more than ${mostMembers} members` : '';
  const detail = `The body is nested more than ${DEEPEST} levels deep, or has more than ${MOST_OBJECTS} objects and lists${wide}.`;
  if (!isModest(bytes, mostMembers)) return refused('bad_request', { detail });
  try {
    return success(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return refused('bad_request', { detail: 'The body is no JSON in UTF-8.' });
  }
}

/** Says where the body is wrong, without repeating its content. */
function describe({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? '';
  return `${path === '' ? 'The body' : `In the body "${path}"`} is not as it must be.`;
}

export function readHeader(request: Request, name: string, most: number): string | null {
  const text = request.headers.get(name);
  return text === null || text.length > most ? null : text;
}

/**
 * To the value at this path, or to the last on the way to it that is there: a pointer names what was sent, and what is
 * missing is missing in that (JSON:API, "Error Objects").
 */
export function pointerTo(document: unknown, path: readonly PropertyKey[]): string {
  let pointer = '';
  let place = document;
  for (const step of path) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) break;
    pointer += `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    place = new Map(Object.entries(place)).get(String(step));
  }
  return pointer;
}
