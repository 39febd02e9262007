import type { Failure } from '../../core/model/failure.ts';
import type { Outcome } from '../../core/model/outcome.ts';

/** What `loader` needs from outside: where the proxy is, the token, and a way to send requests. */
export interface Connection {
  /** Origin (and path) of the proxy, without a slash at the end. */
  readonly endpoint: string;
  readonly token: string;
  readonly fetch: typeof fetch;
  /** Ends every request except those that may outlive the page: what was sent stays sent. */
  readonly life?: AbortSignal;
}

/**
 * Because `fetch` cannot report upload progress, the browser passes in one over XMLHttpRequest. Rejects without
 * network.
 */
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
  /** The `Retry-After` header, unparsed. */
  readonly retryAfter: string | null;
}

export interface ProxyReply {
  /** What was asked. */
  readonly address?: string;
  readonly status: number;
  /** Parsed JSON; null when the body was empty or not JSON. */
  readonly document: unknown;
  /** Seconds. */
  readonly retryAfter: number | null;
}

export interface ProxyRequest extends Pick<RequestInit, 'mode' | 'cache' | 'keepalive'> {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds without a byte before the request is given up; the usual limit if absent. */
  readonly patience?: number;
}

/** Why there is no value: a reply still to be read (`read-trouble.ts`), or a failure that was clear immediately. */
export type Trouble = ProxyReply | Failure;

/** Renews a token that has expired. */
export interface Renewal {
  /** Runs again with a new token if there is one. */
  authorised<Value>(
    run: (connection: Connection) => Promise<Outcome<Value, Trouble>>,
  ): Promise<Outcome<Value, Failure>>;
  /** null: there is a new token. Otherwise why not: the trouble with the old one, or the result of asking. */
  renew(trouble: Trouble): Promise<Trouble | null>;
}
