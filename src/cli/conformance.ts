/*
 * `npx apply-form-server conformance [--results] FILE…` (`src/core/conditions/README.md#case-files`): runs every case of the files through
 * the real code. Exit 0: all passed; 1: some failed; 2: a file cannot be used, and nothing was run.
 */
import { readFileSync } from 'node:fs';
import { print, printError, printLines } from '../server/process/print.ts';
import { wantsHelp } from './arguments.ts';
import type { Case } from './conformance-case.ts';
import { judgeCases, printResults, readCases } from './conformance-run.ts';

const parameters = process.argv.slice(2);
const files = parameters.filter((parameter) => parameter !== '--results');

function refuse(message: string): never {
  printError(message);
  return process.exit(2);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return refuse(`${file} cannot be read.`);
  }
}

function casesOf(file: string): readonly Case[] {
  // JSON does not allow a byte order mark, but many editors write one.
  const cases = readCases(readText(file).replace(/^\uFEFF/, ''));
  return cases.ok ? cases.value : refuse(`${file} ${cases.error}.`);
}

const usage = 'Usage: npx apply-form-server conformance [--results] FILE…';
if (wantsHelp(parameters)) {
  print(usage);
  process.exit(0);
}
if (files.length === 0) refuse(usage);
const cases = files.flatMap(casesOf);
const report = files.length === parameters.length ? judgeCases(cases) : printResults(cases);
// No `process.exit` afterwards, because a pipe takes long output at its own speed.
printLines(report.lines);
process.exitCode = report.exitCode;
