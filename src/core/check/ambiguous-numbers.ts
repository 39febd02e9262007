/** `50.000`: fifty to the form, and fifty thousand to who writes a point between thousands. */
import type { Question } from '../model/question.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import { readingsOf } from './better-numbers.ts';
import type { Found } from './finding.ts';
import { named, quoted } from './words.ts';

/** Decimals are seldom written with a zero at their end, and without it the number can be read in one way only. */
const thousandsOrDecimals = /^[-+]?[1-9]\d{0,2}\.\d\d0$/;

export const isAmbiguousNumber = (text: string): boolean => thousandsOrDecimals.test(text);

export function ambiguousNumbers({ nodes }: QuestionTree): readonly Found[] {
  return [...nodes.values()].flatMap(({ question, parent, judgement }): readonly Found[] => {
    const asked = parent === null ? undefined : nodes.get(parent)?.question;
    if (asked === undefined || judgement?.readable !== true) return [];
    const { comparison } = judgement.rule;
    return comparison.kind === 'number' && isAmbiguousNumber(comparison.value.text)
      ? [ambiguousNumber(question, asked, comparison.value.text)]
      : [];
  });
}

function ambiguousNumber(question: Question, asked: Question, text: string): Found {
  const [thousands = text, decimal = text] = readingsOf(text);
  return {
    code: 'ambiguous_number',
    question,
    found: `Its condition compares ${named(asked)} with ${quoted(text)}, which can be ${thousands} or ${decimal}. The form reads it as ${decimal}.`,
    fix: `Write ${thousands} or ${decimal}, without a point that can be read in two ways.`,
  };
}
