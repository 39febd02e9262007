/**
 * What a back end knows of an applicant: sealed in the store beside the session that it belongs to, and told to nothing
 * but the form that has this session's token.
 */
import { CompactEncrypt, compactDecrypt, errors } from 'jose';
import { type SessionId, subject, type Tenant } from '../../../core/model/ids.ts';
import type { PrefillStore } from '../../../core/model/prefill.ts';
import { guardStore } from '../submissions/store-failure.ts';
import type { Keys } from './keys.ts';
import { type Prefill, readPrefill } from './prefill-body.ts';
import type { Session } from './tokens.ts';

type Named = Session & { readonly id: SessionId };

export interface Prefills {
  /** Keeps it as long as this session lives. */
  keep(session: Named, prefill: Prefill): Promise<void>;
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
  /** The first key seals, all open. */
  readonly keys: readonly [Keys, ...Keys[]];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds after its expiry in which a session of a job can be renewed. */
  readonly renewableFor: number;
}

export function createPrefills({ store, keys, now, renewableFor }: PrefillDependencies): Prefills {
  /** An application's session is not renewed: its back end makes another one. */
  const lifetimeOf = ({ application, expiresAt }: Session) =>
    expiresAt - now() + (application === null ? renewableFor : 0);
  return {
    async keep(session, prefill) {
      const { tenant, id, subject } = session;
      const sealed = await seal(keys[0], { tenant, id, prefill });
      await guardStore(store.add({ tenant, session: id, subject, sealed }, lifetimeOf(session)));
    },
    async find({ tenant, id, prefilled }) {
      if (id === null || prefilled !== true) return null;
      // A form that cannot be filled in is still a form: the delivery reports the store's failure to the operator.
      const sealed = await store.find(tenant, id).catch(() => null);
      return sealed === null ? null : unseal(keys, { tenant, id, sealed });
    },
    async extend(session) {
      const { tenant, id, prefilled } = session;
      if (id === null || prefilled !== true) return;
      await guardStore(store.extend(tenant, id, lifetimeOf(session)));
    },
    forgetSession: (tenant, session) => guardStore(store.removeSession(tenant, session)),
    forgetSubject: (tenant, of) => guardStore(store.removeSubject(tenant, subject(of))),
  };
}

interface Owner {
  readonly tenant: Tenant;
  readonly id: SessionId;
}

/** Sealed with whose it is: a row that is moved to another session opens for none. */
const seal = (
  { id: kid, prefill: key }: Keys,
  { tenant, id, prefill }: Owner & { readonly prefill: Prefill },
) =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ owner: [tenant, id], prefill })))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
    .encrypt(key);

/** null: sealed with a secret that is not here, or changed. */
async function unseal(
  keys: readonly Keys[],
  { tenant, id, sealed }: Owner & { readonly sealed: string },
): Promise<Prefill | null> {
  try {
    const { plaintext } = await compactDecrypt(sealed, ({ kid }) => keyNamed(keys, kid), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    const { owner, prefill } = JSON.parse(new TextDecoder().decode(plaintext));
    if (JSON.stringify(owner) !== JSON.stringify([tenant, id])) return null;
    const read = readPrefill(prefill);
    return read.ok ? read.value : null;
  } catch {
    return null;
  }
}

function keyNamed(keys: readonly Keys[], kid: string | undefined): CryptoKey {
  const key = keys.find(({ id }) => id === kid);
  if (key === undefined) throw new errors.JWEInvalid('This names a key that is not ours.');
  return key.prefill;
}
