/** Of an address that an application holds in half nothing is demanded but what the change itself needs. */
import type { Answer } from '../../core/model/answer.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { LoadedForm } from '../api/from-document.ts';

type Nodes = LoadedForm['tree']['nodes'];
type AnswerTo = (question: QuestionId) => Answer | null;

export function withAddress(nodes: Nodes): Nodes {
  const lines = [...nodes.values()]
    .map(({ question }) => question)
    .filter(({ block, held }) => block && held);
  const heldAnswer = (id: QuestionId) => nodes.get(id)?.question.held?.value.answer ?? null;
  const isChanged = (answerTo: AnswerTo) => lines.some(({ id, held }) => !held?.value.is(answerTo(id)));
  // A country may be chosen beforehand, so alone it is no address.
  const isBegun = () => lines.some(({ id, detail }) => detail !== 'country' && heldAnswer(id));
  return new Map(
    [...nodes].map(([id, node]) => {
      const { requiredBy, held } = node.question;
      if (!requiredBy || !held) return [id, node];
      const wasMissing = () => !heldAnswer(id) && isBegun() && requiredBy(heldAnswer);
      const question = {
        ...node.question,
        requiredBy: (answerTo: AnswerTo) => isChanged(answerTo) && requiredBy(answerTo) && !wasMissing(),
      };
      return [id, { ...node, question }];
    }),
  );
}
