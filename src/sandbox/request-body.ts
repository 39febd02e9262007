import { MB } from './files/file-types.ts';
import { parseJson } from './json.ts';

/**
 * Bytes. A CV, a cover letter and the documents of one application have about 135 MB in base64; from 512 MB a text is
 * longer than Node can hold.
 */
export const MOST_BODY = 256 * MB;

/** `json` is undefined for what is not JSON. */
export type RequestBody = { readonly json: unknown } | { readonly isTooLarge: true };

export async function readRequestBody(request: Request): Promise<RequestBody> {
  if (request.method === 'GET') return { json: undefined };
  if (Number(request.headers.get('content-length') ?? 0) <= MOST_BODY) {
    const text = await request.text();
    return text.length > MOST_BODY ? { isTooLarge: true } : { json: parseJson(text) };
  }
  // A client gets the reply only when its body has been taken.
  await request.body?.pipeTo(new WritableStream());
  return { isTooLarge: true };
}
