/** What all replies have in common, the form of a refusal, and the treatment of unknown parameters. */
import { isObject, list, member, path } from '../../core/jsonapi/stored-json.ts';
import { MEDIA_TYPE } from '../../server/service/send-request.ts';
import { questionsIn } from './questions.ts';
import { either, type Judgement, type Reading } from './reading.ts';
import {
  type Answered,
  answeredBy,
  counted,
  dataOf,
  includedOf,
  isGood,
  notAsked,
  type Replies,
  type Reply,
  singleOf,
  some,
} from './replies.ts';

const repliesOf = (replies: Replies): readonly Reply[] =>
  [
    replies.questions,
    replies.applications,
    replies.single,
    replies.answersQuestion,
    replies.answers,
    replies.byPhone,
    replies.job,
    replies.stranger,
    replies.missing,
    replies.wrongLanguage,
    ...replies.languages.values(),
  ].flatMap((reply) => reply ?? []);

function judgeMediaType(replies: Replies): Judgement {
  const types = repliesOf(replies).map(({ mediaType }) => mediaType || 'none');
  const others = types.filter((type) => type !== MEDIA_TYPE);
  const not = `also ${some(others)}; a body is read whatever its type`;
  return either(others.length === 0, `${types.length} replies`, not);
}

function judgeIds(replies: Replies): Judgement {
  const { applications } = replies;
  const resources = [...questionsIn(replies), ...dataOf(applications), ...includedOf(applications)];
  const numbers = resources.filter((one) => typeof member(one, 'id') !== 'string');
  const not = `${numbers.length} of ${resources.length} are not; numbers are read as their text`;
  return either(numbers.length === 0, counted(resources.length, 'resource'), not);
}

function judgeUnloaded({ applications, single }: Replies): Judgement {
  const own = isGood(single) ? singleOf(single) : dataOf(applications)[0];
  const relationships = member(own, 'relationships');
  if (!isObject(relationships)) return ['unknown', 'No application was read. Name one by --application ID.'];
  const all = Object.entries(relationships).filter(([name]) => isGood(single) || name !== 'answers');
  const loaded = all.filter(([, one]) => member(one, 'data') !== undefined).map(([name]) => name);
  const silent = all.filter(([, one]) => path(one, 'meta', 'included') !== false).map(([name]) => name);
  if (all.length === 0) return ['unknown', 'The application names no relationships.'];
  if (loaded.length > 0) return ['not_seen', `data that nobody asked for stand at ${some(loaded)}`];
  const not = `without meta.included: ${some(silent)}; that they have no data is enough for us`;
  return either(silent.length === 0, counted(all.length, 'relationship'), not);
}

function judgeErrors({ stranger, wrongLanguage, missing }: Replies): Judgement {
  const refusals = [stranger, wrongLanguage, missing].flatMap((reply) =>
    reply !== null && !isGood(reply) ? [reply] : [],
  );
  if (refusals.length === 0) return ['unknown', 'Nothing that was asked was refused.'];
  const told = (replies: readonly Reply[]) => some(replies.map(({ status }) => String(status)));
  const strange = refusals.filter((reply) => !hasErrors(reply));
  const not = `not so with ${told(strange)}; the status decides for us`;
  return either(strange.length === 0, told(refusals), not);
}

function hasErrors({ document, status }: Reply): boolean {
  const errors = list(member(document, 'errors'));
  const isError = (error: unknown) =>
    ['code', 'status', 'title', 'detail'].every((name) => typeof member(error, name) === 'string') &&
    member(error, 'status') === String(status);
  return errors.length > 0 && errors.every(isError);
}

function judgeTotal({ total }: Replies): Judgement {
  const count = path(total?.document, 'meta', 'stats', 'total', 'count');
  return typeof count === 'number'
    ? ['seen', counted(count, 'question')]
    : ['not_seen', 'it is taken, and no number stands there'];
}

