/** What the sandbox reports and lets one do (`src/sandbox/README.md#control`); available only in sandbox mode. */
export interface Traffic {
  readonly application: string;
  readonly requests: readonly SentRequest[];
  readonly held: readonly HeldAnswer[];
}

export interface SentRequest {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly question: string | null;
  /** null while the request has no reply yet; 0: the connection ended without one. */
  readonly status: number | null;
  /** ISO date-time of arrival. */
  readonly at: string;
  /** null while the request has no reply yet. */
  readonly milliseconds: number | null;
  /** The first errors of a refusal. */
  readonly errors: readonly { readonly code: string; readonly detail: string }[];
}

export interface HeldAnswer {
  readonly id: string;
  readonly question: string;
  readonly title: string;
  readonly value: unknown;
}

export interface SentBody {
  readonly text: string;
  /** false: files or long texts are cut, so it cannot be sent again as it is. */
  readonly isWhole: boolean;
}

/** Of the sandbox, by name; those that this page does not set are kept. */
export type Faults = Readonly<Record<string, unknown>>;

export interface SandboxTools {
  /** Where the service's paths begin, as `http://127.0.0.1:3000/sandbox`. */
  readonly address: string;
  /** The published key; null when another is in use. */
  readonly key: string | null;
  /** The job that a new application would be for; null in application mode. */
  readonly job: string | null;
  /** null when it had none, or is no longer kept. */
  readBody(request: number): Promise<SentBody | null>;
  /** null when the sandbox does not answer. */
  readFaults(): Promise<Faults | null>;
  writeFaults(faults: Faults): Promise<Faults | null>;
}
