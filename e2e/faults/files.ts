/** The files of one schedule. The bytes of a file identify it. */
import { type FileId, fileId } from '../../src/core/model/ids.ts';
import type { AttachedFile } from '../../src/core/model/question.ts';
import { stagingOf } from '../../src/server/files/staging.support.ts';
import type { Staging, SubjectKey } from '../../src/server/ports.ts';
import type { Random } from '../support/random.ts';

const BEGINS = '%PDF-1.4 ';

const bytesOf = (id: FileId): Uint8Array => new TextEncoder().encode(BEGINS + id);

/** Returns the file that a data URI contains. */
export function fileIn(uri: string): string {
  const content = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64').toString();
  return content.slice(BEGINS.length);
}

/** Few names, so that files often have the same name. */
const names = ['a cv.pdf', 'a_cv.pdf', 'x.pdf'] as const;

export function newFile(random: Random): AttachedFile {
  const id = fileId(`file-${random.whole(1, 1e12)}`);
  return { id, name: random.pick(names), size: bytesOf(id).byteLength, type: 'application/pdf' };
}

/** Files exist until they are released, and outlive every process. Their bytes follow from their ids. */
export function createStaging(): Staging {
  const released = new Set<string>();
  const nameOf = ({ subject }: SubjectKey, id: FileId) => `${subject} ${id}`;
  return stagingOf({
    async open(key, id) {
      if (released.has(nameOf(key, id))) return null;
      const bytes = bytesOf(id);
      async function* chunks() {
        yield bytes;
      }
      return { name: '', type: 'application/pdf', size: bytes.byteLength, chunks };
    },
    hold: async (key, id) => !released.has(nameOf(key, id)),
    release: async (key, id) => void released.add(nameOf(key, id)),
  });
}
