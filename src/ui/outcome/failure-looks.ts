import type { FailureCode } from '../../core/model/failure.ts';
import type { MessageKey } from '../../locale/catalogue.ts';
import type { Messages } from '../../locale/messages.ts';
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

const looks: Readonly<Partial<Record<FailureCode, FailureLook>>> = {
  token_invalid: cannotOpen,
  token_expired: expired,
  unauthorized: cannotOpen,
  origin_not_allowed: cannotOpen,
  job_not_public: cannotOpen,
  form_changed: { shape: againShape, title: 'title.changed' },
  already_submitted: already,
  job_closed: { shape: lockShape, title: 'closed.title' },
  no_job: cannotOpen,
  rate_limited: busy,
  service_unavailable: unreached,
  offline: unreached,
  timed_out: unreached,
};

/** Symbol and heading of a failure; its sentence is `failure.CODE` of the catalogue. */
export const failureLook = (code: FailureCode): FailureLook => looks[code] ?? mistake;

export const failureText = (messages: Messages, code: FailureCode): string =>
  messages.text(`failure.${code}`);
