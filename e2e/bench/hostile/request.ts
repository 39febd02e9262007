/** One request of the bench, and what it is sent to. */

export interface Shot {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly token: string;
}

/** What every request can be made from. */
export interface Applicant {
  /** A session of their own, for the sample form `engineer`. */
  readonly token: string;
  readonly revision: string;
  /** A file that was put there for the question of the CV. */
  readonly file: string;
  /** Of a submission that is stored under this session; '' where the route needs none. */
  readonly reference: string;
}

export interface Route {
  readonly name: string;
  /** What an applicant or a back end asks. */
  readonly normal: (applicant: Applicant) => Shot;
  readonly hostile: Readonly<Record<string, (applicant: Applicant) => Shot>>;
  /** Whose applicants have sent before. */
  readonly hasSent?: 'all' | 'hostile';
  /** Each request is of another applicant: the second of the same one would be another request. */
  readonly storesOnce?: boolean;
}

export const ADMIN_KEY = 'bench-bench-bench-bench-bench-bench';
export const MEDIA = { 'content-type': 'application/vnd.api+json' };
export const JOB = '4711';

export const list = <Item>(length: number, item: (place: number) => Item): readonly Item[] =>
  Array.from({ length }, (_, place) => item(place));

/** Characters: what all headers together may have, less those that a client adds. */
export const HEADER = 15_000;
