import type { Semantics } from '../model/question.ts';
import type { Comparison } from './judgement.ts';
import {
  type ConditionKind,
  choiceOperators,
  dateOperators,
  isListed,
  numberOperators,
  type Operator,
  textOperators,
  truthOperators,
  urlOperators,
} from './operators.ts';
import { readDate } from './read-date.ts';
import { readNumber } from './read-number.ts';
import { valueText } from './stored-value.ts';

interface StoredComparison {
  readonly kind: ConditionKind;
  readonly operator: Operator;
  /** Any JSON. */
  readonly value: unknown;
  readonly dateOrder: Semantics['dateOrder'];
}

type Fault = 'operator_not_allowed' | 'bad_value';

/** Checks the operator before reading the value, because only the first fault is reported. */
export function readComparison(stored: StoredComparison): Comparison | Fault {
  return readers[stored.kind](stored);
}

const readers: Record<ConditionKind, (stored: StoredComparison) => Comparison | Fault> = {
  truth: reader('truth', truthOperators, ({ value }) => readTruthValue(value)),
  text: reader('text', textOperators, ({ value }) => valueText(value, 'string', 'boolean', 'number')),
  url: reader('url', urlOperators, ({ value }) => valueText(value, 'string', 'boolean', 'number')),
  choice: reader('choice', choiceOperators, ({ value }) => valueText(value, 'string', 'boolean', 'number')),
  number: reader('number', numberOperators, ({ value }) => readNumberValue(value)),
  date: reader('date', dateOperators, ({ value, dateOrder }) => readDateValue(value, dateOrder)),
  files: reader('files', truthOperators, ({ value }) => readTruthValue(value)),
};

/** One row of the table: which operators the kind lists, and how it reads a value (null when it cannot). */
function reader<Kind extends ConditionKind, Listed extends Operator, Value>(
  kind: Kind,
  operators: Readonly<Record<Listed, unknown>>,
  readValue: (stored: StoredComparison) => Value | null,
) {
  return (stored: StoredComparison) => {
    const { operator } = stored;
    if (!isListed(operators, operator)) return 'operator_not_allowed';
    const value = readValue(stored);
    return value === null ? 'bad_value' : { kind, operator, value };
  };
}

function readTruthValue(value: unknown) {
  const text = valueText(value, 'string', 'boolean');
  return text === null ? null : readTruth(text);
}

/** Reads `true` and `false`, trimmed, in any ASCII case; nothing else (`yes`, `1`) is a truth value. */
function readTruth(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (word === 'true') return true;
  return word === 'false' ? false : null;
}

function readNumberValue(value: unknown) {
  const text = valueText(value, 'string', 'number');
  return text === null ? null : readNumber(text);
}

function readDateValue(value: unknown, order: Semantics['dateOrder']) {
  const text = valueText(value, 'string');
  return text === null ? null : readDate(text, order);
}
