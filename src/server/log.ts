/** Every event of the log, with what the operator can do about it, and how often it is written. */
import type { ProblemCode } from '../core/model/question.ts';
import type { Clock } from './clock.ts';

/** A fault in a question set, with the stored value that was found. */
export interface LogProblem {
  readonly code:
    | ProblemCode
    /** The list in another language lacks the question, has another type, or options that do not match by position. */
    | 'translation_missing'
    | 'translation_type'
    | 'translation_options'
    /** The list could not be read in this language. */
    | 'translation_unread';
  /** null: the whole list. */
  readonly questionId: string | null;
  readonly detail: string;
}

/** Fields of a log line. No others are written: never a token, a key, an answer or the service's own text. */
export interface LogFields {
  readonly tenant?: string;
  readonly job?: string;
  /** The application's id, by which the operator can find it at the service. */
  readonly application?: string | null;
  readonly question?: string;
  readonly reference?: string;
  /** Cause of a failure at the service, or the name of an exception. */
  readonly cause?: string;
  readonly status?: number;
  /** For a refused application: our code for the reason. For an infected file: the scanner's name for it. */
  readonly code?: string;
  /** Names of the members of our request that the service refused, without their values. */
  readonly members?: readonly string[];
  /** Names of what an applicant can fill in. */
  readonly fields?: readonly string[];
  readonly count?: number;
  /** Events of this kind that were not written since the previous line. */
  readonly left_out?: number;
  /** Method and pattern such as `POST /submissions`, never the actual path. */
  readonly route?: string;
  /** Stack of an exception, innermost frame first. */
  readonly stack?: readonly string[];
  /** The tenant's tag and its context, as configured. */
  readonly tag?: string;
  readonly context?: string;
  /** What the operator can do, in a fixed text. */
  readonly advice?: string;
  /** Origin of a page whose calls were refused. */
  readonly origin?: string;
  readonly revision?: string;
  /** Language of a question list. */
  readonly locale?: string;
  /** Written by the tenant, not by applicants. */
  readonly problems?: readonly LogProblem[];
}

export interface Log {
  warn(event: LogEvent, fields: LogFields): void;
  error(event: LogEvent, fields: LogFields): void;
}

export const silentLog: Log = { warn: () => undefined, error: () => undefined };

const listed =
  'npx apply-form-server attention lists it with what was to be sent; retry looks at the service before it sends.';

