/** Request bodies: counted while they come, parsed only when they are small enough, taken only in their exact shape. */
import type * as z from 'zod';
import { success } from '../model/outcome.ts';
import { joined } from './memory-bytes.ts';
import { type Checked, refused } from './refusal.ts';
import { MEDIA_TYPE } from './respond.ts';

/** A length that a header claims is believed only when it is too large. */
export async function readBytes(
  request: Request,
  limit: number,
  code: 'file_too_large' | 'body_too_large',
): Promise<Checked<Uint8Array<ArrayBuffer>>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return refused(code);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of bodyPieces(request)) {
      size += piece.byteLength;
      if (size > limit) return refused(code);
      pieces.push(piece);
    }
  } catch {
    return refused('bad_request', { detail: 'The body broke off.' });
  }
  return success(joined(pieces, size));
}

/** As they come; who stops listening stops the body. */
export async function* bodyPieces(request: Request): AsyncGenerator<Uint8Array, void> {
  const reader = request.body?.getReader();
  if (reader === undefined) return;
  let isWhole = false;
  try {
    for (let piece = await reader.read(); piece.value !== undefined; piece = await reader.read())
      yield piece.value;
    isWhole = true;
  } finally {
    if (!isWhole) await reader.cancel().catch(() => undefined);
  }
}

/** A page of another origin cannot send this type without asking first (CORS preflight). */
const mediaTypes = [MEDIA_TYPE, 'application/json'];

/** A body that is compressed could grow without end: none is unpacked. */
export function checkEncoding(request: Request): Checked<null> {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  return encoding === 'identity'
    ? success(null)
    : refused('bad_request', { detail: 'Send the body uncompressed.' });
}

export async function readJson<Shape extends z.ZodType>(
  request: Request,
  limit: number,
  shape: Shape,
): Promise<Checked<z.output<Shape>>> {
  const encoding = checkEncoding(request);
  if (!encoding.ok) return encoding;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!mediaTypes.includes(type))
    return refused('bad_request', { detail: `Send the body as ${MEDIA_TYPE}.` });
  const bytes = await readBytes(request, limit, 'body_too_large');
  if (!bytes.ok) return bytes;
  const parsed = shape.safeParse(parseJson(bytes.value));
  return parsed.success ? success(parsed.data) : refused('bad_request', { detail: describe(parsed.error) });
}

/** undefined fits no shape. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Where the body is wrong, without repeating what stood there. */
function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  const place =
    issue === undefined || issue.path.length === 0 ? 'The body' : `In the body "${issue.path.join('.')}"`;
  return `${place} is not as it must be.`;
}
