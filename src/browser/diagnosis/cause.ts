import type { FailureCode } from '../../core/model/failure.ts';
import type { SessionHost, Wrong } from '../contract.ts';
import type { Surroundings } from './surroundings.ts';

export interface Cause {
  readonly code: FailureCode;
  /** For the developer: what is wrong, the value found, and what to do. Written with the element as its subject. */
  readonly advice: string;
}

/** Everything that may help to find the cause. */
export interface Scene {
  readonly host: SessionHost;
  readonly wrong: Wrong;
  readonly place: Surroundings;
  /** Address of the proxy, without a slash at the end. */
  readonly server: string;
}

/** Analytics and monitoring replace it, and some do not hand on what they are given. */
export const ownFetchAdvice =
  'a script of this page has put another function in place of window.fetch. It must pass on both arguments, add no header, and return the reply.';

export const badSetup = (advice: string): Cause => ({ code: 'bad_setup', advice });

/** A page from a file or in a closed sandbox has an opaque origin, which cannot be allowed. */
export const refusedOrigin = ({ place: { origin }, server }: Scene): Cause => ({
  code: 'origin_not_allowed',
  advice:
    origin === 'null'
      ? 'is on a page without an origin, which may not embed it: open the page over https, and give an iframe that has sandbox its allow-same-origin.'
      : `is on ${origin}, which may not embed this form: add ${origin} to APPLY_ORIGINS of ${server}.`,
});
