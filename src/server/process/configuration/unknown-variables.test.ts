import { expect, test } from 'vitest';
import { sandbox, warningsOf } from './configuration.support.ts';

test('every unknown name that begins with APPLY_ is named, and ends the start', () => {
  const names = ['APPLY_SERVICE_ULR', 'APPLY_SECRET_FIEL', 'APPLY_Public_Jobs', 'APPLY_COLOUR'];
  const given = Object.fromEntries(names.map((name) => [name, 'canary']));
  expect(warningsOf({ ...sandbox, ...given })).toEqual(
    names.map((name) => `${name} is no variable of Apply Form.`),
  );
});

test.each([
  ['APP_SECRET', 'canary'],
  ['apply_config', 'canary'],
  ['APPLY_SERVICE_HOST', 'canary'],
  ['APPLY_SERVICE_PORT_HTTP', 'canary'],
  ['APPLY_FORM_PORT_3000_TCP_PROTO', 'canary'],
  ['APPLY_COLOUR', ''],
])('%s="%s" belongs to others or is unset, and nothing is said of it', (name, value) => {
  expect(warningsOf({ ...sandbox, [name]: value })).toEqual([]);
});
