/** Whether the service says which job a posting advertises, and by which of two ways. */
import { idText, member, path } from '../../core/jsonapi/stored-json.ts';
import { postingIncludes, readings } from '../../server/service/readings.ts';
import type { Asker } from './asker.ts';
import type { Judgement, Reading, Settings } from './reading.ts';
import {
  type Answered,
  answeredBy,
  dataOf,
  idOf,
  isGood,
  linked,
  type PostingReplies,
  type Replies,
  type Sample,
  singleOf,
} from './replies.ts';

/** A posting that is known from an application is asked for alone; another is found in the list of jobs. */
export async function askPostings(asker: Asker, { posting }: Sample): Promise<PostingReplies> {
  const byPosting = async (id: string | null): Promise<Answered> =>
    id === null
      ? null
      : asker.get({
          path: `/api/v1/job_postings/${encodeURIComponent(id)}`,
          query: { include: postingIncludes.single },
          about: `posting ${id} with its job`,
        });
  const known = await byPosting(posting);
  if (jobOf(known) !== null) return { posting: known, postingList: null };
  const list = await asker.get({
    path: '/api/v1/jobs',
    query: { include: postingIncludes.list, [readings.pageSize]: '100' },
    about: 'the list of jobs with their postings',
  });
  const listed = dataOf(list).flatMap((job) => linked(job, 'job_postings') ?? []);
  return { posting: known ?? (await byPosting(listed[0] ?? null)), postingList: list };
}

function jobOf(reply: Answered): string | null {
  const posting = singleOf(reply);
  const linkage = path(posting, 'relationships', 'job', 'data', 'id');
  return idText(linkage) ?? idText(member(member(posting, 'attributes'), 'job_id'));
}

const withoutJob = 'a page has to name the job (job="…"), as posting="…" finds none';

function judgePostings(
  { posting, postingList }: Replies,
  { readPosting }: Pick<Settings, 'readPosting'>,
): Judgement {
  const job = jobOf(posting);
  if (job !== null) {
    const set = readPosting === 'list' ? ({ readPosting: 'single' } as const) : {};
    return ['seen', `posting ${idOf(singleOf(posting)) ?? ''} names job ${job}`, set];
  }
  const telling = dataOf(postingList).filter((one) => linked(one, 'job_postings') !== null);
  if (telling.length > 0) {
    const set = readPosting === 'single' ? ({ readPosting: 'list' } as const) : {};
    return ['not_seen', `but ${telling.length} of the listed jobs name their postings`, set];
  }
  if (isGood(posting)) return ['not_seen', `it names no job: ${withoutJob}`];
  const refusal = posting ?? postingList;
  if (refusal === null || isGood(refusal))
    return ['unknown', 'No posting is known: name an application that came through one by --application ID.'];
  return ['not_seen', `${answeredBy(refusal)}: ${withoutJob}`];
}

export const postingReading = {
  reading: 'A posting says which job it advertises: GET /api/v1/job_postings/ID?include=job',
  options: ['readPosting'],
  judge: (replies, { current }) => judgePostings(replies, current),
} satisfies Reading;
