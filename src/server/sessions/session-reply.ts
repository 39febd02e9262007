/** The reply that opens a session, which carries its form where the request includes it. */
import { list, member } from '../../core/jsonapi/json.ts';
import { success } from '../../core/model/failure.ts';
import type { SessionId } from '../../core/model/ids.ts';
import { inTime } from '../clock.ts';
import { draftKeysOf, type FormReply, readQuery, writeForm } from '../forms/question-routes.ts';
import type { Checked } from '../http/refusal.ts';
import { respond } from '../http/respond.ts';
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
  const { shown, meta, expiresIn } = form.value;
  const set: unknown = JSON.parse(shown);
  const questions = list(member(set, 'data'));
  const named = questions.map((question) => ({ type: 'questions', id: member(question, 'id') }));
  const data = { type: 'sessions', id, attributes, relationships: { questions: { data: named } } };
  const included = [...questions, ...list(member(set, 'included'))];
  return success(respond(201, { data, included, meta: { ...meta, expiresIn } }));
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
