/*
 * `npm run --silent conformance -- [--results] FILE…` (`src/core/conditions/README.md#case-files`): runs every case of the files through
 * the real code. Exit 0: all passed; 1: some failed; 2: a file cannot be used, and nothing was run.
 */
import { readFileSync } from 'node:fs';
import { printError, printLines } from '../server/app/print.ts';
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

if (files.length === 0) refuse('Usage: npm run --silent conformance -- [--results] FILE…');
const cases = files.flatMap(casesOf);
const report = files.length === parameters.length ? judgeCases(cases) : printResults(cases);
// No `process.exit` afterwards, because a pipe takes long output at its own speed.
printLines(report.lines);
process.exitCode = report.exitCode;
