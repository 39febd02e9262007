/** Request bodies: counted while they come, parsed only when they are small enough, taken only in their exact shape. */
import type * as z from 'zod';
import { success } from '../model/outcome.ts';
import { type Checked, refused } from './refusal.ts';
import { MEDIA_TYPE } from './respond.ts';

/** A length that a header claims is believed only when it is too large. */
export async function readBytes(
  request: Request,
  limit: number,
  code: 'file_too_large' | 'body_too_large',
): Promise<Checked<Uint8Array<ArrayBuffer>>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return refused(code);
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
      size += piece.value.byteLength;
      if (size > limit) {
        await reader?.cancel();
        return refused(code);
      }
      chunks.push(piece.value);
    }
  } catch {
    return refused('bad_request', { detail: 'The body broke off.' });
  }
  return success(joined(chunks, size));
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
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
