import type { Field } from '../../form/contract.ts';
import type { Found } from './listen-for-files.ts';

interface Sorted {
  readonly files: readonly File[];
  /** What to say of those that are not taken. */
  readonly remark: Remark | null;
}

export interface Remark {
  readonly key: 'file.folder' | 'file.onlyOne' | 'file.twice' | 'file.notFile';
  readonly name: string;
}

/** Which of them the question takes; what cannot become a row of its own is told in a remark. */
export function sortFiles(field: Field, { files, folders }: Found): Sorted {
  const twice = files.filter((file) => isThere(field, file));
  const fresh = files.filter((file) => !twice.includes(file));
  const isOneTooMany = field.question.type === 'document' && fresh.length > 1;
  return { files: isOneTooMany ? [] : fresh, remark: findRemark() };

  function findRemark(): Remark | null {
    const [folder, again] = [folders[0], twice[0]];
    if (folder !== undefined) return { key: 'file.folder', name: folder };
    if (isOneTooMany) return { key: 'file.onlyOne', name: '' };
    if (again) return { key: 'file.twice', name: again.name };
    return files.length === 0 ? { key: 'file.notFile', name: '' } : null;
  }
}

/** Whether it is being uploaded or has arrived; a file that failed or was rejected may be chosen again. */
const isThere = (field: Field, { name, size }: File): boolean =>
  field.files
    .peek()
    .some(
      ({ progress, chosenAs, ...row }) =>
        (chosenAs ?? row.name) === name &&
        row.size === size &&
        (progress.kind === 'uploading' || progress.kind === 'staged'),
    );
