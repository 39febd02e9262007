/** For tests: a tenant as a proxy is given it. */
import { defaultSemantics } from '../../core/model/question.ts';
import type { TenantOptions } from './options.ts';

/** With all public jobs, for every origin. */
export const plainTenant = (name: string, more: Partial<TenantOptions> = {}): TenantOptions => ({
  name,
  serviceUrl: 'http://service.example',
  serviceKey: 'key',
  adminKey: 'admin',
  origins: 'any',
  publicJobs: 'all',
  semantics: defaultSemantics,
  fallbackUrl: null,
  questionsBy: 'job',
  questionFilter: 'eq',
  ...more,
});
