/** One request whose body is made while it goes. */
import { type OutgoingHttpHeaders, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Sending {
  readonly method: 'PUT' | 'POST';
  readonly headers: OutgoingHttpHeaders;
  readonly chunks: Iterable<Buffer | string>;
}

/** Throws unless the answer is a 2xx. */
export async function sendStream(address: string, { method, headers, chunks }: Sending): Promise<void> {
  const sending = request(address, { method, headers });
  const reply = new Promise<number>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
  });
  const [status] = await Promise.all([reply, pipeline(Readable.from(chunks), sending)]);
  if (status >= 300) throw new Error(`${method} ${address}: ${status}`);
}
