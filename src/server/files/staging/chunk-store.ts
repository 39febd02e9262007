/** Where the sealed pieces of staged files lie. Neither knows what is in them. */
export interface ChunkWriter {
  /** In order. Rejects when there is no room. */
  write(sealed: Uint8Array): Promise<void>;
  /** Resolves when all of them survive the loss of power. */
  finish(): Promise<void>;
  /** Stops writing; what was written is yet to be removed. */
  abandon(): Promise<void>;
}

export interface ChunkStore {
  begin(upload: string): Promise<ChunkWriter>;
  /** null: it is not there. */
  read(upload: string, number: number): Promise<Uint8Array | null>;
  /** Whether its bytes are there at all. */
  has(upload: string): Promise<boolean>;
  remove(upload: string): Promise<void>;
}
