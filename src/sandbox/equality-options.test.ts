import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { equalityOptionIds } from './resource-types/attribute-rules.ts';

test('the README lists exactly the options of equality monitoring', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const [line = ''] = /^- \*\*Equality monitoring\*\*.*$/m.exec(readme) ?? [];
  const listed = [...line.matchAll(/(\d+) \(/g)].map(([, id]) => id);
  expect(listed).toEqual([...equalityOptionIds]);
});
