/** A file that lies somewhere: what is known of it, and its bytes, a piece at a time. */
export interface FileSource {
  readonly name: string;
  /** Media type that was found in the content. */
  readonly type: string;
  /** Bytes: `chunks` gives exactly as many. */
  readonly size: number;
  /** From the beginning, each time that it is asked. Throws when bytes are gone or were changed. */
  chunks(): AsyncIterable<Uint8Array>;
}
