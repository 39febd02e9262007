/**
 * Records the main journeys over HTTP against a server with its sandbox, freshly started from a checkout. Two checkouts
 * that behave alike give the same file.
 *   node --import tsx e2e/measure/transcripts.ts FILE [FOLDER]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { applicantJourneys } from './applicant-journeys.ts';
import { type Environment, type Program, startProgram } from './checkout.ts';
import { operatorJourneys, withoutJob } from './operator-journeys.ts';
import { createTranscript, type Journey } from './transcript.ts';
import { ADMIN, ORIGIN } from './visitor.ts';

const environment: Environment = {
  PORT: '0',
  APPLY_MODE: 'sandbox',
  APPLY_SECRET: 'secret-of-the-transcripts-long-enough-for-it',
  APPLY_ADMIN_KEY: ADMIN,
  APPLY_ORIGINS: ORIGIN,
  APPLY_PUBLIC_JOBS: '4711,4712,4713,4716,4717,4718,4719',
  APPLY_PUBLIC_URL: 'https://forms.example.com',
  APPLY_SANDBOX_PUBLIC: 'yes',
  APPLY_FALLBACK_URL: 'https://careers.example.com/{job}',
  APPLY_SEND_SECONDS: '1',
  APPLY_QUIET_SECONDS: '1',
};

async function record(folder: string): Promise<string> {
  const stores = mkdtempSync(join(tmpdir(), 'apply-transcripts-'));
  let server: Program | null = null;
  const log = createTranscript(() => server?.address ?? '');
  const run = async (name: string, more: Environment, all: readonly Journey[]) => {
    const own = { ...environment, ...more, APPLY_STORE: `file:${join(stores, `${name}.db`)}` };
    server = await startProgram(folder, { script: 'dev', environment: own });
    try {
      for (const journey of all) await journey(log);
    } finally {
      await server.stop();
    }
  };
  try {
    await run('main', {}, [...applicantJourneys, ...operatorJourneys]);
    await run('postings', { APPLY_CONFIG: '{"tenants":{"default":{"questionsBy":"posting"}}}' }, [
      withoutJob,
    ]);
  } finally {
    rmSync(stores, { recursive: true, force: true });
  }
  return log.text();
}

const [file, folder = '.'] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('transcripts.ts FILE [FOLDER]\n');
  process.exit(2);
}
writeFileSync(file, await record(resolve(folder)));
