/** The first thing to try in a form: an answer that makes a question appear. */
import type { ApplyFormElement } from '../browser/element/define.ts';

/** One sentence; '' where the form has no follow-up that is as simple as that. */
export function tryIt(element: ApplyFormElement): string {
  const view = element.session?.view.peek();
  if (view?.kind !== 'form') return '';
  const { order, fields } = view.form;
  for (const { question, parent, visible } of order) {
    const above = parent === null ? undefined : fields.get(parent);
    const rule = element.explain(question.id)?.rule;
    if (above === undefined || !rule || visible.peek() || !above.visible.peek()) continue;
    const answer = answerFor(rule, above.question.type);
    if (answer === null) continue;
    return above === order[0] ? `Try it: ${answer}.` : `Try it: ${answer} in “${above.shown.title}”.`;
  }
  return '';
}

type Rule = NonNullable<NonNullable<ReturnType<ApplyFormElement['explain']>>['rule']>;

/** An answer that shows the follow-up, as one would tell a person to give it. */
function answerFor({ operator, value }: Rule, type: string): string | null {
  if (type === 'boolean' && typeof value === 'boolean')
    return `choose ${(operator === 'equals') === value ? 'Yes' : 'No'}`;
  if (typeof value !== 'string') return null;
  if (type === 'multiple_choice' && operator === 'equals') return `choose “${value}”`;
  if (type === 'number') return numberFor(operator, Number(value.replaceAll(',', '')));
  if (type.endsWith('_text') && operator === 'contains') return `write “${value}”`;
  return null;
}

function numberFor(operator: Rule['operator'], value: number): string | null {
  if (operator === 'greater_than') return `enter ${value + 1}`;
  if (operator === 'less_than') return `enter ${value - 1}`;
  return operator === 'equals' ? `enter ${value}` : null;
}
