/** `PUT` and `DELETE /files/{uuid}`: a file is uploaded when the applicant chooses it, and waits for its submission. */
import { answerKinds } from '../../core/answers/answers.ts';
import { type FileDetailName, fileDetailNames } from '../../core/model/details.ts';
import { failure, success } from '../../core/model/failure.ts';
import { type FileId, fileId, questionId } from '../../core/model/ids.ts';
import { createPatience, formSource } from '../forms/form-cache.ts';
import { findAsked } from '../forms/jobs.ts';
import {
  bodyChunks,
  checkEncoding,
  MOST_BYTES_A_SUBJECT,
  MOST_FILES_A_SUBJECT,
  QUEUE_PAUSE,
  readHeader,
} from '../http/limits.ts';
import { type Checked, type Refusal, refused, respond, respondNothing } from '../http/replies.ts';
import type { FileToStage, StagingRefusal } from '../ports.ts';
import { findShownJob } from '../sessions/sessions.ts';
import { type Call, isVisitor } from '../sessions/tokens.ts';
import {
  cleanFileName,
  detailFiles,
  findKind,
  mediaTypes,
  nameAs,
  readDispositionName,
  typeOfName,
} from './types.ts';

export async function putFile(call: Call): Promise<Checked<Response>> {
  const id = readId(call);
  if (!id.ok) return id;
  const rule = await findRule(call);
  if (!rule.ok) return rule;
  const file = readFile(call, id.value, rule.value);
  if (!file.ok) return file;
  const { context, tenant, address } = call;
  const { isOfVisitor } = file.value;
  if (isOfVisitor && !(await context.limits.hasRoomForFile(tenant, address))) {
    context.events.report('queue_full', { tenant: tenant.id });
    return refused('queue_full', { retryAfter: QUEUE_PAUSE, detail: noRoom });
  }
  const staged = await context.staging.put(call.session, file.value);
  if (!staged.ok) {
    const { kind } = staged.error;
    if (kind === 'full') context.events.report('staging_full', { tenant: call.tenant.id });
    const fault = staged.error.kind === 'wrong_type' ? staged.error.fault : {};
    return failure({ ...refusals[kind], ...fault });
  }
  const { name, size, type } = staged.value;
  if (isOfVisitor) await context.limits.countFile(tenant, address, size);
  return success(respond(201, { data: { type: 'files', id: id.value, attributes: { name, size, type } } }));
}

const noRoom = 'There is no space for more files of visitors at the moment; send the file again later.';

export async function deleteFile(call: Call): Promise<Checked<Response>> {
  const id = readId(call);
  if (!id.ok) return id;
  await call.context.staging.remove(call.session, id.value);
  return success(respondNothing());
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const readId = ({ id }: Call): Checked<FileId> =>
  uuid.test(id)
    ? success(fileId(id.toLowerCase()))
    : refused('bad_request', { detail: 'The id of a file is a UUID.' });

type PurposeRule = (typeof detailFiles)[FileDetailName];

/** Finds the purpose of a file, and the limits for it. */
async function findRule(call: Call): Promise<Checked<PurposeRule>> {
  const { context, session, tenant, request } = call;
  const patience = createPatience(context.clock);
  const shown = await findShownJob({ context, session, tenant }, patience);
  if (!shown.ok) return shown;
  const purpose = readHeader(request, 'apply-for', 80) ?? '';
  const name = fileDetailNames.find((detail) => detailFiles[detail].purpose === purpose);
  if (name !== undefined) return findDetailRule(call, name);
  const question = /^question ([^\s]{1,64})$/.exec(purpose)?.[1];
  if (question === undefined) return refused('bad_request', { detail: PURPOSE_FORMAT });
  const form = await context.forms.load(formSource(tenant, session), 'view', null, patience);
  if (!form.ok) return form;
  const id = questionId(question);
  const { type = 'unknown' } = form.value.tree.nodes.get(id)?.question ?? {};
  if (type !== 'unknown' && answerKinds[type] === 'files') return success({ purpose, ...tenant.documents });
  const detail = 'This form has no such question with a file as its answer.';
  return refused('foreign_question', { questions: [id], detail });
}

const PURPOSE_FORMAT =
  'Apply-For must state the purpose of the file: "question 12", "cv", "cover_letter" or "document".';

/** Accepts only what the form asks for now, by the same rule as for a submission. */
async function findDetailRule(call: Call, name: FileDetailName): Promise<Checked<PurposeRule>> {
  const { context, session } = call;
  if (session.application !== null)
    return refused('bad_request', {
      detail: 'This session has an application, so files are accepted for questions only.',
    });
  const stored = await context.delivery.find(session);
  const { asked } = await findAsked(call, stored);
  return asked.details.some((detail) => detail.name === name)
    ? success(detailFiles[name])
    : refused('form_changed', { fields: [name], detail: 'This form does not ask for such a file.' });
}

function readFile(
  { request, session }: Call,
  id: FileId,
  { purpose, bytes: limit, types }: PurposeRule,
): Checked<FileToStage> {
  const encoding = checkEncoding(request);
  if (!encoding.ok) return encoding;
  const given = readDispositionName(request.headers.get('content-disposition'));
  if (given === null)
    return refused('bad_request', { detail: 'Content-Disposition must contain the name of the file.' });
  // A declared length is trusted only if it is too large.
  if (Number(request.headers.get('content-length') ?? 0) > limit) return refused('file_too_large');
  const name = cleanFileName(given);
  const named = typeOfName(name);
  if (named === null || !types.includes(named)) return refused('file_type');
  const identify: FileToStage['identify'] = async (content) => {
    const kind = await findKind(named, types, content);
    return kind.ok ? success({ name: nameAs(kind.value, name), type: mediaTypes[kind.value] }) : kind;
  };
  const isOfVisitor = isVisitor(session);
  const limits = { file: limit, files: MOST_FILES_A_SUBJECT, bytes: MOST_BYTES_A_SUBJECT };
  return success({ id, purpose, bytes: bodyChunks(request), limits, identify, isOfVisitor });
}

const refusals: Readonly<Record<StagingRefusal['kind'], Refusal>> = {
  // 409 with an existing code: the stored file differs from this one.
  different_content: { code: 'already_submitted', detail: 'Another file is stored under this id.' },
  too_many: { code: 'too_many', detail: 'The form has reached its number of files.' },
  too_large: {
    code: 'file_too_large',
    reason: 'total_too_large',
    detail: 'All files together are too large.',
  },
  over_limit: { code: 'file_too_large' },
  empty: { code: 'file_empty' },
  wrong_type: { code: 'file_type' },
  infected: { code: 'file_type', reason: 'infected', detail: 'The scanner found malware in the file.' },
  broken_off: { code: 'bad_request', detail: 'The body ended early.' },
  full: { code: 'service_unavailable', detail: 'There is no space for files at the moment.', retryAfter: 60 },
};
