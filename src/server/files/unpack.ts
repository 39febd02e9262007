/** Counts what compressed bytes unpack to, and keeps none of it. */

/** Bytes as they lie in an archive. */
export interface PackedBytes {
  readonly size: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/**
 * How many bytes these unpack to (DEFLATE, RFC 1951); null: they are broken, or more than `most`. Stops there, so that
 * a bomb costs no more than it claims. Rejects when they cannot be read.
 */
export async function countUnpacked(packed: PackedBytes, most: number): Promise<number | null> {
  const stream = new DecompressionStream('deflate-raw');
  const feeding = feed(stream, packed);
  const size = await countBytes(stream, most);
  await feeding;
  return size;
}

async function countBytes({ readable }: DecompressionStream, most: number): Promise<number | null> {
  const reader = readable.getReader();
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength;
      if (size > most) return null;
    }
    return size;
  } catch {
    return null;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Rejects only when the bytes cannot be read: that they are not taken is told by the other end. */
async function feed({ writable }: DecompressionStream, packed: PackedBytes): Promise<void> {
  const writer = writable.getWriter();
  const isTaken = (writing: Promise<void>) =>
    writing.then(
      () => true,
      () => false,
    );
  try {
    for await (const chunk of packed.chunks())
      if (!(await isTaken(writer.write(new Uint8Array(chunk))))) return;
    await isTaken(writer.close());
  } catch (error) {
    await isTaken(writer.abort());
    throw error;
  }
}
