/** What the probe looks at: an application, its job, and the questions of both. */

import type { Semantics } from '../../core/model/question.ts';
import type { TenantOptions } from '../../server/http/options.ts';
import type { ReadBack, WithoutReadBack } from '../../server/ledger/http-gateway.ts';
import { allVisibilities, isPhoneNumber, type PostingWay } from '../../server/service/queries.ts';
import {
  type Answered,
  type Asker,
  dataOf,
  idOf,
  includedOf,
  isGood,
  linked,
  type Query,
  singleOf,
  textOf,
} from './asker.ts';

/** Members of a tenant in `APPLY_CONFIG` that a reading of the service can decide. */
export interface Settings {
  readonly questionFilter: TenantOptions['questionFilter'];
  readonly questionsBy: TenantOptions['questionsBy'];
  readonly readPosting: PostingWay;
  readonly dateOrder: Semantics['dateOrder'];
  readonly readBack: ReadBack;
  readonly withoutReadBack: WithoutReadBack;
}

/** null: none is known. */
export interface Sample {
  readonly application: string | null;
  readonly job: string | null;
  readonly posting: string | null;
  /** In E.164. */
  readonly phone: string | null;
}

export interface Scene extends Pick<Asker, 'ask' | 'limited'> {
  readonly sample: Sample;
  /** Of the running configuration. */
  readonly current: Settings;
}

export const QUESTIONS = '/api/v1/questions';
export const APPLICATIONS = '/api/v1/applications';
export const ofAny: Query = { 'filter[job_visibility]': allVisibilities.join(',') };
export const newest: Query = { sort: '-created_at', ...ofAny };
/** An id that no record has. */
export const NOTHING = '0';

export const below = (folder: string, id: string): string => `${folder}/${encodeURIComponent(id)}`;

export const listQuestions = ({ ask }: Pick<Asker, 'ask'>, query: Query = {}): Promise<Answered> =>
  ask(QUESTIONS, { include: 'conditional_questions', ...query });

/** The named application, or of the newest the one that shows most. */
export async function findSample(
  { ask }: Pick<Asker, 'ask'>,
  wanted: Pick<Sample, 'application' | 'job'>,
): Promise<Sample> {
  const listed = await ask(APPLICATIONS, { include: 'answers', ...newest });
  const application =
    wanted.application ?? idOf(wanted.job === null ? mostTelling(dataOf(listed)) : dataOf(listed)[0]);
  const read = application === null ? null : await ask(below(APPLICATIONS, application), withTags);
  const own = isGood(read) ? singleOf(read) : dataOf(listed).find((one) => idOf(one) === application);
  return {
    application,
    job: wanted.job ?? textOf(own, 'job_id'),
    posting: textOf(own, 'job_posting_id'),
    phone: phoneOf(own),
  };
}

export const withTags: Query = { 'extra_fields[applications]': 'tags' };

/** With a phone, then with most answers, then the newest. */
function mostTelling(applications: readonly unknown[]): unknown {
  const weightOf = (one: unknown): number =>
    (phoneOf(one) === null ? 0 : 1) + 2 * (linked(one, 'answers')?.length ?? 0);
  return [...applications].sort((left, right) => weightOf(right) - weightOf(left))[0];
}

/** A phone as the service's filter takes it (E.164); null: there is none, or it lacks its country. */
function phoneOf(application: unknown): string | null {
  const phone = textOf(application, 'phone')?.replaceAll(/[\s()./-]/g, '') ?? '';
  return isPhoneNumber(phone) ? phone : null;
}

const filters = { eq: 'filter[questionable_id][eq]', plain: 'filter[questionable_id]' } as const;

type Filter = keyof typeof filters;

/** What the filter of questions does, by an owner that has some and by an id that does not exist. */
export async function effectOf(
  scene: Scene,
  filter: Filter,
  owner: string | null = scene.sample.job,
): Promise<'works' | 'ignored' | 'empty' | 'refused'> {
  const reply = owner === null ? null : await listQuestions(scene, { [filters[filter]]: owner });
  if (reply !== null && !isGood(reply)) return 'refused';
  if (dataOf(reply).length === 0) return 'empty';
  const ofNothing = await listQuestions(scene, { [filters[filter]]: NOTHING });
  return dataOf(ofNothing).length > 0 ? 'ignored' : 'works';
}

/** The parameter that asks for the questions of one owner; null: none works. */
export async function ownerFilter(scene: Scene): Promise<string | null> {
  if ((await effectOf(scene, 'eq')) === 'works') return filters.eq;
  return (await effectOf(scene, 'plain')) === 'works' ? filters.plain : null;
}

/** Asks for the form of the job; for all questions where no filter brings it. */
export async function formQuery(scene: Scene): Promise<Query> {
  const filter = await ownerFilter(scene);
  return filter === null || scene.sample.job === null ? {} : { [filter]: scene.sample.job };
}

/** The list and the form, without duplicates. */
export async function readQuestions(scene: Scene): Promise<readonly unknown[]> {
  const replies = [await listQuestions(scene), await listQuestions(scene, await formQuery(scene))];
  const all = replies.flatMap((reply) => [...dataOf(reply), ...includedOf(reply, 'questions')]);
  return [...new Map(all.map((one) => [idOf(one), one])).values()];
}
