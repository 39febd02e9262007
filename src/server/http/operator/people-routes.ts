/**
 * `POST /people`: the data stored about one person. It is a POST because an email in a URL would appear in the logs of
 * every gateway.
 */
import * as z from 'zod';
import { success, unreachable } from '../../../core/model/failure.ts';
import { applicationId, fileId, reference, type Tenant } from '../../../core/model/ids.ts';
import type { People, PersonQuery, PersonSubmission } from '../../people.ts';
import type { StagedFileInfo, UnavailableCause } from '../../ports.ts';
import { hashEmail } from '../../sessions/tokens.ts';
import type { ProxyContext } from '../context.ts';
import { readJson, SESSION_LIMIT_BYTES } from '../limits.ts';
import { type Checked, refused, respond, respondFile } from '../replies.ts';
import type { OperatorRoute } from './operator-routes.ts';

/** `file` is allowed only for an export, which then returns just the bytes of this file. */
const commonAttributes = {
  action: z.enum(['find', 'export', 'erase']),
  file: z.guid().toLowerCase().transform(fileId).optional(),
};
const attributes = z.union([
  z.strictObject({
    ...commonAttributes,
    reference: z
      .string()
      .min(1)
      .max(64)
      .transform((text) => reference(text)),
  }),
  z.strictObject({ ...commonAttributes, application: z.string().min(1).max(64).transform(applicationId) }),
  z.strictObject({ ...commonAttributes, email: z.string().trim().min(3).max(320).includes('@') }),
]);
const schema = z.strictObject({
  data: z.strictObject({ type: z.literal('people').optional(), attributes }),
});

type Command = z.output<typeof attributes>;

export const postPeople: OperatorRoute = async ({ context, tenant, request }) => {
  const { people } = context;
  if (people === null) return refused('not_found');
  const body = await readJson(request, SESSION_LIMIT_BYTES, schema);
  if (!body.ok)
    return body.error.code === 'bad_request' ? refused('bad_request', { detail: EXPECTED_ATTRIBUTES }) : body;
  const command = body.value.data.attributes;
  if (command.file !== undefined && command.action !== 'export')
    return refused('bad_request', { detail: EXPECTED_ATTRIBUTES });
  const query = queryOf(context, command);
  switch (command.action) {
    case 'find':
      return find(people, tenant.id, query, false);
    case 'export':
      return command.file === undefined
        ? find(people, tenant.id, query, true)
        : sendFile(await people.openFile(tenant.id, query, command.file));
    case 'erase':
      return erase(context, people, tenant.id, query);
    default:
      return unreachable(command.action);
  }
};

const EXPECTED_ATTRIBUTES =
  'The attributes are "action" (find, export or erase) and one of "reference", "application" and "email"; an export may name a "file".';

function queryOf({ keys }: ProxyContext, command: Command): PersonQuery {
  if ('reference' in command) return { kind: 'reference', reference: command.reference };
  if ('application' in command) return { kind: 'application', application: command.application };
  return { kind: 'email', hashes: keys.map((key) => hashEmail(key, command.email)) };
}

async function find(
  people: People,
  tenant: Tenant,
  query: PersonQuery,
  content: boolean,
): Promise<Checked<Response>> {
  const { submissions, files, consents, unsearched } = await people.find(tenant, query, content);
  const meta = { files: files.map(writeFile), consents, unsearched };
  return success(respond(200, { data: submissions.map(writeSubmission), meta }));
}

function sendFile(file: Awaited<ReturnType<People['openFile']>>): Checked<Response> {
  if (file.ok) return success(respondFile(file.value));
  const detail = refusalDetails[file.error];
  return refused(file.error === 'gone' ? 'not_found' : 'file_missing', { detail });
}

const refusalDetails: Readonly<Record<'gone' | UnavailableCause, string>> = {
  gone: 'This person has no such file, or its bytes are deleted.',
  not_scanned:
    'The scanner has not found this file clean, so it is not released: check that the scanner runs, and try again after the file is scanned.',
  other_secret:
    'This file was sealed with another secret: start the server with that secret in second place (APPLY_SECRET=NEW,OLD), and try again.',
};

/** Replies 202 while requests are in progress; the same request later confirms the erasure. */
async function erase(
  { prefills }: ProxyContext,
  people: People,
  tenant: Tenant,
  query: PersonQuery,
): Promise<Checked<Response>> {
  const { erasures, files } = await people.erase(tenant, query);
  if (query.kind === 'application') await prefills.forgetSubject(tenant, query.application);
  const isDone = erasures.every(({ state }) => state === 'erased');
  const data = erasures.map(({ reference: id, ...attributes }) => ({ type: 'people', id, attributes }));
  return success(respond(isDone ? 200 : 202, { data, meta: { files } }));
}

const writeSubmission = ({ reference: id, files, ...rest }: PersonSubmission) => ({
  type: 'people',
  id,
  attributes: { ...rest, files: files.map(writeFile) },
});

const writeFile = ({ hasBytes, ...file }: StagedFileInfo) => ({ ...file, has_bytes: hasBytes });
