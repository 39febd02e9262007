/*
 * Forms for the bench: mixed types, follow-ups at several depths, made by counting and by seeded chance, so that
 * every run has the same. Nothing in them is arranged for how this form works.
 */
import type { BenchForm, BenchType, Conditional, QuestionResource } from './question-resource.ts';
import { seededRandom } from './seeded-random.ts';

const types: readonly BenchType[] = [
  'short_text',
  'boolean',
  'multiple_choice',
  'long_text',
  'number',
  'date',
  'url',
  'short_text',
];

const things = ['cranes', 'night trains', 'ovens', 'orchards', 'lifts', 'harbours', 'choirs', 'greenhouses'];
const beginnings: Readonly<Record<BenchType, string>> = {
  short_text: 'What did you last do with',
  long_text: 'What would you change about',
  url: 'Where can one read about your work on',
  number: 'For how many years have you worked with',
  date: 'When did you first work with',
  boolean: 'Have you ever worked with',
  multiple_choice: 'Which of these have you learned with',
};

/** One root in so many has follow-ups. */
const subtreeEvery = 4;

class FormWriter {
  readonly #data: QuestionResource[] = [];
  readonly #included: QuestionResource[] = [];
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  get count(): number {
    return this.#data.length + this.#included.length;
  }

  /** @returns its id */
  add(type: BenchType, conditional: Conditional | null = null): string {
    const id = String(1000 + this.count);
    const thing = things[Math.floor(this.#random() * things.length)] ?? '';
    const attributes = {
      title: `${beginnings[type]} ${thing} (${this.count + 1})?`,
      question_type: type,
      required: this.#random() < 0.3,
      ...(this.#random() < 0.1 && { additional_information: `A word about ${thing} is enough.` }),
      ...(type === 'multiple_choice' && this.#options()),
      conditional,
    };
    (conditional === null ? this.#data : this.#included).push({ id, type: 'questions', attributes });
    return id;
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  anyType(): BenchType {
    return types[Math.floor(this.#random() * types.length)] ?? 'short_text';
  }

  finish(yesNo: string): BenchForm {
    return { document: { data: this.#data, included: this.#included }, yesNo };
  }

  /** One choice of a few, one choice of a long list, or several. */
  #options() {
    const [count, single] = this.chance(0.2)
      ? [12, true]
      : [3 + Math.floor(this.#random() * 3), this.chance(0.5)];
    return {
      multiple_choice_options: Array.from({ length: count }, (_, place) => `Course ${place + 1}`),
      ...(single && { max_num_required_answer_options: 1 }),
    };
  }
}

const whenYes = (parent: string): Conditional => ({
  parent_question_id: parent,
  position: 1,
  conditions: [{ operator: 'equals', value: 'true' }],
});

const whenMore = (parent: string): Conditional => ({
  parent_question_id: parent,
  position: 1,
  conditions: [{ operator: 'greater_than', value: '3' }],
});

/**
 * Roots of all types, every fourth with follow-ups two or three levels deep; the bench acts in the middle.
 * @param questions how many
 */
export function benchForm(questions: number): BenchForm {
  const writer = new FormWriter(questions);
  let yesNo: string | null = null;
  for (let roots = 0; writer.count < questions; roots += 1) {
    if (yesNo === null && writer.count >= questions / 2 - 3) {
      yesNo = writer.add('boolean');
      writer.add('short_text', whenYes(yesNo));
    } else if (roots % subtreeEvery === 0 && writer.count + 4 <= questions) addSubtree(writer);
    else writer.add(writer.anyType());
  }
  return writer.finish(yesNo ?? '');
}

function addSubtree(writer: FormWriter): void {
  const child = writer.add('number', whenYes(writer.add('boolean')));
  const grandchild = writer.add('boolean', whenMore(child));
  writer.add(writer.anyType(), whenYes(grandchild));
}
