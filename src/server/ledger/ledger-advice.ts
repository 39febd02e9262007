/** What the operator can do about each event of the ledger; of those that name their own, it stands there. */
import type { LedgerEvent, LedgerLog, LedgerLogFields } from './ledger-log.ts';

const listed =
  'npx apply-form-server attention lists it with what was to be sent; retry looks at the service before it sends.';

/** null: each line names it, or nothing has to be done. */
export const ledgerAdvice: Readonly<Record<LedgerEvent, string | null>> = {
  application_refused: null,
  application_parked: listed,
  answer_refused:
    'The form asks the applicant again. If it goes on, compare what the service takes there with the question.',
  answer_parked: listed,
  detail_learned: null,
  tag_failed: null,
  late_commit:
    'The service stored an answer "count" seconds after it was sent. The quiet time grows by itself; if this comes often, set APPLY_QUIET_SECONDS to more than twice that.',
  duplicates_observed:
    'The service shows an answer more often than it was sent: look at the application there and take the second away, and set APPLY_QUIET_SECONDS higher if late_commit was told before.',
  missing_observed:
    'The service confirmed answers that it does not show: look at the application there. What is missing has to be asked of the applicant, as what was delivered is wiped here.',
  store_failed:
    'No receipt is given while this lasts: see that the disk or the database of APPLY_STORE can be reached and has room.',
  store_works_again: null,
  store_gone: null,
  payload_unreadable:
    'What was to be sent cannot be read any more: ask the applicant to send it again; npx apply-form-server attention lists it.',
  payload_misdirected:
    'The store was changed by hand or by a stranger: nothing of this row is sent. See who can write to it; npx apply-form-server attention lists it.',
  sealed_by_other_secret: null,
  webhook_failed:
    'Nothing is lost: it is told again for three days. "cause" says what came of it: see that the address of the webhook can be reached from here, and takes a POST with 2xx within ten seconds; "private_address": it is one of an inner network, which "allowPrivate" of the webhook allows.',
  webhook_works_again: null,
  webhook_stopped:
    'It is not told any more: mend the receiver or take the webhook away, then retry, or give up; npx apply-form-server attention lists it. "gone": it answered 410.',
  wipe_soon:
    'Within a day it is wiped undelivered: npx apply-form-server attention export saves it, retry sends it.',
  person_erased: null,
  person_exported: null,
  wiped: 'It could not be delivered for 7 days and is gone: ask the applicant to send it again.',
};

export const createAdvisingLog = (log: LedgerLog): LedgerLog => ({
  warn: (event, fields) => log.warn(event, withAdvice(event, fields)),
  error: (event, fields) => log.error(event, withAdvice(event, fields)),
});

function withAdvice(event: LedgerEvent, fields: LedgerLogFields): LedgerLogFields {
  const advice = fields.advice ?? ledgerAdvice[event];
  return advice === null ? fields : { ...fields, advice };
}
