/** A form of eleven texts, and what is sent of it. */
import type { SampleForm } from '../../../src/sandbox/sample-form.ts';

export const JOB = '1';

const ids = Array.from({ length: 11 }, (_, place) => String(9_900 + place));

export const textForm: SampleForm = {
  name: 'eleven-texts',
  title: 'Eleven texts',
  description: 'Eleven questions, each answered by a text.',
  job: {
    id: JOB,
    title: 'Typist',
    company: 'Example',
    location: 'Here',
    contract: 'Permanent',
    state: 'open',
    paragraphs: [],
  },
  questions: ids.map((id) => ({ id, title: `Question ${id}`, type: 'long_text', required: true })),
};

const sentence = 'A sentence or two that an applicant may write. '.repeat(3);

/** The body of `POST /submissions`. */
export const textSubmission = (revision: string): string =>
  JSON.stringify({
    data: ids.map((id) => ({
      type: 'answers',
      attributes: { text_answer: sentence },
      relationships: { question: { data: { type: 'questions', id } } },
    })),
    meta: { revision },
  });
