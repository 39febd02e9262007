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

const fileTypes: readonly FileType[] = [...documentTypes, 'rtf'];

/** How the names of such files end. */
const endings: Readonly<Partial<Record<FileType, readonly string[]>>> = { jpeg: ['jpeg', 'jpg'] };

/** As `accept` of a file input has them. */
export const endingsOf = (types: readonly FileType[]): readonly string[] =>
  types.flatMap((type) => (endings[type] ?? [type]).map((ending) => `.${ending}`));

/** By the end of its name, whatever its content is; null: none of them. */
export function typeOfName(name: string): FileType | null {
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return fileTypes.find((type) => (endings[type] ?? [type]).includes(ending)) ?? null;
}
