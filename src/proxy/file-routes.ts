/** `PUT` and `DELETE /files/{uuid}`: a file is put here when it is chosen, and waits for its submission. */
import { answerKinds } from '../answers/answer-kind.ts';
import { type FileId, fileId, questionId } from '../model/ids.ts';
import { success } from '../model/outcome.ts';
import type { FileToStage, StagingRefusal } from '../model/ports.ts';
import { authoriseToken, type Visitor } from './authorise.ts';
import { cleanFileName, readDispositionName } from './file-name.ts';
import { findFileType } from './file-types.ts';
import { formSource, type House } from './house.ts';
import { FILE_LIMIT_BYTES } from './limits.ts';
import type { RequestContext } from './options.ts';
import { checkEncoding, readBytes } from './read-body.ts';
import { type Checked, type Refusal, refuse, refused } from './refusal.ts';
import { respond, respondNothing } from './respond.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export async function putFile(
  house: House,
  request: Request,
  { address, id }: RequestContext & { readonly id: string },
): Promise<Response> {
  const visitor = await authoriseToken(house, request, { address, allowance: 'writing' });
  if (!visitor.ok) return refuse(visitor.error);
  if (!uuid.test(id)) return refuse({ code: 'bad_request', detail: 'The id of a file is a UUID.' });
  const purpose = await readPurpose(house, visitor.value, request);
  if (!purpose.ok) return refuse(purpose.error);
  const file = await readFile(request, fileId(id.toLowerCase()), purpose.value);
  if (!file.ok) return refuse(file.error);
  const staged = await house.staging.put(visitor.value.session, file.value);
  if (!staged.ok) return refuse(refusals[staged.error.kind]);
  const { name, size, type } = staged.value;
  return respond(201, { data: { type: 'files', id: id.toLowerCase(), attributes: { name, size, type } } });
}

export async function deleteFile(
  house: House,
  request: Request,
  { address, id }: RequestContext & { readonly id: string },
): Promise<Response> {
  const visitor = await authoriseToken(house, request, { address, allowance: 'writing' });
  if (!visitor.ok) return refuse(visitor.error);
  if (!uuid.test(id)) return refuse({ code: 'bad_request', detail: 'The id of a file is a UUID.' });
  await house.staging.remove(visitor.value.session, fileId(id.toLowerCase()));
  return respondNothing();
}

/** `question 12`. Files for the application itself belong to jobs without one. */
async function readPurpose(
  house: House,
  { session, tenant }: Visitor,
  request: Request,
): Promise<Checked<string>> {
  const header = request.headers.get('apply-for') ?? '';
  const question = /^question ([^\s]{1,64})$/.exec(header)?.[1];
  if (question === undefined)
    return refused('bad_request', { detail: 'Apply-For says what the file is for, as "question 12".' });
  const form = await house.forms.load(formSource(tenant, session), 'view');
  if (!form.ok) return form;
  const id = questionId(question);
  const found = form.value.tree.nodes.get(id)?.question;
  return found !== undefined && found.type !== 'unknown' && answerKinds[found.type] === 'files'
    ? success(header)
    : refused('foreign_question', {
        questions: [id],
        detail: 'This form has no such question that takes a file.',
      });
}

async function readFile(request: Request, id: FileId, purpose: string): Promise<Checked<FileToStage>> {
  const encoding = checkEncoding(request);
  if (!encoding.ok) return encoding;
  const given = readDispositionName(request.headers.get('content-disposition'));
  if (given === null)
    return refused('bad_request', { detail: 'Content-Disposition must carry the name of the file.' });
  const bytes = await readBytes(request, FILE_LIMIT_BYTES);
  if (bytes === null) return refused('file_too_large');
  if (bytes.byteLength === 0) return refused('file_empty');
  const name = cleanFileName(given);
  const type = await findFileType(name, bytes);
  return type === null ? refused('file_type') : success({ id, name, type, purpose, bytes });
}

/** DOORS asks for 409 here and has no code of its own for it: what is stored is not what was sent now. */
const refusals: Readonly<Record<StagingRefusal['kind'], Refusal>> = {
  different_content: {
    code: 'already_submitted',
    detail: 'Another file is stored under this id; use a new one.',
  },
  too_many: { code: 'too_many', detail: 'There are as many files as one form may have.' },
  too_large: { code: 'file_too_large', detail: 'All files of one form together are over the limit.' },
  empty: { code: 'file_empty' },
  full: { code: 'service_unavailable', detail: 'There is no room for files at the moment.', retryAfter: 60 },
};