/** A reading that a request is refused with this status. */
const refusal = (reading: string, status: number, replyOf: (replies: Replies) => Answered): Reading => ({
  reading,
  lacks: (replies) => (replyOf(replies) === null ? notAsked : null),
  judge(replies) {
    const reply = replyOf(replies);
    return either(reply?.status === status, `answered with ${status}`, answeredBy(reply));
  },
});

/** Only if unknown parameters are refused does a 200 show that a guessed name is known. */
const judgeTaken = ({ stranger }: Replies): Judgement =>
  stranger?.status === 400
    ? ['seen', 'taken, and an unknown name is not']
    : ['unknown', 'It is taken, but this service takes any parameter, so that tells nothing.'];

function judgeSection(replies: Replies): Judgement {
  if (dataOf(replies.section).length > 0) return ['not_seen', 'it is taken, and filters nothing'];
  const none = 'no questions of a section that does not exist';
  return dataOf(replies.questions).length > 0 ? ['seen', none] : judgeTaken(replies);
}

export const serviceReadings = {
  mediaType: { reading: `Every reply is ${MEDIA_TYPE}`, judge: judgeMediaType },
  ids: { reading: 'Ids are texts', judge: judgeIds },
  unloaded: {
    reading: 'What was not included has no data, and meta.included=false',
    judge: judgeUnloaded,
  },
  errors: {
    reading: 'A refusal is a list "errors", each with code, status, title and detail',
    judge: judgeErrors,
  },
  missing: refusal('A record that does not exist is 404', 404, ({ missing }) => missing),
  // No reading of ours needs it; it shows how far a 200 can be trusted.
  stranger: refusal('An unknown parameter is refused with 400', 400, ({ stranger }) => stranger),
  total: {
    reading: 'The number of questions: stats[total]=count, at meta.stats.total.count',
    shownBy: ({ total }) => total,
    judge: judgeTotal,
  },
  banked: {
    reading: 'Questions of the bank: filter[banked]',
    shownBy: ({ banked }) => banked,
    judge: judgeTaken,
  },
  dates: {
    reading: 'Questions by time: filter[created_at] and [updated_at], [gt] and [lt]',
    shownBy: ({ dates }) => dates,
    judge: judgeTaken,
  },
  section: {
    reading: 'Questions of a section: filter[structured_section_id]',
    shownBy: ({ section }) => section,
    judge: judgeSection,
  },
} satisfies Readonly<Record<string, Reading>>;

/** A reading of writes. The probe only reads, so it cannot tell; it says how a person can. */
const write = (reading: string, how: string, options: readonly string[] = []): Reading => ({
  reading,
  options,
  judge: () => ['unknown', how],
});

export const hiddenReadings = {
  choice: write(
    'A choice is answered by answer_options that are created by their text',
    'Send one choice to an application made for the purpose: does the service show the chosen options?',
  ),
  files: write(
    'Several files are answered by one POST each',
    'Send two files to one question of such an application: does the service show both?',
  ),
  answer: write(
    'The reply to an answer is 201 with the resource "answers"',
    'Send a form to such an application: does "npx apply-form-server attention" stay empty?',
  ),
  change: write(
    'A change is answered by 200 with the resource: PATCH of an application',
    'Give the tenant a tag, and send a form to such an application: does the service show the tag?',
    ['tag'],
  ),
  application: write(
    'A visitor can apply: POST /api/v1/applications',
    'Apply to a job made for the purpose. A key that lacks the right to it is refused with 403.',
  ),
  fileLimit: write(
    'A file as an answer has at most 10 MB, and a type of documents_base64',
    "The document limits an application's files alone: ask the vendor, or send such an application a larger one.",
    ['documentBytes', 'documentTypes'],
  ),
  retryAfter: {
    reading: 'A 429 says in Retry-After how long to wait',
    judge(_replies, { limited }) {
      if (limited === undefined)
        return ['unknown', 'No request was too many, which is well. The pace is learned from the first 429.'];
      return either(limited !== null, `${limited} seconds`, 'a 429 came without it: the pace is halved');
    },
  },
} satisfies Readonly<Record<string, Reading>>;
