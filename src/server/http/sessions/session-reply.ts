/** The reply that opens a session, which carries its form where the request includes it. */
import type { SessionId } from '../../../core/model/ids.ts';
import { success } from '../../../core/model/outcome.ts';
import { inclusionOf } from '../forms/cached-form.ts';
import { readQuery, writeForm } from '../forms/question-routes.ts';
import type { Checked } from '../refusal.ts';
import { respond, respondBytes } from '../respond.ts';
import { UNKNOWN_ADDRESS } from './authorise.ts';
import type { Asking } from './job-sessions.ts';
import type { Session } from './tokens.ts';

interface Opened {
  readonly session: Session & { readonly id: SessionId };
  readonly attributes: { readonly token: string };
}

/** Without the form where it cannot be had: who asks for it then is told why. */
export async function replySession(
  { context, request, address = UNKNOWN_ADDRESS }: Omit<Asking, 'keyOpened'>,
  { session, attributes }: Opened,
): Promise<Checked<Response>> {
  const query = readQuery(request, 'sessions');
  if (!query.ok) return query;
  const { id } = session;
  const tenant = context.tenants.get(session.tenant);
  const form =
    tenant && query.value.has('include')
      ? await writeForm({ context, request, address, session, tenant, id }, query.value.get('locale'))
      : null;
  if (!form?.ok) return success(respond(201, { data: { type: 'sessions', id, attributes } }));
  const start = `{"data":{"type":"sessions","id":${JSON.stringify(id)},"attributes":${JSON.stringify(attributes)},`;
  const { head, meta } = form.value;
  return success(respondBytes(201, [new TextEncoder().encode(start), inclusionOf(head), meta]));
}
