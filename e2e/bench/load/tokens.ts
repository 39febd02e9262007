/**
 * Tokens of applications that are there, as a back end gets them by `POST /sessions`. They are sealed here, because
 * each of those asks the service for an application, which takes as many a second as the service does.
 */
import { randomUUID } from 'node:crypto';
import { applicationId, jobId, sessionId, subject, tenant } from '../../../src/core/model/ids.ts';
import { deriveKeys } from '../../../src/server/http/sessions/keys.ts';
import { createTokens } from '../../../src/server/http/sessions/tokens.ts';
import { JOB } from './text-form.ts';

/** Milliseconds. */
const LIFETIME = 3_600_000;

/** @param secret `APPLY_SECRET` of the servers */
export async function sealTokens(secret: string, count: number): Promise<readonly string[]> {
  const tokens = createTokens([await deriveKeys(secret)], Date.now);
  const readAt = Date.now();
  const sealed: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const id = randomUUID();
    sealed.push(
      await tokens.seal({
        id: sessionId(id.replaceAll('-', '')),
        tenant: tenant('default'),
        subject: subject(id),
        application: applicationId(id),
        job: jobId(JOB),
        posting: null,
        questionable: JOB,
        answered: false,
        closed: false,
        readAt,
        publicOnly: false,
        expiresAt: readAt + LIFETIME,
      }),
    );
  }
  return sealed;
}
