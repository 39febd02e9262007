/** Sends the body of an answer, its file as it is read. */

import type { FileSource } from '../file-source.ts';
import type { Write } from './connect-service.ts';
import { createFileBody } from './file-body.ts';
import { listPath } from './resource-path.ts';
import { type AnswerBody, placeContent } from './write-answer.ts';

/** @param file what a document's body names; without one the body is whole */
export function postAnswer(write: Write, body: AnswerBody, file?: FileSource): ReturnType<Write> {
  const path = listPath('answers');
  if (file !== undefined)
    return write({ path, body: createFileBody(placeContent(body, file.type), [file]) }, file.size);
  const content = body.data.attributes['document_base64_data'];
  return write({ path, body: JSON.stringify(body) }, typeof content === 'string' ? content.length : 0);
}
