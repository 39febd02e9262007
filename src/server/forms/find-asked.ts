import type { StoredSubmission } from '../ports.ts';
import type { Call } from '../sessions/authorise.ts';
import { type AskedForm, askedForm, nothingAsked, settingsOf, taughtFields } from './asked-details.ts';
import type { FormSettings } from './form-settings.ts';

export interface FoundForm {
  readonly settings: FormSettings;
  readonly asked: AskedForm;
}

/** @param stored what this applicant sent before: what the service missed of it, they are asked for */
export async function findAsked(
  { context, session, tenant }: Pick<Call, 'context' | 'session' | 'tenant'>,
  stored: StoredSubmission | null,
): Promise<FoundForm> {
  const settings = settingsOf(tenant, session.job);
  if (session.application !== null) return { settings, asked: nothingAsked };
  const taught = taughtFields(await context.lessons.known.of(tenant.id), session.job);
  const { application = null } = stored?.submission ?? {};
  const named = application?.state === 'refused' ? application.fields : [];
  return { settings, asked: askedForm(settings, taught, { named, missed: stored?.missed ?? named }) };
}
