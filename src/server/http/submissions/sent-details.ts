/** The details that a visitor without an application sends, and the application that the answers belong to. */
import { givenFault } from '../../../core/answers/details.ts';
import { basicDetailNames } from '../../../core/model/details.ts';
import { success } from '../../../core/model/outcome.ts';
import type { Destination } from '../../../core/model/submission.ts';
import { serviceLocales } from '../../service/question-query.ts';
import { type Checked, refused } from '../refusal.ts';
import type { Session } from '../sessions/tokens.ts';
import type { SubmissionDocument } from './submission-body.ts';

/** An existing application has its own details, so none may be sent. */
export function checkShape(session: Session, { data }: SubmissionDocument): Checked<null> {
  return session.application === null || data.details === null
    ? success(null)
    : refused('bad_request', { detail: 'This session has an application: only answers can be sent.' });
}

export function findDestination(session: Session, { data, meta }: SubmissionDocument): Checked<Destination> {
  const { application, job } = session;
  if (application !== null) return success({ kind: 'application', application });
  const { details } = data;
  const fields = basicDetailNames.filter((name) => {
    const text = details?.[name] ?? '';
    return text === '' || givenFault(name, text) !== null;
  });
  return details === null || fields.length > 0
    ? refused('invalid_details', { fields })
    : success({
        kind: 'job',
        job,
        details,
        locale: localeAtService(meta.locale ?? null),
        source: meta.source ?? null,
      });
}

/** `de-AT` is read as German; a language that the service does not have is not sent to it. */
function localeAtService(shown: string | null): string | null {
  const wanted = shown?.toLowerCase() ?? '';
  const isNamed = (name: string) => (one: string) => one.toLowerCase() === name;
  return (
    serviceLocales.find(isNamed(wanted)) ?? serviceLocales.find(isNamed(wanted.split('-')[0] ?? '')) ?? null
  );
}
