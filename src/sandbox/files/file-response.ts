import { respondFaults } from '../json-api.ts';
import { notFound } from '../service-fault.ts';
import { encodeName } from './file-address.ts';
import type { FileStore } from './file-store.ts';
import { mediaTypeOf } from './file-types.ts';

/** `GET /files/{id}/{name}`: the bytes of an applicant's file, served so that no browser runs them on this origin. */
export function fileResponse(files: FileStore, id: string): Response {
  const file = files.find(id);
  const content = file === undefined ? undefined : files.contentOf(file);
  if (file === undefined || content === undefined) return respondFaults([notFound]);
  return new Response(content, {
    headers: {
      'content-type': mediaTypeOf(file.filename),
      'content-disposition': `attachment; filename*=UTF-8''${encodeName(file.filename)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  });
}
