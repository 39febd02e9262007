/** Which application of the first page is looked at: one that tells much itself, of the job that asks most. */
import { text } from '../../documents/stored-json.ts';
import { readings } from '../../service/readings.ts';
import { askQuestions } from './ask-questions.ts';
import type { Asker } from './asker.ts';
import { type Answered, attribute, dataOf, isGood, linked, phoneOf } from './reply.ts';

/** Jobs that are compared: two requests more, for the questions of the third are asked for anyway. */
const MOST_JOBS = 3;

export interface ChosenSample {
  /** undefined: there is no application. */
  readonly application: unknown;
  /** The questions of the jobs that were compared. */
  readonly forms: ReadonlyMap<string, Answered>;
}

export async function chooseSample(asker: Asker, applications: readonly unknown[]): Promise<ChosenSample> {
  const best = mostTelling(applications);
  const jobs = [...new Set(best.flatMap((one) => jobOf(one) ?? []))].slice(0, MOST_JOBS);
  const forms = new Map<string, Answered>();
  for (const job of jobs.length > 1 ? jobs : []) {
    const reply = await askQuestions(asker, { [readings.questionableEquals]: job });
    forms.set(job, reply);
    if (!isGood(reply)) break;
  }
  const sizeOf = (job: string) => dataOf(forms.get(job) ?? null).length;
  const [largest] = [...jobs].sort((left, right) => sizeOf(right) - sizeOf(left));
  return { application: best.find((one) => jobOf(one) === (largest ?? null)) ?? best[0], forms };
}

export const jobOf = (application: unknown): string | null => text(attribute(application, 'job_id'));

/** With answers and a phone, else with answers, else with a phone, else any; most answers first, then the newest. */
function mostTelling(applications: readonly unknown[]): readonly unknown[] {
  const answersOf = (one: unknown): number => linked(one, 'answers')?.length ?? 0;
  const weightOf = (one: unknown): number => (answersOf(one) > 0 ? 2 : 0) + (phoneOf(one) === null ? 0 : 1);
  const most = Math.max(...applications.map(weightOf));
  return applications
    .filter((one) => weightOf(one) === most)
    .sort((left, right) => answersOf(right) - answersOf(left));
}
