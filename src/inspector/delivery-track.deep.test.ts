import { describe, expect, test } from 'vitest';
import { reference } from '../core/model/ids.ts';
import type { Submission } from '../core/model/submission.ts';
import { attemptsByQuestion, barOf, looksOf, spanOf } from './delivery-track.ts';
import type { SentRequest, Traffic } from './traffic.ts';

const submission: Submission = {
  reference: reference('K7M2-Q9XD'),
  state: 'delivering',
  acceptedAt: '2026-03-04T10:00:00.000Z',
  secondsLeft: null,
  application: null,
  answers: [],
};

const request = (second: number, more: Partial<SentRequest> = {}): SentRequest => ({
  number: second,
  method: 'POST',
  path: '/api/v1/answers',
  question: '7',
  status: 201,
  at: new Date(Date.parse(submission.acceptedAt) + second * 1000).toISOString(),
  milliseconds: 500,
  errors: [],
  ...more,
});

const attemptsFor = (traffic: Traffic | null, question: string | null) =>
  attemptsByQuestion(traffic).get(question) ?? [];

const traffic = (...requests: readonly SentRequest[]): Traffic => ({ application: '9', requests, held: [] });

describe('what was tried', () => {
  test.each([
    [201, 'arrived'],
    [503, 'refused'],
    [0, 'lost'],
    [null, 'open'],
  ] as const)('a status of %s is %s', (status, outcome) => {
    expect(attemptsFor(traffic(request(1, { status })), '7').map((each) => each.outcome)).toEqual([outcome]);
  });

  test('is told apart by question, and the application has attempts of its own', () => {
    const made = request(1, { path: '/api/v1/applications', question: null });
    const all = traffic(made, request(2), request(3, { question: '8' }), request(4));
    expect(attemptsFor(all, '7')).toHaveLength(2);
    expect(attemptsFor(all, null)).toHaveLength(1);
  });

  test('looks are the reads since it was accepted', () => {
    const read = { method: 'GET', path: '/api/v1/applications/9', question: null };
    expect(looksOf(traffic(request(-1, read), request(1, read), request(2)), submission)).toHaveLength(1);
  });

  test('without a sandbox nothing is known', () => {
    expect(attemptsFor(null, '7')).toEqual([]);
    expect(looksOf(null, submission)).toEqual([]);
  });
});

describe('the track', () => {
  const [first, last] = attemptsFor(traffic(request(0), request(9, { milliseconds: 1000 })), '7');

  test('goes from the receipt to the last that happened', () => {
    const { from, to } = spanOf(submission, attemptsFor(traffic(request(4)), '7'));
    expect([from, to - from]).toEqual([Date.parse(submission.acceptedAt), 4500]);
  });

  test('a bar is as long as the request took, and never too narrow to be seen, nor beyond the end', () => {
    if (first === undefined || last === undefined) throw new Error('There are two attempts.');
    const span = spanOf(submission, [first, last]);
    expect(barOf(first, span)).toBe('M0.00 0h5.00v6h-5.00z');
    expect(barOf({ ...last, from: span.to, to: span.to }, span)).toBe('M98.40 0h1.60v6h-1.60z');
  });
});
