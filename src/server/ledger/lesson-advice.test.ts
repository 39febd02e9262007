import { expect, test } from 'vitest';
import type { FieldName } from '../../core/model/details.ts';
import { jobId } from '../../core/model/ids.ts';
import { configurationOf, lessonAdvice } from './lesson-advice.ts';

const job = jobId('4711');

test.each<readonly [readonly FieldName[], string]>([
  [['phone'], '"jobs": {"4711": {"details": {"phone": "required"}}}'],
  [['address1', 'town'], '"jobs": {"4711": {"details": {"address": "required"}}}'],
  [['address2'], '"jobs": {"4711": {"details": {"address": "required", "address2": "required"}}}'],
  [['equality_monitoring_option_ids'], '"jobs": {"4711": {"equality": […]}}'],
  [
    ['cv', 'equality_monitoring_option_ids'],
    '"jobs": {"4711": {"details": {"cv": "required"}, "equality": […]}}',
  ],
])('%j is asked from the start by one line of the configuration', (fields, line) => {
  expect(configurationOf(job, fields)).toBe(line);
});

test('what needs the operator’s agreement comes with the command for it', () => {
  expect(lessonAdvice(job, ['phone'])).not.toContain('agree');
  const advice = lessonAdvice(job, ['phone', 'date_of_birth']);
  expect(advice).toContain('npx apply-form-server attention agree --job 4711 --field date_of_birth');
  expect(advice).not.toContain('--field phone');
});
