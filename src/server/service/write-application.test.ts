import { expect, test } from 'vitest';
import { jobId, reference } from '../../core/model/ids.ts';
import { writeApplication } from './bodies.ts';

const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const destination = { kind: 'job', job: jobId('4711'), details, locale: null, source: null } as const;

test('what else a caller carries does not go out', () => {
  const more = { ...details, concealed: true };
  const { attributes } = writeApplication({ ...destination, details: more }, reference('AB-1')).data;
  expect(attributes).not.toHaveProperty('concealed');
});

test('the chosen options of equality monitoring go under their one name, and none where none is chosen', () => {
  const written = (equality: readonly string[]) =>
    writeApplication({ ...destination, equality }, reference('AB-1')).data.attributes;
  expect(written(['7', '9'])['equality_monitoring_option_ids']).toEqual(['7', '9']);
  expect(written([])).not.toHaveProperty('equality_monitoring_option_ids');
});
