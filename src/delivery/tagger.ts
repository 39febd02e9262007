/** The tag of one tenant, which says at the service that an application's form came through here. */
import type { ApplicationId } from '../model/ids.ts';
import type { Outcome } from '../model/outcome.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { CarrierError } from './carrier.ts';

export interface Tagger {
  /** Milliseconds after which adding it is given up. */
  readonly limit: number;
  /** One read. `impossible`: the service shows no tags, so nobody can see what became of one. */
  isThere(application: ApplicationId): Promise<Outcome<boolean, CarrierError>>;
  /** One PATCH, never repeated here. */
  add(application: ApplicationId): Promise<Outcome<null, ServiceError>>;
}
