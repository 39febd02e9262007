/** Reads base64 without Node. A body may contain over a hundred megabytes of it, so its size is computed without decoding. */

export const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

/** Returns bytes. Accepts only checked base64. */
export const sizeOfBase64 = (text: string): number =>
  (text.length / 4) * 3 - (text.endsWith('==') ? 2 : Number(text.endsWith('=')));

/** Accepts only checked base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

export interface DataUri {
  readonly type: string;
  /** Base64. */
  readonly content: string;
}

/** Reads `data:TYPE;base64,CONTENT`, where the type may have parameters; null if the text has another form. */
export function readDataUri(text: string): DataUri | null {
  const uri = splitDataUri(text);
  return uri === null || !isBase64(uri.content) ? null : uri;
}

/** Does not check the content, which can be long. */
export function splitDataUri(text: unknown): DataUri | null {
  if (typeof text !== 'string') return null;
  const comma = text.indexOf(',');
  const prefix = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w.-]+=[\w.-]+)*;base64$/.exec(
    text.slice(0, Math.max(comma, 0)),
  );
  return prefix?.[1] === undefined ? null : { type: prefix[1], content: text.slice(comma + 1) };
}
