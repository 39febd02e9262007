/** What the service's no to an application teaches of its job: what was not sent, and nothing else. */
import { describe, expect, test } from 'vitest';
import type { FieldName } from '../../core/model/details.ts';
import type { Log, LogFields } from '../log.ts';
import type { MemberName } from '../service/refusals.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { LedgerDependencies } from './dependencies.ts';
import {
  answer,
  attached,
  createScene,
  firstSubmission,
  HOUR,
  key,
  type Scene,
  send,
  states,
  tenantOne,
} from './ledger.support.ts';

const no = (...members: MemberName[]): ServiceError => ({ kind: 'invalid', pointers: [], members });

function learning(change: Partial<LedgerDependencies> = {}) {
  const told: [string, LogFields][] = [];
  const tell = (event: string, fields: LogFields) => void told.push([event, fields]);
  const log: Log = { warn: tell, error: tell };
  const scene = createScene({}, { log, ...change });
  scene.ledger.start();
  return { ...scene, told };
}

const learned = async ({ lessons }: Scene): Promise<readonly FieldName[]> =>
  (await lessons.list(tenantOne)).map(({ field }) => field);

describe('a refusal of an application', () => {
  test('teaches what it names and what was not sent', async () => {
    const scene = learning();
    scene.service.fates.push(no('email', 'phone', 'cv_base64_data', 'address1', 'job'));
    await send(scene, firstSubmission([answer('1')]), HOUR);
    expect(await learned(scene)).toEqual(['phone', 'address1', 'cv']);
    expect(scene.told).toEqual([
      [
        'detail_learned',
        {
          tenant: 't',
          job: '4711',
          fields: ['phone', 'address1', 'cv'],
        },
      ],
      ['application_refused', expect.objectContaining({ code: 'job_closed' })],
    ]);
  });

  test('misses of this applicant what was not sent; a value or a file that did not serve may be left out', async () => {
    const scene = learning();
    const destination = {
      details: { first_name: 'Ada', last_name: 'B', email: 'a@b.c', phone: '+1', address1: '1 High Street' },
      files: { cv: attached('cv') },
    };
    scene.service.fates.push(no('phone', 'linkedin_url', 'cv_base64_data', 'address1', 'address2'));
    await send(scene, firstSubmission([answer('1')], 'Ada', destination), HOUR);
    expect((await scene.ledger.find(key))?.missed).toEqual(['linkedin_url', 'address2']);
  });

  test('for its source is none: it goes again without it, and the next no teaches', async () => {
    const scene = learning();
    scene.service.fates.push(no('channel_source', 'phone'), no('phone'));
    await send(scene, firstSubmission([], 'Ada', { source: 'careers' }), HOUR);
    expect(await learned(scene)).toEqual(['phone']);
    expect(await states(scene)).toEqual(['application refused invalid_details']);
  });
});
