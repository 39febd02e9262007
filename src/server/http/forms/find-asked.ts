import type { Submission } from '../../../core/model/submission.ts';
import type { Call } from '../sessions/authorise.ts';
import { type AskedForm, askedForm, nothingAsked, settingsOf, taughtFields } from './asked-details.ts';
import type { FormSettings } from './form-settings.ts';

export interface FoundForm {
  readonly settings: FormSettings;
  readonly asked: AskedForm;
}

/** @param submission what this applicant sent before: what the service missed of it, they are asked for */
export async function findAsked(
  { context, session, tenant }: Pick<Call, 'context' | 'session' | 'tenant'>,
  submission: Submission | null,
): Promise<FoundForm> {
  const settings = settingsOf(tenant, session.job);
  if (session.application !== null) return { settings, asked: nothingAsked };
  const taught = taughtFields(await context.lessons.known.of(tenant.id), session.job);
  const refused = submission?.application?.state === 'refused' ? submission.application.fields : [];
  return { settings, asked: askedForm(settings, taught, refused) };
}
