import { describe, expect, test } from 'vitest';
import { jobId } from '../../core/model/ids.ts';
import type { ConsentSetting } from '../forms/form-settings.ts';
import { createConsentTags } from './compose.ts';

const consent = (id: string, tag?: string): ConsentSetting => ({
  id,
  version: '1',
  required: false,
  text: { en: id },
  ...(tag === undefined ? {} : { tag: { tag, context: 'custom_consent' } }),
});

const tagOf = createConsentTags({
  form: { consent: [consent('pool', 'Talent pool'), consent('silent')] },
  jobs: { '7': { consent: [consent('pool', 'Pool of job 7'), consent('news', 'News')] }, '8': {} },
});

describe('the tag of a consent', () => {
  test.each([
    ['the tenant’s', '1', 'pool', 'Talent pool'],
    ['the tenant’s, where the job says nothing of consents', '8', 'pool', 'Talent pool'],
    ['the job’s, which wins', '7', 'pool', 'Pool of job 7'],
    ['the tenant’s, where the job is not known', null, 'pool', 'Talent pool'],
    ['any job’s, where the job is not known and the tenant has no such consent', null, 'news', 'News'],
    ['none where none is configured', '1', 'silent', undefined],
    ['none for a consent that is not asked any more', '1', 'old', undefined],
    ['none of another job', '8', 'news', undefined],
    ['none of a job with a name of JavaScript', 'constructor', 'news', undefined],
  ])('is %s', (_name, job, id, tag) => {
    expect(tagOf(job === null ? null : jobId(job), id)?.tag).toBe(tag);
  });
});
