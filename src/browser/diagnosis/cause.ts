import type { Failure, FailureCode } from '../../core/model/failure.ts';
import type { Trouble } from '../api/request.ts';
import type { SessionHost } from '../session/session-host.ts';
import type { Surroundings } from './surroundings.ts';

/** What went wrong when a form was to be opened. */
export interface Wrong {
  readonly trouble: Trouble;
  /** As it reads at first sight. */
  readonly failure: Failure;
  /** What the host's `renewToken` gave last, or the error that it ended with. */
  readonly given: unknown;
  /** Something newer has begun: a page may give the token some time after the element. */
  readonly isOver: () => boolean;
}

export interface Cause {
  readonly code: FailureCode;
  /** For the developer: what is wrong, with the value found, and what to do. Its subject is the element. */
  readonly advice: string;
}

/** All that may tell the cause. */
export interface Scene {
  readonly host: SessionHost;
  readonly wrong: Wrong;
  readonly place: Surroundings;
  /** Address of the proxy, without a slash at the end. */
  readonly server: string;
}

export const badSetup = (advice: string): Cause => ({ code: 'bad_setup', advice });

/** A page from a file or in a closed sandbox has an origin that nobody can allow. */
export const refusedOrigin = ({ place: { origin }, server }: Scene): Cause => ({
  code: 'origin_not_allowed',
  advice:
    origin === 'null'
      ? 'is on a page without an origin, which may not embed it: open the page over https, and give an iframe that has sandbox its allow-same-origin.'
      : `is on ${origin}, which may not embed this form: add ${origin} to APPLY_ORIGINS of ${server}.`,
});
