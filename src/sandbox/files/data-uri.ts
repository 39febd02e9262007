import { isBase64 } from './base64.ts';

export interface DataUri {
  readonly type: string;
  /** Base64. */
  readonly content: string;
}

/** Reads `data:TYPE;base64,CONTENT`, parameters of the type allowed; null when it is anything else. */
export function readDataUri(text: string): DataUri | null {
  const uri = splitDataUri(text);
  return uri === null || !isBase64(uri.content) ? null : uri;
}

/** For a checked text, whose content can be long: it is not looked through again. */
export function splitDataUri(text: unknown): DataUri | null {
  if (typeof text !== 'string') return null;
  const comma = text.indexOf(',');
  const prefix = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w.-]+=[\w.-]+)*;base64$/.exec(
    text.slice(0, Math.max(comma, 0)),
  );
  return prefix?.[1] === undefined ? null : { type: prefix[1], content: text.slice(comma + 1) };
}
