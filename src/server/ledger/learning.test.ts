/** A refused application teaches which fields its job demands: the named fields that were not sent. */
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

const refusalOf = (...members: MemberName[]): ServiceError => ({ kind: 'invalid', pointers: [], members });

function learning(change: Partial<LedgerDependencies> = {}) {
  const entries: [string, LogFields][] = [];
  const write = (event: string, fields: LogFields) => void entries.push([event, fields]);
  const log: Log = { warn: write, error: write };
  const scene = createScene({}, { log, ...change });
  scene.ledger.start();
  return { ...scene, entries };
}

const learned = async ({ lessons }: Scene): Promise<readonly FieldName[]> =>
  (await lessons.list(tenantOne)).map(({ field }) => field);

describe('a refusal of an application', () => {
  test('teaches the named fields that were not sent', async () => {
    const scene = learning();
    scene.service.fates.push(refusalOf('email', 'phone', 'cv_base64_data', 'address1', 'job'));
    await send(scene, firstSubmission([answer('1')]), HOUR);
    expect(await learned(scene)).toEqual(['phone', 'address1', 'cv']);
    expect(scene.entries).toEqual([
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

  test('marks as missed only the named fields that this applicant did not send', async () => {
    const scene = learning();
    const destination = {
      details: { first_name: 'Ada', last_name: 'B', email: 'a@b.c', phone: '+1', address1: '1 High Street' },
      files: { cv: attached('cv') },
    };
    scene.service.fates.push(refusalOf('phone', 'linkedin_url', 'cv_base64_data', 'address1', 'address2'));
    await send(scene, firstSubmission([answer('1')], 'Ada', destination), HOUR);
    expect((await scene.ledger.find(key))?.missed).toEqual(['linkedin_url', 'address2']);
  });

  test('that names the source repeats the application without it, and the next refusal teaches', async () => {
    const scene = learning();
    scene.service.fates.push(refusalOf('channel_source', 'phone'), refusalOf('phone'));
    await send(scene, firstSubmission([], 'Ada', { source: 'careers' }), HOUR);
    expect(await learned(scene)).toEqual(['phone']);
    expect(await states(scene)).toEqual(['application refused invalid_details']);
  });
});
