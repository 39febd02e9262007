/** Which compressed replies a client can read (`Accept-Encoding`, RFC 9110, 12.5.3). */
import { readHeader } from './read-header.ts';

export type Encoding = 'br' | 'gzip';

/** Characters: browsers send 23. */
const LONGEST_ENCODINGS = 500;

const named: Readonly<Record<Encoding, RegExp>> = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
};

/** The best first. */
export function acceptedEncodings(request: Request): readonly Encoding[] {
  const accepted = readHeader(request, 'accept-encoding', LONGEST_ENCODINGS) ?? '';
  return encodings.filter((encoding) => named[encoding].test(accepted));
}

const encodings: readonly Encoding[] = ['br', 'gzip'];
