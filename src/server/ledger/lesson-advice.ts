/** What an operator can do about what a refusal taught. */
import { type AskedName, askedFor, type FieldName, isSensitive } from '../../core/model/details.ts';
import type { JobId } from '../../core/model/ids.ts';

/** The line of `APPLY_CONFIG` by which a form asks for it from the start; of equality monitoring the operator has the ids. */
export function configurationOf(job: JobId, fields: readonly FieldName[]): string {
  const names = [...new Set(fields.flatMap(namesFor))];
  const details = Object.fromEntries(names.map((name) => [name, 'required']));
  const members = [
    ...(names.length === 0 ? [] : [`"details": ${written(details)}`]),
    ...(fields.some(isEquality) ? ['"equality": […]'] : []),
  ];
  return `"jobs": {${JSON.stringify(job)}: {${members.join(', ')}}}`;
}

const isEquality = (field: FieldName): boolean => askedFor(field) === null;

/** The second line of an address is asked beside it. */
function namesFor(field: FieldName): readonly AskedName[] {
  const name = askedFor(field);
  if (name === null) return [];
  return name === 'address2' ? ['address', name] : [name];
}

const written = (members: Readonly<Record<string, string>>): string =>
  `{${Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(', ')}}`;

/** Of one line of the log. */
export function lessonAdvice(job: JobId, fields: readonly FieldName[]): string {
  const waiting = fields.filter(isSensitive);
  const asked = 'The service demands it of applications for this job';
  const from = `${configurationOf(job, fields)} in APPLY_CONFIG asks for it from the start.`;
  if (waiting.length === 0) return `${asked}, so its form asks for it now: ${from}`;
  const commands = waiting.map(
    (field) => `npx apply-form-server attention agree --job ${job} --field ${field}`,
  );
  return `${asked}. Of ${waiting.join(' and ')} the form asks only once you agree, with ${commands.join(' and ')}. ${from}`;
}
