/** Title, answer and reason of a question, each short enough for one line. */
import type { QuestionFinding } from '../core/check/check-questions.ts';
import { comparisonInWords, dayInWords, quoted } from '../core/check/finding.ts';
import { explain, type PlainValue } from '../core/conditions/explain.ts';
import { unreachable } from '../core/model/failure.ts';
import type { Answer, Question } from '../core/model/question.ts';
import type { QuestionNode } from '../core/tree/question-tree.ts';
import type { Field, Form } from '../form/contract.ts';

/** Title in the form's language; for names and email address in English. */
export function titleOf({ shown: { basic, title, id } }: Pick<Field, 'shown'>): string {
  if (basic !== undefined) return title.charAt(0).toUpperCase() + title.slice(1);
  return title.trim() === '' ? `Question ${id}` : title;
}

/** Characters of an answer that fit next to its title. */
const LONGEST_ANSWER = 48;

/** null where there is none. */
export function answerOf({ entry }: Field): string | null {
  if (entry.value === null) return null;
  const text = answerText(entry.value);
  return text.length > LONGEST_ANSWER ? `${text.slice(0, LONGEST_ANSWER)}…` : text;
}

function answerText(answer: Answer): string {
  switch (answer.kind) {
    case 'boolean':
      return answer.value ? 'Yes' : 'No';
    case 'text':
    case 'url':
    case 'number':
      return answer.text;
    case 'date':
      return answer.day;
    case 'date_range':
      return `${answer.from} – ${answer.to}`;
    case 'choice':
      return answer.options.join(', ');
    case 'files':
      return answer.files.map(({ name }) => name).join(', ');
    case 'unreadable':
      return `${answer.typed} (cannot be read)`;
    default:
      return unreachable(answer);
  }
}

/** A sentence such as `if the answer is more than 7: it is 8`; null for a question that is always shown. */
export function why({ tree, fields }: Form, { question, parent }: Field): string | null {
  const judgement = tree.nodes.get(question.id)?.judgement;
  const above = parent === null ? undefined : fields.get(parent);
  if (above === undefined || !judgement?.readable) return null;
  const condition = `if the answer ${comparisonInWords(above.question, judgement.rule.comparison)}`;
  if (!above.visible.value) return `${condition}: the question above is hidden`;
  const { answer, holds } = explain(judgement, above.answer.value);
  if (answer !== null) return `${condition}: it is ${plain(answer, above.question)}`;
  return `${condition}: not answered yet${holds ? ', which counts' : ''}`;
}

function plain(value: PlainValue, { type }: Question): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return value.map(quoted).join(', ');
  if (type === 'date') return dayInWords(value);
  return type === 'number' ? value : quoted(value);
}

/** Explains a question that can never be shown: by its own fault, or by an ancestor's. */
export function whyNever(
  { question, judgement }: QuestionNode,
  findings: readonly QuestionFinding[],
): string {
  const code = judgement?.readable === false ? judgement.code : null;
  const own = findings.find((each) => each.question === question.id && each.code === code);
  return own?.found ?? 'It is never shown, because of a question above it.';
}

/** The nearest question above it, or itself, that is shown. */
export function decidingField({ fields }: Pick<Form, 'fields'>, field: Field): Field {
  const above = field.parent === null ? undefined : fields.get(field.parent);
  return field.visible.value || above === undefined ? field : decidingField({ fields }, above);
}
