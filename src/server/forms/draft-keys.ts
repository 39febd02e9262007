/** The keys under which the browser of one applicant keeps a draft of this form. */
import type { ProxyContext } from '../http/context.ts';
import { DRAFT_LIFETIME } from '../sessions/draft-handles.ts';
import type { Session } from '../sessions/tokens.ts';
import { isVisitor } from '../sessions/visitors.ts';

interface DraftKeys {
  readonly draftKey: string | null;
  readonly olderDraftKeys?: readonly string[];
}

/**
 * null for a session that a back end made for a job: its draft would be found by no one again. After a change of
 * `APPLY_SECRET` the older key still opens what was sealed before, as long as the older secret is configured.
 */
export function draftKeysOf({ keys, now }: Pick<ProxyContext, 'keys' | 'now'>, session: Session): DraftKeys {
  if (session.application === null && !isVisitor(session)) return { draftKey: null };
  const kept = session.application === null ? session.device : undefined;
  const isOver = kept !== undefined && kept.at + DRAFT_LIFETIME <= now();
  // Of a device that kept the draft for its seven days only the tab's own key is left.
  const device = isOver ? undefined : kept;
  const known = isOver ? undefined : derivedKeys.get(session);
  const derived = known ?? keys.map((one) => one.draft(session, device));
  if (!isOver) derivedKeys.set(session, derived);
  const [draftKey = null, ...olderDraftKeys] = derived;
  return olderDraftKeys.length === 0 ? { draftKey } : { draftKey, olderDraftKeys };
}

/** Kept as long as the token of the session is remembered. */
const derivedKeys = new WeakMap<Session, readonly string[]>();
