/** Sample forms filled in from beginning to end, as `journeys.json` has them: ids worked out by hand from the conditions. */
import type { Entry } from './applicant.ts';
import rows from './journeys.json' with { type: 'json' };

/** One answer, and the questions that are on the page after it. */
export interface Step {
  readonly answer: string;
  readonly with: Entry;
  readonly visible: string;
}

interface Row {
  readonly form: string;
  /** In which it is filled in, English unless it is given: options are named as they are shown. */
  readonly language?: string;
  readonly start: string;
  /** Without `visible` nothing comes and nothing goes. */
  readonly steps: readonly (Omit<Step, 'visible'> & { readonly visible?: string })[];
  /** Question ids of the `POST /api/v1/answers` that must arrive, in order; one each, files one by one. */
  readonly posts: string;
  /** The values of some answers at the service. */
  readonly held: Readonly<Record<string, unknown>>;
}

export interface Journey extends Row {
  readonly steps: readonly Step[];
}

/** `101..103` are three ids. */
const expand = (ids: string): string =>
  ids.replace(/(\d+)\.\.(\d+)/g, (_range, first, last) =>
    Array.from({ length: last - first + 1 }, (_, place) => Number(first) + place).join(' '),
  );

function complete({ start, steps, posts, ...row }: Row): Journey {
  let visible = expand(start);
  const completed = steps.map((step) => {
    visible = step.visible === undefined ? visible : expand(step.visible);
    return { ...step, visible };
  });
  return { ...row, start: expand(start), steps: completed, posts: expand(posts) };
}

const written: readonly Row[] = rows;

export const journeys: readonly Journey[] = written.map(complete);
