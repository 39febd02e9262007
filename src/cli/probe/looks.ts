/** What the readings look at. Each answers: seen (true), not seen (false), could not tell (null). */

import { readDate } from '../../core/conditions/read-date.ts';
import { idText, list, member, path, text } from '../../core/jsonapi/json.ts';
import { postingIncludes, translatedLocales } from '../../server/service/queries.ts';
import {
  type Answered,
  attribute,
  dataOf,
  idOf,
  idsOf,
  includedOf,
  isGood,
  linked,
  type Query,
  singleOf,
  textOf,
} from './asker.ts';
import {
  APPLICATIONS,
  below,
  effectOf,
  formQuery,
  listQuestions,
  ofAny,
  ownerFilter,
  readQuestions,
  type Scene,
  type Settings,
} from './sample.ts';

/** With what has to be set and is not. */
export type Seen = boolean | null | { readonly seen: boolean; readonly set: Partial<Settings> };

export async function lookAtFilter(scene: Scene): Promise<Seen> {
  const effects = { eq: await effectOf(scene, 'eq'), plain: await effectOf(scene, 'plain') };
  const isEq = effects.eq === 'works';
  if (!isEq && effects.plain !== 'works') return Object.values(effects).includes('empty') ? null : false;
  const isRight = effects[scene.current.questionFilter] === 'works';
  return { seen: isEq, set: isRight ? {} : { questionFilter: isEq ? 'eq' : 'plain' } };
}

export async function lookAtOwner(scene: Scene): Promise<Seen> {
  const { questionsBy, questionFilter } = scene.current;
  const job = (await ownerFilter(scene)) !== null;
  const posting = (await effectOf(scene, questionFilter, scene.sample.posting)) === 'works';
  if (!job && !posting) return null;
  const isRight = questionsBy === 'all' || { job, posting }[questionsBy];
  return { seen: job, set: isRight ? {} : { questionsBy: job ? 'job' : 'posting' } };
}

/** One form may be badly written, so most decide. */
export const mostOf =
  (find: (questions: readonly unknown[]) => readonly unknown[], keeps: (one: unknown) => boolean) =>
  async (scene: Scene): Promise<Seen> => {
    const all = find(await readQuestions(scene));
    return all.length === 0 ? null : all.filter(keeps).length * 2 > all.length;
  };

export async function lookAtFollowUps(scene: Scene): Promise<Seen> {
  const questions = await readQuestions(scene);
  const known = new Set(idsOf(questions));
  const named = questions.flatMap((one) => linked(one, 'conditional_questions') ?? []);
  return named.length === 0 ? null : named.filter((id) => known.has(id)).length * 2 > named.length;
}

export async function lookDeeper(scene: Scene): Promise<Answered> {
  const include = 'conditional_questions.conditional_questions';
  return listQuestions(scene, { ...(await formQuery(scene)), include });
}

/** Only one way is asked where it tells. */
export async function lookAtPosting({ ask, sample, current }: Scene): Promise<Seen> {
  const read = async (id: string | undefined): Promise<Answered> =>
    id === undefined ? null : ask(below('/api/v1/job_postings', id), { include: postingIncludes.single });
  const namesJob = (reply: Answered): boolean => {
    const linkage = path(singleOf(reply), 'relationships', 'job', 'data', 'id');
    return (idText(linkage) ?? textOf(singleOf(reply), 'job_id')) !== null;
  };
  const first = await read(sample.posting ?? undefined);
  const single = {
    seen: true,
    set: current.readPosting === 'list' ? ({ readPosting: 'single' } as const) : {},
  };
  if (namesJob(first)) return single;
  const listed = await ask('/api/v1/jobs', { include: postingIncludes.list, 'page[size]': '100' });
  const [posting] = dataOf(listed).flatMap((one) => linked(one, 'job_postings') ?? []);
  if (first === null && namesJob(await read(posting))) return single;
  if (posting === undefined) return first === null && isGood(listed) ? null : false;
  return { seen: false, set: current.readPosting === 'single' ? { readPosting: 'list' } : {} };
}

