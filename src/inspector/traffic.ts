/** What the sandbox tells of one application (`src/sandbox/README.md#control`). Elsewhere there is nobody to ask. */
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
  /** null while the reply is still being made. */
  readonly status: number | null;
}

export interface HeldAnswer {
  readonly id: string;
  readonly question: string;
  readonly title: string;
  readonly value: unknown;
}
