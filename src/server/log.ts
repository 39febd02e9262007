/** Every event of the log, with advice for the operator and a limit on how often it is written. */
import type { ProblemCode } from '../core/model/question.ts';
import type { Clock } from './clock.ts';

/** A fault in a question set, with the stored value. */
export interface LogProblem {
  readonly code:
    | ProblemCode
    /**
     * The list in another language lacks the question, gives it another type, or has options that do not match by
     * position.
     */
    | 'translation_missing'
    | 'translation_type'
    | 'translation_options'
    /** The list could not be read in this language. */
    | 'translation_unread';
  /** null for the whole list. */
  readonly questionId: string | null;
  readonly detail: string;
}

/** The only fields of a log line: never a token, a key, an answer or the service's own text. */
export interface LogFields {
  readonly tenant?: string;
  readonly job?: string;
  /** The application's id, with which the operator finds it at the service. */
  readonly application?: string | null;
  readonly question?: string;
  readonly reference?: string;
  /** Cause of a failure at the service, or the name of an exception. */
  readonly cause?: string;
  readonly status?: number;
  /** Our code for the reason, if an application was refused; the scanner's name, if a file is infected. */
  readonly code?: string;
  /** Names of the members of our request that the service refused, without their values. */
  readonly members?: readonly string[];
  /** Names of fields of the applicant. */
  readonly fields?: readonly string[];
  readonly count?: number;
  /** Number of events of this kind since the previous line that were not written. */
  readonly left_out?: number;
  /** Method and pattern such as `POST /submissions`, never the actual path. */
  readonly route?: string;
  /** Stack of an exception, innermost frame first. */
  readonly stack?: readonly string[];
  /** The tenant's tag and its context, as configured. */
  readonly tag?: string;
  readonly context?: string;
  /** A fixed text that says what the operator can do. */
  readonly advice?: string;
  /** Origin of a page whose requests were refused. */
  readonly origin?: string;
  readonly revision?: string;
  /** Language of a question list. */
  readonly locale?: string;
  /** Faults in texts that the tenant wrote, not the applicants. */
  readonly problems?: readonly LogProblem[];
}

export interface Log {
  warn(event: LogEvent, fields: LogFields): void;
  error(event: LogEvent, fields: LogFields): void;
}

export const silentLog: Log = { warn: () => undefined, error: () => undefined };

const attentionAdvice =
  'npx apply-form-server attention lists it with its content; retry checks the service before it sends.';

