import { decodeBase64, isBase64 } from './base64.ts';

export interface DecodedFile {
  /** Media type as the prefix names it. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

export interface DataUri {
  readonly type: string;
  /** Base64, well formed. */
  readonly content: string;
}

/** Reads `data:TYPE;base64,CONTENT`, parameters of the type allowed; null when it is anything else. */
export function readDataUri(text: string): DataUri | null {
  const comma = text.indexOf(',');
  const prefix = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w.-]+=[\w.-]+)*;base64$/.exec(
    text.slice(0, Math.max(comma, 0)),
  );
  const content = text.slice(comma + 1);
  return prefix?.[1] === undefined || !isBase64(content) ? null : { type: prefix[1], content };
}

export async function decodeDataUri({ type, content }: DataUri): Promise<DecodedFile> {
  const bytes = decodeBase64(content);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { type, size: bytes.length, sha256 };
}
