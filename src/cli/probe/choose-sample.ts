/** Chooses the application that is examined: one with much data, of the job with the most questions. */

import { isPhoneNumber } from '../../server/service/phone-number.ts';
import { readings } from '../../server/service/readings.ts';
import { type Asker, askQuestions } from './asker.ts';
import { type Answered, dataOf, isGood, linked, textOf } from './replies.ts';

/** Jobs that are compared: two extra requests, because the questions of the third are read anyway. */
const MOST_JOBS = 3;

export interface ChosenSample {
  /** undefined: there is no application. */
  readonly application: unknown;
  /** The questions of the jobs that were compared. */
  readonly forms: ReadonlyMap<string, Answered>;
}

export async function chooseSample(asker: Asker, applications: readonly unknown[]): Promise<ChosenSample> {
  const best = mostTelling(applications);
  const jobs = [...new Set(best.flatMap((one) => textOf(one, 'job_id') ?? []))].slice(0, MOST_JOBS);
  const forms = new Map<string, Answered>();
  for (const job of jobs.length > 1 ? jobs : []) {
    const reply = await askQuestions(asker, { [readings.questionableEquals]: job });
    forms.set(job, reply);
    if (!isGood(reply)) break;
  }
  const sizeOf = (job: string) => dataOf(forms.get(job) ?? null).length;
  const [largest = null] = [...jobs].sort((left, right) => sizeOf(right) - sizeOf(left));
  return { application: best.find((one) => textOf(one, 'job_id') === largest) ?? best[0], forms };
}

/** With answers and a phone, else with answers, else with a phone, else any; most answers first, then the newest. */
function mostTelling(applications: readonly unknown[]): readonly unknown[] {
  const answersOf = (one: unknown): number => linked(one, 'answers')?.length ?? 0;
  const weightOf = (one: unknown): number => (answersOf(one) > 0 ? 2 : 0) + (phoneOf(one) === null ? 0 : 1);
  const most = Math.max(...applications.map(weightOf));
  return applications
    .filter((one) => weightOf(one) === most)
    .sort((left, right) => answersOf(right) - answersOf(left));
}

/** A phone as the service's filter takes it (E.164); null: there is none, or it lacks its country. */
export function phoneOf(application: unknown): string | null {
  const phone = textOf(application, 'phone')?.replaceAll(/[\s()./-]/g, '') ?? '';
  return isPhoneNumber(phone) ? phone : null;
}