/** Whether the second page of one resource holds the second of the whole list. */
export const lookAtPages =
  (folder: string, whole: Query, common: Query = {}) =>
  async ({ ask }: Scene): Promise<Seen> => {
    const ids = idsOf(dataOf(await ask(folder, { ...whole, ...common })));
    if (ids.length < 2) return null;
    const second = { 'page[number]': '2', 'page[size]': '1' };
    return idsOf(dataOf(await ask(folder, { ...second, ...common }))).join() === ids[1];
  };

export async function lookAtLanguages(scene: Scene): Promise<Seen> {
  const query = await formQuery(scene);
  const canonical = dataOf(await listQuestions(scene, query));
  const titlesOf = (all: readonly unknown[]) => all.map((one) => textOf(one, 'title')).join();
  let isTaken = false;
  for (const locale of translatedLocales) {
    const list = dataOf(await listQuestions(scene, { ...query, locale }));
    if (idsOf(list).join() !== idsOf(canonical).join()) continue;
    if (titlesOf(list) !== titlesOf(canonical)) return true;
    isTaken = true;
  }
  return isTaken ? null : false;
}

const isChild = (one: unknown): boolean => (attribute(one, 'conditional') ?? null) !== null;
export const childrenIn = (questions: readonly unknown[]) => questions.filter(isChild);
export const parentOf = (one: unknown) => text(member(attribute(one, 'conditional'), 'parent_question_id'));
const firstCondition = (one: unknown) => list(member(attribute(one, 'conditional'), 'conditions'))[0];
export const operatorOf = (one: unknown) => text(member(firstCondition(one), 'operator'));
export const dateIn = (one: unknown): string => String(member(firstCondition(one), 'value'));

/** Follow-ups of dates. */
export function ofDates(questions: readonly unknown[]): readonly unknown[] {
  const types = new Map(questions.map((one) => [idOf(one), textOf(one, 'question_type')]));
  return questions.filter((one) => types.get(parentOf(one)) === 'date');
}

/** `05/06/2026` alone tells nothing; `25/06/2026` and `06/25/2026` do. */
export function orderOf(value: string): Settings['dateOrder'] | null {
  const [, first, , second] = /^\s*(\d{1,2})([-/.])(\d{1,2})\2\d{4}\s*$/.exec(value) ?? [];
  if (readDate(value, 'dmy') === null) return null;
  if (Number(first) > 12) return 'dmy';
  return Number(second) > 12 ? 'mdy' : null;
}

export async function lookAtDateOrder(scene: Scene): Promise<Seen> {
  const orders = new Set(ofDates(await readQuestions(scene)).flatMap((one) => orderOf(dateIn(one)) ?? []));
  const [dateOrder, ...others] = orders;
  if (dateOrder === undefined || others.length > 0) return null;
  return { seen: dateOrder === 'dmy', set: scene.current.dateOrder === dateOrder ? {} : { dateOrder } };
}

/** Whether the answers of an application come with it; null: it has none, so nothing can be seen of them. */
export function bringsAnswers(reply: Answered, own = singleOf(reply)): boolean | null {
  const named = linked(own, 'answers');
  if (named?.length === 0) return null;
  const came = new Set(idsOf(includedOf(reply, 'answers')));
  return named?.every((id) => came.has(id)) ?? false;
}

/** With one application by itself, and in the list by its phone. */
export async function lookAtReadBack({ ask, sample, current }: Scene): Promise<Seen> {
  const { application, phone } = sample;
  if (application === null) return null;
  const works = async (read: (include: string) => Promise<Answered>) => {
    for (const include of ['answers.question', 'answers']) {
      const reply = await read(include);
      const own = dataOf(reply).find((one) => idOf(one) === application) ?? singleOf(reply);
      if (isGood(reply) && bringsAnswers(reply, own) !== false) return true;
    }
    return false;
  };
  const single = await works((include) => ask(below(APPLICATIONS, application), { include }));
  const byPhone = (include: string) =>
    ask(APPLICATIONS, { 'filter[candidate_phone]': phone ?? '', ...ofAny, include });
  const list = phone !== null && (await works(byPhone));
  if (!single && !list)
    return phone === null
      ? null
      : { seen: false, set: current.readBack === 'none' ? {} : { readBack: 'none' } };
  const isRight = current.readBack === 'auto' || (current.readBack === 'single' ? single : list);
  return { seen: true, set: isRight ? {} : { readBack: 'auto' } };
}
