/** Complete applications to sample forms from `journeys.json`. Their ids were derived by hand from the conditions. */
import type { Entry } from './applicant.ts';
import rows from './journeys.json' with { type: 'json' };

/** One answer, and the questions on the page after it. */
export interface Step {
  readonly answer: string;
  readonly with: Entry;
  readonly visible: string;
}

interface Row {
  readonly form: string;
  /** The language of the form. Default: English. Options have the texts of this language. */
  readonly language?: string;
  readonly start: string;
  /** Without `visible` the questions on the page do not change. */
  readonly steps: readonly (Omit<Step, 'visible'> & { readonly visible?: string })[];
  /** Question ids of the expected `POST /api/v1/answers`, in order; each file has a POST of its own. */
  readonly posts: string;
  /** The values of some answers at the service. */
  readonly held: Readonly<Record<string, unknown>>;
}

export interface Journey extends Row {
  readonly steps: readonly Step[];
}

/** Expands ranges: `101..103` are three ids. */
const expand = (ids: string): string =>
  ids.replace(/(\d+)\.\.(\d+)/g, (_range, first, last) =>
    Array.from({ length: last - first + 1 }, (_, index) => Number(first) + index).join(' '),
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
