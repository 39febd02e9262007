import { expect, test } from 'vitest';
import { jobId, reference } from '../../core/model/ids.ts';
import { writeApplication } from './bodies.ts';

const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const destination = { kind: 'job', job: jobId('4711'), details, locale: null, source: null } as const;

test('members that are not details of an applicant are not sent', () => {
  const more = { ...details, concealed: true };
  const { attributes } = writeApplication({ ...destination, details: more }, reference('AB-1')).data;
  expect(attributes).not.toHaveProperty('concealed');
});

test('chosen equality options are sent under their one name, and not at all when none is chosen', () => {
  const written = (equality: readonly string[]) =>
    writeApplication({ ...destination, equality }, reference('AB-1')).data.attributes;
  expect(written(['7', '9'])['equality_monitoring_option_ids']).toEqual(['7', '9']);
  expect(written([])).not.toHaveProperty('equality_monitoring_option_ids');
});
