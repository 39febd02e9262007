/** What only we read, as text that a browser or a row of the store carries. */
import type * as z from 'zod';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Cipher } from '../ledger/cipher.ts';

/** @param context what it belongs to: it opens for nothing else */
export const sealText = (cipher: Cipher, context: string, content: unknown): string =>
  toText(cipher.seal(context, Buffer.from(JSON.stringify(content))));

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** null: sealed with another secret, for another context, or changed. */
export function openText(cipher: Cipher, context: string, text: string): unknown {
  const sealed = Buffer.from(text, 'base64url');
  // Unused bits at the end decode to the same bytes, so without this check some altered texts would open.
  const plain = toText(sealed) === text ? cipher.open(context, sealed) : null;
  return plain === null ? null : JSON.parse(Buffer.from(plain).toString());
}

/** Each begins with its name. */
export type ClaimsKind = 'session' | 'draft';

/** Characters: far more than we ever seal; a longer text is not opened. */
const LONGEST = 2_048;

/** Milliseconds since 1970. */
type Dated = { readonly expiresAt: number };

export const sealClaims = <Claims extends Dated>(cipher: Cipher, kind: ClaimsKind, claims: Claims): string =>
  `${kind}.${sealText(cipher, kind, claims)}`;

interface Opening<Claims> {
  readonly kind: ClaimsKind;
  readonly schema: z.ZodType<Claims>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function openClaims<Claims extends Dated>(
  cipher: Cipher,
  text: string,
  { kind, schema, now }: Opening<Claims>,
): Outcome<Claims, 'token_invalid' | 'token_expired'> {
  if (text.length > LONGEST || !text.startsWith(`${kind}.`)) return failure('token_invalid');
  const claims = schema.safeParse(openText(cipher, kind, text.slice(kind.length + 1)));
  if (!claims.success) return failure('token_invalid');
  return claims.data.expiresAt > now ? success(claims.data) : failure('token_expired');
}
