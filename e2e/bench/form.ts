/**
 * Forms for the bench, with mixed types and follow-ups at several depths. Counters and seeded random numbers make them the same in
 * every run. They are not adapted to this implementation.
 */
import { createRandom } from '../support/random.ts';

interface Question {
  readonly id: string;
  readonly type: 'questions';
  readonly attributes: { readonly conditional: object | null; readonly [name: string]: unknown };
}

/** The beginnings of the titles, by type. There are no documents, because a preview has no uploads. */
const beginnings = {
  short_text: 'What did you last do with',
  boolean: 'Have you ever worked with',
  multiple_choice: 'Which of these have you learned with',
  long_text: 'What would you change about',
  number: 'For how many years have you worked with',
  date: 'When did you first work with',
  url: 'Where can one read about your work on',
} as const;
type BenchType = keyof typeof beginnings;

const things = ['cranes', 'night trains', 'ovens', 'orchards', 'lifts', 'harbours', 'choirs', 'greenhouses'];
// Short texts are twice as frequent as the other types.
const types = [...Object.keys(beginnings), 'short_text'];

/** Every fourth root has follow-ups. */
const ROOTS_PER_SUBTREE = 4;

/**
 * Returns roots of all types, some with follow-ups three levels deep. The questions that the bench answers are in the middle.
 *
 * @param questions their number
 */
export function benchForm(questions: number) {
  const { next: random } = createRandom(questions);
  const all: Question[] = [];
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] ?? '';
  const add = (type: string, conditional: object | null = null): string => {
    const id = String(1000 + all.length);
    const thing = pick(things);
    const attributes = {
      title: `${beginnings[isBenchType(type) ? type : 'short_text']} ${thing} (${all.length + 1})?`,
      question_type: type,
      required: random() < 0.3,
      ...(random() < 0.1 && { additional_information: `A word about ${thing} is enough.` }),
      ...(type === 'multiple_choice' && options(random)),
      conditional,
    };
    all.push({ id, type: 'questions', attributes });
    return id;
  };
  const addSubtree = () => {
    const child = add('number', when(add('boolean'), 'equals', 'true'));
    const grandchild = add('boolean', when(child, 'greater_than', '3'));
    add(pick(types), when(grandchild, 'equals', 'true'));
  };
  let yesNo = '';
  let text = '';
  for (let roots = 0; all.length < questions; roots += 1) {
    if (yesNo === '' && all.length >= questions / 2 - 3) {
      yesNo = add('boolean');
      add('short_text', when(yesNo, 'equals', 'true'));
      text = add('short_text');
    } else if (roots % ROOTS_PER_SUBTREE === 0 && all.length + 4 <= questions) addSubtree();
    else add(pick(types));
  }
  const isRoot = ({ attributes }: Question) => attributes.conditional === null;
  const document = { data: all.filter(isRoot), included: all.filter((question) => !isRoot(question)) };
  // An answer of yes to `yesNo` shows a follow-up; `text` is a short text.
  return { document, yesNo, text };
}

const isBenchType = (type: string): type is BenchType => Object.hasOwn(beginnings, type);

const when = (parent: string, operator: 'equals' | 'greater_than', value: string): object => ({
  parent_question_id: parent,
  position: 1,
  conditions: [{ operator, value }],
});

/** Returns a single choice of a few options or of many, or a multiple choice. */
function options(random: () => number): object {
  const isLong = random() < 0.2;
  const count = isLong ? 12 : 3 + Math.floor(random() * 3);
  const isSingle = isLong || random() < 0.5;
  return {
    multiple_choice_options: Array.from({ length: count }, (_, index) => `Course ${index + 1}`),
    ...(isSingle && { max_num_required_answer_options: 1 }),
  };
}
