/** `POST /attention/lessons`: the operator agrees that something is asked for, or has what was learned forgotten. */
import * as z from 'zod';
import { type AskedName, askedFor, type FieldName, fieldNames } from '../../../core/model/details.ts';
import { success } from '../../../core/model/failure.ts';
import { type JobId, jobId } from '../../../core/model/ids.ts';
import type { Lesson } from '../../ports.ts';
import { SESSION_LIMIT_BYTES } from '../limits.ts';
import { readJson } from '../read-body.ts';
import { refused } from '../refusal.ts';
import { respond } from '../respond.ts';
import type { OperatorRoute } from './operator-routes.ts';

const job = z.string().min(1).max(64).transform(jobId);
const field = z.enum(fieldNames);

const schema = z.strictObject({
  data: z.strictObject({
    type: z.literal('lessons'),
    attributes: z.discriminatedUnion('action', [
      z.strictObject({ action: z.literal('agree'), job, field }),
      z.strictObject({ action: z.literal('clear'), job, field: field.optional() }),
    ]),
  }),
});

export const postLesson: OperatorRoute = async ({ context: { lessons }, tenant, request }) => {
  const body = await readJson(request, SESSION_LIMIT_BYTES, schema);
  if (!body.ok)
    return body.error.code === 'bad_request' ? refused('bad_request', { detail: HOW_TO_ASK }) : body;
  const { attributes } = body.value.data;
  const isDone =
    attributes.action === 'agree'
      ? await lessons.store.agree(tenant.id, attributes.job, attributes.field)
      : await lessons.store.clear(tenant.id, attributes.job, attributes.field ?? null);
  lessons.known.forget(tenant.id);
  return isDone
    ? success(respond(200, { data: { type: 'lessons', id: attributes.job, attributes } }))
    : refused('not_found', { detail: 'Nothing like this was learned of this job.' });
};

const HOW_TO_ASK = `The attributes are "job", "action" (agree or clear) and "field", which may be left out to clear all of the job. A field is one of ${fieldNames.join(', ')}.`;

/** With one line for all that is demanded of a job: of two for the same job, JSON would keep the second alone. */
export const writeLessons = (lessons: readonly Lesson[]) =>
  lessons.map(({ job, field, agreed, learnedAt, refusedAt }) => ({
    job,
    field,
    agreed,
    learned_at: new Date(learnedAt).toISOString(),
    refused_at: new Date(refusedAt).toISOString(),
    configuration: configurationOf(
      job,
      lessons.flatMap((one) => (one.job === job ? [one.field] : [])),
    ),
  }));

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
