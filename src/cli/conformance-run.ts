import { failure, type Outcome, success } from '../core/model/failure.ts';
import { type Case, type EvaluatorResult, runCase, type TreeResult } from './conformance-case.ts';

export interface Report {
  readonly lines: readonly string[];
  readonly exitCode: 0 | 1;
}

/** Judges every case: one line for each failure, then the totals. */
export function judgeCases(cases: readonly Case[]): Report {
  const failures = cases.flatMap((one) => {
    const difference = findDifference(one, runCase(one));
    return difference === null ? [] : [`FAILED ${nameOf(one)}: ${difference}`];
  });
  const sum = `${cases.length - failures.length} passed, ${failures.length} failed`;
  return { lines: [...failures, sum], exitCode: failures.length === 0 ? 0 : 1 };
}

/** Judges nothing: prints one JSON line per case. */
export function printResults(cases: readonly Case[]): Report {
  return { lines: cases.map((one) => JSON.stringify(runCase(one))), exitCode: 0 };
}

/** The cases in the text of a file; the error is a sentence whose subject, the file, is added by the caller. */
export function readCases(text: string): Outcome<readonly Case[], string> {
  const json = parse(text);
  if (json === undefined) return failure('is not JSON');
  const cases: unknown = isCase(json) ? json['cases'] : null;
  if (!Array.isArray(cases)) return failure('has no list of "cases"');
  const objects = cases.filter(isCase);
  return objects.length === cases.length ? success(objects) : failure('has a case that is no object');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isCase(json: unknown): json is Case {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Keeps an id on one line, whatever it contains. */
function nameOf(one: Case): string {
  return typeof one['id'] === 'string'
    ? one['id'].replaceAll(/\s+/g, ' ')
    : (JSON.stringify(one['id']) ?? 'no id');
}

/**
 * The differences from what the case expects, in one line; null: the case passed. Expectations that are absent are not
 * judged.
 */
export function findDifference(one: Case, result: EvaluatorResult | TreeResult): string | null {
  if ('result' in result) return difference('result', one['expect'], result.result);
  const differences = (['visible', 'post', 'problems'] as const)
    .filter((name) => Object.hasOwn(one, name))
    .map((name) => difference(name, comparable(name, one[name]), comparable(name, result[name])))
    .filter((text) => text !== null);
  return differences.length === 0 ? null : differences.join('; ');
}

function difference(name: string, expected: unknown, actual: unknown): string | null {
  const [wanted, got] = [JSON.stringify(expected) ?? 'nothing', JSON.stringify(actual)];
  return wanted === got ? null : `${name}: expected ${wanted}, got ${got}`;
}

/** Problems are compared as a set of code and question, since ids may be sorted as text or as numbers. */
function comparable(name: string, json: unknown): unknown {
  return name === 'problems' && Array.isArray(json) ? json.map(codeAndQuestion).sort() : json;
}

function codeAndQuestion(problem: unknown): string {
  const named: object = Object(problem);
  return `${Reflect.get(named, 'code')} ${Reflect.get(named, 'questionId')}`;
}
