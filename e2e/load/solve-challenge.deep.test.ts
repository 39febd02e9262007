import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readChallenge, solveChallenge } from './solve-challenge.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const asked = {
  algorithm: 'SHA-256',
  challenge: hash('salt4321'),
  salt: 'salt',
  signature: 'signed',
  maxnumber: 5_000,
};

describe('a proof of work', () => {
  test('is the number whose hash behind the salt is the challenge, with what it was asked with', async () => {
    const solution = await solveChallenge(asked);
    const { maxnumber: _bound, ...rest } = asked;
    expect(JSON.parse(Buffer.from(solution ?? '', 'base64').toString())).toEqual({ ...rest, number: 4_321 });
  });

  test('is not looked for beyond the largest number', async () => {
    expect(await solveChallenge({ ...asked, maxnumber: 4_320 })).toBeNull();
  });

  test('is asked for by what has a challenge, a salt and a largest number', () => {
    expect(readChallenge(asked)).toEqual(asked);
    expect(readChallenge({ ...asked, maxnumber: undefined })).toBeNull();
    expect(readChallenge(undefined)).toBeNull();
  });
});
