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

export class FormWriter {
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

  finish(yesNo: string, text: string): BenchForm {
    return { document: { data: this.#data, included: this.#included }, yesNo, text };
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

export const whenYes = (parent: string, position = 1): Conditional => ({
  parent_question_id: parent,
  position,
  conditions: [{ operator: 'equals', value: 'true' }],
});

const whenMore = (parent: string): Conditional => ({
  parent_question_id: parent,
  position: 1,
  conditions: [{ operator: 'greater_than', value: '3' }],
});

/** Adds what is below the question that the bench answers. */
type AddBelow = (writer: FormWriter, yesNo: string) => void;

const addTwo: AddBelow = (writer, yesNo) => {
  writer.add('short_text', whenYes(yesNo, 1));
  writer.add('multiple_choice', whenYes(yesNo, 2));
};

export const addOne: AddBelow = (writer, yesNo) => void writer.add('short_text', whenYes(yesNo));

/** Each is shown by Yes to the one before. */
export const addChain =
  (length: number): AddBelow =>
  (writer, yesNo) => {
    let last = yesNo;
    for (let place = 0; place < length; place += 1) last = writer.add('boolean', whenYes(last));
  };

/** All are shown by the same Yes. */
export const addWide =
  (children: number): AddBelow =>
  (writer, yesNo) => {
    for (let place = 0; place < children; place += 1) writer.add(writer.anyType(), whenYes(yesNo, place + 1));
  };

/**
 * Roots of all types, every fourth with follow-ups two or three levels deep; the bench acts in the middle.
 * @param questions how many, without those of a chain or of many children
 */
export function mixedForm(questions: number, addBelow: AddBelow = addTwo): BenchForm {
  const writer = new FormWriter(questions);
  let probe: Probe | null = null;
  let further = 0;
  for (let roots = 0; writer.count - further < questions; roots += 1) {
    const count = writer.count - further;
    if (probe === null && count >= questions / 2 - 3) {
      probe = addProbe(writer, addBelow);
      further = addBelow === addTwo || addBelow === addOne ? 0 : writer.count - count - probeRoots;
    } else if (roots % subtreeEvery === 0 && count + 4 <= questions) addSubtree(writer);
    else writer.add(writer.anyType());
  }
  const { yesNo, text } = probe ?? addProbe(writer, addBelow);
  return writer.finish(yesNo, text);
}

type Probe = Pick<BenchForm, 'yesNo' | 'text'>;

/** The question that the bench answers, and the line of text below it. */
const probeRoots = 2;

function addProbe(writer: FormWriter, addBelow: AddBelow): Probe {
  const yesNo = writer.add('boolean');
  addBelow(writer, yesNo);
  return { yesNo, text: writer.add('short_text') };
}

function addSubtree(writer: FormWriter): void {
  const child = writer.add('number', whenYes(writer.add('boolean')));
  const grandchild = writer.add('boolean', whenMore(child));
  writer.add(writer.anyType(), whenYes(grandchild));
}

export const chainForm = (length: number): BenchForm => probeForm(length, addChain(length));
export const wideForm = (children: number): BenchForm => probeForm(children, addWide(children));

/** Nothing but the question, what is below it, and a line of text. */
function probeForm(seed: number, addBelow: AddBelow): BenchForm {
  const writer = new FormWriter(seed);
  const { yesNo, text } = addProbe(writer, addBelow);
  return writer.finish(yesNo, text);
}
