/** What the sandbox reports about one application (`src/sandbox/README.md#control`); available only in sandbox mode. */
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
  /** null while the request has no reply yet. */
  readonly status: number | null;
}

export interface HeldAnswer {
  readonly id: string;
  readonly question: string;
  readonly title: string;
  readonly value: unknown;
}
