import { withOtherEndings } from '../../core/model/files.ts';

/** Types of files that the service's document names for `documents_base64`, and so for the files of answers. */
export const documentTypes = [
  'pdf',
  'doc',
  'docx',
  'png',
  'jpeg',
  'xls',
  'xlsx',
  'pptx',
  'mp4',
  'mov',
  'txt',
] as const;

export type DocumentType = (typeof documentTypes)[number];

/** The same for `cover_letter_base64_data`; for a CV it names none, and the same are taken. */
export const letterTypes = ['pdf', 'doc', 'docx', 'txt', 'rtf'] as const;

export type FileType = DocumentType | (typeof letterTypes)[number];

export const fileTypes: readonly FileType[] = [...documentTypes, 'rtf'];

const office = 'application/vnd.openxmlformats-officedocument';

/** What we tell the service. */
export const mediaTypes: Readonly<Record<FileType, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${office}.wordprocessingml.document`,
  png: 'image/png',
  jpeg: 'image/jpeg',
  xls: 'application/vnd.ms-excel',
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  txt: 'text/plain',
  rtf: 'application/rtf',
};

/** As the form tells them. */
export const endingsOf = (types: readonly FileType[]): readonly string[] =>
  types.flatMap((type) => (type === 'jpeg' ? ['.jpeg', '.jpg'] : `.${type}`));

/** By the end of its name, whatever its content is; null: none of them. */
export function typeOfName(name: string): FileType | null {
  const ending = endingOf(name);
  return fileTypes.find((type) => withOtherEndings(endingsOf([type])).includes(ending)) ?? null;
}

/** The name that a file of this kind is sent on under: by the endings that the service's document names, and `.jpg`. */
export function nameAs(type: FileType, name: string): string {
  const ending = endingOf(name);
  if (endingsOf([type]).includes(ending)) return name;
  const stem = name.slice(0, name.length - ending.length);
  return typeOfName(stem) === type ? nameAs(type, stem) : `${stem}.${type}`;
}

const endingOf = (name: string): string => /\.[a-z0-9]{1,5}$/.exec(name.toLowerCase())?.[0] ?? '';
