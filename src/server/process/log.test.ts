import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function lines() {
  const written: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  return { log: createLog(sink), read: () => written.map((line) => JSON.parse(line)) };
}

test('logs the outcome of an answer with its ids', () => {
  const { log, read } = lines();
  const ids = { tenant: 't', application: '99', reference: 'R', question: '7', cause: 'timeout' };
  log.warn('answer_parked', ids);
  expect(read()).toMatchObject([{ event: 'answer_parked', ...ids }]);
});

test('does not log other members of an object', () => {
  const { log, read } = lines();
  const gateway = { tenant: 't', email: 'ada@example.com', details: { first_name: 'Ada' } };
  log.error('unexpected', gateway);
  expect(JSON.stringify(read())).not.toMatch(/ada|email|details/i);
});
