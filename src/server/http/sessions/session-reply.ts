/** The reply that opens a session, which carries its form where the request includes it. */
import type { SessionId } from '../../../core/model/ids.ts';
import { success } from '../../../core/model/outcome.ts';
import { inTime } from '../../clock.ts';
import { joined } from '../files/memory-bytes.ts';
import { draftKeysOf } from '../forms/draft-keys.ts';
import { inclusionOf, writeBody } from '../forms/form-body.ts';
import { encodeMeta, type FormReply, readQuery, writeForm } from '../forms/question-routes.ts';
import type { Checked } from '../refusal.ts';
import { respond, respondBytes } from '../respond.ts';
import { type Call, UNKNOWN_ADDRESS } from './authorise.ts';
import type { Asking } from './job-sessions.ts';
import type { Session } from './tokens.ts';

interface Opened {
  readonly session: Session & { readonly id: SessionId };
  readonly attributes: { readonly token: string };
}

/** Milliseconds: a session that has been made is not lost to a form that comes late. */
const LONGEST_WAIT = 5_000;

/** Without the form where it cannot be had soon: its own request then says why, or waits. */
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
      ? await inTime(
          context.clock,
          LONGEST_WAIT,
          readForm({ context, request, address, session, tenant, id }, query.value.get('locale')).catch(
            () => null,
          ),
        )
      : null;
  if (!form?.ok) {
    const data = { type: 'sessions', id, attributes };
    // A device that keeps the draft needs its key, with the form or without.
    const meta = session.application === null && session.device ? draftKeysOf(context, session) : null;
    return success(respond(201, meta ? { data, meta } : { data }));
  }
  const own = `"id":${JSON.stringify(id)},"attributes":${JSON.stringify(attributes)}},"meta":`;
  const [start, end] = [new TextEncoder().encode(own), encodeMeta(form.value)];
  const tail = joined([start, end], start.byteLength + end.byteLength);
  const { bytes, headers } = await writeBody(context.pack, request, {
    head: inclusionOf(form.value.head),
    tail,
  });
  return success(respondBytes(201, bytes, headers));
}

/** It counts as every reading of a form does. */
async function readForm(call: Call, language: string | null): Promise<Checked<FormReply>> {
  const { context, session, tenant } = call;
  const spent = await context.limits.spend(
    'reading',
    JSON.stringify([tenant.id, session.subject]),
    tenant.id,
  );
  return spent.ok ? writeForm(call, language) : spent;
}
