/** What all replies have in common, and what a reply that says no looks like. */
import { isObject, list, member, path, text } from '../../documents/stored-json.ts';
import { MEDIA_TYPE } from '../../service/send-request.ts';
import { type Finding, notSeen, seen, unknown } from './finding.ts';
import { questionsIn } from './judge-questions.ts';
import type { Replies } from './replies.ts';
import {
  answeredBy,
  counted,
  dataOf,
  includedOf,
  isGood,
  isOfType,
  notAsked,
  type Reply,
  some,
} from './reply.ts';

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

export function judgeMediaType(replies: Replies): Finding {
  const reading = `Every reply is ${MEDIA_TYPE}`;
  const types = repliesOf(replies).map(({ mediaType }) => mediaType || 'none');
  const others = types.filter((type) => type !== MEDIA_TYPE);
  return others.length === 0
    ? seen(reading, `${types.length} replies`)
    : notSeen(reading, `also ${some(others)}; a body is read whatever its type`);
}

export function judgeIds(replies: Replies): Finding {
  const reading = 'Ids are texts';
  const resources = [
    ...questionsIn(replies),
    ...dataOf(replies.applications),
    ...includedOf(replies.applications),
  ];
  const numbers = resources.filter((one) => typeof member(one, 'id') !== 'string');
  return numbers.length === 0
    ? seen(reading, counted(resources.length, 'resource'))
    : notSeen(reading, `${numbers.length} of ${resources.length} are not; numbers are read as their text`);
}

export function judgeUnloaded({ applications, single }: Replies): Finding {
  const reading = 'What was not included has no data, and meta.included=false';
  const own = isGood(single) ? member(single.document, 'data') : dataOf(applications)[0];
  const relationships = member(own, 'relationships');
  if (!isObject(relationships))
    return unknown(reading, 'No application was read. Name one by --application ID.');
  const all = Object.entries(relationships).filter(([name]) => isGood(single) || name !== 'answers');
  const loaded = all.filter(([, one]) => member(one, 'data') !== undefined).map(([name]) => name);
  const silent = all.filter(([, one]) => path(one, 'meta', 'included') !== false).map(([name]) => name);
  if (all.length === 0) return unknown(reading, 'The application names no relationships.');
  if (loaded.length > 0) return notSeen(reading, `data that nobody asked for stand at ${some(loaded)}`);
  return silent.length === 0
    ? seen(reading, counted(all.length, 'relationship'))
    : notSeen(reading, `without meta.included: ${some(silent)}; that they have no data is enough for us`);
}

export function judgeErrors({ stranger, wrongLanguage, missing }: Replies): Finding {
  const reading = 'A refusal is a list "errors", each with code, status, title and detail';
  const refusals = [stranger, wrongLanguage, missing].flatMap((reply) =>
    reply !== null && !isGood(reply) ? [reply] : [],
  );
  if (refusals.length === 0) return unknown(reading, 'Nothing that was asked was refused.');
  const strange = refusals.filter((reply) => !hasErrors(reply));
  return strange.length === 0
    ? seen(reading, some(refusals.map(({ status }) => String(status))))
    : notSeen(
        reading,
        `not so with ${some(strange.map(({ status }) => String(status)))}; the status decides for us`,
      );
}

function hasErrors({ document, status }: Reply): boolean {
  const errors = list(member(document, 'errors'));
  const isError = (error: unknown) =>
    ['code', 'status', 'title', 'detail'].every((name) => typeof member(error, name) === 'string') &&
    member(error, 'status') === String(status);
  return errors.length > 0 && errors.every(isError);
}

export function judgeMissing({ missing }: Replies): Finding {
  const reading = 'A record that does not exist is 404';
  if (missing === null) return unknown(reading, notAsked);
  return missing.status === 404 ? seen(reading, 'answered with 404') : notSeen(reading, answeredBy(missing));
}

const noApplication = 'No application is known: name one by --application ID.';

export function judgeNested({ nested, sample }: Replies): Finding {
  const reading = 'Through the candidate: include=candidate.job_seekers';
  if (sample.application === null) return unknown(reading, noApplication);
  if (nested === null) return unknown(reading, notAsked);
  if (!isGood(nested)) return notSeen(reading, answeredBy(nested));
  return includedOf(nested).some(isOfType('candidates'))
    ? seen(reading, 'the candidate comes with it')
    : notSeen(reading, 'it is taken, and the candidate does not come with it');
}

/** Names that only `./service` knows: no form needs them. */
export function judgeFurther({ further, sample }: Replies): Finding {
  const reading = 'All paths of include below an application; extra_fields of answers, candidates';
  if (sample.application === null) return unknown(reading, noApplication);
  if (further === null) return unknown(reading, notAsked);
  if (!isGood(further)) return notSeen(reading, `${answeredBy(further)}: one of these names at least`);
  const types = includedOf(further).map((one) => text(member(one, 'type')) ?? '');
  return types.length > 0
    ? seen(reading, `with it come ${some(types, 8)}`)
    : notSeen(reading, 'they are taken, and nothing comes with it');
}

export function judgeJobSeeker({ jobSeeker, nested }: Replies): Finding {
  const reading = 'A job seeker can be read: GET /api/v1/job_seekers/ID with its tags';
  if (jobSeeker === null)
    return unknown(
      reading,
      includedOf(nested).length > 0
        ? 'The candidate of this application is no job seeker.'
        : 'No job seeker is known.',
    );
  if (!isGood(jobSeeker)) return notSeen(reading, answeredBy(jobSeeker));
  const tags = path(jobSeeker.document, 'data', 'attributes', 'tags');
  return Array.isArray(tags)
    ? seen(reading, `tags: ${tags.length}`)
    : notSeen(reading, 'it can be read, without tags');
}

/** @param limited seconds of a `Retry-After`; undefined: no 429 came */
export function judgeRetryAfter(limited: number | null | undefined): Finding {
  const reading = 'A 429 says in Retry-After how long to wait';
  if (limited === undefined)
    return unknown(
      reading,
      'No request was too many, which is well. The pace is learned from the first 429.',
    );
  return typeof limited === 'number'
    ? seen(reading, `${limited} seconds`)
    : notSeen(reading, 'a 429 came without it: the pace is halved');
}
