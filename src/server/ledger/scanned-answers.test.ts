/** Answers whose files are scanned before they are sent. */
import { expect, test } from 'vitest';
import { subject } from '../../core/model/ids.ts';
import { systemClock } from '../clock.ts';
import { toContent } from '../files/file-samples.support.ts';
import { createScanner, type Scan } from '../files/scan.ts';
import type { FileVerdict } from '../ports.ts';
import type { LedgerDependencies } from './dependencies.ts';
import {
  answer,
  createScene,
  file,
  HOUR,
  key,
  pass,
  send,
  started,
  states,
  submission,
} from './ledger.support.ts';
import { createLedger } from './ledger.ts';

test.each<readonly [FileVerdict, readonly string[], number]>([
  ['unknown', ['9 queued', '1 delivered', '2 queued'], 0],
  ['infected', ['9 refused invalid_answer', '1 delivered', '2 held'], 0],
  ['clean', ['9 delivered', '1 delivered', '2 delivered'], 1],
])('a file with the verdict %s delays at most its own follow-ups', async (verdict, ended, posts) => {
  const { staging } = createScene().dependencies;
  const scene = started({}, { staging: { ...staging, scan: async () => verdict } });
  await send(scene, submission([file('9', 'a'), answer('1'), answer('2<9')]), HOUR);
  expect(await states(scene)).toEqual(ended);
  expect(scene.service.requests.filter((request) => request === '9')).toHaveLength(posts);
});

/** Accepts so many submissions with a file, and one without. */
async function acceptWithFiles(files: number, scan: Scan) {
  const { dependencies, service, ...rest } = createScene();
  const ignore = () => undefined;
  const scanner = createScanner({ scan, log: { warn: ignore, error: ignore }, clock: systemClock });
  const source = { name: 'a.pdf', type: 'application/pdf', ...toContent(new Uint8Array(1)) };
  const staging: LedgerDependencies['staging'] = {
    ...dependencies.staging,
    scan: ({ tenant }, _id, stop) => scanner.scan(tenant, source, 'delivery', stop),
  };
  const ledger = createLedger({ ...dependencies, staging });
  ledger.start();
  for (let name = 0; name < files; name += 1)
    await ledger.accept(
      submission([file('9', `a${name}`)], { key: { ...key, subject: subject(`s${name}`) } }),
      0,
    );
  await ledger.accept(submission([answer('1')]), 0);
  return { ...rest, service, ledger };
}

test('a scanner that hangs delays no other applicant, and the drain aborts its scans', async () => {
  const signals: AbortSignal[] = [];
  const scene = await acceptWithFiles(20, (_file, signal) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  await pass(scene, 1_000);
  expect(scene.service.requests.filter((request) => request !== 'read')).toEqual(['1']);
  const drained = scene.ledger.drain(10_000);
  await pass(scene, 0);
  await drained;
  expect(signals.map(({ aborted }) => aborted)).toEqual(Array(4).fill(true));
});
