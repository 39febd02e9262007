/** Bytes a piece: a multiple of three, so that pieces join without padding, and few enough to be arguments of a call. */
const PIECE = 24_576;

/** @param type the media type that we found in the content, never the one that a client claimed */
export function toDataUri(type: string, bytes: Uint8Array): string {
  let text = `data:${type};base64,`;
  for (let offset = 0; offset < bytes.byteLength; offset += PIECE)
    text += btoa(String.fromCharCode(...bytes.subarray(offset, offset + PIECE)));
  return text;
}