/** Says for each event what the operator can do; null if nothing has to be done. */
export const advice = {
  answer_parked: attentionAdvice,
  answer_refused:
    'The form asks the applicant again. If it recurs, compare what the service accepts there with the question.',
  application_parked: attentionAdvice,
  application_refused:
    'The form asks the applicant for the fields in "members". If it recurs, compare what the service demands for the job with "details" of the tenant; npx apply-form-server probe reads it.',
  bad_document:
    'The reply of the service is not JSON:API: check APPLY_SERVICE_URL and any proxy in between; npx apply-form-server probe reads it.',
  /** The service demanded a detail that was not sent: the next visitors of this job are asked for it. */
  detail_learned:
    'npx apply-form-server attention lists the demands of this job, those that wait for your agreement, and the line of APPLY_CONFIG that asks for them from the start.',
  duplicates_observed:
    'The service shows an answer more often than it was sent: remove the copy there, and raise APPLY_QUIET_SECONDS if late_commit was logged before.',
  /** The scanner found what `code` names. */
  file_infected: 'Nothing to do: the file was refused or is requested again, and was not sent.',
  follow_ups_not_shown:
    'The service does not say which questions have follow-ups, so the form asks none of them: npx apply-form-server probe finds which include it knows.',
  forged_token:
    'After a change of APPLY_SECRET, name the old one second (NEW,OLD) until its links have expired. Otherwise nothing to do: such a token gives no access.',
  /** The service stored it later than half the reconcile delay after the POST began. */
  late_commit:
    'The service stored an answer "count" seconds after it was sent. The reconcile delay grows by itself; if this recurs, set APPLY_QUIET_SECONDS to more than twice that.',
  limit_reached:
    'If many visitors come through one gateway, set APPLY_TRUST_PROXY to the number of proxies in front, so that each visitor has separate limits; "cause" names the limit.',
  missing_observed:
    'The service confirmed answers that it does not show: look at the application there. Ask the applicant for the missing answers, because delivered answers are wiped here.',
  more_pages_than_allowed:
    'The list of questions has more than 50,000 entries, or does not end. Set questionsBy to "job" or "posting", so that only the questions of one form are read.',
  no_questions:
    'If this job has questions, npx apply-form-server probe finds the questionsBy and questionFilter that show them.',
  origin_refused: 'If the page is yours, add its origin to APPLY_ORIGINS, or to "origins" of its tenant.',
  overloaded:
    'Forms wait and send again by themselves. If it recurs without a flood, start more processes on one Postgres.',
  /** The stored content was sealed for another row, so it is not sent. */
  payload_misdirected:
    'The store was changed from outside: nothing of this row is sent. Check who can write to it; npx apply-form-server attention lists it.',
  payload_unreadable:
    'The stored content cannot be read: ask the applicant to send it again; npx apply-form-server attention lists it.',
  /** A trace for the operator that does not identify the person. */
  person_erased: null,
  person_exported: null,
  postings_refused:
    'Pages that name a posting get no form, because the service does not say which job it advertises: set readPosting of the tenant to the other value (single, list), allow the key to read job postings, or name jobs on the pages.',
  public_jobs_refused:
    'APPLY_PUBLIC_JOBS=all needs the visibility and the state of each job, which the service does not show: allow the key to read jobs, or list the ids of public jobs instead.',
  question_problems:
    'Correct the questions that "problems" names in the recruitment service; the form shows all others.',
  queue_full:
    'The number of visitors\' applications that wait has reached "caps". If they are genuine, raise it; applicants known to a back end have no cap.',
  /** The scanner gave no verdict, so the file waits. */
  scan_failed:
    'Files are accepted, but none is delivered until the scanner answers: check that it runs and accepts files of this size.',
  scan_works_again: null,
  sealed_by_other_secret:
    'Start this process with the secret of the other processes as well (APPLY_SECRET=OWN,OTHER); until then they deliver what they sealed.',
  service_address_wrong:
    'Check APPLY_SERVICE_URL (serviceUrl of the tenant): no recruitment service answers at this address. It is the address without /api/v1. Submissions with a receipt wait.',
  service_failed:
    'Submissions with a receipt wait and are delivered later. If this persists, check the service and the connection to it; npx apply-form-server probe reads it.',
  service_key_refused:
    'Check APPLY_SERVICE_KEY (serviceKey of the tenant) and its permissions at the service, and restart with the right key. Submissions with a receipt wait.',
  service_works_again: null,
  staging_full:
    'No file can be stored: check that the disk or the database of APPLY_STORE has room. Files whose form is not sent are deleted after 24 hours, those of visitors half an hour after they leave.',
  store_failed:
    'No receipt is given while this lasts: check that the disk or the database of APPLY_STORE can be reached and has room. If its file, or the folder of its files, was deleted or replaced: stop the server, put it back, start it.',
  /** The service refused the tenant's tag, or does not show it. */
  tag_failed:
    'The submission is complete: add the tag to this application by hand. Create its category and tag in the user interface of the recruitment service, or allow the key to change applications and read their tags.',
  unexpected:
    'A bug in Apply Form: please report "cause", "route" and "stack". Only this request was refused.',
  /** The tenant's verifier gave no verdict, so our own challenge is used. */
  verifier_failed:
    'Applicants solve the form\'s own challenge meanwhile. Check "verify" and "secret" of "challenge", and the connection to it; "cause" says whether it was reached.',
  webhook_failed:
    'Nothing is lost: it is retried for three days. Check that the address can be reached from here and answers a POST with 2xx within ten seconds; "private_address": set "allowPrivate" of the webhook for an internal network.',
  /** `code` gives the reason. */
  webhook_stopped:
    'It is no longer sent: repair the receiver and retry, or remove the webhook and give up; npx apply-form-server attention lists it. "gone": it answered 410.',
  wipe_soon:
    'It is wiped undelivered within a day: npx apply-form-server attention export saves it, retry sends it.',
  wiped: 'It could not be delivered within 7 days and was wiped: ask the applicant to send it again.',
  wrong_code: 'The link was truncated, revoked or guessed: send the applicant a new one.',
  wrong_key:
    'If the caller is yours, give it the key of APPLY_ADMIN_KEY, or of "adminKey" of its tenant; if not, it is guessing, and each network may try 30 times a minute.',
} as const;

export type LogEvent = keyof typeof advice;

/** Milliseconds between two lines of one kind: a stranger, or a service that is down, can cause many. */
const PAUSE = 60_000;

/** Number of kinds that are remembered; a forgotten one is simply written again. */
const MOST_KINDS = 1_000;

/** Wraps a log: adds the advice to each line, and writes one line a minute of each kind. */
export function createAdvisingLog(log: Log, { monotonic }: Pick<Clock, 'monotonic'>): Log {
  const kinds = new Map<string, { readonly at: number; leftOut: number }>();
  const write = (level: 'warn' | 'error') => (event: LogEvent, fields: LogFields) => {
    const { tenant, cause, route, reference, question, job, revision, locale, tag, context } = fields;
    // A stranger can name any job, so the cause of a failure replaces the job.
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
