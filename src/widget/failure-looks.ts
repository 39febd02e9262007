import type { MessageKey } from '../locale/catalogue.ts';
import type { FailureCode } from '../model/failure.ts';
import type { IconName } from './icon.tsx';

interface FailureLook {
  readonly icon: IconName;
  /** Heading when the form cannot be opened at all. */
  readonly title: (MessageKey & `title.${string}`) | 'closed.title';
}

const cannotOpen: FailureLook = { icon: 'lock', title: 'title.cannotOpen' };
const mistake: FailureLook = { icon: 'alert', title: 'title.cannotOpen' };
const expired: FailureLook = { icon: 'clock', title: 'title.expired' };
const busy: FailureLook = { icon: 'clock', title: 'title.busy' };
const already: FailureLook = { icon: 'tick', title: 'title.already' };

/** Symbol and heading of each failure; its sentence is `failure.CODE` of the catalogue. */
export const failureLooks: Readonly<Record<FailureCode, FailureLook>> = {
  bad_request: mistake,
  token_invalid: cannotOpen,
  token_expired: expired,
  unauthorized: cannotOpen,
  origin_not_allowed: cannotOpen,
  job_not_public: cannotOpen,
  not_found: mistake,
  form_changed: { icon: 'again', title: 'title.changed' },
  already_submitted: already,
  job_closed: { icon: 'lock', title: 'closed.title' },
  file_too_large: mistake,
  body_too_large: mistake,
  file_type: mistake,
  no_job: cannotOpen,
  hidden_answer: mistake,
  foreign_question: mistake,
  missing_answer: mistake,
  invalid_answer: mistake,
  invalid_details: mistake,
  file_missing: mistake,
  file_empty: mistake,
  too_many: mistake,
  rate_limited: busy,
  bad_document: mistake,
  service_unavailable: busy,
  offline: { icon: 'alert', title: 'title.offline' },
  bad_setup: mistake,
};
