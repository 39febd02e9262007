import type { Case, EvaluatorResult, TreeResult } from './conformance-case.ts';

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
