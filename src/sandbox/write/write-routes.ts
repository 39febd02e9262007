import type { Hono } from 'hono';
import { MB } from '../files/check-file.ts';
import { heldFile } from '../files/file-store.ts';
import type { ServiceContext, ServiceEnvironment, ServiceFace } from '../guard.ts';
import { documentResponse, MOST_BODY, placeOf, queryOf } from '../guard.ts';
import {
  accepted,
  badRequest,
  type Checked,
  type Document,
  mediaType,
  refused,
  respondFaults,
} from '../json-api.ts';
import { CHANGING_METHODS, CREATED_STATUS, UPDATED_STATUS } from '../readings.ts';
import type { Place } from '../sandbox-state.ts';
import { createAnswer } from './create-answer.ts';
import { createApplication } from './create-application.ts';
import { updateApplication, updateJobSeeker } from './update-application.ts';
import type { WriteRequest } from './write-body.ts';

/** Every route that changes what the service stores. */
export function writes(routes: Hono<ServiceEnvironment>, face: ServiceFace): void {
  const created = (context: ServiceContext, write: Write) =>
    written(context, face, { write, status: CREATED_STATUS });
  const updated = (context: ServiceContext, write: Write) =>
    written(context, face, { write, status: UPDATED_STATUS });
  routes.post('/v1/answers', (context) => created(context, createAnswer));
  routes.post('/v1/applications', (context) => created(context, madeIn(context)));
  routes.on(CHANGING_METHODS, '/v1/applications/:id', (context) => updated(context, updateApplication));
  routes.on(CHANGING_METHODS, '/v1/job_seekers/:id', (context) => updated(context, updateJobSeeker));
}

type Write = (place: Place, request: WriteRequest) => Checked<Document> | Promise<Checked<Document>>;

async function written(
  context: ServiceContext,
  face: ServiceFace,
  { write, status }: { readonly write: Write; readonly status: number },
): Promise<Response> {
  const body = readBody(context);
  if (!body.ok) return respondFaults(body.faults);
  const request: WriteRequest = {
    id: context.req.param('id') ?? '',
    query: queryOf(context),
    body: body.value,
    stored: (attachments) => context.set('files', attachments.map(heldFile)),
  };
  return documentResponse(await write(placeOf(context, face), request), status);
}

/** The log names the application that a request created. */
const madeIn =
  (context: ServiceContext): Write =>
  async (place, request) => {
    const created = await createApplication(place, request);
    if (created.ok) context.set('made', created.value.data.id);
    return created;
  };

/** The document names no status for another media type, so it is a malformed request. */
function readBody(context: ServiceContext): Checked<unknown> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== mediaType) return refused(badRequest(`The body must be ${mediaType}`));
  const body = context.get('body');
  if ('isTooLarge' in body) return refused(badRequest(`The body is larger than ${MOST_BODY / MB} MB`));
  return body.json === undefined ? refused(badRequest('The body is not JSON')) : accepted(body.json);
}
