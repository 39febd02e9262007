import { isBase64 } from './base64.ts';

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
