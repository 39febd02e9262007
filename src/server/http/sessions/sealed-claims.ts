/** Claims sealed by one of our keys (JWE, `dir` with A256GCM): readable by us alone, and for one purpose each. */
import { base64url, EncryptJWT, errors, type JWTPayload, jwtDecrypt } from 'jose';
import { failure, type Outcome, success } from '../../../core/model/outcome.ts';
import type { Keys } from './keys.ts';

/** Characters: far more than we ever seal; a longer text is not decrypted. */
const LONGEST = 2_048;
/** Parts of a sealed text in compact serialization (RFC 7516, 7.1). */
const PARTS = 5;

export interface Sealing {
  readonly key: Keys;
  readonly subject: string;
  /** What it is for: it opens for nothing else. */
  readonly audience: string;
  /** Milliseconds since 1970. */
  readonly issuedAt?: number;
  readonly expiresAt: number;
}

export function sealClaims(claims: JWTPayload, sealing: Sealing): Promise<string> {
  const { key, subject, audience, issuedAt, expiresAt } = sealing;
  const jwt = new EncryptJWT(claims)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id })
    .setSubject(subject)
    .setAudience(audience)
    .setExpirationTime(Math.ceil(expiresAt / 1000));
  if (issuedAt !== undefined) jwt.setIssuedAt(Math.floor(issuedAt / 1000));
  return jwt.encrypt(key.token);
}

/** @param now milliseconds since 1970 */
export async function openClaims(
  keys: readonly Keys[],
  text: string,
  { audience, now }: { readonly audience: string; readonly now: number },
): Promise<Outcome<JWTPayload, 'token_invalid' | 'token_expired'>> {
  if (text.length > LONGEST) return failure('token_invalid');
  try {
    const parts = text.split('.', PARTS + 1);
    if (parts.length !== PARTS || !parts.every(isCanonical)) return failure('token_invalid');
    const { payload } = await jwtDecrypt(text, ({ kid }) => keyNamed(keys, kid), {
      audience,
      currentDate: new Date(now),
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      requiredClaims: ['exp', 'sub'],
    });
    return success(payload);
  } catch (error) {
    return failure(error instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid');
  }
}

/**
 * Unused bits at the end of base64 decode to the same bytes, so without this check some altered texts would open.
 */
const isCanonical = (part: string): boolean => base64url.encode(base64url.decode(part)) === part;

function keyNamed(keys: readonly Keys[], kid: string | undefined): CryptoKey {
  const key = keys.find(({ id }) => id === kid);
  if (key === undefined) throw new errors.JWEInvalid('It names a key that is not ours.');
  return key.token;
}
