/** A stored file: its metadata, and its bytes one chunk at a time. */
export interface FileSource {
  readonly name: string;
  /** The media type detected in the content. */
  readonly type: string;
  /** In bytes: `chunks` yields exactly this many. */
  readonly size: number;
  /** Starts from the beginning at each call. Throws when bytes are missing or were changed. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** The part of `AbortSignal` that is used here, because `src/core` compiles without the DOM. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(event: 'abort', listener: () => void): void;
  removeEventListener(event: 'abort', listener: () => void): void;
}