/** What the operator can do about each event; null: nothing has to be done. */
export const advice = {
  answer_parked: listed,
  answer_refused:
    'The form asks the applicant again. If it recurs, compare what the service accepts there with the question.',
  application_parked: listed,
  application_refused:
    'The form asks the applicant for what "members" names. If it recurs, compare what the service demands of the job with "details" of the tenant; npx apply-form-server probe reads it.',
  bad_document:
    'The service answered with something that is no JSON:API: check APPLY_SERVICE_URL and what is in between; npx apply-form-server probe reads it.',
  /** The service demanded of a job what was not sent: its next visitors are asked. */
  detail_learned:
    'npx apply-form-server attention lists what the service demands of this job, what waits for your agreement, and the line of APPLY_CONFIG that asks for it from the start.',
  duplicates_observed:
    'The service shows an answer more often than it was sent: remove the copy there, and raise APPLY_QUIET_SECONDS if late_commit was logged before.',
  /** The scanner found something, which `code` names. */
  file_infected: 'Nothing: the file was refused, or is asked for again, and was not sent.',
  follow_ups_not_shown:
    'The service does not say which questions have follow-ups, so the form asks none of them: npx apply-form-server probe finds which include it knows.',
  forged_token:
    'After a change of APPLY_SECRET, name the old one second (NEW,OLD) until its links have expired. Otherwise nothing: such a token opens nothing.',
  /** Stored by the service later than half the reconcile delay after the POST began. */
  late_commit:
    'The service stored an answer "count" seconds after it was sent. The reconcile delay grows by itself; if this recurs, set APPLY_QUIET_SECONDS to more than twice that.',
  limit_reached:
    'If many visitors come through one gateway, set APPLY_TRUST_PROXY to the number of proxies in front, so that each visitor has limits of their own; "cause" names the limit.',
  missing_observed:
    'The service confirmed answers that it does not show: look at the application there. What is missing has to be asked of the applicant, as delivered answers are wiped here.',
  more_pages_than_allowed:
    'The list of questions has more than 50,000, or no end. Set questionsBy to "job" or "posting", so that it is the list of one form.',
  no_questions:
    'If this job has questions: npx apply-form-server probe finds which questionsBy and questionFilter shows them.',
  origin_refused: 'If the page is yours, add its origin to APPLY_ORIGINS, or to "origins" of its tenant.',
  overloaded:
    'Forms wait and send again by themselves. If it recurs without a flood, start more processes on one Postgres.',
  /** What is stored was sealed for another row: it is not sent. */
  payload_misdirected:
    'The store was changed from outside: nothing of this row is sent. See who can write to it; npx apply-form-server attention lists it.',
  payload_unreadable:
    'What was to be sent cannot be read: ask the applicant to send it again; npx apply-form-server attention lists it.',
  /** The operator's trace of it, without who that is. */
  person_erased: null,
  person_exported: null,
  postings_refused:
    'Pages that name a posting get no form, as the service does not say which job it advertises: set readPosting of the tenant to the other way (single, list), let the key read job postings, or name jobs on the pages.',
  public_jobs_refused:
    'APPLY_PUBLIC_JOBS=all opens no job that the service does not say to be external, and open or closed: let the key read jobs, or list the ids of public jobs instead.',
  question_problems:
    'Correct the questions that "problems" names in the recruitment service; the form shows all others.',
  queue_full:
    'As many applications of visitors wait as "caps" allows. If they are candidates, raise it; applicants known to a back end have no cap.',
  /** The scanner gave no verdict, so the file waits. */
  scan_failed:
    'Files are accepted, and none is delivered until the scanner answers: see whether it runs, and accepts files of this size.',
  scan_works_again: null,
  sealed_by_other_secret:
    'Start this process with the secret of the others as well, APPLY_SECRET=OWN,OTHER; until then they deliver what they sealed.',
  service_address_wrong:
    'Check APPLY_SERVICE_URL (serviceUrl of the tenant): what answers there is no recruitment service. It is the address without /api/v1. What has a receipt waits.',
  service_failed:
    'What has a receipt waits and is delivered later. If this stays, check the service and the way to it; npx apply-form-server probe reads it.',
  service_key_refused:
    'Check APPLY_SERVICE_KEY (serviceKey of the tenant) and what the service permits it, and restart with the right one. What has a receipt waits.',
  service_works_again: null,
  staging_full:
    'No file can be stored: see that the disk or the database of APPLY_STORE has room. Files whose form is not sent are deleted after 24 hours, those of visitors half an hour after they left.',
  store_failed:
    'No receipt is given while this lasts: see that the disk or the database of APPLY_STORE can be reached and has room. Where its file, or the folder of its files, was deleted or replaced: stop the server, put it back, start it.',
  /** The service refused the tenant's tag, or never took it. */
  tag_failed:
    'The submission is complete: add the tag to this application by hand. Create its category and tag in the user interface of the recruitment service, or let the key change applications and read their tags.',
  unexpected:
    'A fault of Apply Form: please report "cause", "route" and "stack". Only this request was refused.',
  /** The verifier of a tenant gave no verdict, so our own challenge is used. */
  verifier_failed:
    'Applicants solve the form\'s own challenge meanwhile. Check "verify" and "secret" of "challenge", and the way there; "cause" says whether it was reached.',
  webhook_failed:
    'Nothing is lost: it is sent again for three days. See that the address can be reached from here and answers a POST with 2xx within ten seconds; "private_address": set "allowPrivate" of the webhook for an inner network.',
  /** `code` says why. */
  webhook_stopped:
    'It is not sent any more: repair the receiver or remove the webhook, then retry, or give up; npx apply-form-server attention lists it. "gone": it answered 410.',
  wipe_soon:
    'Within a day it is wiped undelivered: npx apply-form-server attention export saves it, retry sends it.',
  wiped: 'It could not be delivered for 7 days and is gone: ask the applicant to send it again.',
  wrong_code: 'A link that was cut off or revoked, or guessed: send the applicant a new one.',
  wrong_key:
    'If the caller is yours, give it the key of APPLY_ADMIN_KEY, or of "adminKey" of its tenant; if not, it is guessing, and may try 30 times a minute and network.',
} as const;

export type LogEvent = keyof typeof advice;

/** Milliseconds between two lines about the same: a stranger, or a service that is down, can cause many. */
const PAUSE = 60_000;

/** Kinds of lines that are remembered; a forgotten one is simply written again. */
const MOST_KINDS = 1_000;

/** The same log with its advice on each line, and with one line a minute about the same. */
export function createAdvisingLog(log: Log, { monotonic }: Pick<Clock, 'monotonic'>): Log {
  const kinds = new Map<string, { readonly at: number; leftOut: number }>();
  const write = (level: 'warn' | 'error') => (event: LogEvent, fields: LogFields) => {
    const { tenant, cause, route, reference, question, job, revision, locale, tag, context } = fields;
    // Where something fails, any job may be named by a stranger.
    const about = [cause ?? job, route, reference, question, revision, locale, tag, context];
    const kind = JSON.stringify([event, tenant, ...about]);
    const last = kinds.get(kind);
    if (last !== undefined && monotonic() - last.at < PAUSE) {
      last.leftOut += 1;
      return;
    }
    if (kinds.size >= MOST_KINDS) kinds.clear();
    kinds.set(kind, { at: monotonic(), leftOut: 0 });
    const leftOut = last?.leftOut ?? 0;
    log[level](event, {
      ...fields,
      ...(leftOut === 0 ? {} : { left_out: leftOut }),
      ...(advice[event] === null ? {} : { advice: advice[event] }),
    });
  };
  return { warn: write('warn'), error: write('error') };
}
