/** Every field that a job may demand, named in both ways: `demands.test.ts` has a few of them. */
import { describe } from 'vitest';
import {
  agreed,
  allDemanded,
  corrections,
  files,
  testAgreedDemand,
  testDemands,
  useDemandBench,
} from './demands.support.ts';

useDemandBench();

const one = [...Object.keys(corrections), ...Object.keys(files)].map((name) => [name]);

describe.each(['detail', 'pointer'] as const)('told by %s', (tells) => {
  testDemands(tells, [...one, allDemanded]);
  for (const field of Object.keys(agreed)) testAgreedDemand(tells, field);
});
