import type { InTime } from './in-time.ts';
import type { Ask } from './request.ts';

/** What `loader` needs of the outside: where the proxy is, who we are, and a way to ask. */
export interface Connection {
  /** Origin (and path) of the proxy, without a slash at the end. */
  readonly endpoint: string;
  readonly token: string;
  readonly fetch: typeof fetch;
  // Handed in: the file that is loaded later would bring copies of its own.
  readonly inTime: InTime;
  readonly ask: Ask;
  /** Ends every request but those that may outlive the page: what was sent is sent. */
  readonly life?: AbortSignal;
}

/** `fetch` cannot tell how far a body has gone; the browser hands in one over XMLHttpRequest. Rejects without network. */
export type Upload = (request: UploadRequest) => Promise<UploadReply>;

export interface UploadRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob;
  /** Aborting ends the transfer itself. */
  readonly signal: AbortSignal;
  /** @param done 0 to 1 */
  readonly onProgress: (done: number) => void;
}

export interface UploadReply {
  readonly status: number;
  readonly body: string;
  /** `Retry-After` as it came. */
  readonly retryAfter: string | null;
}
