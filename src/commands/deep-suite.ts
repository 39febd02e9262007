/**
 * `npm run test:deep`: what is too slow for every day. Mutants of the evaluator (the score is checked), and the
 * properties with a hundred times as many random cases.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const wantedScore = 90;

function run(
  script: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
): boolean {
  const options = { cwd: root, stdio: 'inherit' as const, env: { ...process.env, ...environment } };
  return spawnSync(process.execPath, [`${root}node_modules/${script}`, ...parameters], options).status === 0;
}

/** Share of killed mutants in percent, from Stryker's report; no mutant at all is a score of 0. */
function mutationScore(): number {
  const text = readFileSync(`${root}reports/mutation/mutation.json`, 'utf8');
  const statuses = [...text.matchAll(/"status":\s*"(Killed|Timeout|Survived|NoCoverage)"/g)].map(
    (match) => match[1],
  );
  const killed = statuses.filter((status) => status === 'Killed' || status === 'Timeout').length;
  return statuses.length === 0 ? 0 : (100 * killed) / statuses.length;
}

function mutants(): boolean {
  if (!run('@stryker-mutator/core/bin/stryker.js', ['run', '.stryker.json'])) return false;
  const score = mutationScore();
  console.log(`mutation score of the evaluator: ${score.toFixed(1)} % (wanted: ${wantedScore} %)`);
  return score >= wantedScore;
}

const properties = () =>
  run('vitest/vitest.mjs', ['run', '--testTimeout=900000', 'propert'], { APPLY_PROPERTY_RUNS: '10000' });

const steps = [
  { name: 'properties, 10,000 cases each', check: properties },
  { name: 'mutants of the evaluator', check: mutants },
];

const failed = steps.filter(({ name, check }) => {
  const ok = check();
  console.log(`${name}: ${ok ? 'passed' : 'FAILED'}\n`);
  return !ok;
}).length;
console.log(`deep: ${steps.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
