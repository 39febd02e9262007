/** Which solutions of a challenge are valid. */
import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { subject, tenant } from '../../../core/model/ids.ts';
import { deriveKeys, type Keys } from '../../sessions/tokens.ts';
import {
  CHALLENGE_LASTS,
  type Effort,
  isSolved,
  makeChallenge,
  mostNumbers,
  type Requirement,
  readSolution,
} from './check-challenge.ts';
import { type Solved, solve } from './solve.support.ts';

const NOW = 1_764_000_000_000;
const ada = { tenant: tenant('default'), subject: subject('visitor 1') };
const bob = { ...ada, subject: subject('visitor 2') };

let keys: Keys;
let solved: Solved;

const make = async (effort: Effort = 'normal', subjectKey = ada) =>
  makeChallenge({ key: keys.challenge, subjectKey, effort }, NOW);

beforeAll(async () => {
  keys = deriveKeys('s'.repeat(40));
  solved = solve(await make());
});

async function isValid(given: object, wanted: Partial<Requirement> = {}): Promise<boolean> {
  const solution = readSolution(btoa(JSON.stringify(given)));
  return (
    solution !== null &&
    isSolved(solution, { keys: [keys], subjectKey: ada, minimum: 'normal', now: NOW, ...wanted })
  );
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a challenge has the format of ALTCHA, and its text fits into one block of SHA-256', async () => {
  const challenge = await make();
  expect(challenge).toMatchObject({ algorithm: 'SHA-256', maxnumber: mostNumbers.normal });
  expect(challenge.salt).toMatch(/\?expires=\d{10}&$/);
  expect(sha256(`${challenge.salt}${solve(challenge).number}`)).toBe(challenge.challenge);
  expect(`${challenge.salt}${mostNumbers.hard}`.length).toBeLessThanOrEqual(55);
});

test('the right number is valid each time it is sent; a wrong one is not, nor one with digits moved to the salt', async () => {
  for (let times = 0; times < 2; times += 1) expect(await isValid(solved)).toBe(true);
  expect(await isValid({ ...solved, number: solved.number + 1 })).toBe(false);
  const digits = `${solved.number}`;
  const moved = { salt: `${solved.salt}${digits.slice(0, 1)}`, number: Number(digits.slice(1)) };
  expect(sha256(`${moved.salt}${moved.number}`) === solved.challenge || digits[1] === '0').toBe(true);
  expect(await isValid({ ...solved, ...moved })).toBe(false);
});

test('a forged challenge is not valid, because its signature is wrong', async () => {
  const challenge = sha256(`${solved.salt}7`);
  expect(await isValid({ ...solved, challenge, number: 7 })).toBe(false);
  // Control: the same challenge is valid with the signature of our key.
  const signature = await keys.challenge(challenge);
  expect(await isValid({ ...solved, challenge, number: 7, signature })).toBe(true);
});

test('a changed expiry makes a challenge invalid', async () => {
  const salt = solved.salt.replace(/\d{10}/, '9999999999');
  const challenge = sha256(`${salt}${solved.number}`);
  expect(await isValid({ ...solved, salt })).toBe(false);
  expect(await isValid({ ...solved, salt, challenge })).toBe(false);
});

test('a solution is valid for ten minutes', async () => {
  expect(await isValid(solved, { now: NOW + CHALLENGE_LASTS })).toBe(true);
  expect(await isValid(solved, { now: NOW + CHALLENGE_LASTS + 1_000 })).toBe(false);
});

test('a solution is valid only for its own subject and tenant', async () => {
  expect(await isValid(solved, { subjectKey: bob })).toBe(false);
  expect(await isValid(solved, { subjectKey: { ...ada, tenant: tenant('other') } })).toBe(false);
});

test('a hard solution also passes the normal level, but a normal one does not pass the hard level', async () => {
  expect(await isValid(solved, { minimum: 'hard' })).toBe(false);
  const hard = solve(await make('hard'));
  expect(await isValid(hard, { minimum: 'hard' })).toBe(true);
  expect(await isValid(hard)).toBe(true);
});

test('after a change of secrets a solution is valid as long as the older secret is configured', async () => {
  const newer = deriveKeys('t'.repeat(40));
  expect(await isValid(solved, { keys: [newer, keys] })).toBe(true);
  expect(await isValid(solved, { keys: [newer] })).toBe(false);
});
