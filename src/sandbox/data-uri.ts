import { createHash } from 'node:crypto';

export interface DecodedFile {
  /** Media type as the prefix names it. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** Reads `data:TYPE;base64,CONTENT`, parameters of the type allowed; null when it is anything else. */
export function decodeDataUri(text: string): DecodedFile | null {
  const comma = text.indexOf(',');
  const prefix = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w.-]+=[\w.-]+)*;base64$/.exec(
    text.slice(0, Math.max(comma, 0)),
  );
  const content = text.slice(comma + 1);
  if (prefix?.[1] === undefined || !isBase64(content)) return null;
  const bytes = Buffer.from(content, 'base64');
  return { type: prefix[1], size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function isBase64(content: string): boolean {
  return content.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(content);
}
