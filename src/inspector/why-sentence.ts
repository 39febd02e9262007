/** One sentence that says why a question is shown or hidden now, with the reason all the way up. */
import type { Explanation } from '../core/conditions/explain.ts';
import type { QuestionId } from '../core/model/ids.ts';
import { takesFiles } from '../core/model/question.ts';
import type { Field, Form } from '../form/contract.ts';
import { explainQuestion } from '../form/explain-question.ts';
import { whyNever } from './checked.ts';
import { answered, wanted } from './rule-sentence.ts';
import { quoted } from './titles.ts';

/** A question whose condition can be read, and the question above it. */
interface Judged {
  readonly field: Field;
  readonly parent: Field;
  readonly rule: Explanation;
}

export function whySentence(form: Form, id: QuestionId): string {
  const field = form.fields.get(id);
  if (field === undefined) {
    const node = form.tree.nodes.get(id);
    return node === undefined ? 'Never shown.' : whyNever(form.tree, node);
  }
  const judged = judge(form, field);
  if (judged === null) return 'Always shown.';
  if (field.visible.value) return `Shown, because ${reasonToShow(form, judged)}.`;
  if (judged.parent.visible.value) return `Hidden, because ${reasonToHide(form, judged, 'this one')}.`;
  return belowHidden(form, judged.parent);
}

/** The nearest question above it, or itself, that is shown; null where it can never be. */
export function decidingField(form: Form, id: QuestionId): Field | null {
  let field = form.fields.get(id);
  while (field && !field.visible.peek())
    field = field.parent === null ? undefined : form.fields.get(field.parent);
  return field ?? null;
}

function judge(form: Form, field: Field): Judged | null {
  const rule = explainQuestion(form, field.question.id)?.rule ?? null;
  const parent = field.parent === null ? undefined : form.fields.get(field.parent);
  return rule === null || parent === undefined ? null : { field, parent, rule };
}

function reasonToShow(form: Form, { parent, rule }: Judged): string {
  const { question } = parent;
  const says = `${quoted(form, parent)} ${answered(rule, question)}`;
  if (rule.unanswered && !takesFiles(question))
    return `${says}, and this one is for ${wanted(rule, question)}, which no answer counts as`;
  return isPlain(rule) ? says : `${says}, and this one is for ${wanted(rule, question)}`;
}

/** The answer is what is wanted, word for word, so that saying both would say it twice. */
const isPlain = ({ operator, value, answer }: Explanation): boolean =>
  operator === 'equals' && String(value) === String(answer ?? false);

const reasonToHide = (form: Form, { parent, rule }: Judged, which: string): string =>
  `${quoted(form, parent)} ${answered(rule, parent.question)}, and ${which} is for ${wanted(rule, parent.question)}`;

/** Names the question above, and the topmost hidden one where that is another, with its reason. */
function belowHidden(form: Form, above: Field): string {
  let top = above;
  let judged = judge(form, top);
  while (judged !== null && !judged.parent.visible.value) {
    top = judged.parent;
    judged = judge(form, top);
  }
  const reason = judged === null ? '' : `: ${reasonToHide(form, judged, 'that one')}`;
  return top === above
    ? `Hidden, because ${quoted(form, above)} above it is hidden${reason}.`
    : `Hidden, because ${quoted(form, above)} above it is hidden, as all below ${quoted(form, top)} is${reason}.`;
}
