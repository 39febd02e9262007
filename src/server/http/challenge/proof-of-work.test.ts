/** Which solutions count. */
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

const make = async (effort: Effort = 'normal', who = ada) =>
  makeChallenge({ key: keys.challenge, who, effort }, NOW);

beforeAll(async () => {
  keys = deriveKeys('s'.repeat(40));
  solved = solve(await make());
});

async function counts(given: object, wanted: Partial<Requirement> = {}): Promise<boolean> {
  const solution = readSolution(btoa(JSON.stringify(given)));
  return (
    solution !== null &&
    isSolved(solution, { keys: [keys], who: ada, minimum: 'normal', now: NOW, ...wanted })
  );
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a challenge has the format of ALTCHA, and what is hashed fits into one block of SHA-256', async () => {
  const challenge = await make();
  expect(challenge).toMatchObject({ algorithm: 'SHA-256', maxnumber: mostNumbers.normal });
  expect(challenge.salt).toMatch(/\?expires=\d{10}&$/);
  expect(sha256(`${challenge.salt}${solve(challenge).number}`)).toBe(challenge.challenge);
  expect(`${challenge.salt}${mostNumbers.hard}`.length).toBeLessThanOrEqual(55);
});

test('the right number counts, as often as its subject sends it; a wrong one does not, nor does a number beside a salt that it was moved into', async () => {
  for (let times = 0; times < 2; times += 1) expect(await counts(solved)).toBe(true);
  expect(await counts({ ...solved, number: solved.number + 1 })).toBe(false);
  const digits = `${solved.number}`;
  const moved = { salt: `${solved.salt}${digits.slice(0, 1)}`, number: Number(digits.slice(1)) };
  expect(sha256(`${moved.salt}${moved.number}`) === solved.challenge || digits[1] === '0').toBe(true);
  expect(await counts({ ...solved, ...moved })).toBe(false);
});

test('a forged challenge does not count; the signature alone is what refuses it', async () => {
  const challenge = sha256(`${solved.salt}7`);
  expect(await counts({ ...solved, challenge, number: 7 })).toBe(false);
  // The control: with the signature that only the key can make, the same would count.
  const signature = await keys.challenge(challenge);
  expect(await counts({ ...solved, challenge, number: 7, signature })).toBe(true);
});

test('a longer life cannot be written into it', async () => {
  const salt = solved.salt.replace(/\d{10}/, '9999999999');
  const challenge = sha256(`${salt}${solved.number}`);
  expect(await counts({ ...solved, salt })).toBe(false);
  expect(await counts({ ...solved, salt, challenge })).toBe(false);
});

test('it holds for ten minutes', async () => {
  expect(await counts(solved, { now: NOW + CHALLENGE_LASTS })).toBe(true);
  expect(await counts(solved, { now: NOW + CHALLENGE_LASTS + 1_000 })).toBe(false);
});

test('another subject, or the same of another tenant, cannot use it', async () => {
  expect(await counts(solved, { who: bob })).toBe(false);
  expect(await counts(solved, { who: { ...ada, tenant: tenant('other') } })).toBe(false);
});

test('the hard step stands in for the normal one, and not the other way round', async () => {
  expect(await counts(solved, { minimum: 'hard' })).toBe(false);
  const hard = solve(await make('hard'));
  expect(await counts(hard, { minimum: 'hard' })).toBe(true);
  expect(await counts(hard)).toBe(true);
});

test('after a change of the secret it counts while the older one is named', async () => {
  const newer = deriveKeys('t'.repeat(40));
  expect(await counts(solved, { keys: [newer, keys] })).toBe(true);
  expect(await counts(solved, { keys: [newer] })).toBe(false);
});
