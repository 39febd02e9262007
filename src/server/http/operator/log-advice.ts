/** What the operator can do about each event in the log. */

import { untoldAdvice } from '../../forms/public-jobs.ts';
import { ledgerAdvice } from '../../ledger/ledger-advice.ts';
import type { Log, LogEvent, LogFields } from '../log.ts';
import { createSeldomLog } from '../seldom-log.ts';

/** null: it depends on the case, so each line carries its own advice. */
export const logAdvice: Readonly<Record<LogEvent, string | null>> = {
  ...ledgerAdvice,
  no_questions:
    'If this job has questions: see which of questionsBy and questionFilter finds them; npx apply-form-server probe tells.',
  question_problems:
    'Mend the questions that "problems" names in the recruitment service; the form shows all others.',
  bad_document:
    'The service answered with something that is no JSON:API: check APPLY_SERVICE_URL and what stands in between; npx apply-form-server probe asks it.',
  service_failed:
    'What has a receipt waits and is delivered later. If this stays, check the service and the way to it; npx apply-form-server probe asks it.',
  more_pages_than_allowed:
    'The list of questions was not read to its end: it has more than 50,000, or says that there is more and gives none. Set questionsBy to "job" or "posting", so that it is the list of one form.',
  follow_ups_not_shown:
    'The service was asked for follow-up questions and shows of some questions not whether they have any, so the form asks none of them: npx apply-form-server probe tells which include it knows.',
  check_failed:
    'A fault of Apply Form: please report "cause" and "stack". The form works; what is wrong with its questions is not told.',
  origin_refused:
    'If the page is yours, add its origin to APPLY_ORIGINS, or to "origins" of its tenant; if not, nothing is to be done.',
  public_jobs_refused: untoldAdvice,
  postings_refused:
    'Pages that name a posting get no form, as the service does not say which job it advertises: set readPosting of the tenant to the other way (single, list), let the key read job postings, or name jobs on the pages; npx apply-form-server probe tells.',
  wrong_key:
    'If the caller is yours, give it the key that APPLY_ADMIN_KEY, or "adminKey" of its tenant, has here; if not, it is guessing, and is held to 60 tries a minute and address.',
  forged_token:
    'After a change of APPLY_SECRET, name the old one second (NEW,OLD) until its links are over; otherwise nothing is to be done, as such a token opens nothing.',
  wrong_code:
    'A link that was cut off or revoked, or guessed: send the applicant a new one; a code cannot be found by guessing.',
  limit_reached:
    'If many visitors come through one gateway, set APPLY_TRUST_PROXY to the number of proxies in front, so that each has limits of its own; "cause" names the limit.',
  overloaded:
    'Forms wait and send again by themselves. If it comes again without a flood, start more processes on one Postgres; if it is one, see which addresses it comes from.',
  staging_full:
    'No file can be taken: see that the disk or the database of APPLY_STORE has room. Files whose form is not sent leave after 24 hours, those of visitors half an hour after their form was left.',
  verifier_failed:
    'Applicants solve the form\'s own challenge meanwhile. Check "verify" and "secret" of "challenge", and the way there; "cause" tells whether it was reached.',
  queue_full:
    'Visitors left as much as "caps" lets them, and wait until some is delivered. If they are candidates, set them higher; what back ends vouch for is under none.',
  scan_failed: null,
  scan_works_again: 'Nothing is to be done: the files that waited are scanned and delivered.',
  file_infected:
    'Nothing is to be done: the file was refused, or comes back to its question, and none of it was sent.',
  unexpected:
    'A fault of Apply Form: please report "cause", "route" and "stack". The request was refused, and nothing else is concerned.',
};

/** Milliseconds. */
const MINUTE = 60_000;

/** Events that a stranger, or a service that is down, can cause with every request. */
const pauses: Partial<Readonly<Record<LogEvent, number>>> = {
  bad_document: MINUTE,
  service_failed: MINUTE,
  origin_refused: MINUTE,
  wrong_key: MINUTE,
  forged_token: MINUTE,
  wrong_code: MINUTE,
  limit_reached: MINUTE,
  overloaded: MINUTE,
  staging_full: MINUTE,
  verifier_failed: MINUTE,
  check_failed: MINUTE,
  queue_full: MINUTE,
  unexpected: MINUTE,
};

/** The same log with limited repetition and with advice on each line. */
export function createAdvisingLog(log: Log, now: () => number): Log {
  const seldom = createSeldomLog(log, { now, pauses });
  return {
    warn: (event, fields) => seldom.warn(event, withAdvice(event, fields)),
    error: (event, fields) => seldom.error(event, withAdvice(event, fields)),
  };
}

function withAdvice(event: LogEvent, fields: LogFields): LogFields {
  const advice = fields.advice ?? logAdvice[event];
  return advice === null ? fields : { ...fields, advice };
}
