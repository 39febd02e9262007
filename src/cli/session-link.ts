import * as z from 'zod';
import { failure, type Outcome, success } from '../core/model/failure.ts';
import type { ChosenTenant } from './chosen-tenant.ts';
import { noServerAt, notApplyForm } from './running-server.ts';

export interface SessionLink {
  /** Opens the form after one press, on any device, until it is sent. */
  readonly link: string;
  /** Id of the session, by which the link is revoked. */
  readonly session: string;
  readonly token: string;
  /** Seconds. */
  readonly expires_in: number;
}

const sessionSchema = z.object({
  data: z.object({
    id: z.string(),
    attributes: z.object({ link: z.string(), token: z.string(), expires_in: z.number() }),
  }),
});
const errorSchema = z.object({ errors: z.array(z.object({ detail: z.string() })).min(1) });

/** A link to the form of this application, made by the running server. */
export async function sessionLink(
  { tenant, address }: Pick<ChosenTenant, 'tenant' | 'address'>,
  application: string,
): Promise<Outcome<SessionLink, string>> {
  const { adminKey } = tenant;
  if (adminKey === null) return failure('APPLY_ADMIN_KEY is not set, so the server makes no sessions.');
  const reply = await askSession(address, adminKey, application);
  if (reply === null) return failure(noServerAt(address));
  const session = sessionSchema.safeParse(reply);
  if (session.success) {
    const { id, attributes } = session.data.data;
    return success({ ...attributes, session: id });
  }
  const errors = errorSchema.safeParse(reply);
  return failure(errors.data?.errors[0]?.detail ?? notApplyForm(address));
}

/** null when the server does not answer; undefined: the reply is not JSON. */
async function askSession(address: string, adminKey: string, application: string): Promise<unknown> {
  const response = await fetch(`${address}/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'sessions', attributes: { application, link: 'invitation' } } }),
  }).catch(() => null);
  return response === null ? null : response.json().catch(() => undefined);
}
