/**
 * Compresses what forms are made of: a form is 20 kB of text and more, of which a phone on a slow line waits for each.
 * No other page can have a reply made that repeats a secret of this one: tokens are sealed anew, and there are no
 * cookies. So the length of a reply betrays none (BREACH).
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptedEncodings } from '../http/accepted-encodings.ts';
import { MEDIA_TYPE } from '../http/respond.ts';

/** Bytes: what goes in one packet is no faster when it is smaller. */
const ONE_PACKET = 1_400;
const compress = promisify(gzip);

export async function compressReply(request: Request, reply: Response): Promise<Response> {
  const { status, headers } = reply;
  const isDocument = headers.get('content-type') === MEDIA_TYPE && !headers.has('content-encoding');
  if (!isDocument || !acceptedEncodings(request).includes('gzip') || reply.body === null) return reply;
  const bytes = await reply.arrayBuffer();
  if (bytes.byteLength <= ONE_PACKET) return new Response(bytes, { status, headers });
  headers.append('vary', 'Accept-Encoding');
  headers.set('content-encoding', 'gzip');
  return new Response(new Uint8Array(await compress(bytes)), { status, headers });
}
