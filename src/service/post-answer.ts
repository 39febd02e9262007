/** Sends the body of an answer, its file as it is read. */
import type { AnswerBody } from '../documents/write-answer.ts';
import type { FileSource } from '../model/file-source.ts';
import type { Outcome } from '../model/outcome.ts';
import { createFileBody } from './file-body.ts';
import type { Reply } from './read-reply.ts';
import type { ServiceRequest } from './send-request.ts';
import type { ServiceError } from './service-error.ts';

/** Sends a write, once. `bytes`: of the file that it carries, for which it is given longer. */
export type Write = (
  request: Omit<ServiceRequest, 'limit'>,
  bytes: number,
) => Promise<Outcome<Reply, ServiceError>>;

/** @param file what a document's body names; without one the body is whole */
export function postAnswer(write: Write, body: AnswerBody, file?: FileSource): ReturnType<Write> {
  const path = '/api/v1/answers';
  if (file !== undefined) return write({ path, body: createFileBody(body, file) }, file.size);
  const content = body.data.attributes['document_base64_data'];
  return write({ path, body: JSON.stringify(body) }, typeof content === 'string' ? content.length : 0);
}
