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
    ['the tenant’s tag', '1', 'pool', 'Talent pool'],
    ['the tenant’s tag for a job without consents of its own', '8', 'pool', 'Talent pool'],
    ['the job’s own tag when both have one', '7', 'pool', 'Pool of job 7'],
    ['the tenant’s tag when the job is not known', null, 'pool', 'Talent pool'],
    ['the tag of any job when the job is not known and the tenant has no such consent', null, 'news', 'News'],
    ['missing when none is configured', '1', 'silent', undefined],
    ['missing for a consent that is no longer asked for', '1', 'old', undefined],
    ['missing when only another job has the consent', '8', 'news', undefined],
    ['missing for a job that is named like a JavaScript property', 'constructor', 'news', undefined],
  ])('is %s', (_name, job, id, tag) => {
    expect(tagOf(job === null ? null : jobId(job), id)?.tag).toBe(tag);
  });
});
