/** `POST /attention/lessons`: the operator agrees that something is asked for, or has what was learned forgotten. */
import * as z from 'zod';
import { fieldNames } from '../../../core/model/details.ts';
import { success } from '../../../core/model/failure.ts';
import { jobId } from '../../../core/model/ids.ts';
import { SESSION_LIMIT_BYTES } from '../../forms/limits.ts';
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
