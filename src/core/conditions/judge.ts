/*
 * Decides whether a child is shown, given its parent's answer (`src/core/conditions/README.md#one-condition`).
 * A condition is judged once, when the tree is loaded, before any answer: an unreadable condition hides the child
 * and gives the reason. `explain` then applies the rule to an answer. Nothing here throws, for any JSON.
 */
import type { ProblemCode, Semantics } from '../model/question.ts';
import type { ConditionParent, Judgement } from './judgement.ts';
import { kindOf, negativeOperators, readOperator } from './operators.ts';
import { readComparison } from './read-comparison.ts';
import { member, quote } from './stored-value.ts';

/** Reads a condition (`conditions[0]`, untouched) for its parent; of several faults the first is reported. */
export function judge(parent: ConditionParent, condition: unknown, semantics: Semantics): Judgement {
  const kind = kindOf(parent.type);
  if (kind === undefined) return unreadable('unknown_parent_type', 'the type of its parent is not known');
  if (kind === null) return unreadable('unsupported_parent_type', `no condition can read a ${parent.type}`);
  if (condition === null || condition === undefined) return unreadable('missing_condition', 'there is none');
  const operator = readOperator(member(condition, 'operator'));
  if (operator === null)
    return unreadable(
      'unknown_operator',
      `its operator is not known: ${quote(member(condition, 'operator'))}`,
    );
  const value = member(condition, 'value');
  const comparison = readComparison({ kind, operator, value, dateOrder: semantics.dateOrder });
  if (comparison === 'operator_not_allowed')
    return unreadable(comparison, `${operator} is not for a ${parent.type}`);
  if (comparison === 'bad_value')
    return unreadable(comparison, `its value cannot be read for a ${parent.type}: ${quote(value)}`);
  const holdsUnanswered = semantics.unanswered === 'negated' && negativeOperators.has(operator);
  return { readable: true, rule: { comparison, holdsUnanswered } };
}

function unreadable(code: ProblemCode, reason: string): Judgement {
  return { readable: false, code, detail: `The condition cannot be interpreted: ${reason}.` };
}
