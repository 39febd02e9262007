/**
 * What a back end knows of an applicant: sealed in the store beside the session that it belongs to, and told to nothing
 * but the form that has this session's token.
 */

import type { PrefillStore } from '../../core/model/details.ts';
import { type SessionId, subject, type Tenant } from '../../core/model/ids.ts';
import type { Cipher } from '../ledger/cipher.ts';
import { guardStore } from '../submissions/store-failure.ts';
import { type Prefill, readPrefill } from './prefill-body.ts';
import { openText, sealText } from './sealed-text.ts';
import type { Session } from './tokens.ts';

export interface Prefills {
  /** Keeps it as long as this session lives. */
  keep(session: Session, prefill: Prefill): Promise<void>;
  /** null: there is none, or it cannot be read now. */
  find(session: Session): Promise<Prefill | null>;
  /** The session was renewed. */
  extend(session: Session): Promise<void>;
  forgetSession(tenant: Tenant, session: SessionId): Promise<void>;
  /** The form was sent, or the person is erased. */
  forgetSubject(tenant: Tenant, of: string): Promise<void>;
}

interface PrefillDependencies {
  readonly store: PrefillStore;
  readonly cipher: Cipher;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds after its expiry in which a session of a job can be renewed. */
  readonly renewableFor: number;
}

export function createPrefills({ store, cipher, now, renewableFor }: PrefillDependencies): Prefills {
  /** An application's session is not renewed: its back end makes another one. */
  const lifetimeOf = ({ application, expiresAt }: Session) =>
    expiresAt - now() + (application === null ? renewableFor : 0);
  return {
    async keep(session, prefill) {
      const { tenant, id, subject } = session;
      const sealed = sealText(cipher, contextOf(tenant, id), prefill);
      await guardStore(store.add({ tenant, session: id, subject, sealed }, lifetimeOf(session)));
    },
    async find({ tenant, id, prefilled }) {
      if (prefilled !== true) return null;
      // A form that cannot be filled in is still a form: the delivery reports the store's failure to the operator.
      const sealed = await store.find(tenant, id).catch(() => null);
      const prefill = sealed === null ? null : openText(cipher, contextOf(tenant, id), sealed);
      const read = prefill === null ? null : readPrefill(prefill);
      return read?.ok ? read.value : null;
    },
    async extend(session) {
      const { tenant, id, prefilled } = session;
      if (prefilled !== true) return;
      await guardStore(store.extend(tenant, id, lifetimeOf(session)));
    },
    forgetSession: (tenant, session) => guardStore(store.removeSession(tenant, session)),
    forgetSubject: (tenant, of) => guardStore(store.removeSubject(tenant, subject(of))),
  };
}

/** A row that is moved to another session opens for none. */
const contextOf = (tenant: Tenant, session: SessionId): string => JSON.stringify([tenant, session]);
