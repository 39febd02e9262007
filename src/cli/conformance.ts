/**
 * `npx apply-form-server conformance [--results] FILE…` (`src/core/conditions/README.md#case-files`): runs every case of
 * the files through the real code. Exit 0: all passed; 1: some failed; 2: a file cannot be used, and nothing was run.
 */
import { readFileSync } from 'node:fs';
import { defineCommand, Fault, Misuse } from './command.ts';
import { type Case, findDifference, readCases, runCase } from './conformance-case.ts';

export const conformance = defineCommand({
  usage:
    'Usage: npx apply-form-server conformance [--results] FILE…\n  runs every case and prints those that fail; --results prints all results as JSON lines',
  options: { results: { type: 'boolean' } },
  takesWords: true,
  async act({ words: files, values, print }) {
    if (files.length === 0) throw new Misuse('Name a file.');
    const cases = files.flatMap(casesOf);
    if (values.results) {
      if (cases.length > 0) print(cases.map((testCase) => JSON.stringify(runCase(testCase))).join('\n'));
      return 0;
    }
    const failures = cases.flatMap((testCase) => {
      const difference = findDifference(testCase, runCase(testCase));
      return difference === null ? [] : [`FAILED ${nameOf(testCase)}: ${difference}`];
    });
    print([...failures, `${cases.length - failures.length} passed, ${failures.length} failed`].join('\n'));
    return failures.length === 0 ? 0 : 1;
  },
});

function casesOf(file: string): readonly Case[] {
  const cases = readCases(readText(file));
  if (!cases.ok) throw new Fault(`${file} ${cases.error}.`);
  return cases.value;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Fault(`${file} cannot be read.`);
  }
}

/** Returns the id on one line, whatever it contains. */
const nameOf = ({ id }: Case): string => String(id ?? 'no id').replaceAll(/\s+/g, ' ');
