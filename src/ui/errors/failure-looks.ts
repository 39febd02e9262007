import type { FailureCode } from '../../core/model/failure.ts';
import type { MessageKey } from '../../locale/catalogue.ts';
import type { Shape } from '../icon/icon.tsx';
import { againShape, alertShape, clockShape, lockShape, tickShape } from '../icon/icon-shapes.ts';

interface FailureLook {
  readonly shape: Shape;
  /** Heading when the form cannot be opened at all. */
  readonly title: (MessageKey & `title.${string}`) | 'closed.title';
}

const cannotOpen: FailureLook = { shape: lockShape, title: 'title.cannotOpen' };
const mistake: FailureLook = { shape: alertShape, title: 'title.cannotOpen' };
const expired: FailureLook = { shape: clockShape, title: 'title.expired' };
const busy: FailureLook = { shape: clockShape, title: 'title.busy' };
const unreached: FailureLook = { shape: alertShape, title: 'title.offline' };
const already: FailureLook = { shape: tickShape, title: 'title.already' };

/** Symbol and heading of each failure; its sentence is `failure.CODE` of the catalogue. */
export const failureLooks: Readonly<Record<FailureCode, FailureLook>> = {
  bad_request: mistake,
  token_invalid: cannotOpen,
  token_expired: expired,
  unauthorized: cannotOpen,
  origin_not_allowed: cannotOpen,
  job_not_public: cannotOpen,
  not_found: mistake,
  form_changed: { shape: againShape, title: 'title.changed' },
  already_submitted: already,
  job_closed: { shape: lockShape, title: 'closed.title' },
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
  service_unavailable: unreached,
  offline: unreached,
  timed_out: unreached,
  bad_setup: mistake,
};
