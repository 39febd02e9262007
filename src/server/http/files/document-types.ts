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

/** How the names of such files end. */
const endings: Readonly<Partial<Record<DocumentType, readonly string[]>>> = { jpeg: ['jpeg', 'jpg'] };

/** As `accept` of a file input has them. */
export const endingsOf = (types: readonly DocumentType[]): readonly string[] =>
  types.flatMap((type) => (endings[type] ?? [type]).map((ending) => `.${ending}`));

/** By the end of its name, whatever its content is; null: none of them. */
export function typeOfName(name: string): DocumentType | null {
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return documentTypes.find((type) => (endings[type] ?? [type]).includes(ending)) ?? null;
}
